"""A chain followed turn after turn: how likely every state is after each, and when play is over."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain as joined
from typing import Any

from pz8edu.algebra.weight import whole
from pz8edu.core.chains.chain import Chain
from pz8edu.core.chains.model import LATER, NEVER, Later
from pz8edu.core.chains.parts import Parts, parts_in_words
from pz8edu.core.chains.views import takes_long
from pz8edu.core.chance.distribution import Distribution
from pz8edu.show.outcome_styles import GRAVE, HURT, NEUTRAL, PINNED, SHAKEN, SLIGHT, OutcomeStyle
from pz8edu.show.outcomes import harm, none_twice, outcome_looks, step_of_word

MOST_TURNS = 60
"""A trajectory is followed for at most so many turns, or as many as the situation asks for."""

FEW_LEFT = Fraction(1, 100)
"""A trajectory ends when no more than this part of all games is still going on."""

ENDLESS = 12
"""Turns of a trajectory that never ends, unless the situation asks for more."""

MOST_WORK = 150_000_000
"""Bits of exact numbers that one trajectory may cost: about half a second."""

MOST_WORDS = 8
"""So many states are told apart; the rest are others."""

ENDINGS = (PINNED, SHAKEN, GRAVE, HURT, SLIGHT)
"""The looks of ends that say nothing of harm, beside what goes on."""

GOING_ON = "goes on"
UNENDING = "never ends"


@dataclass(frozen=True)
class Trajectory:
    """`laws[t]` has the chance of every state's word after t turns, `going_on[t]` that play is not over.

    `words` are the states met, those in which play goes on first; `ends` are the others. `parts` is what each
    of them says, as data.
    """

    laws: tuple[Distribution[str], ...]
    going_on: tuple[Fraction, ...]
    words: tuple[str, ...]
    ends: frozenset[str]
    parts: Mapping[str, Parts]

    @property
    def last(self) -> int:
        """The last turn that is followed."""
        return len(self.laws) - 1

    @property
    def duration(self) -> Distribution[int | Later]:
        """The exact law of the number of turns, as far as it is followed; LATER has what is left."""
        chances: dict[int | Later, Fraction] = {}
        before = Fraction(1)
        for turn, on in enumerate(self.going_on):
            if on != before:
                chances[turn] = before - on
            before = on
        if before:
            chances[LATER] = before
        below = math.lcm(*(chance.denominator for chance in chances.values()))
        return Distribution({turn: int(chance * below) for turn, chance in chances.items()}, below)

    def over_by(self, share: Fraction) -> int | None:
        """The turn by which so many of all games are over; None if that comes later than is followed."""
        return next((turn for turn, on in enumerate(self.going_on) if 1 - on >= share), None)


def endless(chain: Chain[Any]) -> bool:
    """Is there no state at all in which play is over?"""
    return not chain.model.ends


def follow(chain: Chain[Any], at_least: int = 0) -> Trajectory:
    """Follow a chain until hardly a game is left, for `at_least` so many turns.

    It is followed no further than `MOST_TURNS`, or than so many exact numbers as can be had without a wait.
    """
    parts = {state: chain.parts(state) for state in chain.states_met}
    words = {state: parts_in_words(said) for state, said in parts.items()}
    living = {words[state] for state in words if not chain.over(state)}
    left = Fraction(0)
    if not endless(chain) and not takes_long(chain.solver):
        left = chain.ends().fractions().get(NEVER, Fraction(0))
    laws: list[Distribution[str]] = []
    going_on: list[Fraction] = []
    most = max(at_least, ENDLESS if endless(chain) else MOST_TURNS)
    work = 0
    start: Distribution[Any] = Distribution({chain.start: 1})
    for turn, law in enumerate(joined([start], chain.turn_by_turn(most))):
        over = sum(whole(weight) for state, weight in law.items() if chain.over(state))
        on = 1 - Fraction(over, whole(law.total))
        laws.append(law.map(words.__getitem__))
        going_on.append(on)
        work += len(law) * whole(law.total).bit_length()
        if turn >= at_least and not endless(chain) and on - left <= FEW_LEFT:
            break
        if work > MOST_WORK:
            break
    met = tuple(dict.fromkeys(words.values()))
    ends = frozenset(word for word in met if word not in living)
    ordered = (*(word for word in met if word not in ends), *(word for word in met if word in ends))
    said = {words[state]: parts[state] for state in words}
    return Trajectory(tuple(laws), tuple(going_on), ordered, ends, said)


# --- what to look at
@dataclass(frozen=True)
class View:
    """One way to look at the states: `read` gives the name of a state's word, `order` lists the names."""

    title: str
    read: Callable[[str], str]
    order: tuple[str, ...]


