"""Bars of many outcomes are stretched, in thin lines, and say so; few are not."""

import re
from fractions import Fraction

import pytest

from pz8edu.core.chance.distribution import Distribution
from pz8edu.core.chance.exact import from_chances
from pz8widgets.page.odds_bars import MOST_ROWS, knowing, plain_looks, stretched


def widths(html: str) -> list[float]:
    return [float(wide) for wide in re.findall(r"width:([\d.]+)%", html)]


def even(count: int) -> Distribution[str]:
    """One outcome a little likelier than the others."""
    whole = count + 1
    return from_chances({str(each): Fraction(1 + (each == 0), whole) for each in range(count)})


@pytest.mark.parametrize(("count", "by"), [(2, 1), (7, 1), (8, 4), (15, 8), (25, 8)])
def test_bars_of_many_outcomes_are_stretched_and_say_how_far(count: int, by: int) -> None:
    law = even(count)
    html = knowing(law, law, plain_looks(law))
    assert stretched(law.fractions().values()) == by
    assert max(widths(html)) == pytest.approx(100 * by * 2 / (count + 1), abs=0.01)
    assert ("full width" in html) == (by > 1)
    assert ("pz8-dense" in html) == (count >= 8)
    assert html.count("<tr") == count


def test_one_bar_that_would_not_fit_stretches_none() -> None:
    law = from_chances({str(each): Fraction(1, 20) if each else Fraction(11, 20) for each in range(10)})
    assert "full width" not in knowing(law, law, plain_looks(law))


def test_what_was_known_and_what_is_known_have_one_scale() -> None:
    before, now = even(12), from_chances({"0": Fraction(1, 2), "1": Fraction(1, 2)})
    assert "full width: 50 %" in knowing(before, now, plain_looks(before))
    assert max(widths(knowing(before, now, plain_looks(before)))) == 100


def test_more_outcomes_than_have_a_line_are_added_up() -> None:
    law = even(MOST_ROWS + 5)
    html = knowing(law, law, plain_looks(law))
    assert html.count("<tr") == MOST_ROWS
    assert "6 others" in html
