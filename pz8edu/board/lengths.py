"""Lengths on a board: exact where they are written as decimals, and how they are said."""

import math
from fractions import Fraction
from functools import lru_cache

from pz8edu.errors import BadInput

Number = float | Fraction
"""A length, a coordinate or a bearing: a whole number, a decimal or a fraction."""


def exact_length(number: Number, what: str = "a length") -> Fraction:
    """The number as it was written: 0.1 is one tenth, not the nearest binary fraction.

    Raises BadInput for anything that is not a finite number.
    """
    if isinstance(number, Fraction):
        return number
    if type(number) is float and math.isfinite(number):
        return as_written(number)
    if isinstance(number, bool) or not isinstance(number, int | float):
        raise BadInput(f"{what} must be a number, not {number!r}.")
    if not math.isfinite(number):
        raise BadInput(f"{what} must be a finite number, not {number!r}.")
    return as_written(number)


@lru_cache(10_000)
def as_written(number: float) -> Fraction:
    """A decimal as its digits say it."""
    return Fraction(str(number))


def in_words(number: Number, decimals: int = 2) -> str:
    """The number as people say it on a table: 7.3, 12, 0.25; no trailing zeros, never '-0'.

    >>> in_words(7.30), in_words(12.0), in_words(Fraction(1, 3)), in_words(-0.0001)
    ('7.3', '12', '0.33', '0')
    """
    text = f"{float(number):.{decimals}f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


@lru_cache(10_000, typed=True)
def told_apart(number: Number, *limits: Number, decimals: int = 1) -> str:
    """The number with as many decimals, up to six, as it takes to see on which side of the limits it lies.

    >>> told_apart(7.31, 6), told_apart(6.003, 6), told_apart(6, 6)
    ('7.3', '6.003', '6')
    """
    for places in range(decimals, 6):
        shown = round(float(number), places)
        if all(
            (shown > limit) == (number > limit) and (shown < limit) == (number < limit) for limit in limits
        ):
            return in_words(number, places)
    return in_words(number, 6)


def with_unit(number: str, kind: str) -> str:
    """A number in words and its unit: '7.3 inches', '1 inch'."""
    unit = {"inches": "inch", "kilometres": "kilometre", "hexes": "hex"}.get(kind, kind.removesuffix("s"))
    return f"{number} {unit if number == '1' else kind}"
