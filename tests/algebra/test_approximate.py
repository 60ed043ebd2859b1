"""Decimals with a bound: they hold the exact number, say what they know, and keep apart from exact ones."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction

import pytest
import sympy

from pz8edu import D6, Approximate, BadInput, Distribution, Pool, die
from pz8edu.algebra.approximate import ApproximateDistribution, bound_of
from pz8edu.core.chance.fold_in_decimals import folded_in_decimals


@pytest.mark.parametrize("seed", range(200))
def test_arithmetic_keeps_the_exact_number_within_the_error(seed: int) -> None:
    dice = random.Random(seed)
    exact = [Fraction(dice.randint(-50, 50), dice.randint(1, 50)) for _ in range(2)]
    a, b = (
        Approximate.near(each + off, abs(off))
        for each in exact
        for off in [Fraction(dice.randint(-9, 9), 10**9)]
    )
    assert (a + b).may_be(exact[0] + exact[1])
    assert (a - b).may_be(exact[0] - exact[1])
    assert (a * b).may_be(exact[0] * exact[1])
    if abs(exact[1]) > Fraction(1, 1000):
        assert (a / b).may_be(exact[0] / exact[1])


@pytest.mark.parametrize("seed", range(100))
def test_what_is_printed_is_true(seed: int) -> None:
    dice = random.Random(seed)
    exact = Fraction(dice.randint(1, 10**6), dice.randint(1, 10**9))
    number = Approximate.near(exact * (1 + Fraction(1, 10 ** dice.randint(3, 14))), exact / 10**3)
    text, error = str(number).removeprefix("about ").split(" ± ")
    assert abs(Fraction(text) - exact) <= Fraction(error)
    assert Fraction(error) < 30 * Fraction(number.error)


def test_it_prints_no_figure_that_is_not_known() -> None:
    assert str(Approximate(1 / 3, 1e-9)) == "about 0.333333333 ± 2e-09"
    assert str(Approximate.of(Fraction(1, 4))) == "about 0.25"
    assert str(Approximate(0.0, 1e-300)) == "about 0 ± 2e-300"


@pytest.mark.parametrize(
    "mixed",
    [
        lambda about: about + 1,
        lambda about: Fraction(1, 2) * about,
        lambda about: 0.5 - about,
        lambda about: sympy.Rational(1, 2) + about,
        lambda about: about / sympy.Symbol("p"),
    ],
)
def test_exact_numbers_and_decimals_are_not_mixed(mixed: Callable[[Approximate], object]) -> None:
    with pytest.raises(
        BadInput, match=r"are not mixed: Approximate\.of\(\.\.\.\) makes a number approximate"
    ):
        mixed(Approximate(0.5, 1e-9))


def test_nothing_exact_is_had_from_decimals() -> None:
    number = Approximate(0.5, 1e-9)
    for asked in (int, Approximate.fraction, Approximate.as_integer_ratio):
        with pytest.raises(BadInput, match=r"about 0\.5 ± 2e-09 is not exact"):
            asked(number)
    with pytest.raises(BadInput, match="it may be 0"):
        _ = number / Approximate(1e-10, 1e-9)
    law = ApproximateDistribution({1: 0.5, 2: 0.5}, 3)
    with pytest.raises(BadInput, match="have no fractions"):
        law.fractions()
    for together in (lambda: law + D6, lambda: D6 + law, lambda: law + 1, lambda: 2 * law):
        with pytest.raises(BadInput, match="not put together"):
            together()
    with pytest.raises(BadInput, match="tells nothing more"):
        bound_of(2**50)


def test_a_law_in_decimals_shows_itself() -> None:
    law = ApproximateDistribution({2: 0.25, 1: 0.75}, 2)
    assert str(law) == "1  about 0.75 ± 2e-16  75.00 %\n2  about 0.25 ± 6e-17  25.00 %"
    assert law.to_csv().startswith("outcome,chance,error,percent\n2,0.25,6e-17,25.00 %")
    assert "75.00 %" in law._repr_html_()
    assert law.expectation().may_be(Fraction(5, 4))
    assert law.chance(lambda face: face > 5) == Approximate(0.0, 0.0)
    assert law.map(lambda face: face > 0)[True].may_be(1)
    with pytest.raises(BadInput, match=r"exact number; got 1\.0"):
        law.expectation(lambda face: face / 2)


def kept_and_ties(state: tuple[int, int], face: int, shown: int) -> tuple[int, int]:
    kept, ties = state
    return min(kept + face * shown, 99), ties + (shown > 1)


@pytest.mark.parametrize("seed", range(12))
def test_folds_in_decimals_against_exact_ones(seed: int) -> None:
    dice = random.Random(seed)
    weights = {face: dice.randint(1, 10 ** dice.randint(1, 12)) for face in range(1, dice.randint(2, 7))}
    pool, way = (
        Pool(dice.randint(1, 15), Distribution(weights)),
        {"lowest_first": seed % 2 > 0, "every_face": seed % 3 > 0},
    )
    exact = pool.fold((0, 0), kept_and_ties, **way)
    found = pool.fold_in_decimals((0, 0), kept_and_ties, **way)
    assert set(found) == set(exact)
    assert all(chance.may_be(exact.fraction(state)) for state, chance in found.items())
    assert all(chance.error < chance.value * 1e-12 for _, chance in found.items())


def test_hundreds_of_dice_in_decimals() -> None:
    found = Pool(120, die(4)).fold_in_decimals(0, lambda most, face, shown: max(most, shown))
    exact = Pool(120, die(4)).fold(0, lambda most, face, shown: max(most, shown))
    assert found[35].may_be(exact.fraction(35))
    assert found.expectation().may_be(exact.expectation())
    with pytest.raises(BadInput, match="at most 2,000 dice"):
        Pool(2001).fold_in_decimals(0, max)
    with pytest.raises(BadInput, match="only equal dice"):
        Pool.of(D6, die(8)).fold_in_decimals(0, max)
    assert folded_in_decimals(0, D6.weights, "none", max)["none"].may_be(1)
