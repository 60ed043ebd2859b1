"""A quiz judges what people write, gives hints in order, and never loses an answer."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest

from pz8edu import BadInput, ask
from pz8widgets.progress import FILE, Progress
from pz8widgets.quiz import Quiz, number_in

SHOT = ("pz8-ww2", "direct-fire", {"attack": 5, "defence": 4, "armoured": True})


def quiz(folder: Path, **more: object) -> Quiz:
    settings: dict[str, object] = {
        "ask": SHOT,
        "outcome": "destroyed",
        "hints": ["one", "two", "three"],
        "name": "q",
    }
    return Quiz("How often?", progress=Progress(folder), **{**settings, **more})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("text", "value", "unit"),
    [
        ("5/36", Fraction(5, 36), 0),
        ("0.14", Fraction(14, 100), Fraction(1, 100)),
        (" 13,9 % ", Fraction(139, 1000), Fraction(1, 1000)),
        ("14%", Fraction(14, 100), Fraction(1, 100)),
        ("6", Fraction(6), 1),
    ],
)
def test_numbers_are_read_as_people_write_them(text: str, value: Fraction, unit: Fraction) -> None:
    read, last = number_in(text)
    assert read == value
    assert last == unit or "." not in text


@pytest.mark.parametrize("text", ["", "half", "1/0", "5/36/2", "__import__('os')", "1e999", "%"])
def test_what_is_no_number_gets_one_sentence(text: str) -> None:
    with pytest.raises(BadInput, match="write a fraction"):
        number_in(text)


@pytest.mark.parametrize(
    ("text", "right"),
    [("5/36", True), ("13.9%", True), ("14 %", True), ("0.14", True), ("0.13", False), ("1/7", False)],
)
def test_the_answer_is_the_rule_s(tmp_path: Path, text: str, right: bool) -> None:
    asked = quiz(tmp_path)
    assert asked.right == Fraction(5, 36)
    asked.guess.value = text
    assert asked.solved is right
    assert ("Yes" in asked.verdict.value or "Near" in asked.verdict.value) is right


def test_a_right_answer_says_why_from_the_tree(tmp_path: Path) -> None:
    asked = quiz(tmp_path)
    asked.guess.value = "5/36"
    assert "to hit: 4 or more" in asked.verdict.value
    assert "5/18" in asked.verdict.value


def test_hints_come_one_by_one_and_then_the_answer(tmp_path: Path) -> None:
    asked = quiz(tmp_path)
    for shown, next_label in ((1, "Hint 2 of 3"), (2, "Hint 3 of 3"), (3, "Show the answer")):
        asked.hint.click()
        assert asked.helped.value.count("<li>") == shown
        assert asked.hint.description == next_label
    assert "5/36" not in asked.helped.value
    asked.hint.click()
    assert "5/36" in asked.helped.value
    assert asked.hint.disabled


def test_the_answer_is_not_in_the_page_before_it_is_given(tmp_path: Path) -> None:
    asked = quiz(tmp_path)
    state = json.dumps(
        [w.get_state() for w in (asked.verdict, asked.helped, asked.guess, asked.hint)], default=str
    )
    assert "5/36" not in state.replace("such as 5/36", "")


def test_answers_are_kept_and_come_back(tmp_path: Path) -> None:
    quiz(tmp_path).guess.value = "5/36"
    assert "before" in quiz(tmp_path).verdict.value
    assert Progress(tmp_path).of("q")["right"] is True


def test_two_pages_do_not_overwrite_each_other(tmp_path: Path) -> None:
    first, second = quiz(tmp_path, name="a"), quiz(tmp_path, name="b")
    first.guess.value = "5/36"
    second.guess.value = "5/36"
    assert set(Progress(tmp_path).answers) == {"a", "b"}


@pytest.mark.parametrize("text", ['{"answers": [', "[]", '{"answers": {"q": 3}}', "\x00\x01", "[" * 100_000])
def test_a_corrupt_file_is_kept_said_and_replaced(tmp_path: Path, text: str) -> None:
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    asked = quiz(tmp_path)
    assert "could not be read" in asked.verdict.value
    assert (tmp_path / f"{FILE}.unreadable-1").read_text(encoding="utf-8") == text
    asked.guess.value = "5/36"
    assert Progress(tmp_path).of("q")["right"] is True


def test_a_chain_or_a_number_can_be_asked_for(tmp_path: Path) -> None:
    rolls = Quiz(
        "Rolls?",
        ask=("pz8-ww2", "rally-chain", {"condition": "suppressed"}),
        outcome="expected_rally_phases",
        progress=Progress(tmp_path),
    )
    assert rolls.right == 6
    ratio = Quiz("Ratio?", answer=ask(*SHOT)["ok"] / ask(*SHOT)["destroyed"], progress=Progress(tmp_path))
    ratio.guess.value = "5.1"
    assert ratio.solved


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"answer": None, "ask": None}, "needs either"),
        ({"ask": SHOT, "outcome": "exploded"}, "no outcome"),
        ({"ask": ("pz8-ww2", "rally-chain", {"condition": "suppressed"}), "outcome": "x"}, "no result"),
    ],
)
def test_a_quiz_that_cannot_be_says_so(tmp_path: Path, settings: dict[str, object], says: str) -> None:
    with pytest.raises(BadInput, match=says):
        Quiz("?", progress=Progress(tmp_path), **settings)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("system_id", "name", "inputs"),
    [
        ("pz8-ww1", "wire-removal", {"green": 2, "average": 1, "wire": 2}),
        ("pz8-divisional", "day-length", {}),
        ("pz8-divisional-2010", "air-day", {}),
    ],
)
def test_the_paths_are_found_by_the_calculator_s_own_words(
    tmp_path: Path, system_id: str, name: str, inputs: dict[str, int]
) -> None:
    odds = ask(system_id, name, inputs)
    assert len(odds) > 1
    for outcome in odds:
        asked = quiz(tmp_path, ask=(system_id, name, inputs), outcome=outcome)
        asked.guess.value = str(asked.right)
        assert asked.solved
        assert "<li>" in asked.verdict.value
        assert "No path" not in asked.verdict.value


def test_a_further_result_has_no_path(tmp_path: Path) -> None:
    asked = quiz(tmp_path, ask=("pz8-divisional", "duel", {}), outcome="expected")
    assert asked.right > 1
    assert asked.reason() == ""
