"""Practice: variants that Python drew and judged, so that a page only shows them."""

from __future__ import annotations

import ast
from tempfile import TemporaryDirectory
from typing import Any

from pz8widgets.book.scrambled import scrambled
from pz8widgets.course.choices import Choices
from pz8widgets.course.course import Course
from pz8widgets.course.drilled import Drills
from pz8widgets.course.drills import drill, kept
from pz8widgets.course.practice import Practice
from pz8widgets.course.progress import Progress
from pz8widgets.course.wording import as_html, fraction

VARIANTS = 24
"""So many variants of a practice question are in the book."""


def practice_data(call: str) -> str:
    """The variants of a cell's `Practice(...)`, with choices and reasons; hidden."""
    given, named = arguments_of(call)
    with TemporaryDirectory() as empty:
        practice = Practice(*given, **{"seed": 1, **named, "progress": Progress(empty)})
        variants: dict[str, Any] = {}
        for _ in range(4 * VARIANTS):
            variants.setdefault(practice.asked_name(), _variant(practice))
            if len(variants) == VARIANTS:
                break
            practice.another()
    return scrambled({"begins": practice.begins()[0], "title": practice.title, "variants": variants})


def drills_data(idea: str, course: Course) -> str:
    """Exercises of an idea, with choices and reasons; hidden."""
    with TemporaryDirectory() as empty:
        drills = Drills(idea, 1, Progress(empty), course)
        variants = {}
        for number in range(VARIANTS):
            drills.ask(drill(idea, number, course))
            variants[drills.asked_name()] = _variant(drills)
    return scrambled({"begins": kept(idea), "title": drills.title, "variants": variants})


def arguments_of(call: str) -> tuple[list[Any], dict[str, Any]]:
    """What a cell gives a call."""
    written = ast.parse(call.strip(), mode="eval").body
    assert isinstance(written, ast.Call)
    named = {each.arg: ast.literal_eval(each.value) for each in written.keywords if each.arg}
    return [ast.literal_eval(each) for each in written.args], named


def _variant(practice: Choices) -> dict[str, Any]:
    return {
        "asks": practice.rule.value.replace('.ipynb"', '.html"') + practice.shown.value,
        "choices": list(practice.choices.options),
        "right": fraction(practice.answer),
        "says": {chosen: as_html(says) for chosen, says in practice.mistakes.items()},
        "why": practice._reason(),
    }