def views_of(trajectory: Trajectory) -> dict[str, View]:
    """The ways to look at the states of a trajectory by their titles, the one to begin with first."""
    every = every_state(trajectory)
    by_end = _view("how it ends", ending(trajectory), trajectory.words, trajectory)
    names = dict.fromkeys(part.name for parts in trajectory.parts.values() for part in parts if part.name)
    found = [
        _view(name, _part(name, trajectory), trajectory.words, trajectory) for name in names if len(names) > 1
    ]
    others = [by_end] if 1 < len(by_end.order) < len(every.order) else []
    few = len(every.order) <= MOST_WORDS
    order = [every, *others, *found] if few or not (others or found) else [*others, *found, every]
    return {view.title: view for view in order}


def every_state(trajectory: Trajectory) -> View:
    """Every state by itself."""
    return _view("every state", str, trajectory.words, trajectory)


def _part(name: str, trajectory: Trajectory) -> Callable[[str], str]:
    """Reads the part of this name; a state that has none is read as it is said."""
    return lambda word: next((part.value for part in trajectory.parts[word] if part.name == name), word)


def _view(title: str, read: Callable[[str], str], words: Sequence[str], trajectory: Trajectory) -> View:
    ends = {read(word) for word in words if word in trajectory.ends}
    lives = {read(word) for word in words if word not in trajectory.ends}
    names = list(dict.fromkeys(map(read, words)))
    over = ends - lives
    names.sort(key=lambda name: (name in over, name in ends))
    return View(title, read, tuple(in_sequence(names, over)))


def in_sequence(names: Sequence[str], ends: set[str]) -> list[str]:
    """Names from harmless to final where they are known, numbers by size, else what is over last."""
    meant = {name: step_of_word(name) for name in names}
    if None not in meant.values():
        return sorted(names, key=lambda name: meant[name] or 0)
    if len({re.sub(r"\d+( \w+)?", "0", name) for name in names}) == 1:
        return sorted(names, key=_numbers)
    return sorted(names, key=lambda name: name in ends)


def _numbers(name: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", name)))


def ending(trajectory: Trajectory) -> Callable[[str], str]:
    """Names an end by what is said of no state in which play goes on, such as "A destroyed"."""
    living = {
        part for word in trajectory.words if word not in trajectory.ends for part in trajectory.parts[word]
    }

    def read(word: str) -> str:
        if word not in trajectory.ends:
            return GOING_ON
        return parts_in_words(part for part in trajectory.parts[word] if part not in living) or word

    return read


def few(laws: Sequence[Distribution[str]], view: View) -> tuple[tuple[str, ...], list[Distribution[str]]]:
    """The laws by the names of a view, the rarest put together when there are many; and the names shown."""
    seen = [law.map(view.read) for law in laws]
    if len(view.order) <= MOST_WORDS:
        return view.order, seen
    peaks = {name: max(law.fraction(name) for law in seen) for name in view.order}
    likely = set(sorted(view.order, key=lambda name: -peaks[name])[: MOST_WORDS - 1])
    others = f"{len(view.order) - len(likely)} others"
    shown = tuple(name for name in view.order if name in likely)
    return (*shown, others), [law.map(lambda name: name if name in likely else others) for law in seen]


def styles_of(names: Sequence[str]) -> dict[str, OutcomeStyle]:
    """A look for every name, no two alike: what hurts looks as it does everywhere, what goes on is pale."""
    plain = [name for name in names if not _pale(name)]
    looks = outcome_looks(plain, plain)
    if GOING_ON in names:
        left = iter(ENDINGS)
        looks = {name: look if harm(name, plain) else next(left, NEUTRAL) for name, look in looks.items()}
    apart = none_twice(looks)
    return {name: apart.get(name, NEUTRAL) for name in names}


def _pale(name: str) -> bool:
    return name in (GOING_ON, UNENDING, str(LATER)) or name.endswith(" others")
