"""Exact numbers do and print what SymPy's Rationals do, and are SymPy's where symbols come."""

from __future__ import annotations

import copy
import math
import operator
import pickle
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from pz8edu import D6, ask
from pz8edu.algebra.exact import Exact, latex

numbers = st.fractions(-9, 9, max_denominator=60)
P = sympy.Symbol("p")
ARITHMETIC = (operator.add, operator.sub, operator.mul, operator.truediv)
ORDER = (operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge)


def in_sympy(number: Fraction) -> Any:
    return sympy.Rational(number.numerator, number.denominator)


@given(numbers, numbers)
def test_arithmetic_is_that_of_sympy(a: Fraction, b: Fraction) -> None:
    for way in ARITHMETIC[: 4 if b else 3]:
        wanted = way(in_sympy(a), in_sympy(b))
        for first, second in ((Exact(a), Exact(b)), (Exact(a), b), (a, Exact(b))):
            found = way(first, second)
            assert (type(found), found, repr(found), str(found)) == (Exact, wanted, repr(wanted), str(wanted))
        for first, second in ((Exact(a), in_sympy(b)), (in_sympy(a), Exact(b))):
            assert isinstance(way(first, second), sympy.Rational)
            assert way(first, second) == wanted


@given(numbers, numbers.filter(bool))
def test_parts_are_those_of_fractions(a: Fraction, b: Fraction) -> None:
    for first, second in ((Exact(a), Exact(b)), (Exact(a), b), (a, Exact(b))):
        assert (first // second, first % second) == divmod(first, second) == divmod(a, b)
        assert [type(first // second), type(first % second)] == [int, Exact]


@given(numbers, st.integers(-9, 9))
def test_whole_numbers_go_with_them(a: Fraction, b: int) -> None:
    for way in ARITHMETIC[:3]:
        for found, wanted in (
            (way(Exact(a), b), way(in_sympy(a), b)),
            (way(b, Exact(a)), way(b, in_sympy(a))),
        ):
            assert type(found) is Exact
            assert repr(found) == repr(wanted)
    if a or b >= 0:
        assert repr(Exact(a) ** b) == repr(in_sympy(a) ** b)


@given(numbers, numbers)
def test_order_and_hash(a: Fraction, b: Fraction) -> None:
    for way in ORDER:
        for first, second in ((Exact(a), Exact(b)), (Exact(a), b), (a, Exact(b))):
            assert way(first, second) == way(a, b)
        for first, second in ((Exact(a), in_sympy(b)), (in_sympy(a), Exact(b))):
            assert bool(way(first, second)) == way(a, b)
    assert hash(Exact(a)) == hash(a)
    assert {a: 1}[Exact(a)] == 1


@given(numbers)
def test_it_is_shown_as_sympy_shows_it(a: Fraction) -> None:
    exact, wanted = Exact(a), in_sympy(a)
    assert (str(exact), repr(exact)) == (str(wanted), repr(wanted))
    assert exact._repr_latex_() == wanted._repr_latex_()
    assert latex(exact) == sympy.latex(exact) == sympy.latex(wanted)
    assert sympy.latex([exact]) == sympy.latex([wanted])
    assert f"{exact}" == f"{wanted}"
    assert f"{float(exact):.3f}" == f"{exact:.3f}"
    assert f"{exact:>12}" == f"{wanted!s:>12}"
    assert (exact.p, exact.q, exact.numerator, exact.denominator) == (wanted.p, wanted.q, wanted.p, wanted.q)
    assert (round(exact), math.floor(exact), bool(exact), abs(exact), -exact) == (
        round(a), math.floor(a), bool(a), abs(a), -a,
    )  # fmt: skip
    assert repr(round(exact, 3)) == repr(float(round(a, 3)))
    assert repr((-exact, +exact, abs(exact), divmod(exact, 1)[1])) == repr(
        (-wanted, wanted, abs(wanted), divmod(wanted, 1)[1])
    )


@given(numbers)
def test_symbols_make_it_an_expression(a: Fraction) -> None:
    exact, wanted = Exact(a), in_sympy(a)
    for way in (operator.add, operator.sub, operator.mul):
        assert way(exact, P) == way(wanted, P)
        assert way(P, exact) == way(P, wanted)
    assert P**exact == P**wanted
    if a > 0:
        assert exact**P == wanted**P
        assert exact ** Exact(1, 2) == exact ** Fraction(1, 2) == sympy.sqrt(wanted)
        assert exact**0.5 == wanted**0.5
    assert 2**exact == 2**wanted
    assert Fraction(1, 2) ** exact == in_sympy(Fraction(1, 2)) ** wanted
    assert (P + 1).subs(P, exact) == wanted + 1
    assert sympy.sympify(exact) == wanted
    assert sympy.Matrix([[exact]])[0] == wanted
    assert exact.evalf(5) == wanted.evalf(5)
    assert (exact < P) == sympy.Gt(P, wanted)
    assert exact != P


@pytest.mark.parametrize("again", [lambda x: pickle.loads(pickle.dumps(x)), copy.copy, copy.deepcopy])
def test_it_travels(again: Callable[[Exact], Exact]) -> None:
    found = again(Exact(5, 36))
    assert (type(found), repr(found)) == (Exact, "5/36")


def test_what_it_does_not_have_is_said() -> None:
    with pytest.raises(AttributeError, match="nonsense"):
        Exact(1, 2).nonsense  # noqa: B018
    assert not hasattr(Exact(1, 2), "_repr_html_")
    with pytest.raises(ZeroDivisionError):
        Exact(1, 2) / 0


def test_answers_are_such_numbers() -> None:
    assert repr(ask("pz8-ww2", "direct-fire", attack=5, defence=4)["destroyed"]) == "5/36"
    assert repr([D6[1], D6.expectation(), D6.variance(), D6.chance(lambda face: face > 4)]) == (
        "[1/6, 7/2, 35/12, 1/3]"
    )
    assert D6._repr_latex_().count(r"\frac{1}{6}") == 6


def test_showing_it_and_reckoning_with_it_needs_no_sympy() -> None:
    code = (
        "import sys; from pz8edu.algebra.exact import Exact; x = Exact(5, 36);"
        "print(x + 1, 1 - x, x**2, round(x, 2), f'{x:.2f}', x._repr_latex_(), x.p);"
        "print('sympy' in sys.modules)"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert found.stdout.split()[-1] == "False", found.stderr
