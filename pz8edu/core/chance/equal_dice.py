"""Many equal dice: how many there may be, and the quickest way that their weights allow."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import SupportsIndex, TypeVar, cast

from pz8edu.algebra.kronecker import substitution
from pz8edu.algebra.polynomial import check_dice
from pz8edu.algebra.weight import Weight, whole
from pz8edu.errors import BadValue, shown
from pz8edu.limits import MOST_DICE

T = TypeVar("T")
U = TypeVar("U")


def whole_number(what: str, given: SupportsIndex, least: int, most: int) -> int:
    """A whole number within these limits, of any integer type; raises BadValue for anything else."""
    try:
        number = int(operator.index(given))
    except TypeError:
        number = least - 1
    if not least <= number <= most:
        raise BadValue(what, shown(given), f"a whole number from {least:,} to {most:,}")
    return number


def dice_count(given: SupportsIndex) -> int:
    """A number of dice in a pool; raises BadValue for fewer than none and for more than are followed."""
    return whole_number("the number of dice", given, 0, MOST_DICE)


def ways_of_dice(
    count: int, weights: Mapping[T, Weight], ways: Callable[[Mapping[T, Weight]], Mapping[U, Weight]]
) -> Mapping[U, Weight]:
    """The ways in which so many equal dice come to each result, as `ways` counts them for any weights.

    Whole weights are counted as they are, and those of one unknown chance as whole numbers too. Raises
    TooManyTerms before formulas of several unknown chances become too long.
    """
    if {*map(type, weights.values())} <= {int}:
        return ways(weights)
    weights = {face: weight for face, weight in weights.items() if weight}
    substituted = substitution(weights.values(), count)
    if substituted is None:
        check_dice(count, weights)
        return ways(weights)
    numbers, read = substituted
    counted = ways(cast("Mapping[T, Weight]", dict(zip(weights, numbers, strict=True))))
    return {result: read(whole(number)) for result, number in counted.items()}
