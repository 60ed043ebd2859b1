"""Expressions that are put together by hand are those that SymPy makes."""

from __future__ import annotations

import random

import pytest
import sympy

from pz8edu import loaded_die
from pz8edu.algebra.closed_form import expression, in_ring, sum_of_terms
from pz8edu.algebra.polynomial import Polynomial


@pytest.mark.parametrize("seed", range(150))
def test_a_sum_of_terms_is_what_sympy_makes_of_it(seed: int) -> None:
    dice = random.Random(seed)
    symbols = tuple(dice.sample(["p1", "p2", "p10", "q", "a", "hit"], dice.randint(2, 6)))
    terms = {
        tuple(dice.choice((0, 0, 1, 1, 2, 3)) for _ in symbols): dice.choice((0, 1, 1, -1, 2, 7, -3, 10**30))
        for _ in range(dice.randint(0, 12))
    }
    found = sum_of_terms(Polynomial.of(symbols, terms))
    wanted = in_ring(Polynomial.of(symbols, terms), symbols).as_expr()
    assert found == wanted
    assert sympy.srepr(found) == sympy.srepr(wanted)
    assert hash(found) == hash(wanted)


def test_loaded_dice_as_expressions() -> None:
    law = 3 @ loaded_die("p")
    for chance in law.chances().values():
        assert sympy.srepr(chance) == sympy.srepr(sympy.sympify(str(chance)))
    assert str(law[4]) == "3*p1**2*p2"
    assert expression(law.weights[3], 1) == sympy.Symbol("p1") ** 3
