"""What a distance means for a weapon: in range, below its minimum, over half its range."""

from fractions import Fraction
from functools import lru_cache

from pz8edu.board.distances import MOST_KEPT, distance_squared
from pz8edu.board.lengths import Number, exact_length
from pz8edu.board.shapes import Point
from pz8edu.core.records import FrozenRecord
from pz8edu.errors import BadInput


class RangeFinding(FrozenRecord):
    """A distance held against a weapon's range; all lengths in the unit of the board.

    `over_half_range` is told by the distance alone, also beyond the range and below the minimum.
    """

    full_range: Fraction
    minimum: Fraction
    in_range: bool
    below_minimum: bool
    over_half_range: bool


def find_range(
    length: Number, full_range: Number, minimum: Number = 0, *, half_counts_as_over: bool = False
) -> RangeFinding:
    """A distance told as a number. Both limits are in range; exactly half is over half only if it is said so.

    Raises BadInput for a distance below 0.
    """
    if exact_length(length) < 0:
        raise BadInput(f"A distance cannot be below 0: {length!r}.")
    return found(exact_length(length) ** 2, full_range, minimum, half_counts_as_over)


def find_range_between(
    a: Point, b: Point, full_range: Number, minimum: Number = 0, *, half_counts_as_over: bool = False
) -> RangeFinding:
    """The same for the distance between two points, decided exactly on its square."""
    return found(distance_squared(a, b), full_range, minimum, half_counts_as_over)


@lru_cache(MOST_KEPT, typed=True)
def found(square: Fraction, full_range: Number, minimum: Number, half_counts_as_over: bool) -> RangeFinding:
    """The finding for the square of a distance."""
    longest, shortest = exact_length(full_range, "a range"), exact_length(minimum, "a minimum range")
    half = longest**2 / 4
    return RangeFinding(
        full_range=longest,
        minimum=shortest,
        in_range=shortest**2 <= square <= longest**2,
        below_minimum=square < shortest**2,
        over_half_range=square > half or (half_counts_as_over and square == half),
    )


def is_spotted(length: Number, limit: Number, *, hidden: bool) -> bool:
    """Whether a target in a clear line is seen: a hidden one only within the limit, the limit included."""
    return not hidden or exact_length(length) <= exact_length(limit)
