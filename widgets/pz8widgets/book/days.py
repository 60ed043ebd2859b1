"""The shots of the day as scripts: the kit's whole cycle, so that page and notebook ask the same each day."""

from __future__ import annotations

from collections.abc import Collection
from html import escape
from typing import Any

from pz8edu.asking.odds import Odds
from pz8edu.core.rulebook.domain import to_fraction
from pz8edu.errors import BadInput
from pz8edu.printing.percent import short_percent
from pz8edu.systems import system
from pz8widgets.book.apart import save_apart
from pz8widgets.book.packs import Packs, packed
from pz8widgets.book.pages import NEEDS, write_page
from pz8widgets.book.scrambled import ratio, scrambled
from pz8widgets.course.course import Course
from pz8widgets.course.quiz import paths_html
from pz8widgets.course.shot_of_the_day import (
    CYCLE,
    NEAR,
    NEAR_ENOUGH,
    Shot,
    asked_in,
    asked_words,
    calculator_of,
    odds_for,
    shot_numbered,
)
from pz8widgets.course.wording import as_html, fraction
from pz8widgets.course.wrong_models import wrong_chances


def write_days(packs: Packs, course: Course, written: Collection[str], books: Collection[str]) -> None:
    """The page of the shot of the day, and a script for each of the cycle.

    Lessons that are `written` are links; calculators of the `books` of this site answer on the page.
    """
    asked = asked_in(course)
    for number in range(CYCLE) if asked else ():
        try:
            shot = shot_numbered(number, asked)
        except BadInput:  # the notebook has none on that day either
            continue
        calculator = calculator_of(shot)
        name = packs.of(system(shot.system), calculator) if shot.system in books else ""
        inputs = packed(packs, name, calculator, shot.inputs) if name else None
        opens = [] if inputs is None else [{"calculator": name, "inputs": inputs}]
        told = shot_data(shot, course, written, opens, packs.scripts_of(name) if opens else [])
        save_apart(packs.site, f"days/{number}", scrambled(told))
    body = (
        "<h1>Shot of the day</h1><p>One shot a day, the same for everybody, here and in the notebook.</p>"
        f"<div data-day='{CYCLE}'>{NEEDS}</div><div data-progress></div>"
    )
    write_page(packs.site, "day.html", "Shot of the day", body)


def shot_data(
    shot: Shot, course: Course, written: Collection[str], opens: list[dict[str, Any]], scripts: list[str]
) -> dict[str, Any]:
    """A shot as a question of a page, which opens what is packed of it, with its scripts, if any."""
    odds = odds_for(shot)
    lesson = escape(course.lesson(shot.lesson).title)
    told = f'<a href="lessons/{shot.lesson}.html">{lesson}</a>' if shot.lesson in written else f"“{lesson}”"
    text = f"{asked_words(shot)}<p class='quiet'>The lesson {told} tells more; a guess will do.</p>"
    return {
        "kind": "chance",
        "unit": "",
        "text": text,
        "choices": None,
        "hints": 0,
        "near": NEAR_ENOUGH,
        "scripts": scripts,
        "hidden": scrambled({**answer_of(odds, shot.outcome), "opens": opens}),
    }


def answer_of(odds: Odds, outcome: str) -> dict[str, Any]:
    """What is told after a guess."""
    right = to_fraction(odds[outcome])
    assert right is not None
    return {
        "answer": f"It is {fraction(right)}, that is {short_percent(right)}.",
        "why": paths_html(odds, outcome, single=True),
        "hints": [],
        "after": "",
        "right": ratio(right),
        "within": ratio(NEAR),
        "traps": [[*ratio(each.answer), as_html(each.says)] for each in wrong_chances(odds, outcome)],
    }
