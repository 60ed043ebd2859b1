"""Many equal tries: how often so many succeed, and how many tries a success takes."""

from fractions import Fraction
from itertools import product

import pytest

from pz8edu.errors import BadInput
from pz8widgets.course.arithmetic import number


@pytest.mark.parametrize("fewest", range(-1, 7))
def test_at_least_counts_as_all_faces_do(fewest: int) -> None:
    throws = list(product(range(1, 7), repeat=5))
    seen = sum(throw.count(6) >= fewest for throw in throws)
    assert number(f"at_least(5, {fewest}, 1/6)", {}) == Fraction(seen, len(throws))


def test_four_throws_show_a_six_more_often_than_not_and_three_do_not() -> None:
    assert number("tries(1/6, 1/2)", {}) == 4
    assert number("tries(1, 1)", {}) == 1
    assert number("tries(1/6, 0)", {}) == 0


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("at_least(5, 1, 3/2)", "between 0 and 1; got 3/2"),
        ("at_least(2000, 1, 1/2)", "from 0 to 1000; got 2000"),
        ("at_least(5/2, 1, 1/2)", "got 5/2"),
        ("tries(0, 1/2)", "more than 1000 tries"),
        ("tries(1/2, 2)", "got 2"),
    ],
)
def test_what_is_no_chance_or_no_count_is_refused(text: str, complaint: str) -> None:
    with pytest.raises(BadInput, match=complaint):
        number(text, {})
