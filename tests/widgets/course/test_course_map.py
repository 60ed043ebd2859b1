"""The map shows every idea and lesson, where one stands, and what comes next."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path
from xml.etree import ElementTree

import pytest

from pz8widgets import CourseMap, Progress
from pz8widgets.course import course_map
from pz8widgets.course.course_map import Standing, duration
from pz8widgets.course.progress import this_day
from pz8widgets.course.shot_of_the_day import KEPT
from pz8widgets.course.worlds import SHEET, worlds

LESSONS = Path(__file__).resolve().parents[3] / "lessons"


def test_it_begins_empty_and_fills_with_answers(course: Path) -> None:
    page = CourseMap()
    assert page.next == "first"
    assert page.concept_standing("chance") is Standing.NEW
    progress = Progress(course)
    progress.keep("q-chance", "5/36", True)
    page = CourseMap()
    assert page.lesson_standing("first") is Standing.BEGUN
    assert "  ◐ First (5 min)  first" in repr(page)
    progress.keep("q-choice", "far", False)
    assert CourseMap().lesson_standing("first") is Standing.BEGUN
    progress.keep("q-choice", "near", True)
    page = CourseMap()
    assert page.lesson_standing("first") is Standing.DONE
    assert page.next == "more/second"
    html = page._repr_html_()
    assert '<b class="pz8-big">Second</b>' in html
    assert '<a class="pz8-go" href="more/second.ipynb">Go on</a>' in html
    assert "1 of 2 lessons" in html
    assert "Nothing is due today" in html
    assert 'download="my-answers.csv"' in html
    assert 'src="http' not in html


def test_the_drawing_is_well_formed_and_no_box_covers_another(course: Path) -> None:
    for folder in (course, LESSONS):
        page = CourseMap(folder, Progress(course))
        root = ElementTree.fromstring(page.graph_html())
        boxes = [each.get("style") for each in root.iter() if each.tag in ("a", "span")]
        assert len(boxes) == len(page.course.concepts)
        assert len({re.sub("background:[^;]*", "", str(style)) for style in boxes}) == len(boxes)
        places = page.places()
        assert all(
            places[need][0] < places[concept.id][0]
            for concept in page.course.concepts.values()
            for need in concept.needs
        )


@pytest.mark.parametrize(
    ("minutes", "said"),
    [
        (20, "20 minutes"),
        (60, "60 minutes"),
        (61, "about 1 hour"),
        (109, "about 2 hours"),
        (100, "about 1½ hours"),
        (657, "about 11 hours"),
    ],
)
def test_a_long_track_is_told_in_hours(minutes: int, said: str) -> None:
    assert duration(minutes) == said


def test_all_sixteen_books_are_on_the_map_with_a_piece_for_each_lesson(course: Path) -> None:
    page = CourseMap(LESSONS, Progress(course))
    html = page.worlds_html()
    assert html.count('class="pz8-world"') == len(worlds()) == 16
    root = ElementTree.fromstring(html)
    for world in root.iter("a"):
        link = world.get("href", "")
        pieces = [each for each in world.iter() if "A43 43" in each.get("d", "")]
        folder = link.partition("/")[0]
        assert len(pieces) == sum(name.startswith(f"{folder}/") for name in page.lessons)
        assert (LESSONS / link).is_file()


def test_what_was_wrong_is_due_on_the_map(course: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    progress = Progress(course)
    progress.keep("q-chance", "1/2", False)
    assert CourseMap().due == {}
    monkeypatch.setattr(course_map, "this_day", lambda: date(2999, 1, 1))
    page = CourseMap()
    assert page.due == {"q-chance": "first"}
    assert "1 due today" in page._repr_html_()
    assert page.theme("chance") == (0, 1)


def test_the_map_says_whether_the_shot_of_the_day_waits_and_how_long_the_row_is(course: Path) -> None:
    progress = Progress(course)
    assert "waits below" in CourseMap(course, progress)._repr_html_()
    progress.keep(KEPT + this_day().isoformat(), "10 %", True)
    told = CourseMap(course, progress)._repr_html_()
    assert "another tomorrow" in told
    assert "1 in a row, best 1" in told


def test_every_colour_of_the_map_is_there_by_day_and_by_night() -> None:
    used = set(re.findall(r"var\(--(\w+)", CourseMap(LESSONS)._repr_html_()))
    assert {"sky", "land", "sea", "new", "next"} <= used
    assert all(f"--{name}: light-dark(" in SHEET for name in used)
