"""Formulas that would be too long are refused before the work is done."""

from __future__ import annotations

import pytest
import sympy

from pz8edu import BadInput
from pz8edu.algebra.polynomial import MOST_PRODUCTS, MOST_TERMS, Polynomial, TooManyTerms
from pz8edu.asking.what_if import what_if
from pz8edu.core import Umpire
from pz8edu.core.chains.chain import Chain
from pz8edu.core.chance.distribution import D6, Distribution
from pz8edu.core.chance.loaded import Unknowns, loaded_die, unknown_chance
from pz8edu.core.chance.pool import Pool
from pz8edu.core.rolls.roll import Roll


def best(state: int, face: int, shown: int) -> int:
    return max(state, face * shown)


@pytest.mark.parametrize(
    "asked",
    [
        lambda: 100 @ loaded_die(),
        lambda: Pool(100, loaded_die()).highest(3),
        lambda: Pool(100, loaded_die()).lowest(3),
        lambda: Pool(100, loaded_die()).fold(0, best),
        lambda: Pool(100, loaded_die()).tally({1}, {2}, {3}, {4}, {5}),
    ],
)
def test_a_hundred_loaded_dice_are_refused_at_once(asked: object) -> None:
    with pytest.raises(TooManyTerms, match=r"96,560,646 terms \(at most 32,000 .*\): use fewer dice"):
        asked()  # type: ignore[operator]


def test_dice_just_below_the_limit_are_answered() -> None:
    law = 17 @ loaded_die()  # 26,334 sets of faces
    assert sum(len(weight.terms) for weight in law.weights.values()) == 26_334
    assert len((200 @ unknown_chance()).weights) == 201
    assert len((1000 @ D6).weights) == 5001


def test_long_products_and_sums_are_refused() -> None:
    symbols = Unknowns(dice={"p": range(1, 4)}).symbols
    long = Polynomial.of(symbols, {(a, b, 0): 1 for a in range(40) for b in range(40)})
    other = Polynomial.of(symbols, {(0, a, b): 1 for a in range(40) for b in range(40)})
    assert len(long.terms) * len(other.terms) > MOST_PRODUCTS
    with pytest.raises(TooManyTerms, match="p1, p2, p3"):
        long * other
    half = MOST_TERMS // 2
    first = Polynomial.of(symbols, {(a, 0, 0): 1 for a in range(half)})
    second = Polynomial.of(symbols, {(0, a + 1, 0): 1 for a in range(half)})
    assert len((first + second).terms) == MOST_TERMS
    with pytest.raises(TooManyTerms, match=f"more than {MOST_TERMS:,} terms"):
        first + second + Polynomial.of(symbols, {(0, 0, 1): 1})


def salvoes(umpire: Umpire, count: int) -> Roll[int]:
    return umpire.sum_of("salvo", count) + umpire.d6("luck")


def test_what_to_do_instead_of_loading_every_die() -> None:
    with pytest.raises(BadInput, match=r"with every D6 loaded .* what_if\(leaning='d6'\) .* by its label"):
        what_if(salvoes, 30, loaded="d6").formula()
    with pytest.raises(BadInput, match="with 'salvo' loaded"):
        what_if(salvoes, 30, loaded="salvo").formula()
    assert len(what_if(salvoes, 30, loaded="luck").formula().law.weights) == 156
    leaning = what_if(salvoes, 30, leaning="d6", face=6).formula()
    assert leaning.at("1/6").fractions() == (31 @ D6).fractions()


def test_long_formulas_are_told_by_their_length() -> None:
    """Thousands of terms in one line stop a browser."""
    formulas = what_if(salvoes, 10, loaded="d6").formula()
    middle = formulas.terms(38)
    assert middle > 100
    assert f"38  a formula of {middle} terms\n" in repr(formulas)
    assert rf"P(\text{{38}}) &= \text{{a formula of {middle} terms}}" in formulas._repr_latex_()
    assert "11  p1**11\n" in repr(formulas)
    assert len(str(formulas[38])) > 1000


@pytest.mark.parametrize(("places", "answered"), [(3, True), (40, False)])
def test_walks_with_a_loaded_die(places: int, answered: bool) -> None:
    def step(umpire: Umpire, place: int) -> int:
        return place + 1 if umpire.d6("step") + umpire.d6("again") >= 7 else place - 1

    walk = Chain(step, start=1, over=lambda place: place in (0, places), loaded={"d6": loaded_die()})
    if answered:
        fair = {sympy.Symbol(f"p{face}"): sympy.Rational(1, 6) for face in range(1, 7)}
        numbers = Chain(step, start=1, over=lambda place: place in (0, places)).ends()
        assert all(chance.subs(fair) == numbers[end] for end, chance in walk.ends().chances().items())
    else:
        with pytest.raises(BadInput, match="states of this chain"):
            walk.ends()


def test_unknown_chances_are_counted_without_their_opposites() -> None:
    both = Unknowns(chances=["p", "hit"]).chances
    die = Distribution({0: both["p"].weights[0], 1: both["p"].weights[1], 2: both["hit"].weights[1]}, 1)
    with pytest.raises(TooManyTerms, match="formulas in p, hit these chances would have"):
        300 @ die
