"""Practice and the shot of the day: variants that Python drew and judged, so that a page only shows them."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator
from fractions import Fraction
from html import escape
from itertools import islice
from tempfile import TemporaryDirectory
from typing import Any

from pz8edu.asking.odds import Odds, odds_of
from pz8edu.core.rulebook.domain import to_fraction
from pz8edu.core.rulebook.draws import drawn_situations
from pz8edu.core.rulebook.system import Calculator, System
from pz8edu.core.tree.wording import word_of
from pz8edu.errors import BadInput
from pz8edu.pages.printed_sections import with_headings
from pz8edu.printing.percent import short_percent
from pz8edu.show.outcomes import spoken
from pz8widgets.book.packs import Packs, name_of
from pz8widgets.book.scrambled import ratio, scrambled
from pz8widgets.course.choices import Choices
from pz8widgets.course.course import Course
from pz8widgets.course.drilled import Drills
from pz8widgets.course.practice import Practice
from pz8widgets.course.progress import Progress
from pz8widgets.course.quiz import paths_html
from pz8widgets.course.wording import as_html, fraction
from pz8widgets.course.wrong_models import wrong_chances
from pz8widgets.page.form import label_of

VARIANTS = 24
"""So many variants of a practice question are in the book."""
SHOTS_A_BOOK = 6
MOST_INPUTS = 12
"""A question with more inputs is too long for a shot of the day."""
TRIES = 60


def practice_data(call: str, course: Course) -> str:
    """The variants of a cell's `Practice(...)` or `Drills(...)`, with choices and reasons; hidden."""
    written = ast.parse(call.strip(), mode="eval").body
    assert isinstance(written, ast.Call)
    assert isinstance(written.func, ast.Name)
    given = [ast.literal_eval(each) for each in written.args]
    named = {each.arg: ast.literal_eval(each.value) for each in written.keywords if each.arg}
    with TemporaryDirectory() as empty:
        named = {"seed": 1, **named, "progress": Progress(empty)}
        practice: Choices = (
            Drills(*given, **named | {"course": course})
            if written.func.id == "Drills"
            else Practice(*given, **named)
        )
        variants: dict[str, Any] = {}
        for _ in range(4 * VARIANTS):
            variants.setdefault(practice.asked_name(), _variant(practice))
            if len(variants) == VARIANTS:
                break
            practice.another()
    begins = "drill " if isinstance(practice, Drills) else practice.begins()[0]
    return scrambled({"begins": begins, "title": practice.title, "variants": variants})


def _variant(practice: Choices) -> dict[str, Any]:
    return {
        "asks": practice.rule.value + practice.shown.value,
        "choices": list(practice.choices.options),
        "right": fraction(practice.answer),
        "says": {chosen: as_html(says) for chosen, says in practice.mistakes.items()},
        "why": practice._reason(),
    }


def shots_of(home: System, packs: Packs) -> Iterator[dict[str, Any]]:
    """Some shots of a book, each as a question of a page: always the same ones."""
    dice = random.Random(home.id)
    asked = [each for each in home.calculators.values() if name_of(home, each) in packs.trees]
    asked = [each for each in asked if each.outcomes and 1 < len(each.situation.fields()) <= MOST_INPUTS]
    dice.shuffle(asked)
    for question in asked[:SHOTS_A_BOOK]:
        drawn = drawn_situations(question.situation.fields(), home.id)
        for inputs in islice(drawn, TRIES):
            if (shot := _shot(home, question, inputs, dice, packs)) is not None:
                yield shot
                break


def _shot(
    home: System, question: Calculator, inputs: dict[str, Any], dice: random.Random, packs: Packs
) -> dict[str, Any] | None:
    """The question of a situation; None where it has nothing to ask."""
    try:
        odds = odds_of(question, question.situation.read(inputs), home.rules)
    except BadInput:
        return None
    outcomes = [word for word in odds if 0 < (to_fraction(odds[word]) or 0) < 1]
    if not 2 < len(odds) < 7 or len(outcomes) < 2:
        return None
    outcome = outcomes[-1]
    axes = {axis.name: axis for axis in packs.made[name_of(home, question)].inputs}
    given = {name: value for name, value in inputs.items() if name in axes and value in axes[name].values}
    if len(given) < len(inputs):
        return None
    told = {name: value for name, value in given.items() if value != axes[name].values[axes[name].start]}
    if not told:
        return None
    listed = ", ".join(f"{escape(label_of(name))} **{_said(value)}**" for name, value in told.items())
    title = with_headings(question.title, home.rules)
    text = f"*{home.title}.* {title}: {listed}; all else as at first. "
    text += f"**How often does it come to *{spoken(outcome, '')}*?**"
    name = name_of(home, question)
    asked = _asked(text, odds, outcome, {"calculator": name, "inputs": given})
    return {**asked, "scripts": packs.scripts_of(name)}


def _said(value: Any) -> str:
    return "none" if value is None else word_of(value)


def _asked(text: str, odds: Odds, outcome: str, opens: dict[str, Any]) -> dict[str, Any]:
    right = to_fraction(odds[outcome])
    assert right is not None
    secret = {
        "answer": f"{fraction(right)}, that is {short_percent(right)}.",
        "why": paths_html(odds, outcome),
        "hints": [],
        "after": "",
        "opens": [opens],
        "right": ratio(right),
        "within": ratio(Fraction(1, 100)),
        "traps": [[*ratio(each.answer), as_html(each.says)] for each in wrong_chances(odds, outcome)],
    }
    shown = {"kind": "chance", "unit": "", "text": as_html(text), "choices": None, "hints": 0}
    return {**shown, "hidden": scrambled(secret)}
