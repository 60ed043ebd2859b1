"""Figures that keep together: each near another, or all of them in one chain of short steps.

Decided exactly, as all limits are; the limit itself is near enough. The table is cut into cells so small that
whoever shares one is near, so that thousands of figures take no time.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from math import lcm

from pz8edu.board.distances import exact_point
from pz8edu.board.lengths import Number, exact_length
from pz8edu.board.shapes import Point

Whole = tuple[int, int]
Cells = Mapping[Whole, Sequence[Whole]]
"""The points of each cell that has any, in whole parts of the unit."""


def each_near_another(points: Sequence[Point], limit: Number) -> bool:
    """Whether every point has some other within the limit; a single point needs none."""
    reach, cells = cut_up(points, limit)
    alone = [(cell, here[0]) for cell, here in cells.items() if len(here) == 1]
    return len(points) < 2 or all(
        any(near(point, other, reach) for there in cells_around(cell, cells) for other in cells[there])
        for cell, point in alone
    )


def all_in_one_chain(points: Sequence[Point], limit: Number) -> bool:
    """Whether steps of at most the limit lead from any point to any other."""
    reach, cells = cut_up(points, limit)
    apart = set(cells)
    waiting = [apart.pop()] if apart else []
    while waiting:
        cell = waiting.pop()
        met = {
            there
            for there in cells_around(cell, cells)
            if there in apart
            and any(near(one, other, reach) for one in cells[cell] for other in cells[there])
        }
        apart -= met
        waiting += met
    return not apart


def cut_up(points: Sequence[Point], limit: Number) -> tuple[int, Cells]:
    """The limit and the points in cells, all in whole parts of the unit, so that nothing is rounded."""
    exactly, longest = [exact_point(point) for point in points], exact_length(limit)
    parts = lcm(longest.denominator, *(number.denominator for point in exactly for number in point))
    reach = int(longest * parts)
    side = max(reach * 7 // 10, 1)
    cells: dict[Whole, list[Whole]] = defaultdict(list)
    for x, y in ((int(x * parts), int(y * parts)) for x, y in exactly):
        cells[x // side, y // side].append((x, y))
    return reach, cells


def cells_around(cell: Whole, cells: Cells) -> Iterator[Whole]:
    """The other cells with points in them that may hold one within the limit."""
    near_by = ((cell[0] + east, cell[1] + north) for east in range(-2, 3) for north in range(-2, 3))
    return (there for there in near_by if there != cell and there in cells)


def near(one: Whole, other: Whole, reach: int) -> bool:
    """Whether two points lie within the limit of each other."""
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 <= reach**2
