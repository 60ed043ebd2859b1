"""Where words find room on a crowded board: the first place that covers nothing, else the least bad one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

LETTER = 7.4
"""Pixels of a letter of a name or on a plate."""
LINE = 15.0
"""Pixels of the height of a line of words."""
CHOICE = 8
"""So many places near its base decide how much choice a name has."""


class Box(NamedTuple):
    """A rectangle on the page, in pixels from its corner; y grows downwards."""

    left: float
    top: float
    right: float
    bottom: float

    def covers(self, other: Box) -> float:
        """How much of another box lies under it, in square pixels."""
        if self.left >= other.right or other.left >= self.right:
            return 0.0
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(high, 0.0) * (min(self.right, other.right) - max(self.left, other.left))

    @property
    def size(self) -> float:
        """Its area, in square pixels."""
        return (self.right - self.left) * (self.bottom - self.top)


def around(x: float, y: float, width: float, height: float) -> Box:
    """The box of this size around a point."""
    return Box(x - width / 2, y - height / 2, x + width / 2, y + height / 2)


def hidden(place: Box, taken: Sequence[Box], page: Box) -> float:
    """How much a place covers of what is taken, and lies off the page, in square pixels."""
    return 2 * (place.size - place.covers(page)) + sum(place.covers(other) for other in taken)


def freest(places: Sequence[Box], taken: Sequence[Box], page: Box) -> int:
    """Which of some places, the best first, covers least of what is taken and lies on the page."""
    best, least = 0, float("inf")
    for number, place in enumerate(places):
        cost = hidden(place, taken, page)
        if cost < least:
            best, least = number, cost
        if not cost:
            break
    return best


def is_free(place: Box, taken: Sequence[Box], page: Box) -> bool:
    """Does it lie on the page and cover nothing?"""
    left, top, right, bottom = place
    if left < page.left or top < page.top or right > page.right or bottom > page.bottom:
        return False
    return not any(
        left < other.right and other.left < right and top < other.bottom and other.top < bottom
        for other in taken
    )


def arranged(names: Sequence[Sequence[Box]], taken: Sequence[Box], page: Box) -> list[int]:
    """Which of its places each name takes, the best first; those with the least choice go first."""
    free = [sum(is_free(place, taken, page) for place in places[:CHOICE]) for places in names]
    chosen, all_taken = [0] * len(names), list(taken)
    for number in sorted(range(len(names)), key=free.__getitem__):
        places = names[number]
        found = next((n for n, place in enumerate(places) if is_free(place, all_taken, page)), None)
        chosen[number] = freest(places, all_taken, page) if found is None else found
        all_taken.append(places[chosen[number]])
    return chosen


def beside(
    half_width: float, half_depth: float, width: float, gap: float = 12.0
) -> tuple[tuple[float, float], ...]:
    """Where the middle of a name of this width may stand from that of its base: under it, over it, beside it.

    Then the corners, and a line further off.
    """
    away, out = half_depth + gap, half_width + width / 2 + 5
    near = ((0.0, away), (0.0, -away), (out, 0.0), (-out, 0.0))
    corners = tuple((across, up) for up in (away, -away) for across in (out - 6, 6 - out))
    lines = tuple((across, up) for up in (LINE, -LINE, LINE / 2, -LINE / 2) for across in (out, -out))
    further = tuple(
        (across, up) for up in (away + LINE, -away - LINE) for across in (0.0, out / 2, -out / 2, out, -out)
    )
    return (*near, *corners, *lines, *further)
