"""A lesson's sums are exact, and hold nothing but sums."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pz8edu import BadInput
from pz8widgets.course.arithmetic import calculated, holds, number

NUMBERS = {"near": Fraction(5, 36), "far": Fraction(5, 54)}


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("near / far", Fraction(3, 2)),
        ("1 - (1 - near) ** 2", 1 - Fraction(31, 36) ** 2),
        ("0.95 ** 2", Fraction(9025, 10000)),
        ("-near + 1", Fraction(31, 36)),
        ("choose(6, 2) * max(near, far)", 15 * Fraction(5, 36)),
        ("near > far", True),
        ("0 < far < near <= 1 and near != far", True),
        ("near == far", False),
    ],
)
def test_sums_are_exact(text: str, value: Fraction | bool) -> None:
    assert calculated(text, NUMBERS) == value


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("near / (far - far)", "divides by zero"),
        ("nowhere + 1", "did you mean|nowhere"),
        ("__import__('os')", "may hold numbers"),
        ("near.real", "may hold numbers"),
        ("[near]", "may hold numbers"),
        ("near +", "no sum"),
        ("near ** 5000", "a power"),
        ("near ** near", "a power"),
        ("9 ** 999 ** 999", "a power"),
        ("True", "may hold numbers"),
        ("1 +" * 200 + "1", "at most 300 letters"),
        ("(" * 120 + "1" + ")" * 119, "no sum"),
    ],
)
def test_anything_else_is_refused_in_one_sentence(text: str, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        calculated(text, NUMBERS)


def test_a_number_is_no_comparison() -> None:
    with pytest.raises(BadInput, match="it is a comparison"):
        number("near > far", NUMBERS)
    with pytest.raises(BadInput, match="it is a number"):
        holds("near", NUMBERS)
