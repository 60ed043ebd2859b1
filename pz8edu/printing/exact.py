"""Exact numbers in digits, however many they have: Python's own conversion stops at 4,300."""

from __future__ import annotations

from fractions import Fraction
from numbers import Rational

SHORT: int = 10**4000
"""Numbers below this are written by Python itself."""


def whole_text(number: int) -> str:
    """A whole number in digits.

    >>> len(whole_text(10**5000))
    5001
    """
    if -SHORT < number < SHORT:
        return str(number)
    if number < 0:
        return "-" + whole_text(-number)
    places = number.bit_length() * 3 // 20
    high, low = divmod(number, 10**places)
    return whole_text(high) + whole_text(low).zfill(places)


def plain_fraction(number: Rational | int) -> Fraction:
    """A number of any kind as a fraction of Python's."""
    if isinstance(number, Fraction):
        return number
    return Fraction(int(number.numerator), int(number.denominator))


def ratio_text(number: Rational) -> str:
    """A number as "numerator/denominator", in lowest terms: 3 is "3/1"."""
    return f"{whole_text(int(number.numerator))}/{whole_text(int(number.denominator))}"


def in_full(value: object) -> str:
    """A value in words, a long number in all its digits."""
    try:
        return str(value)
    except ValueError:
        assert isinstance(value, Rational)
        return whole_text(int(value.numerator)) if value.denominator == 1 else ratio_text(value)
