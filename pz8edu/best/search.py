"""So many choices ahead, over exact odds: what a position seems to be worth, and its proved bounds."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, NamedTuple

from pz8edu.best.ahead import Ahead, Follows
from pz8edu.turns.choice import Choice
from pz8edu.turns.moment import CHANCE, Moment

UNIT = 10
"""The points of a sound unit in most books: who is ahead by so many seems to win three times in four."""
STEPS = 10_000
"""What points seem to be worth is rounded to one part in so many."""
WIDTH = 12
"""Below the first choice only so many are looked at further, those that seem best."""


class Seen(NamedTuple):
    """What a position seems to be worth to the first side, and the proved bounds of what it is worth."""

    seems: Fraction
    low: Fraction = Fraction(0)
    high: Fraction = Fraction(1)


class Search:
    """What moments seem to be worth by the visible points of the book, so many choices ahead."""

    def __init__(self, ahead: Ahead, depth: int = 2, width: int = WIDTH) -> None:
        self.ahead = ahead
        self.depth = depth
        self.width = width
        self.first = ahead.book.sides[0]
        self._known: dict[tuple[Moment[Any], int], Seen] = {}

    @property
    def size(self) -> int:
        """How many positions were looked at."""
        return len(self._known)

    def of(self, moment: Moment[Any], depth: int | None = None) -> Seen:
        """What a moment seems to be worth."""
        depth = self.depth if depth is None else depth
        if (moment, depth) not in self._known:
            self._known[moment, depth] = self._look(moment, depth)
        return self._known[moment, depth]

    def _look(self, moment: Moment[Any], depth: int) -> Seen:
        end = self.ahead.worth_of_end(moment)
        if end is not None:
            return Seen(end, end, end)
        if depth <= 0:
            return Seen(self.by_points(moment))
        seen = [each for _, each in self.choices(moment, depth, self.width)]
        return self.best(self.ahead.side(moment), seen)

    def best(self, side: str, seen: list[Seen]) -> Seen:
        """What who is to act makes of it."""
        if side == CHANCE:
            return Seen(*(sum(each, Fraction(0)) / len(seen) for each in zip(*seen, strict=True)))
        takes = max if side == self.first else min
        return Seen(*(takes(each) for each in zip(*seen, strict=True)))

    def by_points(self, moment: Moment[Any]) -> Fraction:
        """What the visible points of the book make of a moment, between 0 and 1."""
        points = self.ahead.book.worth(moment, self.first)
        return Fraction(round(STEPS * (1 + points / (abs(points) + UNIT)) / 2), STEPS)

    def choices(
        self, moment: Moment[Any], depth: int | None = None, width: int | None = None
    ) -> list[tuple[Choice, Seen]]:
        """What each choice of a moment seems to be worth; those beyond a width by the points alone."""
        depth = self.depth if depth is None else depth
        found = [(choice, self.ahead.after(moment, choice)) for choice in self.ahead.choices(moment)]
        side = self.ahead.side(moment)
        deep = set(range(len(found)))
        if width is not None and len(found) > width and side != CHANCE:
            at_once = [self.through(after, 0).seems for _, after in found]
            deep = set(sorted(deep, key=at_once.__getitem__, reverse=side == self.first)[:width])
        return [
            (choice, self.through(after, depth - 1 if at in deep else 0))
            for at, (choice, after) in enumerate(found)
        ]

    def through(self, after: Follows, depth: int) -> Seen:
        """What a choice seems to be worth before its dice fall."""
        seen = [(self.of(moment, depth), chance) for moment, chance in after]
        low = sum((each.low * chance for each, chance in seen), Fraction(0))
        high = sum((each.high * chance for each, chance in seen), Fraction(0))
        return Seen(sum((each.seems * chance for each, chance in seen), Fraction(0)), low, high)
