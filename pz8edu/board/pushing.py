"""A base that is pushed across the table: which way, and how far until it touches another.

Bases are upright here; lengths are in the unit of the board.
"""

from collections.abc import Iterable
from math import copysign, hypot, inf

from pz8edu.board.shapes import Base

Direction = tuple[float, float]
"""A step of length 1 across the table."""


def towards(start: Base, goal: Base) -> Direction | None:
    """The direction from one base to another; None where they stand on one spot."""
    x, y = (float(there) - float(here) for here, there in zip(start.at, goal.at, strict=True))
    length = hypot(x, y)
    return (x / length, y / length) if length else None


def free_way(start: Base, direction: Direction, others: Iterable[Base]) -> float | None:
    """How far a base can be pushed before it touches one of the others; None if it never does."""
    meetings = (first_touch(start, other, direction) for other in others)
    return min((meeting for meeting in meetings if meeting is not None), default=None)


def first_touch(mover: Base, other: Base, direction: Direction) -> float | None:
    """The way in a direction after which an upright base first touches another; None if it never does."""
    enter, leave = 0.0, inf
    wide, deep = (mover.size, other.size), (mover.length, other.length)
    for here, there, step, sides in zip(mover.at, other.at, direction, (wide, deep), strict=True):
        ahead, reach = float(there) - float(here), sum(map(float, sides)) / 2
        if abs(step) < 1e-12:
            if abs(ahead) > reach:
                return None
            continue
        first, last = sorted(((ahead - reach) / step, (ahead + reach) / step))
        enter, leave = max(enter, first), min(leave, last)
    return enter if enter <= leave else None


def way_clear(start: Base, direction: Direction, other: Base) -> float:
    """How far a base that stands on another is pushed until it stands beside it, edge to edge."""
    reach = (float(start.size) + float(other.size)) / 2
    ways = zip(start.at, other.at, direction, strict=True)
    return min(
        (float(there) - float(here) + copysign(reach, step)) / step
        for here, there, step in ways
        if abs(step) >= 1e-12
    )
