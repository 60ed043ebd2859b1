"""No page of a lesson tells an answer before its question: no example, no reason, no prose, no widget."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from fractions import Fraction
from html import escape
from pathlib import Path

import ipywidgets as w
import pytest

from pz8edu import BadInput
from pz8edu.printing.percent import short_percent
from pz8edu.systems import system
from pz8widgets import Quiz
from pz8widgets.course.course import lesson_at
from pz8widgets.course.guess import EXAMPLE, read_guess
from pz8widgets.course.judge import judge
from pz8widgets.course.lesson import Lesson, Question
from pz8widgets.course.opened import opened, veil
from pz8widgets.course.wording import decimal, filled
from pz8widgets.page.compressed import Picture
from pz8widgets.page.still import unstyled
from pz8widgets.regenerate import lessons_in

LESSONS = Path(__file__).resolve().parents[2] / "lessons"
TAUGHT = [path for path in lessons_in(LESSONS) if path.with_suffix(".toml").is_file()]
NAMES = [path.relative_to(LESSONS).as_posix().removesuffix(".ipynb") for path in TAUGHT]

OF_SOMETHING_ELSE = {
    "aerial35-attack-2-none": {"1/3", "33.3 %"},  # a face of three, in one attack
    "aerial35-close-3-answer": {"15.3 %"},  # the shot damages with 11/72
    "asp-miss-2-grades": {"10"},  # the sum of two dice
    "chance-best-2-coin": {"1/6"},  # a face of a die
    "coastal-shot-3-seen": {"2/3"},  # the shot misses so often, too
    "divisional-2-one-number": {"1/9", "11.1 %"},  # other attacks destroy so often, too
    "panzertroops-nine-3-panther": {"5/12", "41.7 %"},  # where men are pinned, a rifle misses so often, too
    "panzer8-dry-3-memory": {"20"},  # the faces of the die
    "ww2-3-hq": {"5/24", "20.8 %"},  # a Suppressed tank is destroyed so often, too
    "ww2-4-green-suppressed": {"12"},  # a variance, and the number of a turn
    "ww2-9-ever": {"1/2"},  # the half of something else
}
"""Numbers that happen to be told before a question, each of something else."""

FROM_THE_BEGINNING = "colonial-jam-4-total"
"""This question asks for a number that was told, and says so with its answer."""


def lesson_of(path: Path) -> Lesson:
    return lesson_at(path.with_suffix(".toml"))


def ways_to_say(question: Question) -> set[str]:
    """The answer as pages print it; what is too common to tell anything is left out."""
    if question.kind == "choice" or question.id == FROM_THE_BEGINNING:
        return set()
    right = question.right
    if question.kind == "odds":
        return {f"{right.numerator} to {right.denominator}"}
    if right.denominator == 1:
        return {str(right)} if right >= 10 else set()
    chance = question.kind == "chance"
    return {str(right), short_percent(right) if chance else decimal(right).removeprefix("about ")}


def tells(text: str, number: str) -> bool:
    """A section's number (§10) is no answer; a space that breaks no line is a space."""
    plain = text.replace("\N{NO-BREAK SPACE}", " ")
    return bool(re.search(rf"(?<![\d./,§]){re.escape(number)}(?![\d/]|[.,]\d)", plain))


def texts(widget: w.Widget) -> Iterator[str]:
    """Everything that a widget prints."""
    if isinstance(widget, (w.HTML, Picture)):
        yield re.sub("<[^>]*>", " ", unstyled(widget.value))
    for child in getattr(widget, "children", ()):
        yield from texts(child)


def prose(path: Path) -> str:
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    text = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    text = re.sub(r"<!--(head|foot)-->.*?<!--/-->", "", text, flags=re.DOTALL)
    return re.sub(r"<!--.*?-->", "", text)


@pytest.mark.whole_domain(16)
@pytest.mark.parametrize("path", TAUGHT, ids=NAMES)
def test_what_is_told_with_a_question_holds_no_later_answer(path: Path) -> None:
    questions = list(lesson_of(path).questions.values())
    given = prose(path)
    for place, question in enumerate(questions):
        numbers = question.values
        given += filled(question.text, numbers)
        quiz = Quiz(question)
        given += "\n".join(text for each in quiz.table.children for text in texts(each))
        veil(quiz.telling, False)
        written = (question.why, question.after, *question.hints, *(question.traps or {}).values())
        told = "\n".join(filled(each, numbers) for each in written)
        told += "\n".join(text for each in quiz.telling for text in texts(each))
        told += "\n".join(text for entry in question.opens for text in texts(opened(entry)))
        own = ways_to_say(question)
        for number in own - OF_SOMETHING_ELSE.get(question.id, set()):
            assert not tells(given, number) or tells(prose(path), number), f"{question.id} tells {number}"
        for later in questions[place + 1 :]:
            asked = given + filled(later.text, numbers)
            for number in ways_to_say(later) - own:
                allowed = tells(asked, number) or number in OF_SOMETHING_ELSE.get(later.id, ())
                assert allowed or not tells(told, number), f"{question.id} tells {number} of {later.id}"


@pytest.mark.whole_domain(8)
@pytest.mark.parametrize("path", TAUGHT, ids=NAMES)
def test_the_prose_holds_no_answer_but_one_that_is_said_to_be_there(path: Path) -> None:
    for question in lesson_of(path).questions.values():
        told = {number for number in ways_to_say(question) if tells(prose(path), number)}
        assert told <= OF_SOMETHING_ELSE.get(question.id, set()), question.id


@pytest.mark.whole_domain(4)
@pytest.mark.parametrize("path", TAUGHT, ids=NAMES)
def test_no_note_of_a_table_stands_before_its_question(path: Path) -> None:
    """It may tell an answer in words: "seen with 2 in 3", "five ways instead of one"."""
    page = path.read_text(encoding="utf-8")
    for question in lesson_of(path).questions.values():
        for entry in question.shows:
            if "tabletop" in entry:
                home = system(entry["system"])
                table = home.tabletop(entry["tabletop"], home.rules)
                note = escape(table.scene(table.opening(), home.rules).note)
                assert not note or note not in page


def test_no_example_of_a_guess_is_an_answer() -> None:
    """Not one number that can be read out of what the empty box or a message says is judged right."""
    for question in (each for path in TAUGHT for each in lesson_of(path).questions.values()):
        if question.kind == "choice":
            continue
        said = [EXAMPLE[question.kind]]
        for text in ("", "what?", "no idea"):
            with pytest.raises(BadInput) as fault:
                read_guess(question.kind, text)
            said.append(str(fault.value).replace(f"'{text}'", ""))
        for piece in {piece for text in said for piece in (text, *re.split(r"[,:;.]| or ", text))}:
            try:
                guess = read_guess(question.kind, piece)
            except BadInput:
                continue
            within = max(question.tolerance, Fraction(0))
            found = judge(question.kind, guess, question.right, within, question.wrong)
            assert not found.verdict.right, f"{question.id}: {piece!r}"
