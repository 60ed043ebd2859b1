"""A chain followed turn after turn: how likely every state is after each, and when play is over."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain as joined
from typing import Any

from pz8edu.chance.chain import LATER, NEVER, Chain, Later
from pz8edu.chance.chain_showing import too_long
from pz8edu.chance.distribution import Distribution
from pz8widgets.page.theme import (
    GRAVE,
    HURT,
    KNOWN,
    LOST,
    NEUTRAL,
    PINNED,
    SCALE,
    SHAKEN,
    SLIGHT,
    OutcomeStyle,
    outcome_style,
    turned_round,
)

MOST_TURNS = 60
"""A course is followed for at most so many turns, or as many as the situation asks for."""

FEW_LEFT = Fraction(1, 100)
"""A course ends when no more than this part of all games is still going on."""

ENDLESS = 12
"""Turns of a course that never ends, unless the situation asks for more."""

MOST_WORK = 150_000_000
"""Bits of exact numbers that one course may cost: about half a second."""

MOST_WORDS = 8
"""So many states are told apart; the rest are others."""

ENDINGS = (PINNED, SHAKEN, GRAVE, HURT, SLIGHT, LOST)
"""The styles of ends, beside what goes on: none of them is the harmless one."""

GOING_ON = "goes on"
UNENDING = "never ends"


@dataclass(frozen=True)
class Course:
    """`laws[t]` has the chance of every state's word after t turns, `going_on[t]` that play is not over.

    `words` are the states met, those in which play goes on first; `ends` are the others.
    """

    laws: tuple[Distribution[str], ...]
    going_on: tuple[Fraction, ...]
    words: tuple[str, ...]
    ends: frozenset[str]

    @property
    def last(self) -> int:
        """The last turn that is followed."""
        return len(self.laws) - 1

    @property
    def law_of_turns(self) -> Distribution[int | Later]:
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
    return all(moves is not None for moves in chain.moves)


def follow(chain: Chain[Any], at_least: int = 0) -> Course:
    """Follow a chain until hardly a game is left, for `at_least` so many turns.

    It is followed no further than `MOST_TURNS`, or than so many exact numbers as can be had without a wait.
    """
    words = {state: chain.word(state) for state in chain.states_met}
    living = {words[state] for state in words if not chain.over(state)}
    left = Fraction(0)
    if not endless(chain) and not too_long(chain):
        left = chain.ends().fractions().get(NEVER, Fraction(0))
    laws: list[Distribution[str]] = []
    going_on: list[Fraction] = []
    most = max(at_least, ENDLESS if endless(chain) else MOST_TURNS)
    work = 0
    start: Distribution[Any] = Distribution({chain.start: 1})
    for turn, law in enumerate(joined([start], chain.turn_by_turn(most))):
        over = sum(weight for state, weight in law.items() if chain.over(state))
        on = 1 - Fraction(over, law.total)
        laws.append(law.map(words.__getitem__))
        going_on.append(on)
        work += len(law) * law.total.bit_length()
        if turn >= at_least and not endless(chain) and on - left <= FEW_LEFT:
            break
        if work > MOST_WORK:
            break
    met = tuple(dict.fromkeys(words.values()))
    ends = frozenset(word for word in met if word not in living)
    ordered = (*(word for word in met if word not in ends), *(word for word in met if word in ends))
    return Course(tuple(laws), tuple(going_on), ordered, ends)


# --- what to look at
@dataclass(frozen=True)
class View:
    """One way to look at the states: `read` gives the name of a state's word, `order` lists the names."""

    title: str
    read: Callable[[str], str]
    order: tuple[str, ...]


def views_of(course: Course) -> dict[str, View]:
    """The ways to look at the states of a course by their titles, the one to begin with first."""
    found: list[View] = []
    parts = [word.split(", ") for word in course.words]
    every = every_state(course)
    by_end = _view("how it ends", ending(course), course.words, course)
    for place in range(len(parts[0]) if len({len(each) for each in parts}) == 1 else 0):
        whose = {each[place].partition(" ")[0] for each in parts}
        if len(parts[0]) > 1 and len(whose) == 1 and all(" " in each[place] for each in parts):
            found.append(_view(whose.pop().rstrip(":"), _part(place), course.words, course))
    others = [by_end] if 1 < len(by_end.order) < len(every.order) else []
    few = len(every.order) <= MOST_WORDS
    order = [every, *others, *found] if few or not (others or found) else [*others, *found, every]
    return {view.title: view for view in order}


def every_state(course: Course) -> View:
    """Every state by itself."""
    return _view("every state", str, course.words, course)


def _part(place: int) -> Callable[[str], str]:
    return lambda word: word.split(", ")[place].partition(" ")[2]


def _view(title: str, read: Callable[[str], str], words: Sequence[str], course: Course) -> View:
    ends = {read(word) for word in words if word in course.ends}
    lives = {read(word) for word in words if word not in course.ends}
    names = list(dict.fromkeys(map(read, words)))
    names.sort(key=lambda name: (name in ends - lives, name in ends))
    return View(title, read, tuple(in_sequence(names, ends - lives)))


def in_sequence(names: Sequence[str], ends: set[str]) -> list[str]:
    """Names from harmless to final where they are known, numbers by size, else what is over last."""
    if all(name in KNOWN for name in names):
        return sorted(names, key=lambda name: SCALE.index(KNOWN[name]))
    if len({re.sub(r"\d+( \w+)?", "0", name) for name in names}) == 1:
        return sorted(names, key=_numbers)
    return sorted(names, key=lambda name: name in ends)


def _numbers(name: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", name)))


def ending(course: Course) -> Callable[[str], str]:
    """Names an end by what is said of no state in which play goes on, such as "A destroyed"."""
    living = {part for word in course.words if word not in course.ends for part in word.split(", ")}

    def read(word: str) -> str:
        if word not in course.ends:
            return GOING_ON
        return ", ".join(part for part in word.split(", ") if part not in living) or word

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
    """A style for every name: known words keep theirs, others take their place on the scale."""
    plain = [name for name in names if not _pale(name)]
    if GOING_ON in names:
        known = {name: KNOWN[name] for name in plain if name in KNOWN}
        left = iter(style for style in ENDINGS if style not in known.values())
        return {name: known.get(name) or (NEUTRAL if _pale(name) else next(left, NEUTRAL)) for name in names}
    free = [*SCALE, *(turned_round(style) for style in SCALE if style.tile)]
    found = {name: KNOWN[name] for name in plain if name in KNOWN}
    for place, name in enumerate(plain):
        if name not in found:
            wanted = outcome_style(name, place, len(plain))
            taken = found.values()
            found[name] = next((style for style in (wanted, *free) if style not in taken), NEUTRAL)
    return {name: found.get(name, NEUTRAL) for name in names}


def _pale(name: str) -> bool:
    return name in (GOING_ON, UNENDING, str(LATER)) or name.endswith(" others")
