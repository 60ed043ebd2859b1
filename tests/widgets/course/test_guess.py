"""A guess is read as people write it, and asked back where it cannot be meant."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pz8edu import BadInput
from pz8widgets.course.guess import read_guess


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("chance", "5/36", Fraction(5, 36)),
        ("chance", "5 / 36", Fraction(5, 36)),
        ("chance", ".14", Fraction(14, 100)),
        ("chance", "0,14", Fraction(14, 100)),
        ("chance", "14 %", Fraction(14, 100)),
        ("chance", "14%", Fraction(14, 100)),
        ("chance", "13.9 percent", Fraction(139, 1000)),
        ("chance", "about 14 %", Fraction(14, 100)),
        ("chance", "1 in 7", Fraction(1, 7)),
        ("chance", "5 out of 36", Fraction(5, 36)),
        ("chance", "one in six", Fraction(1, 6)),
        ("chance", "5 to 31", Fraction(5, 36)),
        ("chance", "never", Fraction(0)),
        ("chance", "Certain", Fraction(1)),
        ("chance", "half", Fraction(1, 2)),
        ("chance", "a third", Fraction(1, 3)),
        ("chance", "two thirds", Fraction(2, 3)),
        ("chance", "¾", Fraction(3, 4)),
        ("chance", "50/50", Fraction(1, 2)),
        ("chance", "fifty-fifty", Fraction(1, 2)),
        ("chance", "1/2 x 10/36", Fraction(5, 36)),
        ("chance", "1/6*1/6", Fraction(1, 36)),
        ("chance", "1/2 × 50 %", Fraction(1, 4)),
        ("chance", "a seventh", Fraction(1, 7)),
        ("chance", "three eighths", Fraction(3, 8)),
        ("chance", "fifty percent", Fraction(1, 2)),
        ("chance", "twenty-five per cent", Fraction(1, 4)),
        ("odds", "5 to 31", Fraction(5, 31)),
        ("ratio", "twice", Fraction(2)),
        ("ratio", "twice as often", Fraction(2)),
        ("ratio", "three times", Fraction(3)),
        ("ratio", "half", Fraction(1, 2)),
        ("odds", "5:31", Fraction(5, 31)),
        ("count", "6", Fraction(6)),
        ("count", "6 rolls", Fraction(6)),
        ("count", "six rolls", Fraction(6)),
        ("count", "1,200 words", Fraction(1200)),
        ("ratio", "1½", Fraction(3, 2)),
        ("ratio", "1 1/2", Fraction(3, 2)),
        ("ratio", "1.5 times", Fraction(3, 2)),
        ("expectation", "7/2 hits", Fraction(7, 2)),
        ("expectation", "−1.5 zones", Fraction(-3, 2)),
    ],
)
def test_a_guess_is_read_as_it_is_meant(kind: str, text: str, value: Fraction) -> None:
    assert read_guess(kind, text).value == value


@pytest.mark.parametrize(
    ("kind", "text", "says"),
    [
        ("chance", "", "Write your guess first"),
        ("chance", "14", "did you mean 14 %"),
        ("chance", "2", "did you mean 2 %"),
        ("chance", "7/5", "at most 1"),
        ("chance", "-1/2", "less than 0"),
        ("chance", "1e999", "not understood"),
        ("chance", "__import__('os')", "not understood"),
        ("chance", "5/36/2", "not understood"),
        ("chance", "1/0", "divided by 0"),
        ("chance", "1 in 0", "not understood"),
        ("chance", "9" * 400, "not understood"),
        ("count", "3.5", "whole numbers"),
        ("count", "50 %", "Only a chance"),
        ("ratio", "150 %", "Only a chance"),
        ("expectation", "plenty", "not understood"),
        ("chance", "no idea", "Any guess will do"),
        ("count", "?", "Any guess will do"),
        ("chance", "1/2 x", "not understood"),
        ("chance", "x".join("2" * 40), "not understood"),
        ("odds", "five", None),
    ],
)
def test_what_cannot_be_meant_is_asked_back_in_one_sentence(kind: str, text: str, says: str | None) -> None:
    if says is None:
        assert read_guess(kind, text).value == 5
        return
    with pytest.raises(BadInput, match=says) as told:
        read_guess(kind, text)
    assert "\n" not in str(told.value)
    assert len(str(told.value)) < 200


def test_the_unit_is_that_of_the_last_digit() -> None:
    units = [read_guess("chance", text).unit for text in ("0.14", "14 %", "13.9 %", "5/36", "1 in 7")]
    assert units == [Fraction(1, 100), Fraction(1, 100), Fraction(1, 1000), 0, Fraction(1, 49)]
