"""Dual numbers grow as the formulas that they stand for."""

from __future__ import annotations

import copy
import pickle
from fractions import Fraction

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from pz8edu import BadInput
from pz8edu.algebra.dual import Dual, ratio

numbers = st.fractions(-3, 3, max_denominator=9)
duals = st.builds(lambda value, slope: Dual(value, (slope,)), numbers, numbers)
X = sympy.Symbol("x")


def formula(number: Dual) -> sympy.Expr:
    """A line with this value and slope at x = 0."""
    return sympy.Rational(number.value) + sympy.Rational(number.slopes[0]) * X


def same(number: Dual, expression: sympy.Expr) -> bool:
    value, slope = expression.subs(X, 0), sympy.diff(expression, X).subs(X, 0)
    return bool(value == sympy.Rational(number.value) and slope == sympy.Rational(number.slopes[0]))


@given(duals, duals, st.integers(0, 4))
def test_they_are_the_first_terms_of_formulas(a: Dual, b: Dual, power: int) -> None:
    assert same(a + b, formula(a) + formula(b))
    assert same(a - b, formula(a) - formula(b))
    assert same(a * b, formula(a) * formula(b))
    assert same(a**power, formula(a) ** power)
    if b.value:
        assert same(a / b, formula(a) / formula(b))
        quotient = ratio(2, b)
        assert isinstance(quotient, Dual)
        assert same(quotient, 2 / formula(b))


def test_parts_are_whole_numbers_above_one_denominator() -> None:
    whole, below = Dual(Fraction(1, 2), (Fraction(2, 3), Fraction(-1))).parts()
    assert (whole, below) == (Dual(3, (4, -6)), 6)
    assert {type(whole.value), *map(type, whole.slopes)} == {int}


def test_powers_below_zero_are_refused() -> None:
    with pytest.raises(BadInput, match="from 0; got -1"):
        Dual(2, (1,)) ** -1


@pytest.mark.parametrize("again", [lambda x: pickle.loads(pickle.dumps(x)), copy.deepcopy])
def test_they_travel_by_value(again: object) -> None:
    number = Dual(Fraction(1, 2), (1, 2))
    assert again(number) == number  # type: ignore[operator]
