"""What was wrong in a lesson comes back in practice, as if it had never been answered."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from pz8widgets import Again, Progress
from pz8widgets.course import again, course_map
from pz8widgets.course.again import story_html
from pz8widgets.course.course import lesson_at


def test_it_comes_back_when_it_is_due_and_goes_when_it_is_right(
    course: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    Progress(course).keep("q-chance", "1/2", False)
    assert "Nothing is due" in Again().told.value
    for module in (course_map, again):
        monkeypatch.setattr(module, "this_day", lambda: date(2999, 1, 1))
    monkeypatch.setattr("pz8widgets.course.progress.this_day", lambda: date(2999, 1, 1))
    page = Again()
    quiz = page.quiz
    assert quiz is not None
    assert quiz.question.id == "q-chance"
    assert quiz.opened.children == ()
    assert "last try" not in quiz.verdict.value
    assert quiz.hint.description == "Hint 1 of 2"
    quiz.guess.value = "5/36"
    assert "Yes" in quiz.verdict.value
    page.another()
    assert page.quiz is None
    assert "Nothing is due" in page.told.value


def test_what_comes_back_brings_the_rule_that_its_lesson_told(project: Path) -> None:
    killed = lesson_at(project / "lessons/pz8-ww2/08-what-killed-it.toml")
    told = story_html(killed, "ww2-8-destroyed-given-six")
    assert "A total 3 or more higher destroys it" in told
    assert "Did the shot miss?" not in told, "that is told before a later question"
    start = lesson_at(project / "lessons/00-start-here.toml")
    assert "4 or more" not in story_html(start, "start-destroyed"), "its rule is told after it"
