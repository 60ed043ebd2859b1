"""Exact numbers: plain fractions for programs, such as print well for people, distributions made of them."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import TypeVar, overload

from pz8edu.algebra.closed_form import as_number
from pz8edu.algebra.exact import Exact
from pz8edu.algebra.weight import Weight
from pz8edu.core.chance.distribution import Distribution

T = TypeVar("T")


def as_fraction(weight: Weight, total: Weight) -> Fraction:
    """A chance as a plain fraction, without SymPy; an expression only where weights are symbols."""
    if type(weight) is int and type(total) is int:
        return Fraction(weight, total)
    return as_number(weight, total)


@overload
def as_exact(number: Fraction) -> Exact: ...
@overload
def as_exact(number: Fraction | None) -> Exact | None: ...
def as_exact(number: Fraction | None) -> Exact | None:
    """A fraction as people get it. An expression stays what it is, and so does None."""
    return Exact(number) if isinstance(number, (int, Fraction)) else number


def from_chances(chances: Mapping[T, Fraction]) -> Distribution[T]:
    """The distribution with these chances over one total; those of zero are left out."""
    possible = {outcome: chance for outcome, chance in chances.items() if chance}
    return Distribution(possible, 1)
