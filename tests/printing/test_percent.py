"""Percentages never round to a false 0 % or 100 %."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pz8edu.core.chance.distribution import Distribution
from pz8edu.printing.percent import percent, short_percent


@pytest.mark.parametrize(
    ("chance", "says"),
    [
        (Fraction(0), "0.00 %"),
        (Fraction(1), "100.00 %"),
        (Fraction(1, 100_000), "< 0.01 %"),
        (Fraction(99_999, 100_000), "> 99.99 %"),
        (Fraction(1, 20_000), "< 0.01 %"),
        (Fraction(17, 24), "70.83 %"),
    ],
)
def test_a_table_has_two_decimals(chance, says):
    assert percent(chance) == says


def test_a_formula_has_no_percentage():
    import sympy

    assert percent(sympy.Symbol("p")) == ""


def test_a_distribution_prints_no_false_certainty():
    rare = Distribution({"rare": 1, "common": 99_999})
    assert "< 0.01 %" in str(rare)
    assert "> 99.99 %" in rare.to_csv()


@pytest.mark.parametrize(
    ("chance", "says"),
    [
        (Fraction(5, 54), "9.26 %"),
        (Fraction(1, 3), "33.3 %"),
        (Fraction(5, 36), "13.9 %"),
        (Fraction(1, 108), "0.926 %"),
        (Fraction(0), "0 %"),
        (Fraction(1), "100 %"),
        (Fraction(3, 2), "150 %"),
        (Fraction(1, 10**7), "< 0.001 %"),
        (Fraction(9999, 10000), "> 99.9 %"),
    ],
)
def test_percent_has_three_figures_and_never_lies(chance, says):
    assert short_percent(chance) == says


@given(st.fractions(min_value=0, max_value=1))
def test_only_certainty_is_0_or_100_percent(chance):
    assert (short_percent(chance) == "0 %") == (chance == 0)
    assert (short_percent(chance) == "100 %") == (chance == 1)


@given(st.fractions(min_value=Fraction(1, 10**5), max_value=Fraction(999, 1000)))
def test_percent_is_within_half_of_its_last_figure(chance):
    number, _ = short_percent(chance).split()
    places = len(number.partition(".")[2])
    assert abs(Fraction(number) - 100 * chance) <= Fraction(1, 2 * 10**places)
