"""Every idea that can be drilled asks exactly, out of many books, and its sheet grows."""

from __future__ import annotations

from datetime import date
from fractions import Fraction
from math import comb
from pathlib import Path

import pytest

from pz8edu.core.rulebook.domain import to_fraction
from pz8widgets import Drills, Progress
from pz8widgets.course import choices as choices_module
from pz8widgets.course.course import Course
from pz8widgets.course.drills import Drill, drill, lessons_of_books
from pz8widgets.course.ideas import IDEAS, NOT_DRILLED

COURSE = Course(Path(__file__).resolve().parents[3] / "lessons")


@pytest.fixture
def page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Drills:
    monkeypatch.chdir(COURSE.folder)
    return Drills("complement", seed=3, progress=Progress(tmp_path))


def probability(found: Drill) -> Fraction:
    return to_fraction(found.odds[found.outcome]) or Fraction(0)


def tried(found: Drill) -> int:
    return next(int(word) for word in found.asked.asks.split() if word.isdecimal())


def test_every_idea_is_drilled_or_is_said_not_to_be() -> None:
    assert set(IDEAS) | NOT_DRILLED == set(COURSE.concepts)
    assert not set(IDEAS) & NOT_DRILLED
    assert len(lessons_of_books(COURSE)) == 16


@pytest.mark.parametrize("idea", IDEAS)
def test_an_exercise_has_three_mistakes_and_gives_nothing_away(idea: str) -> None:
    for number in range(3):
        found = drill(idea, number, COURSE)
        wrong = [each.answer for each in found.asked.wrong]
        assert len(wrong) >= 3
        assert len({*wrong, found.asked.answer}) == len(wrong) + 1
        assert all(each.says.endswith((".", "*")) for each in found.asked.wrong)
        assert f"**{found.asked.answer}" not in found.asked.asks
        assert f" {found.asked.answer}." not in found.asked.knows
        assert drill(idea, number, COURSE).asked == found.asked, "a number is always the same exercise"


def test_what_is_worked_out_is_right_by_another_way() -> None:
    """At least once, exactly k, a row of two: summed over all sequences of tries, or by steps."""
    for number in range(4):
        found = drill("complement", number, COURSE)
        p, n = probability(found), tried(found)
        by_first = sum((p * (1 - p) ** before for before in range(n)), Fraction(0))
        assert found.asked.answer == by_first
        found = drill("first step", number, COURSE)
        p = probability(found)
        none, one = found.asked.answer, 1 + (1 - p) * found.asked.answer
        assert none == 1 + p * one + (1 - p) * none
        found = drill("pools", number, COURSE)
        p, n = probability(found), tried(found)
        assert found.asked.answer in [comb(n, k) * p**k * (1 - p) ** (n - k) for k in range(1, n)]


def test_bayes_is_the_part_of_the_ways_that_begin_so() -> None:
    for number in range(4):
        found = drill("bayes", number, COURSE)
        ways = [
            way for way in found.odds.tree.paths() if found.odds.question.word(way.outcome) == found.outcome
        ]
        shares: dict[str, Fraction] = {}
        for way in ways:
            _, branch = next(step for step in way.steps if not step[0].certain)
            assert way.last is not None
            began = str(branch.values)
            shares[began] = shares.get(began, Fraction(0)) + way.last.fraction()
        total = sum(shares.values(), Fraction(0))
        assert found.asked.answer in [share / total for share in shares.values()]


def test_the_sheet_tells_right_at_the_first_choice_and_wrong_ones_come_again(
    page: Drills, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []
    for right in (True, False, True):
        asked.append(page.drill)
        page.choices.value = next(
            each for each in page.choices.options if (each not in page.mistakes) is right
        )
        page.checked()
        page.another()
    assert page.standing("complement") == (2, 3)
    assert "2 of 3" in page.sheet.value
    monkeypatch.setattr(choices_module, "this_day", lambda: date(2999, 1, 1))
    assert Drills("complement", seed=9, progress=Progress(tmp_path)).drill.name == asked[1].name


def test_two_visits_differ_and_all_ideas_begin_with_the_weakest(page: Drills, tmp_path: Path) -> None:
    names = {Drills("mean", progress=Progress(tmp_path)).drill.name for _ in range(2)}
    assert len(names) == 2
    page.choices.value = next(iter(page.mistakes))
    page.checked()
    page.idea.value = ""
    assert page.drill.idea == "complement"
