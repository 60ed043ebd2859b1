"""Outlines: polygons on a board, what lies in them and where a straight line meets them.

The arithmetic is the same for fractions, where it is exact, and for floats, where a picture needs speed. An
edge and a corner belong to the polygon; two corners make a wall, one makes a post.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from math import dist
from typing import TypeVar

from pz8edu.board.distances import ExactPoint, exact_point
from pz8edu.board.lengths import Number, exact_length
from pz8edu.board.shapes import Point
from pz8edu.errors import BadInput

N = TypeVar("N", float, Fraction)


class Outline(tuple[ExactPoint, ...]):  # noqa: SLOT001 (its floats are kept beside it)
    """The corners of a polygon in order, not closed."""

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return super().__hash__()

    @cached_property
    def floats(self) -> tuple[tuple[float, float], ...]:
        """The same in floats, which are many times quicker."""
        return tuple((float(x), float(y)) for x, y in self)

    @cached_property
    def box(self) -> tuple[tuple[float, float], tuple[float, float]]:
        """The least and the most of each coordinate, in floats."""
        return box_of(self.floats)


def box_of(polygon: Sequence[tuple[float, float]]) -> tuple[tuple[float, float], tuple[float, float]]:
    """The least and the most of each coordinate."""
    (west, east), (south, north) = ((min(each), max(each)) for each in zip(*polygon, strict=True))
    return (west, east), (south, north)


Spot = tuple[float, float]
"""A point in floats."""

UNSURE = 1e-6
"""Nearer than this floats do not decide, and fractions are asked: far more than their error on any table."""


def outline(points: Sequence[Point]) -> Outline:
    """The polygon with its decimals as they are written. Raises BadInput for no corners at all."""
    if not points:
        raise BadInput("An outline needs at least one corner.")
    return Outline(exact_point(point) for point in points)


def rectangle(x0: Number, y0: Number, x1: Number, y1: Number) -> Outline:
    """The upright rectangle between two corners. Raises BadInput unless x0 <= x1 and y0 <= y1."""
    west, south, east, north = (exact_length(side, "a side") for side in (x0, y0, x1, y1))
    if west > east or south > north:
        raise BadInput(f"A rectangle is [x0, y0, x1, y1] with x0 <= x1 and y0 <= y1, not {[x0, y0, x1, y1]}.")
    return Outline(((west, south), (east, south), (east, north), (west, north)))


def contains(polygon: Outline, point: Point) -> bool:
    """Whether a point lies in the polygon or on its edge, exactly."""
    return encloses(polygon, exact_point(point))


def encloses(polygon: Sequence[tuple[N, N]], point: tuple[N, N]) -> bool:
    """Whether a point lies in the polygon or on its edge, in the arithmetic of its coordinates."""
    sure = surely_holds(polygon, point)
    if sure is not None:
        return sure
    x, y = point
    inside = False
    for (x1, y1), (x2, y2) in edges(polygon):
        if (y1 > y and y2 > y) or (y1 < y and y2 < y):
            continue
        left = (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)
        if left == 0 and min(x1, x2) <= x <= max(x1, x2) and min(y1, y2) <= y <= max(y1, y2):
            return True
        if (y1 > y) != (y2 > y) and (left > 0) == (y2 > y1):
            inside = not inside
    return inside


def in_floats(polygon: Sequence[tuple[Number, Number]]) -> Sequence[tuple[float, float]]:
    """The corners of a polygon as floats."""
    return polygon.floats if isinstance(polygon, Outline) else [(float(x), float(y)) for x, y in polygon]


def surely_holds(polygon: Sequence[tuple[N, N]], point: tuple[N, N]) -> bool | None:
    """The same in floats; None where they lie too near an edge to decide."""
    x, y = float(point[0]), float(point[1])
    inside, corners = False, in_floats(polygon)
    for at, sides in zip((x, y), zip(*corners, strict=True), strict=True):
        if at < min(sides) - UNSURE or at > max(sides) + UNSURE:
            return False
    x1, y1 = corners[-1]
    for x2, y2 in corners:
        left = (x2 - x1) * (y - y1) - (y2 - y1) * (x - x1)
        if abs(y - y1) < UNSURE or abs(y - y2) < UNSURE or abs(left) < UNSURE:
            return None
        if (y1 > y) != (y2 > y) and (left > 0) == (y2 > y1):
            inside = not inside
        x1, y1 = x2, y2
    return inside


def edges(polygon: Sequence[tuple[N, N]]) -> list[tuple[tuple[N, N], tuple[N, N]]]:
    """The edges of a polygon, the one from its last corner to its first among them."""
    return [(polygon[corner - 1], polygon[corner]) for corner in range(len(polygon))]


def meetings(start: tuple[N, N], end: tuple[N, N], polygon: Sequence[tuple[N, N]]) -> list[N]:
    """Where a straight line meets the edges, as shares of its way from 0 to 1, ascending.

    A touch is a meeting; along an edge its first and its last point are. A line without length meets nothing.
    """
    if boxes_apart(in_floats((start, end)), polygon):
        return []
    return sorted(set(crossings(start, end, polygon)))


def crossings(start: tuple[N, N], end: tuple[N, N], polygon: Sequence[tuple[N, N]]) -> Iterator[N]:
    """The same edge by edge: a corner that is met is told twice."""
    line = in_floats((start, end))
    for edge, quick in zip(edges(polygon), edges(in_floats(polygon)), strict=True):
        if not (surely_past(line, quick) or surely_past(quick, line)):
            yield from crossing(start, end, *edge)


def boxes_apart(line: Sequence[Spot], polygon: Sequence[tuple[Number, Number]]) -> bool:
    """Whether the boxes around a line, in floats, and a polygon are apart: then they cannot meet."""
    box = polygon.box if isinstance(polygon, Outline) else box_of(in_floats(polygon))
    for here, there, (least, most) in zip(*line, box, strict=True):
        if (here > most + UNSURE and there > most + UNSURE) or (
            here < least - UNSURE and there < least - UNSURE
        ):
            return True
    return False


def surely_past(line: Sequence[tuple[float, float]], other: Sequence[tuple[float, float]]) -> bool:
    """Whether both ends of another line lie on one side of a line: then they cannot meet."""
    (x, y), (to_x, to_y) = line
    sides = [(to_x - x) * (other_y - y) - (to_y - y) * (other_x - x) for other_x, other_y in other]
    return min(sides) > UNSURE or max(sides) < -UNSURE


def crossing(start: tuple[N, N], end: tuple[N, N], a: tuple[N, N], b: tuple[N, N]) -> list[N]:
    """Where a straight line meets one edge: no share, one, or the first and last of a stretch along it."""
    way_x, way_y = end[0] - start[0], end[1] - start[1]
    edge_x, edge_y = b[0] - a[0], b[1] - a[1]
    to_x, to_y = a[0] - start[0], a[1] - start[1]
    turn = way_x * edge_y - way_y * edge_x
    if turn != 0:
        share, on_edge = (to_x * edge_y - to_y * edge_x) / turn, (to_x * way_y - to_y * way_x) / turn
        return [share] if 0 <= share <= 1 and 0 <= on_edge <= 1 else []
    length = way_x * way_x + way_y * way_y
    if length == 0 or to_x * way_y != to_y * way_x:
        return []
    first = (to_x * way_x + to_y * way_y) / length
    last = first + (edge_x * way_x + edge_y * way_y) / length
    if max(first, last) < 0 or min(first, last) > 1:
        return []
    return [min(max(share, share * 0), share * 0 + 1) for share in sorted((first, last))]


def nearest_on(point: Spot, a: Spot, b: Spot) -> Spot:
    """The point of the line between two others that lies nearest to a point."""
    way_x, way_y = b[0] - a[0], b[1] - a[1]
    length = way_x * way_x + way_y * way_y
    share = ((point[0] - a[0]) * way_x + (point[1] - a[1]) * way_y) / length if length else 0.0
    if share <= 0:
        return a
    return (a[0] + share * way_x, a[1] + share * way_y) if share < 1 else b


def nearest_point(point: Point, polygon: Outline) -> Spot:
    """The point of a polygon that lies nearest to a point: itself if the polygon holds it."""
    here = float(point[0]), float(point[1])
    if contains(polygon, point):
        return here
    return min((nearest_on(here, a, b) for a, b in edges(polygon.floats)), key=lambda spot: dist(here, spot))


def between(one: Outline, other: Outline) -> float:
    """The clear distance between two outlines of any form: 0 if they touch or overlap."""
    if any(meetings(start, end, other) for start, end in edges(one)):
        return 0.0
    pairs = [(corner, other) for corner in one] + [(corner, one) for corner in other]
    return min(dist(map(float, corner), nearest_point(corner, polygon)) for corner, polygon in pairs)
