"""Near enough is near enough, but never reaches a known mistake."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pz8widgets.course.guess import Guess, read_guess
from pz8widgets.course.judge import Verdict, how_far_off, judge

COIN = {Fraction(1, 2): "That is the coin."}


@pytest.mark.parametrize(
    ("text", "right", "traps", "verdict"),
    [
        ("5/36", Fraction(5, 36), {}, Verdict.EXACT),
        ("14 %", Fraction(5, 36), {}, Verdict.NEAR),
        ("1 in 7", Fraction(5, 36), {}, Verdict.NEAR),
        ("0.13", Fraction(5, 36), {}, Verdict.LOW),
        ("1/7", Fraction(5, 36), {}, Verdict.HIGH),
        ("0.5", Fraction(13, 24), COIN, Verdict.TRAP),
        ("half", Fraction(13, 24), COIN, Verdict.TRAP),
        ("54 %", Fraction(13, 24), COIN, Verdict.NEAR),
        ("0.0", Fraction(4096, 531441), {}, Verdict.LOW),
        ("never", Fraction(4096, 531441), {}, Verdict.LOW),
    ],
)
def test_a_verdict(text: str, right: Fraction, traps: dict[Fraction, str], verdict: Verdict) -> None:
    assert judge("chance", read_guess("chance", text), right, Fraction(0), traps).verdict is verdict


@pytest.mark.parametrize(
    ("text", "trap", "caught"),
    [("0.2", "1/4", False), ("0.3", "1/4", False), ("0.25", "1/4", True), ("0.3", "1/3", True)],
)
def test_a_trap_catches_what_is_off_by_a_tenth_of_it_at_most(text: str, trap: str, caught: bool) -> None:
    guess, traps = read_guess("chance", text), {Fraction(trap): "a mistake"}
    assert (judge("chance", guess, Fraction(2, 3), Fraction(0), traps).verdict is Verdict.TRAP) is caught


@pytest.mark.parametrize(("kind", "caught"), [("expectation", True), ("chance", False)])
def test_points_are_a_known_mistake_as_far_as_they_would_be_an_answer(kind: str, caught: bool) -> None:
    right, traps = -Fraction(53028, 1000), {Fraction(53028, 1000): "for her, or against her?"}
    found = judge(kind, Guess(Fraction(53), Fraction(0)), right, Fraction(1, 2), traps)
    assert (found.says == "for her, or against her?") is caught


def test_a_wide_margin_stops_before_a_trap() -> None:
    found = judge(
        "chance", Guess(Fraction(51, 100), Fraction(1, 100)), Fraction(13, 24), Fraction(1, 10), COIN
    )
    assert not found.verdict.right


CHANCES = st.fractions(min_value=0, max_value=1, max_denominator=60)


@given(CHANCES, CHANCES, CHANCES, st.sampled_from([Fraction(0), Fraction(1, 100), Fraction(1, 10)]))
def test_only_what_is_nearer_to_the_answer_than_to_a_trap_is_right(
    guess: Fraction, right: Fraction, trap: Fraction, unit: Fraction
) -> None:
    if trap == right:
        return
    found = judge("chance", Guess(guess, unit), right, Fraction(1, 20), {trap: "a mistake"})
    if found.verdict.right:
        assert abs(guess - right) < abs(guess - trap)
        assert abs(guess - right) <= Fraction(1, 20)
    if guess == trap:
        assert found[:2] == (Verdict.TRAP, "a mistake")


@pytest.mark.parametrize(
    ("guess", "right", "off"),
    [
        ("1/2", "5/36", "too high: three times the answer or more"),
        ("1/2", "1/3", "too high, but less than twice the answer"),
        ("1/10", "1/6", "too low, but more than half of it"),
        ("1/20", "5/36", "too low: the answer is twice as much or more"),
        ("0", "5/36", "too low"),
        ("1/100", "5/36", "too low: the answer is ten times as much or more"),
        ("5", "6", "too low, but not by much"),
        ("1/6", "0", "too high"),
        ("-20", "-53", "too high"),
        ("20", "-53", "too high"),
    ],
)
def test_a_wrong_guess_hears_how_far_off_it_is(guess: str, right: str, off: str) -> None:
    assert how_far_off(Fraction(guess), Fraction(right)) == off
