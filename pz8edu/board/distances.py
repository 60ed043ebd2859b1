"""How far one point lies from another, and whether that is within a limit.

The unit is the board's: inches, kilometres. Whether a distance is within a limit is decided exactly, on the
squares of the decimals as they are written, so that 2, 2 and the square root of 8 are no trap.
"""

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import lru_cache, update_wrapper
from math import isqrt, sqrt
from typing import TypeVar, TypeVarTuple

from pz8edu.board.lengths import Number, exact_length
from pz8edu.board.shapes import Point
from pz8edu.errors import BadInput

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
ExactPoint = tuple[Fraction, Fraction]
MOST_KEPT = 10_000
"""So many distances are known at once."""


def exact_point(point: Point) -> ExactPoint:
    """The point with its decimals as they are written. Raises BadInput unless it is two finite numbers."""
    x, y = two_numbers(point)
    return exact_length(x, "x"), exact_length(y, "y")


def two_numbers(point: Sequence[Number]) -> Sequence[Number]:
    """The point as it is. Raises BadInput unless it is two numbers."""
    if len(point) != 2:
        raise BadInput(f"A point is two numbers, [x, y], not {list(point)}.")
    return point


def measured_once(measure: Callable[[Point, Point, *Ts], T]) -> Callable[[Point, Point, *Ts], T]:
    """What is measured between two points is remembered: the least recently asked is forgotten first."""

    @lru_cache(MOST_KEPT, typed=True)
    def known(ax: Number, ay: Number, bx: Number, by: Number, *more: *Ts) -> T:
        return measure((ax, ay), (bx, by), *more)

    def asked(a: Point, b: Point, /, *more: *Ts) -> T:
        (ax, ay), (bx, by) = map(two_numbers, (a, b))
        return known(ax, ay, bx, by, *more)

    return update_wrapper(asked, measure)


@measured_once
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


@measured_once
def within(centre: Point, point: Point, limit: Number) -> bool:
    """Whether the distance is at most the limit; the limit itself is within."""
    return exact_length(limit) >= 0 and distance_squared(centre, point) <= exact_length(limit) ** 2


def those_within(centre: Point, points: Iterable[Point], limit: Number) -> tuple[int, ...]:
    """Which points lie within the limit (a blast, a command radius): their indices from 0, ascending."""
    return tuple(index for index, point in enumerate(points) if within(centre, point, limit))
