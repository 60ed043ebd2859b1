"""So many choices ahead, over exact odds: what a position seems to be worth, and its proved bounds."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from pz8edu.analysis.ahead import Ahead, Follows
from pz8edu.analysis.positions import SearchProgress, TooLarge
from pz8edu.turns.choice import Choice
from pz8edu.turns.moment import CHANCE, AnyMoment

UNIT = 10
"""The points of a sound unit in most books: who is ahead by so many seems to win three times in four."""
STEPS = 10_000
"""What points seem to be worth is rounded to one part in so many."""
WIDTH = 6
"""Only so many choices are looked at further, those that seem best at once."""


class Seen(NamedTuple):
    """What a position seems to be worth to the first side, and the proved bounds of what it is worth."""

    seems: Fraction
    low: Fraction = Fraction(0)
    high: Fraction = Fraction(1)


class Search:
    """What moments seem to be worth by the visible points of the book, so many choices ahead.

    Raises TooLarge where `told`, which hears how many moments were looked at, stops it.
    """

    def __init__(
        self, ahead: Ahead, depth: int = 2, width: int = WIDTH, told: SearchProgress | None = None
    ) -> None:
        self.told = told
        self.ahead = ahead
        self.depth = depth
        self.width = width
        self.first = ahead.book.sides[0]
        self._known: dict[tuple[AnyMoment, int], Seen] = {}

    @property
    def size(self) -> int:
        """How many positions were looked at."""
        return len(self._known)

    def of(self, moment: AnyMoment, depth: int | None = None) -> Seen:
        """What a moment seems to be worth."""
        depth = self.depth if depth is None else depth
        if (moment, depth) not in self._known:
            if self.told is not None and self.told(self.size, self.size):
                raise TooLarge(f"stopped after {self.size} positions were looked at")
            self._known[moment, depth] = self._look(moment, depth)
        return self._known[moment, depth]

    def _look(self, moment: AnyMoment, depth: int) -> Seen:
        end = self.ahead.worth_of_end(moment)
        if end is not None:
            return Seen(end, end, end)
        if depth <= 0:
            return Seen(self.by_points(moment))
        side, found = self.ahead.side(moment), self._follows(moment)
        few = self.few(side, found)
        seen = [self.through(after, depth - 1) for _, after in few]
        return self.best(side, seen, of_all=len(few) == len(found))

    def best(self, side: str, seen: list[Seen], *, of_all: bool = True) -> Seen:
        """What who is to act makes of it; where not all was seen it may be better for him."""
        if side == CHANCE:
            return Seen(*(sum(each, Fraction(0)) / len(seen) for each in zip(*seen, strict=True)))
        takes = max if side == self.first else min
        best = Seen(*(takes(each) for each in zip(*seen, strict=True)))
        if of_all:
            return best
        return best._replace(high=Fraction(1)) if side == self.first else best._replace(low=Fraction(0))

    def _follows(self, moment: AnyMoment) -> list[tuple[Choice, Follows]]:
        return [(choice, self.ahead.after(moment, choice)) for choice in self.ahead.choices(moment)]

    def few(self, side: str, found: list[tuple[Choice, Follows]]) -> list[tuple[Choice, Follows]]:
        """The choices that are looked at further: those that seem best at once."""
        if side == CHANCE or len(found) <= self.width:
            return found
        at_once = [self.through(after, 0).seems for _, after in found]
        sign = -1 if side == self.first else 1
        ordered = sorted(range(len(found)), key=lambda at: sign * at_once[at])
        return [found[at] for at in ordered[: self.width]]

    def by_points(self, moment: AnyMoment) -> Fraction:
        """What the visible points of the book make of a moment, between 0 and 1."""
        points = self.ahead.book.worth(moment, self.first)
        return Fraction(round(STEPS * (1 + points / (abs(points) + UNIT)) / 2), STEPS)

    def choices(self, moment: AnyMoment) -> list[tuple[Choice, Seen]]:
        """What each choice of a moment seems to be worth."""
        return [(choice, self.through(after, self.depth - 1)) for choice, after in self._follows(moment)]

    def taken(self, moment: AnyMoment) -> tuple[list[Choice], Fraction]:
        """The choices that seem best so far ahead, of those that seem best at once; and what they seem."""
        side = self.ahead.side(moment)
        few = self.few(side, self._follows(moment))
        seems = [self.through(after, self.depth - 1) for _, after in few]
        best = self.best(side, seems).seems
        return [few[at][0] for at, each in enumerate(seems) if each.seems == best], best

    def through(self, after: Follows, depth: int) -> Seen:
        """What a choice seems to be worth before its dice fall."""
        seen = [(self.of(moment, depth), chance) for moment, chance in after]
        low = sum((each.low * chance for each, chance in seen), Fraction(0))
        high = sum((each.high * chance for each, chance in seen), Fraction(0))
        return Seen(sum((each.seems * chance for each, chance in seen), Fraction(0)), low, high)
