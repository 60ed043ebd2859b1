"""Chances as people read them."""

from fractions import Fraction

from pz8widgets.calculators.veil import without_chances
from pz8widgets.page.fraction_html import fraction_html, odds_html


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


def test_a_denominator_of_six_digits_stands_on_the_line():
    assert 'aria-hidden="true"' in fraction_html(Fraction(173885, 99999))
    assert fraction_html(Fraction(173885, 45349632)) == '<span class="pz8-long">173885/45349632</span>'
    assert without_chances(fraction_html(Fraction(-1, 100000))) == ""


def test_sympy_numbers_are_numbers_and_expressions_are_text():
    import sympy

    assert odds_html(sympy.Rational(5, 36)) == odds_html(Fraction(5, 36))
    assert odds_html(sympy.Symbol("p") ** 2 / 3) == '<span class="pz8-odds">p**2/3</span>'
