"""Figures that keep together: each near another, or all of them in one chain of short steps.

Decided exactly, as all limits are; the limit itself is near enough.
"""

from collections.abc import Sequence

from pz8edu.board.distances import within
from pz8edu.board.lengths import Number
from pz8edu.board.shapes import Point


def each_near_another(points: Sequence[Point], limit: Number) -> bool:
    """Whether every point has some other within the limit; a single point needs none."""
    if len(points) < 2:
        return True
    return all(
        any(within(point, other, limit) for place, other in enumerate(points) if place != number)
        for number, point in enumerate(points)
    )


def all_in_one_chain(points: Sequence[Point], limit: Number) -> bool:
    """Whether steps of at most the limit lead from any point to any other."""
    waiting, apart = list(points[:1]), list(points[1:])
    while waiting:
        point = waiting.pop()
        waiting += [other for other in apart if within(point, other, limit)]
        apart = [other for other in apart if not within(point, other, limit)]
    return not apart
