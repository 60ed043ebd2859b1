"""The sum of very many equal dice in decimals: whole numbers of 128 bits behind the point, rounded down."""

from __future__ import annotations

from typing import NamedTuple, SupportsIndex

from pz8edu.algebra.approximate import ApproximateDistribution
from pz8edu.algebra.weight import whole
from pz8edu.core.chance.distribution import Distribution
from pz8edu.core.chance.equal_dice import whole_number
from pz8edu.core.chance.sums import even_steps
from pz8edu.errors import BadInput
from pz8edu.limits import MOST_SUMMED

POINT = 128
"""So many bits stand behind the point."""
SLOT = 36
"""Bytes for a sum of many products of two such numbers."""


class Sum(NamedTuple):
    """The chances of a first sum and all that follow it, each too small by `lost` at most."""

    first: int
    chances: list[int]
    lost: int


def sum_in_decimals(count: SupportsIndex, die: Distribution[int]) -> ApproximateDistribution[int]:
    """The sum of so many equal dice, a million at most: `sum_in_decimals(100_000, D6)`.

    Each chance comes with the bound of its error; sums too rare to be told from 0 are left out. Raises
    BadInput for faces that are not two whole numbers or more in even steps, and for unknown chances.
    """
    number, steps = whole_number("the number of dice", count, 0, MOST_SUMMED), even_steps(die.weights)
    if steps is None:
        raise BadInput(
            "dice are added up in decimals whose faces are whole numbers, two or more in even steps"
        )
    one = Sum(0, [(weight << POINT) // whole(die.total) for weight in steps.weights], 1)
    law = Sum(0, [1 << POINT], 0)
    for bit in f"{number:b}":
        law = added_up(law, law)
        if bit == "1":
            law = added_up(law, one)
    lowest, unit = number * steps.lowest + law.first * steps.gap, 2.0**-POINT
    found = {lowest + at * steps.gap: chance * unit for at, chance in enumerate(law.chances) if chance}
    return ApproximateDistribution(found, 1, law.lost * unit)


def added_up(a: Sum, b: Sum) -> Sum:
    """The law of two sums added up: each chance a sum of products, as one product of two long numbers.

    Chances add up to 1 at most: what either law has lost, and what is rounded down, is lost once.
    """
    size = SLOT * (len(a.chances) + len(b.chances) - 1)
    first_number = in_one(a.chances)
    second_number = first_number if b is a else in_one(b.chances)  # a square takes half the time
    product = (first_number * second_number).to_bytes(size, "little")
    chances = [int.from_bytes(product[at : at + SLOT], "little") >> POINT for at in range(0, size, SLOT)]
    possible = [place for place, chance in enumerate(chances) if chance]
    first, last = possible[0], possible[-1]
    return Sum(a.first + b.first + first, chances[first : last + 1], a.lost + b.lost + 1)


def in_one(numbers: list[int]) -> int:
    """Numbers side by side as one whole number."""
    return int.from_bytes(b"".join(number.to_bytes(SLOT, "little") for number in numbers), "little")
