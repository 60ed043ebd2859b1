"""Endless variants: exact answers, real mistakes, and what was wrong comes again."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest

from pz8edu import BadInput, odds
from pz8widgets import Practice, Progress
from pz8widgets.course import practice as practice_module
from pz8widgets.course.practice import due
from pz8widgets.course.progress import Answer
from pz8widgets.course.wrong_models import wrong_chances, wrong_means


def practice(folder: Path, seed: int = 1) -> Practice:
    return Practice(
        "pz8-ww2",
        "direct-fire",
        vary=["attack", "defence", "facing"],
        outcome="destroyed",
        inputs={"armoured": True},
        seed=seed,
        progress=Progress(folder),
    )


def choose(page: Practice, right: bool) -> str:
    page.choices.value = next(each for each in page.choices.options if (each not in page.mistakes) is right)
    page.checked()
    return str(page.verdict.value)


def test_each_variant_has_the_rule_s_answer_and_three_mistakes(tmp_path: Path) -> None:
    page = practice(tmp_path)
    seen = set()
    for _ in range(12):
        exact = odds("pz8-ww2", "direct-fire", {"armoured": True, **page.varied})["destroyed"]
        assert str(exact) in page.choices.options
        assert len(set(page.choices.options)) == 4
        assert str(exact) not in page.mistakes
        seen.add(tuple(page.varied.items()))
        choose(page, right=True)
        page.another()
    assert len(seen) > 8


def test_the_same_seed_asks_the_same(tmp_path: Path) -> None:
    first, same, other = practice(tmp_path), practice(tmp_path), practice(tmp_path, seed=2)
    told = []
    for page in (first, same, other):
        told.append([])
        for _ in range(4):
            told[-1].append((page.shown.value, page.choices.options))
            page.another()
    assert told[0] == told[1] != told[2]


def test_a_wrong_choice_hears_its_mistake_and_comes_again_tomorrow(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = practice(tmp_path)
    wrong = dict(page.varied)
    told = choose(page, right=False)
    assert "Not yet" in told
    assert page.mistakes[page.choices.value].split("*")[0] in told
    assert "×" in choose(page, right=True)
    page.another()
    assert page.varied != wrong
    monkeypatch.setattr(practice_module, "_today", lambda: date(2999, 1, 1))
    again = practice(tmp_path, seed=5)
    assert again.varied == wrong
    assert "1 to come again" in again.count.value


@pytest.mark.parametrize(
    ("first_right", "in_a_row", "day", "expected"),
    [
        (False, 0, "2026-11-22", False),
        (False, 0, "2026-11-23", True),
        (False, 1, "2026-11-24", False),
        (False, 1, "2026-11-25", True),
        (False, 2, "2026-11-28", False),
        (False, 2, "2026-11-29", True),
        (False, 3, "2999-01-01", False),
        (True, 1, "2999-01-01", False),
    ],
)
def test_it_comes_again_after_1_3_and_7_days(
    first_right: bool, in_a_row: int, day: str, expected: bool
) -> None:
    kept = Answer("1/2", True, 4, "1/3", first_right, "", "2026-11-22", in_a_row)
    assert due(kept, date.fromisoformat(day)) is expected


def test_putting_the_cards_back_is_named() -> None:
    mistakes = wrong_chances(odds("pz8-colonial", "card-colours", draws=4), "4")
    assert (
        Fraction(1, 16),
        "That puts every card back before the next is drawn; here it stays out.",
    ) in mistakes


def test_adding_and_forgetting_the_miss_are_named() -> None:
    shot = odds("pz8-ww2", "direct-fire", attack=5, defence=4, armoured=True)
    told = dict(wrong_chances(shot, "destroyed"))
    assert "added" in told[Fraction(7, 9)]
    assert "does not always" in told[Fraction(5, 18)]
    assert Fraction(5, 36) not in told


def test_the_typical_is_not_the_mean() -> None:
    hits = odds("pz8-colonial", "card-colours", draws=3)
    assert all(mistake.answer != Fraction(3, 2) for mistake in wrong_means(hits))
    assert wrong_means(hits)


@pytest.mark.parametrize(
    ("vary", "says"),
    [(["atack"], "attack"), ({"attack": [0], "defence": [7]}, "has enough to choose among")],
)
def test_what_cannot_be_practised_says_so(tmp_path: Path, vary: object, says: str) -> None:
    with pytest.raises(BadInput, match=says):
        Practice("pz8-ww2", "direct-fire", vary=vary, outcome="destroyed", progress=Progress(tmp_path))  # type: ignore[arg-type]
