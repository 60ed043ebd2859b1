"""Where words find room on a crowded board: the first place that covers nothing; else they are left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, hypot, radians, sin
from typing import NamedTuple

LINE = 15.0
"""Pixels of the height of a line of words."""
EDGE = 2.0
"""Pixels that words keep from the edge of the page."""
CHOICE = 8
"""So many places near its base decide how much choice a name has."""
FAMILIES = {0.4: "ijlIJ .,·:;'′/|", 0.5: 'ftr()-–"″', 0.6: "zcsL", 0.85: "ABGHKNRUVXDOQ+−×&", 1.05: "mwMW%½"}
WIDTHS = {letter: width for width, letters in FAMILIES.items() for letter in letters}
"""A letter in bold to its width, in its own size, by the widest family that boards are drawn with."""


def width_of(text: str, size: float = 12.0) -> float:
    """Pixels of a line of bold words."""
    return size * sum(WIDTHS.get(letter, 0.72) for letter in text)


class Box(NamedTuple):
    """A rectangle on the page, in pixels from its corner; y grows downwards."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def middle(self) -> tuple[float, float]:
        """The point in its middle."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    @property
    def size(self) -> float:
        """Its area, in square pixels."""
        return (self.right - self.left) * (self.bottom - self.top)

    def covers(self, other: Box) -> float:
        """How much of another box lies under it, in square pixels."""
        if self.left >= other.right or other.left >= self.right:
            return 0.0
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(high, 0.0) * (min(self.right, other.right) - max(self.left, other.left))

    def off(self, other: Box) -> float:
        """How far another box lies from it, in pixels."""
        across = max(self.left - other.right, other.left - self.right, 0.0)
        return hypot(across, max(self.top - other.bottom, other.top - self.bottom, 0.0))

    def inside(self, page: Box) -> Box:
        """The box moved sideways until it lies on the page."""
        shift = max(page.left + EDGE - self.left, 0.0) or min(page.right - EDGE - self.right, 0.0)
        return Box(self.left + shift, self.top, self.right + shift, self.bottom)


Way = tuple[Box, ...]
"""Where words could stand: their box first, then the pieces of a line that leads to them."""


def box_at(x: float, y: float, width: float, height: float) -> Box:
    """The box of this size around a point."""
    return Box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)


def is_free(way: Way, taken: Sequence[Box], page: Box) -> bool:
    """Does it lie on the page and cover nothing?"""
    left, top, right, bottom = way[0]
    if left < page.left or top < page.top or right > page.right or bottom > page.bottom:
        return False
    return not any(
        one.left < other.right
        and other.left < one.right
        and one.top < other.bottom
        and other.top < one.bottom
        for other in taken
        for one in way
    )


def arranged(wanted: Sequence[Sequence[Way]], taken: list[Box], page: Box) -> list[Box | None]:
    """Where all words stand, each at its first free place; None for what finds none.

    Those with the least choice go first. What they take is taken for whoever comes after.
    """
    free = [sum(is_free(way, taken, page) for way in ways[:CHOICE]) for ways in wanted]
    found: list[Box | None] = [None] * len(wanted)
    for number in sorted(range(len(wanted)), key=free.__getitem__):
        way = next((way for way in wanted[number] if is_free(way, taken, page)), None)
        if way:
            found[number] = way[0]
            taken += way
    return found


def beside(base: Box, width: float, page: Box) -> Iterator[Box]:
    """Where a name may stand at its base, best first: under, over and beside it, then the corners."""
    (x, y), gap = base.middle, 4.0 + LINE / 2
    under, over, out = base.bottom + gap, base.top - gap, (base.right - base.left + width) / 2 + 5
    near = [(x, under), (x, over), (x + out, y), (x - out, y)]
    near += [(x + side * (out - 6), high) for high in (under, over) for side in (1, -1)]
    near += [(x + side * out, y + LINE * rows) for rows in (1, -1, 0.5, -0.5) for side in (1, -1)]
    for at in near:
        yield box_at(*at, width, LINE).inside(page)


def led(base: Box, width: float, page: Box) -> Iterator[Way]:
    """Where a name may stand further off, with the pieces of a line that leads from the base to it."""
    (x, y), half = base.middle, (base.bottom - base.top) / 2
    for further in (22, 40, 62):
        for turn in range(0, 360, 24):
            c, s = cos(radians(turn)), sin(radians(turn))
            words = box_at(x + c * (half + further + width / 2), y + s * (half + further), width, LINE)
            (ax, ay), (bx, by) = leader(base, words := words.inside(page))
            pieces = max(1, round(hypot(bx - ax, by - ay) / 5))
            shares = ((number + 0.5) / pieces for number in range(pieces))
            yield words, *(box_at(ax + (bx - ax) * t, ay + (by - ay) * t, 3, 3) for t in shares)


def leader(base: Box, words: Box) -> tuple[tuple[float, float], tuple[float, float]]:
    """The line from a little off a base to the nearest point of its name."""
    x, y = base.middle
    bx, by = min(max(x, words.left), words.right), min(max(y, words.top), words.bottom)
    across, down = abs(bx - x) / (base.right - base.left + 10), abs(by - y) / (base.bottom - base.top + 10)
    start = min(1.0, 0.5 / max(across, down, 0.5))
    return (x + (bx - x) * start, y + (by - y) * start), (bx, by)
