"""All positions that can follow a moment, numbered, with the choices of each and where they lead."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction
from typing import NamedTuple

from pz8edu.analysis.ahead import Ahead
from pz8edu.errors import BadInput
from pz8edu.turns.choice import Choice
from pz8edu.turns.moment import AnyMoment

MOST_POSITIONS = 100_000
"""So many are looked for, unless another number is given."""
SearchProgress = Callable[[int, int], bool | None]
"""Hears how many positions were found and how many were opened; True stops the search."""


class TooLarge(BadInput):
    """More positions can follow than were allowed, or the search was stopped."""


class Way(NamedTuple):
    """A choice, and the numbers of the positions that it leads to, each with its chance."""

    choice: Choice
    to: tuple[tuple[int, Fraction], ...]


@contextmanager
def nothing_collected() -> Iterator[None]:
    """Python looks for no garbage: nearly all that is found is kept, and looked through again and again."""
    collects = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collects:
            gc.enable()


def from_the_end(
    ahead: Ahead, moments: Sequence[AnyMoment], most: int = MOST_POSITIONS, told: SearchProgress | None = None
) -> Positions | None:
    """All that can follow the last moments of a game, as far back as so many positions allow."""
    found: Positions | None = None
    for moment in reversed(moments):
        try:
            if found is None:
                found = Positions(ahead, moment, most, told)
            else:
                found.add(moment, most, told)
        except TooLarge:
            break
    return found


class Positions:
    """The graph of all positions that can follow a moment; number 0 is that moment.

    `ways` are the choices of each, none at an end; `sides` says who chooses ("" for chance), `ends` what an
    end is worth to the first side. Raises TooLarge with its size so far.
    """

    def __init__(
        self, ahead: Ahead, start: AnyMoment, most: int = MOST_POSITIONS, told: SearchProgress | None = None
    ) -> None:
        self.ahead = ahead
        self.moments: list[AnyMoment] = []
        self.number: dict[AnyMoment, int] = {}
        self.ways: list[tuple[Way, ...]] = []
        self.sides: list[str] = []
        self.ends: dict[int, Fraction] = {}
        self.add(start, most, told)

    def add(self, start: AnyMoment, most: int = MOST_POSITIONS, told: SearchProgress | None = None) -> None:
        """All that can follow another moment too. Raises TooLarge, and then stays as it was."""
        size, began = len(self.moments), time.monotonic()
        self._number(self.ahead.forced(self.ahead.shared(start)))
        try:
            with nothing_collected():
                while len(self.ways) < len(self.moments):
                    self._open(len(self.ways))
                    self._tell(most, began, told)
        except BaseException:
            self._forget(size)
            raise

    def _tell(self, most: int, began: float, told: SearchProgress | None) -> None:
        """Tell how far it is. Raises TooLarge when that is too far, or when whoever hears of it stops it."""
        found, opened = len(self.moments), len(self.ways)
        if found > most:
            raise TooLarge(
                f"more than {most} positions can follow this one: {found} were found in "
                f"{time.monotonic() - began:.0f} s, and {found - opened} of them were not opened yet"
            )
        if told is not None and told(found, opened):
            raise TooLarge(f"stopped at {found} positions, of which {opened} were opened")

    def _forget(self, size: int) -> None:
        """As it was with so many positions."""
        for moment in self.moments[size:]:
            del self.number[moment]
        for each in (self.moments, self.ways, self.sides):
            del each[size:]
        self.ends = {number: end for number, end in self.ends.items() if number < size}

    def _number(self, moment: AnyMoment) -> int:
        number = self.number.setdefault(moment, len(self.moments))
        if number == len(self.moments):
            self.moments.append(moment)
        return number

    def _open(self, number: int) -> None:
        ahead, moment = self.ahead, self.moments[number]
        end = ahead.worth_of_end(moment)
        if end is not None:
            self.ends[number] = end
            self.sides.append("")
            self.ways.append(())
            return
        ways = tuple(
            Way(choice, tuple((self._number(to), chance) for to, chance in ahead.after(moment, choice)))
            for choice in ahead.choices(moment)
        )
        self.sides.append(ahead.side(moment))
        self.ways.append(ways)

    def __len__(self) -> int:
        return len(self.moments)

    def next_to(self, number: int) -> tuple[tuple[int, Fraction], ...]:
        """The positions that can follow one at once, each with its chance, choice by choice."""
        return tuple(each for way in self.ways[number] for each in way.to)
