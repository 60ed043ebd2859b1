"""The shot of the day: the same for everybody, fair, kept, and a row that grows."""

from __future__ import annotations

from datetime import date, timedelta
from fractions import Fraction
from pathlib import Path

import pytest

from pz8edu import ask
from pz8widgets import Progress, ShotOfTheDay
from pz8widgets.course.course import Course
from pz8widgets.course.progress import Answer
from pz8widgets.course.shot_of_the_day import KEPT, LIKELY, chance_of, row_words, shot_of, streak
from pz8widgets.course.worlds import worlds

LESSONS = Path(__file__).resolve().parents[3] / "lessons"
FIRST = date(2026, 11, 1)


@pytest.fixture
def course(monkeypatch: pytest.MonkeyPatch) -> Course:
    monkeypatch.chdir(LESSONS)
    return Course(LESSONS)


def test_thirty_two_days_ask_of_every_book_twice_and_nothing_that_is_sure(course: Course) -> None:
    start = FIRST - timedelta(days=FIRST.toordinal() % 16)
    shots = [shot_of(start + timedelta(days=each), course) for each in range(32)]
    assert sorted(each.system for each in shots) == sorted([*worlds(), *worlds()])
    for shot in shots:
        right = ask(shot.system, shot.question, dict(shot.inputs))[shot.outcome]
        assert LIKELY[0] <= right <= LIKELY[1]
        assert Fraction(str(right)) == chance_of(shot)


def test_it_is_the_same_for_everybody_and_another_one_tomorrow(course: Course) -> None:
    assert shot_of(FIRST, course) == shot_of(FIRST, Course(LESSONS))
    assert shot_of(FIRST, course) != shot_of(FIRST + timedelta(days=1), course)


def test_only_the_first_guess_counts_and_nothing_is_told_before_it(course: Course, tmp_path: Path) -> None:
    page = ShotOfTheDay(FIRST, Progress(tmp_path))
    assert page.guess.exact == ""
    assert page.opened.children == ()
    page.checked()
    assert "Touch the line" in page.verdict.value
    page.guess.value = f"{float(100 * page.right):.0f} %"
    page.checked()
    assert "Near enough" in page.verdict.value
    assert "×" in page.verdict.value or "<li>" in page.verdict.value
    assert page.check.disabled
    assert "1 in a row" in page.row.value
    assert page.opened.children
    again = ShotOfTheDay(FIRST, Progress(tmp_path))
    assert again.check.disabled
    assert again.guess.value == page.guess.value


def test_a_row_goes_on_until_a_day_is_missed() -> None:
    def kept(*days: int, wrong: int = -1) -> dict[str, Answer]:
        return {
            f"{KEPT}{(FIRST + timedelta(days=each)).isoformat()}": Answer(
                "1/2", True, 1, "1/2", each != wrong
            )
            for each in days
        }

    def on(day: int) -> date:
        return FIRST + timedelta(days=day)

    assert streak({}, on(0)) == (0, 0)
    assert streak(kept(0, 1, 2, 4, 5), on(5)) == (2, 3)
    assert streak(kept(0, 1, 2), on(3)) == (3, 3), "today may still come"
    assert row_words({}, on(0)) == "Start a streak: one guess a day"
    assert row_words(kept(0, 1, 2), on(3)) == "3 in a row, best 3"
    assert row_words(kept(0, 1, 2), on(9)) == "0 in a row, best 3"
    assert row_words(kept(0, 1, 2, wrong=2), on(2)) == "a new row begins tomorrow, best 2", "missed today"
    assert row_words(kept(0, 5, wrong=5), on(5)) == "a new row begins tomorrow, best 1"
    assert row_words(kept(0, wrong=0), on(0)) == "a new row begins tomorrow"
    assert streak(kept(0, 1, 2), on(4)) == (0, 3)
    assert streak(kept(0, 1, 2, wrong=1), on(2)) == (1, 1)
