"""Exact numbers: plain fractions for programs, SymPy Rationals for people, distributions made of them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, TypeVar, cast

from pz8edu.core.chance.distribution import Distribution
from pz8edu.core.symbolic.closed_form import as_number
from pz8edu.core.symbolic.weight import Weight

if TYPE_CHECKING:
    import sympy

T = TypeVar("T")


def as_fraction(weight: Weight, total: Weight) -> Fraction:
    """A chance as a plain fraction, without SymPy; an expression only where weights are symbols."""
    if type(weight) is int and type(total) is int:
        return Fraction(weight, total)
    return cast(Fraction, as_number(weight, total))


def as_rational(number: Fraction | None) -> sympy.Rational | None:
    """A fraction as people get it: a SymPy Rational. An expression stays what it is, and so does None."""
    if isinstance(number, (int, Fraction)):
        import sympy

        return sympy.Rational(number.numerator, number.denominator)
    return number


def from_chances(chances: Mapping[T, Fraction]) -> Distribution[T]:
    """The distribution with these chances over one total; those of zero are left out."""
    possible = {outcome: chance for outcome, chance in chances.items() if chance}
    return Distribution(possible, 1)
