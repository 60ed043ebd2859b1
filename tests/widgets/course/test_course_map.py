"""The map shows every idea and lesson, where one stands, and what comes next."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest

from pz8widgets import CourseMap, Progress
from pz8widgets.course.course_map import Standing, duration

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
    assert '<a href="more/second.ipynb"><b>Second</b></a>' in html
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
