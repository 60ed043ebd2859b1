"""An hour for tomorrow: two or three lessons as one plan, with sheets, keys, slides and the class's steps.

`python -m pz8widgets.course.hour lessons/pz8-ww1/03-six-tanks.toml lessons/pz8-ww2/02-armour-and-flanks.toml`
writes `plan.html` (timing, materials, keys, what this class's dice will show), `sheets.html` (for each pupil
one, with numbers of its own), `slides.html`, the same as PDF where Chromium is on the path, and `hour.json`,
which `python -m pz8widgets.apps.classroom --hour` asks on the phones.
"""

from __future__ import annotations

import json
import random
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from html import escape
from itertools import islice
from pathlib import Path
from typing import Any

from pz8edu.errors import BadInput
from pz8edu.printing.html_table import html_table
from pz8edu.printing.percent import short_percent
from pz8edu.printing.saving import save_text
from pz8widgets.course.lesson import Lesson, Question
from pz8widgets.course.own_numbers import Own, own_numbers
from pz8widgets.course.paper import as_pdf, asked_html, listed, page, prose_before
from pz8widgets.course.quiz import paths_html
from pz8widgets.course.rule_in_lines import rule_lines
from pz8widgets.course.slides import binomial, parts, slides
from pz8widgets.course.teacher import PUPILS, SURE, command, expected, named, question_key, try_it
from pz8widgets.course.wording import as_html

MINUTES = 45
BEGIN, OWN, LEAVE = 3, 8, 4
"""Minutes for handing out, for one's own numbers, and for the exit ticket."""
FEWEST, MOST = 2, 3
"""Lessons of an hour."""
MOST_SHEETS = 200
MOST_PARTS = 2
"""So many parts of a story stand on a sheet."""
MOST_ASKED = 3
"""So many questions of a lesson are asked on the phones."""
LIKELY = Fraction(19, 20)
IN_PLAN = re.compile(r"^(\d+) min: (.*)$", re.DOTALL)
FOR_ALL = ("a pencil", "a sheet for every pupil (sheets.html, printed on both sides)")


@dataclass(frozen=True)
class Step:
    """A step of the hour: how long it takes, and what is done."""

    minutes: int
    says: str


@dataclass(frozen=True)
class Sheet:
    """What one pupil's sheet asks: one question with own numbers for each lesson, and the exit ticket."""

    number: int
    own: tuple[Own, ...]
    exit: Own | None


