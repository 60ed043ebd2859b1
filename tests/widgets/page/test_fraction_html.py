"""Chances as people read them."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pz8widgets.page.fraction_html import fraction_html, odds_html, percent


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
    assert percent(chance) == says


@given(st.fractions(min_value=0, max_value=1))
def test_only_certainty_is_0_or_100_percent(chance):
    assert (percent(chance) == "0 %") == (chance == 0)
    assert (percent(chance) == "100 %") == (chance == 1)


@given(st.fractions(min_value=Fraction(1, 10**5), max_value=Fraction(999, 1000)))
def test_percent_is_within_half_of_its_last_figure(chance):
    number, _ = percent(chance).split()
    places = len(number.partition(".")[2])
    assert abs(Fraction(number) - 100 * chance) <= Fraction(1, 2 * 10**places)


def test_a_fraction_is_stacked_for_the_eye_and_plain_for_a_screen_reader():
    html = fraction_html(Fraction(5, 36))
    assert '<span aria-hidden="true"' not in html
    assert 'aria-hidden="true"><span>5</span><span>36</span>' in html
    assert '<span class="pz8-unseen">5/36</span>' in html


def test_a_whole_number_is_no_fraction():
    assert fraction_html(Fraction(3)) == '<span class="pz8-whole">3</span>'


def test_a_long_fraction_is_told_in_decimals_and_whole_in_its_title():
    chance = Fraction(123456789012345, 987654321098767)
    html = fraction_html(chance)
    assert f'title="{chance}"' in html
    assert "≈ 0.1250<" in html


def test_sympy_numbers_are_numbers_and_expressions_are_text():
    import sympy

    assert odds_html(sympy.Rational(5, 36)) == odds_html(Fraction(5, 36))
    assert odds_html(sympy.Symbol("p") ** 2 / 3) == '<span class="pz8-odds">p**2/3</span>'
