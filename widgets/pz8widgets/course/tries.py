"""Many equal tries: how often so many succeed, and how many tries a success takes."""

from __future__ import annotations

import math
from fractions import Fraction

from pz8edu.errors import BadInput

MOST_TRIES = 1000


def at_least(tries: Fraction, successes: Fraction, chance: Fraction) -> Fraction:
    """The chance that at least so many of the tries succeed, each with the same chance.

    Raises BadInput for a chance that is none, and for tries that are no whole number up to MOST_TRIES.
    """
    number = _whole(tries)
    fewest = max(0, math.ceil(successes))
    part = _chance(chance)
    hit, whole = part.numerator, part.denominator
    ways = sum(
        math.comb(number, k) * hit**k * (whole - hit) ** (number - k) for k in range(fewest, number + 1)
    )
    return Fraction(ways, whole**number)


def tries(chance: Fraction, goal: Fraction) -> Fraction:
    """The fewest tries after which at least one success has at least the chance `goal`.

    Raises BadInput for chances that are none, and where more than MOST_TRIES would be needed.
    """
    missed, allowed = 1 - _chance(chance), 1 - _chance(goal)
    left, number = Fraction(1), 0
    while left > allowed:
        left, number = left * missed, number + 1
        if number > MOST_TRIES:
            raise BadInput(
                f"more than {MOST_TRIES} tries are needed for {goal} when each succeeds with {chance}"
            )
    return Fraction(number)


def _whole(tries: Fraction) -> int:
    number = Fraction(tries)
    if number.denominator != 1 or not 0 <= number <= MOST_TRIES:
        raise BadInput(f"tries are a whole number from 0 to {MOST_TRIES}; got {number}")
    return int(number)


def _chance(chance: Fraction) -> Fraction:
    found = Fraction(chance)
    if not 0 <= found <= 1:
        raise BadInput(f"a chance lies between 0 and 1; got {found}")
    return found