@dataclass(frozen=True)
class Hour:
    """Lessons that fill an hour of a class. The same `seed` gives the same sheets.

    Raises BadInput for lessons that are too few, too many, or too long for it.
    """

    lessons: tuple[Lesson, ...]
    minutes: int = MINUTES
    pupils: int = PUPILS
    seed: int = 1

    def __post_init__(self) -> None:
        if not FEWEST <= len(self.lessons) <= MOST:
            raise BadInput(f"an hour is planned from {FEWEST} or {MOST} lessons; got {len(self.lessons)}")
        if not 1 <= self.pupils <= MOST_SHEETS:
            raise BadInput(f"a class has 1 to {MOST_SHEETS} pupils; got {self.pupils}")
        least = BEGIN + OWN + LEAVE + sum(len(self._plan(each)) for each in self.lessons)
        if not least <= self.minutes <= 180:
            raise BadInput(f"these lessons are planned in {least} to 180 minutes; got {self.minutes}")

    @property
    def title(self) -> str:
        """The lessons by their titles."""
        return " · ".join(lesson.title for lesson in self.lessons)

    @staticmethod
    def _plan(lesson: Lesson) -> list[Step]:
        """A lesson's own plan, line by line."""
        found = [IN_PLAN.match(line) for line in lesson.teacher.get("plan", ())]
        told = [Step(int(each[1]), each[2]) for each in found if each]
        return told or [Step(lesson.minutes, "guess, work it out, compare")]

    def steps(self) -> list[Step]:
        """The whole hour: the lessons' own plans, shortened or stretched in proportion, in whole minutes."""
        plans = [(lesson, step) for lesson in self.lessons for step in self._plan(lesson)]
        shared = in_proportion(self.minutes - BEGIN - OWN - LEAVE, [step.minutes for _, step in plans])
        told = [
            Step(minutes, f"**{lesson.title}:** {step.says}")
            for (lesson, step), minutes in zip(plans, shared, strict=True)
        ]
        return [
            Step(BEGIN, "hand out sheets and dice; everybody reads the first story and writes a guess"),
            *told,
            Step(OWN, f"back of the sheet: {self._behind()}; compare with a neighbour's"),
            Step(LEAVE, "exit ticket: answer, say how sure you are, hand it in at the door"),
        ]

    @cached_property
    def _drawn(self) -> list[list[Own]]:
        """For each lesson the questions with other numbers; none where its rules have none."""
        source = random.Random(self.seed)
        drawn = [list(islice(own_numbers(lesson, source), 2 * self.pupils)) for lesson in self.lessons]
        return [list(filter(more_than_a_die, each)) or each for each in drawn]

    def second_questions(self) -> list[tuple[Lesson, Question]]:
        """What the back of a sheet asks for lessons without other numbers: their second questions."""
        alike = [lesson for lesson, drawn in zip(self.lessons, self._drawn, strict=True) if not drawn]
        return [(lesson, list(lesson.questions.values())[1]) for lesson in alike if len(lesson.questions) > 1]

    def _behind(self) -> str:
        own = ["everybody works with their own numbers"] if any(self._drawn) else []
        second = ["all answer the same question"] if self.second_questions() else []
        return " and ".join(own + second) or "finish what the front has left open"

    def sheets(self) -> list[Sheet]:
        """A sheet for each pupil; numbers come again only where a lesson has fewer."""
        drawn = list(filter(None, self._drawn))
        told = {value for lesson in self.lessons for value in answers(lesson)}
        drawn = [[own for own in each if own.answer not in told] or each for each in drawn]
        found = []
        for number in range(self.pupils):
            own = tuple(each[number % len(each)] for each in drawn)
            last = drawn[0][(number + self.pupils) % len(drawn[0])] if drawn else None
            if last in own and drawn:  # a lesson with few numbers asks its neighbour's
                last = drawn[0][(number + 1) % len(drawn[0])]
            found.append(Sheet(number + 1, own, last))
        return found

    def asked(self) -> dict[str, Any]:
        """What the phones are asked, step by step: questions of the lessons, then what their dice showed."""
        steps: list[dict[str, Any]] = []
        for lesson in self.lessons:
            asked = [("guess", f"course {name}") for name in islice(lesson.questions, MOST_ASKED)]
            if counts(lesson):
                asked.append(("count", f"experiment {next(iter(lesson.questions))}"))
            steps += [{"title": lesson.title, "pose": [kind, line, ""]} for kind, line in asked]
        return {"title": self.title, "minutes": self.minutes, "steps": steps}


def more_than_a_die(own: Own) -> bool:
    """Has a question more than two ways, so that there is something to work out?"""
    return sum(1 for _ in own.odds.tree.paths()) > 2


def answers(lesson: Lesson) -> set[Fraction]:
    """What a class has been told before it works with numbers of its own."""
    return {each.right for each in lesson.questions.values() if each.kind != "choice"}


def in_proportion(whole: int, parts: Sequence[int]) -> list[int]:
    """Whole numbers that add to `whole`, at least 1 each, as near to the proportion as can be.

    >>> in_proportion(10, [5, 3, 1])
    [5, 3, 2]
    """
    left, total = whole - len(parts), sum(parts)
    exact = [Fraction(left * part, total) for part in parts]
    found = [int(each) for each in exact]
    for place in sorted(range(len(parts)), key=lambda at: found[at] - exact[at])[: left - sum(found)]:
        found[place] += 1
    return [each + 1 for each in found]


def counts(lesson: Lesson) -> bool:
    """Does a class count how often something comes, so that its counts have an exact law?"""
    return "value" in lesson.teacher and "variance" not in lesson.teacher


# --- the teacher's plan
def plan(hour: Hour, sheets: Sequence[Sheet]) -> str:
    """Timing, materials, what this class's dice will show, keys of the lessons and of every sheet."""
    materials = dict.fromkeys(
        each for lesson in hour.lessons for each in (*lesson.materials, *lesson.teacher.get("materials", ()))
    )
    parts = [
        f"<h1>{escape(hour.title)}</h1>",
        f"<p>{hour.minutes} minutes, {hour.pupils} pupils · exact answers, worked out from the rules</p>",
        f"<h2>Timing</h2>{timetable(hour)}",
        listed("Materials", [*FOR_ALL, *materials]),
        sheets_key(sheets),
        *(lesson_key(lesson, hour.pupils) for lesson in hour.lessons),
    ]
    return page(f"{hour.title}: plan", "".join(parts), "paper keyed")


