"""How far one point lies from another, and whether that is within a limit.

The unit is the board's: inches, kilometres. Whether a distance is within a limit is decided exactly, on the
squares of the decimals as they are written, so that 2, 2 and the square root of 8 are no trap.
"""

from collections.abc import Iterable
from fractions import Fraction
from math import isqrt, sqrt

from pz8edu.board.lengths import Number, exact_length
from pz8edu.board.shapes import Point
from pz8edu.errors import BadInput

ExactPoint = tuple[Fraction, Fraction]


def exact_point(point: Point) -> ExactPoint:
    """The point with its decimals as they are written. Raises BadInput unless it is two finite numbers."""
    if len(point) != 2:
        raise BadInput(f"A point is two numbers, [x, y], not {list(point)}.")
    return exact_length(point[0], "x"), exact_length(point[1], "y")


def distance_squared(a: Point, b: Point) -> Fraction:
    """The square of the distance between two points, exact."""
    (ax, ay), (bx, by) = exact_point(a), exact_point(b)
    return (bx - ax) ** 2 + (by - ay) ** 2


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
