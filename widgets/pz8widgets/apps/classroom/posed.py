"""What the class is asked: a calculator's or a chain's question with its exact answer, worked out once.

This is the one place where a line becomes a question for everybody; questions of the course come in here too.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Callable, Mapping
from fractions import Fraction
from html import unescape
from typing import Any

from pz8edu.core.rulebook.domain import to_fraction
from pz8edu.core.rulebook.own_rules import under
from pz8edu.core.rulebook.system import Calculator
from pz8edu.core.umpire.sampling import Sampling
from pz8edu.errors import BadInput
from pz8edu.printing.percent import short_percent
from pz8widgets.apps.classroom.address import address_of, asked_in
from pz8widgets.apps.classroom.match import begun, moved
from pz8widgets.apps.classroom.visit import Visit
from pz8widgets.calculators.calculator import Calculator as CalculatorPage
from pz8widgets.course.course import lesson_at, lesson_files, question_named
from pz8widgets.course.folder import course_folder
from pz8widgets.course.lesson import Lesson, Question
from pz8widgets.course.wording import as_html, filled
from pz8widgets.page.question_page import inputs_html

COURSE = "course "
"""A line that begins so asks a question of the course, by its name."""
LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")
"""A link of a lesson: it leads nowhere from here."""
CODE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
BLANK = re.compile(r"\n\s*\n")
MOST_TOLD = 600
"""Letters of a lesson that are told before one of its questions, if its last paragraph has no more."""
MOST_ANSWERS = 40
"""Outcomes that can be asked for: of very many the likeliest."""
MOST_LETTERS = 60_000
"""A tree that takes more letters than this is too big for a projector."""


def posed(line: str) -> dict[str, Any]:
    """A question as the class meets it: title, inputs in words, what can be guessed, and the exact answers.

    Raises BadInput for a line that asks nothing that has a number for an answer.
    """
    if line.startswith(COURSE):
        return of_the_course(line.removeprefix(COURSE))
    asked = asked_in(line)
    asked.question.situation.read(asked.inputs)
    visit = Visit()
    try:
        visit.open(address_of(line))
        page = visit.root
        assert page is not None
        if page.situation is None:
            raise BadInput(page.form.problem)
        odds = isinstance(page, CalculatorPage)
        answers = chances_of(page) if odds else numbers_of(page.results, page.question.results)
        if not answers:
            raise BadInput(f"{asked.question.id!r} has no number for an answer: pose another question")
        drawing = page.drawing() if odds else ""
        return {
            "line": line,
            "title": asked.question.title,
            "system": asked.system.title,
            "inputs": inputs_html(departing(page.situation.plain(), asked.inputs)),
            "kind": "chance" if odds else "expectation",
            "chances": odds,
            "rolls": odds,
            "answers": answers,
            "tree": drawing if len(drawing) <= MOST_LETTERS else "",
            "why": "",
        }
    finally:
        visit.end()


def departing(inputs: Mapping[str, Any], named: Mapping[str, Any]) -> Mapping[str, Any]:
    """The inputs that the line names: the others are as the book has them. All, where it names none."""
    return {name: value for name, value in inputs.items() if name in named} or inputs


def chances_of(page: Any) -> list[dict[str, str]]:
    """Every outcome with its exact chance and its look, from harmless to final."""
    law = page.play.before
    likely = set(sorted(page.looks, key=lambda word: -law.fraction(word))[:MOST_ANSWERS])
    return [
        told(word, f"How likely is “{word}”?", law.fraction(word)) | {"css": look.css}
        for word, look in page.looks.items()
        if word in likely
    ]


def numbers_of(results: Mapping[str, Any], meanings: Mapping[str, str]) -> list[dict[str, str]]:
    """Every result of a chain that is a number."""
    numbers = {name: to_fraction(value) for name, value in results.items()}
    return [
        told(name, f"How much is it: {meanings.get(name, name)}?", value)
        for name, value in numbers.items()
        if value is not None
    ]


def told(name: str, asks: str, value: Fraction) -> dict[str, str]:
    """An answer: its name, the sentence that asks for it, and the exact number, also in percent."""
    return {"name": name, "asks": asks, "exact": str(value), "percent": short_percent(value)}


def of_the_course(name: str) -> dict[str, Any]:
    """A question of the course, with its reason; a choice has its `choices`. Raises BadInput for none."""
    from pz8widgets.course.paper import prose_before

    lesson = lesson_with(name)
    question = lesson.questions[name]
    before = LINK.sub(r"\1", last_told(prose_before(lesson).get(name, "")))
    asks, why = (as_html(filled(each, question.values)) for each in (question.text, question.why))
    text = plain(asks)
    return {
        "line": f"{COURSE}{name}",
        "title": lesson.title,
        "system": "a question of the course",
        "inputs": as_html(before),
        "kind": question.kind,
        "chances": question.kind == "chance",
        "rolls": False,
        "answers": [chosen(name, text, question) if question.choices else told(name, text, question.right)],
        "choices": list(question.choices or ()),
        "tree": "",
        "why": why,
    }


def lesson_with(name: str) -> Lesson:
    """The lesson that asks a question; others are not even read. Raises BadInput for none."""
    for path in lesson_files(course_folder()):
        if name in path.read_text(encoding="utf-8") and name in lesson_at(path).questions:
            return lesson_at(path)
    question_named(name)
    raise BadInput(f"{name!r} is no question of the course")


def last_told(prose: str) -> str:
    """The last paragraphs of a text, as many as fit on a phone: no code, tables or pictures among them."""
    told = [
        each for each in BLANK.split(CODE.sub("", prose)) if each.strip() and each.lstrip()[:1] not in "|!<"
    ]
    last = len(told) - 1
    while last > 0 and sum(map(len, told[last - 1 :])) <= MOST_TOLD:
        last -= 1
    return "\n\n".join(told[max(last, 0) :])


def chosen(name: str, asks: str, question: Question) -> dict[str, str]:
    """The right one of several choices."""
    return {"name": name, "asks": asks, "exact": question.right_choice, "percent": ""}


def course_questions() -> list[dict[str, str]]:
    """The questions of the course, where one lies here."""
    try:
        return [
            {"line": f"{COURSE}{name}", "lesson": lesson.title, "text": plain(as_html(question.text))}
            for lesson in lessons()
            for name, question in lesson.questions.items()
        ]
    except BadInput:
        return []


def lessons() -> list[Lesson]:
    """All lessons of the course. Raises BadInput where there is none."""
    return [lesson_at(path) for path in lesson_files(course_folder())]


def plain(html: str) -> str:
    """HTML as plain words."""
    return unescape(" ".join(re.sub(r"<[^>]*>", "", html).split()))


def rolled(line: str) -> str:
    """One game with dice of chance: the word of the outcome. Raises BadInput."""
    asked = asked_in(line)
    if not isinstance(asked.question, Calculator):
        raise BadInput(f"{asked.question.id!r} is played turn after turn: roll a calculator's question")
    situation = asked.question.situation.read(asked.inputs)
    question = under(asked.question, asked.rules)
    game = Sampling(secrets.randbits(64)).play(question.rule, situation, asked.rules)
    return question.word(game)


WORK: Mapping[str, Callable[[Any], Any]] = {"pose": posed, "roll": rolled, "begin": begun, "move": moved}
"""What a host works out that belongs to no page."""