def timetable(hour: Hour) -> str:
    """Minute by minute."""
    rows, at = [], 0
    for step in hour.steps():
        rows.append(f"<tr><td>{at}–{at + step.minutes}</td><td>{as_html(step.says)}</td></tr>")
        at += step.minutes
    return f"<table class='timing'><tr><th>minute</th><th>what is done</th></tr>{''.join(rows)}</table>"


def lesson_key(lesson: Lesson, pupils: int) -> str:
    """One lesson: aims, what this class's dice will show, and every question with rule, answer and tree."""
    prose = prose_before(lesson)
    asked = "".join(
        question_key(question, number, prose.get(question.id, ""), f"{lesson.path.stem}{number}")
        for number, question in enumerate(lesson.questions.values(), 1)
    )
    return (
        f"<div class='lesson'><h1>{escape(lesson.title)}</h1>{listed('Aims: pupils can', lesson.aims)}"
        f"{expected(lesson, pupils)}{spread(lesson, pupils)}{asked}"
        f"{listed('Rubric', lesson.teacher.get('rubric', ()))}</div>"
    )


def spread(lesson: Lesson, pupils: int) -> str:
    """Between which counts 19 of 20 such classes end, exactly; nothing where no chance is counted."""
    if not counts(lesson):
        return ""
    teacher = lesson.teacher
    groups = max(1, pupils // int(teacher.get("by", 1)))
    tries = groups * int(teacher.get("tries", 10))
    low, high = middle(binomial(tries, lesson.values[teacher["value"]]))
    return (
        f"<p>Exactly: at least 19 classes in 20 count between <b>{low}</b> and <b>{high}</b> of {tries}. "
        "A class outside has hardly rolled fairly, or has counted something else.</p>"
    )


def middle(law: Sequence[Fraction]) -> tuple[int, int]:
    """The counts between which `LIKELY` of a law lies: on each side at most half of the rest is cut off."""
    rest = (1 - LIKELY) / 2
    ends = []
    for each in (law, law[::-1]):
        left, place = Fraction(0), 0
        while left + each[place] <= rest:
            left, place = left + each[place], place + 1
        ends.append(place)
    return ends[0], len(law) - 1 - ends[1]


def sheets_key(sheets: Sequence[Sheet]) -> str:
    """The exact answers of every sheet, a row each, and how one of each kind is worked out."""
    if not sheets[0].own:
        return (
            "<h2>Sheets</h2><p>These lessons have no question with other numbers: the sheets are alike, "
            "and behind stands the second question of each lesson.</p>"
        )
    head = ["sheet", *(f"question {letter}" for letter in letters(len(sheets[0].own))), "exit ticket"]
    rows = [
        [sheet.number, *(said(each) for each in sheet.own), said(sheet.exit) if sheet.exit else ""]
        for sheet in sheets
    ]
    worked = "".join(
        f"<li>{escape(each.asks)} <b>{each.answer}</b>{paths_html(each.odds, each.outcome)}</li>"
        for each in sheets[0].own
    )
    table = html_table(head, rows, names=1)
    return f"<h2>Key of the sheets</h2>{table}<h3>Sheet 1, worked out</h3><ul>{worked}</ul>"


def said(own: Own) -> str:
    """An answer in a cell."""
    return f"{own.answer} ({short_percent(own.answer)})"


def letters(many: int) -> str:
    """The names of questions: A, B, C."""
    return "ABC"[:many]


# --- the pupils' sheets
def sheets_page(hour: Hour, sheets: Sequence[Sheet]) -> str:
    """All sheets, two pages each: in front the lessons' first questions, behind one's own numbers."""
    front = "".join(map(first_question, hour.lessons))
    second = "".join(asked_on_paper(*each) for each in hour.second_questions())
    tried = "".join(try_it(lesson, f"Try it: {lesson.title}") for lesson in hour.lessons)
    sides = (
        f"<article>{head(hour, each)}{front}</article>"
        f"<article>{behind(each)}{second}{tried}{ticket(each)}</article>"
        for each in sheets
    )
    return page(f"{hour.title}: sheets", "".join(sides), "paper sheet sheets")


def head(hour: Hour, sheet: Sheet) -> str:
    """Name, date and the number by which the key knows the sheet."""
    return (
        f"<header>Name <span></span> Date <span></span> <b>Sheet {sheet.number}</b></header>"
        f"<h1>{escape(hour.title)}</h1>"
    )


FILL = "<p class='fill'>{guess}" + SURE + "{worked}</p><div class='room'></div>"
GUESS, WORKED = "My guess <span></span> ", " · worked out <span></span>"


def first_question(lesson: Lesson) -> str:
    """A lesson's story and its first question, with room to work."""
    return asked_on_paper(lesson, next(iter(lesson.questions.values())))


def asked_on_paper(lesson: Lesson, question: Question) -> str:
    """A question of a lesson with what is told before it, and room to work."""
    story = as_html("\n\n".join(parts(prose_before(lesson).get(question.id, ""))[:MOST_PARTS]))
    fill = FILL.format(guess="" if question.choices else GUESS, worked="" if question.choices else WORKED)
    return f"<section><h2>{escape(lesson.title)}</h2>{story}{asked_html(question)}{fill}</section>"


def behind(sheet: Sheet) -> str:
    """One's own numbers: the rule in a few lines, the question, and room to draw the tree."""
    fill = FILL.format(guess=GUESS, worked=WORKED)
    asked = "".join(
        f"<section><p><b>{letter}.</b> {own_html(each)}</p>{fill}</section>"
        for letter, each in zip(letters(len(sheet.own)), sheet.own, strict=True)
    )
    return f"<h2>Your own numbers <small>(sheet {sheet.number})</small></h2>{asked}" if asked else ""


def own_html(own: Own) -> str:
    """A question with its rule."""
    rule = " ".join(rule_lines(own.odds))
    return f"{escape(own.asks)} <span class='ruled'>{escape(rule)}</span>"


def ticket(sheet: Sheet) -> str:
    """The exit ticket, to be torn off."""
    asked = own_html(sheet.exit) if sheet.exit else "What surprised you today, and why is it so?"
    return (
        f"<section class='ticket'><h2>Exit ticket <small>sheet {sheet.number}</small></h2><p>{asked}</p>"
        f"<p class='fill'>Name <span></span> answer <span></span> {SURE}</p>"
        "<div class='room'></div></section>"
    )


# --- writing it
def write_hour(hour: Hour, folder: Path, pdf: bool = True) -> Iterator[Path]:
    """Write everything into a folder, file by file. Raises BadInput where it cannot be written or printed."""
    sheets = hour.sheets()
    pages = {
        "plan": plan(hour, sheets),
        "sheets": sheets_page(hour, sheets),
        "slides": slides(*hour.lessons, pupils=hour.pupils),
    }
    try:
        folder.mkdir(parents=True, exist_ok=True)
        save_text(folder / "hour.json", json.dumps(hour.asked(), ensure_ascii=False, indent=1) + "\n")
        yield folder / "hour.json"
        for name, text in pages.items():
            save_text(folder / f"{name}.html", text)
            yield folder / f"{name}.html"
            if pdf and (printed := as_pdf(folder / f"{name}.html")):
                yield printed
    except OSError as fault:
        raise BadInput(f"{folder} cannot be written ({fault.strerror})") from None


def main(arguments: Sequence[str] | None = None) -> int:
    """Plan the hour of the lessons named."""
    parser = command("hour", str(__doc__))
    parser.add_argument("--minutes", type=int, default=MINUTES, help="how long it lasts")
    parser.add_argument("--seed", type=int, default=1, help="another number gives other sheets")
    parser.add_argument("--no-pdf", action="store_true", help="write pages only, and print nothing")
    chosen = parser.parse_args(arguments)
    try:
        hour = Hour(named(chosen.lessons), chosen.minutes, chosen.pupils, chosen.seed)
        for written in write_hour(hour, chosen.out, not chosen.no_pdf):
            sys.stdout.write(f"{written}\n")
    except BadInput as fault:
        sys.stderr.write(f"{fault}\n")
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
