"""How far one point lies from another, and whether that is within a limit.

The unit is the board's: inches, kilometres. Whether a distance is within a limit is decided exactly, on the
squares of the decimals as they are written, so that 2, 2 and the square root of 8 are no trap.
"""

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from math import isqrt, sqrt

from pz8edu.board.lengths import Number, exact_length
from pz8edu.board.shapes import Point
from pz8edu.errors import BadInput

ExactPoint = tuple[Fraction, Fraction]
MOST_KEPT = 10_000
"""So many distances are known at once."""


def exact_point(point: Point) -> ExactPoint:
    """The point with its decimals as they are written. Raises BadInput unless it is two finite numbers."""
    x, y = two_numbers(point)
    return exact_length(x, "x"), exact_length(y, "y")


def two_numbers(point: Point) -> Point:
    """The point as it is. Raises BadInput unless it is two."""
    if len(point) != 2:
        raise BadInput(f"A point is two numbers, [x, y], not {list(point)}.")
    return point


def distance_squared(a: Point, b: Point) -> Fraction:
    """The square of the distance between two points, exact."""
    return _squared(*two_numbers(a), *two_numbers(b))


@lru_cache(MOST_KEPT, typed=True)
def _squared(ax: Number, ay: Number, bx: Number, by: Number) -> Fraction:
    """The same; what was asked before is not measured again."""
    (x, y), (to_x, to_y) = exact_point((ax, ay)), exact_point((bx, by))
    return (to_x - x) ** 2 + (to_y - y) ** 2


def distance(a: Point, b: Point) -> float:
    """The distance between two points."""
    return sqrt(distance_squared(a, b))


def root(square: Fraction) -> Fraction:
    """The square root: exact where it is a fraction, else right to nine decimals."""
    above, below = isqrt(square.numerator), isqrt(square.denominator)
    if above * above == square.numerator and below * below == square.denominator:
        return Fraction(above, below)
    return Fraction(f"{sqrt(square):.9f}")


def within(centre: Point, point: Point, limit: Number) -> bool:
    """Whether the distance is at most the limit; the limit itself is within."""
    return exact_length(limit) >= 0 and distance_squared(centre, point) <= exact_length(limit) ** 2


def those_within(centre: Point, points: Iterable[Point], limit: Number) -> tuple[int, ...]:
    """Which points lie within the limit (a blast, a command radius): their indices from 0, ascending."""
    return tuple(index for index, point in enumerate(points) if within(centre, point, limit))
