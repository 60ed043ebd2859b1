"""For designers: where advice flips, choices that nobody should take, and whether a scenario is fair."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

from pz8edu.analysis.opponents import Policy, meeting, plays_best
from pz8edu.analysis.rollouts import under_each
from pz8edu.analysis.solved import Solved
from pz8edu.analysis.worth import MOST, Worth, exact
from pz8edu.errors import unknown
from pz8edu.games.game import Game
from pz8edu.games.record import key_text
from pz8edu.printing.percent import short_percent
from pz8edu.turns.moment import CHANCE


class Advice(NamedTuple):
    """What is best when a number or a reading of the rules has a value, and what that is worth."""

    value: Any
    best: tuple[str, ...]
    worth: Worth

    def __str__(self) -> str:
        mine = self.worth.sides.get(self.worth.side, Fraction(0))
        return f"{self.value}: {' or '.join(self.best)} ({short_percent(mine)})"


class Flips(tuple[Advice, ...]):
    """The advice at each value; where it differs from that at the value before, it flips."""

    __slots__ = ()

    @property
    def at(self) -> tuple[Any, ...]:
        """The values at which another choice becomes best."""
        pairs = pairwise(self)
        return tuple(other.value for one, other in pairs if set(one.best) != set(other.best))

    def __repr__(self) -> str:
        told = f"advice flips at {', '.join(map(str, self.at))}" if self.at else "advice never flips"
        return "\n".join((*map(str, self), told))


def flips(game: Game, name: str, values: Iterable[Any], *, most: int = MOST) -> Flips:
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


class Kind(NamedTuple):
    """A kind of choice: in how many positions it may be made, is one of the best, and is the only best."""

    offered: int = 0
    best: int = 0
    alone: int = 0


def kinds(known: Solved, side: str | None = None) -> dict[str, Kind]:
    """How often each kind of choice is best, over all positions that can follow, or those of one side."""
    if side is not None and side not in known.positions.ahead.book.sides:
        raise unknown("side", side, known.positions.ahead.book.sides)
    found: dict[str, Kind] = {}
    for number, ways in enumerate(known.positions.ways):
        whose = known.positions.sides[number]
        if whose == CHANCE or len(ways) < 2 or side not in (None, whose):
            continue
        best = {ways[at].choice.kind for at in known.best(number)}
        for kind in dict.fromkeys(way.choice.kind for way in ways):
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
    return {
        (own, enemy): meeting(known, all_of[own], all_of[enemy]) for own in all_of for enemy in all_of
    }
