"""For designers: where advice flips, choices that nobody should take, and whether a scenario is fair."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from typing import NamedTuple

from pz8edu.analysis.opponents import Policy, meeting, plays_best
from pz8edu.analysis.rollouts import under_each
from pz8edu.analysis.solved import Solved
from pz8edu.analysis.worth import MOST, Worth, exact, solved
from pz8edu.errors import BadInput, unknown
from pz8edu.games.game import Game
from pz8edu.games.record import key_text
from pz8edu.printing.percent import short_percent
from pz8edu.turns.choice import Choice
from pz8edu.turns.moment import CHANCE


class Advice(NamedTuple):
    """What is best when a number or a reading of the rules has a value, and what that is worth."""

    value: object
    best: tuple[str, ...]
    worth: Worth

    def __str__(self) -> str:
        mine = self.worth.sides.get(self.worth.side, Fraction(0))
        return f"{self.value}: {' or '.join(self.best)} ({short_percent(mine)})"


class Flips(tuple[Advice, ...]):
    """The advice at each value; where it differs from that at the value before, it flips."""

    __slots__ = ()

    @property
    def at(self) -> tuple[object, ...]:
        """The values at which another choice becomes best."""
        pairs = pairwise(self)
        return tuple(other.value for one, other in pairs if set(one.best) != set(other.best))

    def __repr__(self) -> str:
        told = f"advice flips at {', '.join(map(str, self.at))}" if self.at else "advice never flips"
        return "\n".join((*map(str, self), told))


def flips(game: Game, name: str, values: Iterable[object], *, most: int = MOST) -> Flips:
    """What is best in the position of a game when a number or a reading of its rules has these values.

        flips(game, "hit_on", range(2, 7))
        flips(game, "R5", "ab")

    Raises BadInput for a name or a value that the rules do not have, TooLarge where it cannot be solved.
    """
    found = []
    for value, changed in under_each(game, name, values):
        asked = exact(changed, most)
        found.append(Advice(value, tuple(key_text(each.key) for each in asked.best), asked))
    return Flips(found)


class AtChance(NamedTuple):
    """The chances of an outcome of a choice's dice at which another choice becomes best.

    `best` are the best choices below the first of `at`, between them, and above the last; `chance` is that
    of the book.
    """

    choice: str
    outcome: object
    chance: Fraction
    at: tuple[Fraction, ...]
    best: tuple[tuple[str, ...], ...]

    def __str__(self) -> str:
        first, *rest = (" or ".join(each) for each in self.best)
        above = "".join(f"; above {at} {each}" for at, each in zip(self.at, rest, strict=True))
        return f"{self.choice}, {self.outcome} ({self.chance}): below {self.at[0]} best is {first}{above}"


def flips_at_chances(game: Game, *, most: int = MOST) -> tuple[AtChance, ...]:
    """Where advice flips if an outcome of a choice now came with another chance, exactly.

    Every choice that asks the same question is changed; the other outcomes keep their proportions, and what
    is rolled later is as printed. Outcomes at no chance of which it flips are left out. Raises BadInput where
    nobody chooses, TooLarge where it cannot be solved.
    """
    known = solved(game, most)
    number, ahead = known.positions.number[game.moment], known.positions.ahead
    ways, worths, found = known.positions.ways[number], known.of_choices(number), []
    if known.positions.sides[number] == CHANCE or not ways:
        raise BadInput("nobody chooses here: no advice can flip")
    laws = [ahead.game.law(way.choice.asked) for way in ways]
    for asks, law in {id(law): (at, law) for at, law in reversed([*enumerate(laws)])}.values():
        for outcome, chance in law if len(law) > 1 else ():
            lines = []
            for way, same, worth in zip(ways, laws, worths, strict=True):
                comes = known.worths[known.number_after(number, way, outcome)] if same is law else worth
                lines.append(((worth - chance * comes) / (1 - chance), comes))
            names = [key_text(way.choice.key) for way in ways]
            at, best = envelope(lines, known, number)
            if at:
                told = tuple(tuple(names[each] for each in some) for some in best)
                found.append(AtChance(names[asks], outcome, chance, at, told))
    return tuple(found)


def envelope(
    lines: Sequence[tuple[Fraction, Fraction]], known: Solved, number: int
) -> tuple[tuple[Fraction, ...], list[list[int]]]:
    """Where between 0 and 1 other lines become best for who is to act, told by their ends; and which."""
    meet = {Fraction(0), Fraction(1)}
    for (low, high), (other_low, other_high) in combinations(lines, 2):
        if (low > other_low) != (high > other_high) and low - other_low != high - other_high:
            meet.add((other_low - low) / (high - low - other_high + other_low))
    at: list[Fraction] = []
    best: list[list[int]] = []
    for start, end in pairwise(sorted(meet)):
        middle = (start + end) / 2
        worths = [low + (high - low) * middle for low, high in lines]
        most = known.best_of(number, worths)
        now = [each for each, worth in enumerate(worths) if worth == most]
        if best and best[-1] != now:
            at.append(start)
        if not best or best[-1] != now:
            best.append(now)
    return tuple(at), best


class Kind(NamedTuple):
    """A kind of choice: in how many positions it may be made, is one of the best, and is the only best."""

    offered: int = 0
    best: int = 0
    alone: int = 0


def kind_of(choice: Choice) -> str:
    """The kind of a choice; for a move to a place that has a name also that."""
    return f"{choice.kind}, {choice.why}" if choice.way and choice.why else choice.kind


def kinds(
    known: Solved, side: str | None = None, told: Callable[[Choice], str] = lambda choice: choice.kind
) -> dict[str, Kind]:
    """How often each kind of choice is best, over all positions that can follow, or those of one side.

    `told` says of what kind a choice is: `kind_of` keeps the places apart.
    """
    if side is not None and side not in known.positions.ahead.book.sides:
        raise unknown("side", side, known.positions.ahead.book.sides)
    found: dict[str, Kind] = {}
    for number, ways in enumerate(known.positions.ways):
        whose = known.positions.sides[number]
        if whose == CHANCE or len(ways) < 2 or side not in (None, whose):
            continue
        best = {told(ways[at].choice) for at in known.best(number)}
        for kind in dict.fromkeys(told(way.choice) for way in ways):
            one = found.get(kind, Kind())
            found[kind] = Kind(one.offered + 1, one.best + (kind in best), one.alone + (best == {kind}))
    return found


def dead(known: Solved) -> tuple[str, ...]:
    """The kinds of choices that are best in no position that can follow: rules that are never worth using."""
    return tuple(kind for kind, often in kinds(known).items() if not often.best)


def idle(known: Solved) -> tuple[str, ...]:
    """The kinds that could be struck out without harm: wherever one is best, another kind is as good."""
    return tuple(kind for kind, often in kinds(known).items() if not often.alone)


def fairness(known: Solved, policies: Mapping[str, Policy]) -> dict[tuple[str, str], Fraction]:
    """The first side's chance to win for each pair of policies by name, "best" among them, exactly."""
    all_of = {"best": plays_best(known), **policies}
    return {(own, enemy): meeting(known, all_of[own], all_of[enemy]) for own in all_of for enemy in all_of}
