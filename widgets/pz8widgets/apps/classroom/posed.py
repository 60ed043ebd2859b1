"""What the class is asked: a calculator's or a chain's question with its exact answer, worked out once.

This is the one place where a line becomes a question for everybody; questions of the course come in here too.
"""

from __future__ import annotations

import json
import re
import secrets
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from fractions import Fraction
from functools import cache
from html import escape, unescape
from typing import Any

from pz8edu.analysis.puzzles import asks, explained, of_the_day, puzzle, said_in, shelf, stands
from pz8edu.asking.odds import Odds, odds_of
from pz8edu.board.tabletop import BoardState
from pz8edu.core.rulebook.domain import to_fraction
from pz8edu.core.rulebook.own_rules import under
from pz8edu.core.rulebook.system import BoardCheck, Calculator
from pz8edu.core.umpire.sampling import Sampling
from pz8edu.errors import BadInput
from pz8edu.printing.percent import short_percent
from pz8edu.show.outcomes import outcome_looks, spoken
from pz8edu.show.tree_svg import draw
from pz8widgets.apps.classroom.address import Asking, address_of, asked_in
from pz8widgets.apps.classroom.match import begun, moved
from pz8widgets.apps.classroom.situation_svg import situation_svg
from pz8widgets.apps.classroom.visit import Visit
from pz8widgets.boards.portrayal import still
from pz8widgets.course.course import lesson_at, lesson_files, question_named
from pz8widgets.course.folder import course_folder
from pz8widgets.course.guess import read_guess
from pz8widgets.course.lesson import Lesson, Question
from pz8widgets.course.own_numbers import more_than_a_die
from pz8widgets.course.paper import fits, prose_before
from pz8widgets.course.rule_in_lines import rule_lines
from pz8widgets.course.slides import picture_of
from pz8widgets.course.wording import as_html, decimal, filled
from pz8widgets.course.wrong_models import wrong_chances
from pz8widgets.page.question_page import inputs_html

COURSE, EXPERIMENT, OWN, PUZZLE = "course ", "experiment ", "own ", "puzzle "
"""Lines that begin so ask a question of the course, its lesson's dice, one of the teacher's own, a puzzle."""
TODAY, ANY = "today", "any"
"""The puzzle of the day, and one by chance."""
WIDE = 640
"""Pixels of a puzzle's table, so that its names are read from the last row."""
NEAR = "1/50"
"""So near to a chance a guess counts as right."""
MOST_CHOICES = 8
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


def posed(line: str, asked_for: str = "") -> dict[str, Any]:
    """A question as the class meets it: title, inputs in words, what can be guessed, and the exact answers.

    `asked_for` is the outcome that will be asked for; without it the last. Raises BadInput for a line that
    asks nothing that has a number for an answer.
    """
    for begins, read in READ.items():
        if line.startswith(begins):
            return dict(read(line.removeprefix(begins)))
    asked = asked_in(line)
    if isinstance(asked.question, BoardCheck):
        raise BadInput(f"{asked.question.id!r} has no page: a class is asked calculators and chains")
    situation = asked.question.situation.read(asked.inputs)
    told: dict[str, Any] = {
        "line": line,
        "title": asked.question.title,
        "system": asked.system.title,
        "inputs": inputs_html(departing(situation.plain(), asked.inputs)),
        "why": "",
    }
    if isinstance(asked.question, Calculator):
        odds = odds_of(under(asked.question, asked.rules), situation, asked.rules)
        answers = chances_of(odds)
        told |= {"kind": "chance", "chances": True, "rolls": True, "within": NEAR}
        outcome = asked_for or str(answers[-1]["name"])
        told |= drawn(odds, outcome) | {"picture": situation_svg(departing(situation.plain(), asked.inputs))}
        told["mistakes"] = mistakes_in(odds, outcome) if outcome in odds else []
    else:
        answers = results_of(line, asked)
        told |= {"kind": "expectation", "chances": False, "rolls": False, "tree": ""}
    if not answers:
        raise BadInput(f"{asked.question.id!r} has no number for an answer: pose another question")
    return told | {"answers": answers}


def results_of(line: str, asked: Asking) -> list[dict[str, str]]:
    """The numbers that a chain comes to."""
    visit = Visit()
    try:
        visit.open(address_of(line))
        page = visit.root
        assert page is not None
        if page.situation is None:
            raise BadInput(page.form.problem)
        return numbers_of(page.results, getattr(asked.question, "results", {}))
    finally:
        visit.end()


def drawn(odds: Odds, outcome: str = "") -> dict[str, Any]:
    """The tree of some odds, if it is not too big for a projector, and what is rolled for in it."""
    asked = odds.question
    lit = tuple(
        branch
        for way in (odds.tree.paths() if outcome else ())
        if asked.word(way.outcome) == outcome
        for _, branch in way.steps
    )
    looks = outcome_looks(odds, asked.outcomes, asked.ranked)
    means = f"leads to {outcome}"
    drawing = draw(odds.tree, lit, looks=looks, prefix="stage", word=asked.word, lit_means=means)
    return {"tree": drawing if len(drawing) <= MOST_LETTERS else "", "rule": rule_lines(odds)}


def mistakes_in(odds: Odds, outcome: str) -> list[list[str]]:
    """Wrong answers that people give to the chance of an outcome, each with what it mistakes."""
    return [[str(each.answer), plain(as_html(each.says))] for each in wrong_chances(odds, outcome)]


def departing(inputs: Mapping[str, Any], named: Mapping[str, Any]) -> Mapping[str, Any]:
    """The inputs that the line names: the others are as the book has them. All, where it names none."""
    return {name: value for name, value in inputs.items() if name in named} or inputs


def chances_of(odds: Odds) -> list[dict[str, str]]:
    """Every outcome with its exact chance and its look, from harmless to final."""
    looks = outcome_looks(odds, odds.question.outcomes, odds.question.ranked)
    likely = set(sorted(looks, key=lambda word: -odds.fraction(word))[:MOST_ANSWERS])
    return [
        told(word, f"How likely is “{spoken(word)}”?", odds.fraction(word)) | {"css": look.css}
        for word, look in looks.items()
        if word in likely
    ]


def numbers_of(results: Mapping[str, Any], meanings: Mapping[str, str]) -> list[dict[str, str]]:
    """Every result of a chain that is a number."""
    numbers = {name: to_fraction(value) for name, value in results.items()}
    return [
        told(name, f"How much is it: {meanings.get(name, name)}?", value, None if 0 <= value <= 1 else "")
        for name, value in numbers.items()
        if value is not None
    ]


def told(name: str, sentence: str, value: Fraction, unit: str | None = None) -> dict[str, str]:
    """An answer: its name, the sentence that asks for it, the exact number; one with a unit is no chance."""
    number = "" if value.denominator == 1 else decimal(value)
    words = short_percent(value) if unit is None else f"{number} {unit}".strip()
    return {"name": name, "asks": sentence, "exact": str(value), "percent": words}


@cache
def of_the_course(name: str) -> Mapping[str, Any]:
    """A question of the course, with the last that was told before it, its table, and its reason.

    A choice has its `choices`. Raises BadInput for none.
    """
    lesson = lesson_with(name)
    question = lesson.questions[name].still
    prose, names = prose_before(lesson), list(lesson.questions)
    earlier = names[names.index(name) :: -1]
    before = LINK.sub(r"\1", next(filter(None, (last_told(prose.get(each, "")) for each in earlier)), ""))
    text, why = (as_html(filled(each, question.values)) for each in (question.text, question.why))
    text = plain(text)
    odds = question.values.odds(question.answer)
    wrong = {} if question.choices else question.wrong
    unit = None if question.kind == "chance" else question.unit
    tables = (picture_of(each) for each in (question, *lesson.questions.values()))
    return {
        "line": f"{COURSE}{name}",
        "title": lesson.title,
        "system": "a question of the course",
        "inputs": as_html(before),
        "kind": "expectation" if question.kind == "count" else question.kind,  # a class counts experiments
        "chances": question.kind == "chance",
        "rolls": False,
        "answers": [
            chosen(name, text, question) if question.choices else told(name, text, question.right, unit)
        ],
        "choices": list(question.choices or ()),
        "why": why,
        "within": str(question.tolerance),
        "ideas": list(lesson.concepts),
        "picture": next(filter(None, tables), ""),
        "mistakes": [
            [str(value), plain(as_html(filled(says, question.values)))] for value, says in wrong.items()
        ],
        **(drawn(*odds) if odds and fits(odds[0].tree) else {"tree": ""}),
        **({"rule": []} if odds and not more_than_a_die(odds[0].tree) else {}),
    }


def of_the_dice(name: str) -> dict[str, Any]:
    """What a class counts in the lesson that asks a question: everybody sends how often the event came.

    Raises BadInput for a lesson without such an experiment.
    """
    lesson = lesson_with(name)
    teacher = lesson.teacher
    if "value" not in teacher or "variance" in teacher:
        raise BadInput(f"{lesson.title!r} has no experiment whose results are counted")
    tries, event = int(teacher.get("tries", 10)), str(teacher.get("event", "the event"))
    how_often = f"How often in {tries} {'try' if tries == 1 else 'tries'}: {event}?"
    return {
        "line": f"{EXPERIMENT}{name}",
        "title": lesson.title,
        "system": "our own dice",
        "inputs": as_html(str(teacher.get("experiment", ""))),
        "kind": "count",
        "chances": False,
        "rolls": False,
        "answers": [told(event, how_often, lesson.values[teacher["value"]])],
        "tries": tries,
        "tree": "",
        "why": "",
    }


def of_the_teacher(written: str) -> dict[str, Any]:
    """A question written on the spot, as JSON: its `text` and an `answer`, several `choices`, or `about`.

    The first choice is the right one; `about` is the line that asks the situation which the text is about.
    Raises BadInput for what asks nothing.
    """
    try:
        given = json.loads(written)
        text = " ".join(str(given["text"]).split())
    except (ValueError, TypeError, KeyError):
        raise BadInput("a question of one's own has a text") from None
    if not 1 <= len(text) <= MOST_TOLD:
        raise BadInput(f"a question has 1 to {MOST_TOLD} letters; this one has {len(text)}")
    if given.get("about"):
        question = posed(str(given["about"]))
        return question | {"answers": [each | {"asks": text} for each in question["answers"]]}
    choices = list(dict.fromkeys(filter(None, (str(each).strip() for each in given.get("choices", ())))))
    own: dict[str, Any] = {
        "line": f"{OWN}{written}",
        "title": "A question of our own",
        "system": "asked by the teacher",
    }
    own |= {"inputs": "", "rolls": False, "tree": "", "why": ""}
    if choices:
        if not 2 <= len(choices) <= MOST_CHOICES:
            raise BadInput(f"there are 2 to {MOST_CHOICES} choices; got {len(choices)}")
        right = {"name": "own", "asks": text, "exact": choices[0], "percent": ""}
        return own | {"kind": "choice", "chances": False, "answers": [right], "choices": sorted(choices)}
    kind = "chance" if given.get("chance", True) else "expectation"
    value = read_guess(kind, str(given.get("answer", ""))).value
    near = NEAR if kind == "chance" else "0"
    chances = kind == "chance"
    answer = told("own", text, value, None if chances else "")
    return own | {"kind": kind, "chances": chances, "answers": [answer], "within": near}


def of_the_puzzle(name: str) -> dict[str, Any]:
    """A puzzle by its id, that of the day, or one by chance: which choice is best, and what each is worth.

    Raises BadInput for an unknown one.
    """
    if name == TODAY:
        one = of_the_day(datetime.now(UTC).date())
    else:
        one = puzzle(secrets.choice(list(shelf())) if name == ANY else name)
    game = one.game
    scene = game.book.table.scene(BoardState(game.moment.position), game.rules)
    said = {choice: said_in(choice, game) for choice in one.choices}
    worths = "".join(
        f"<li>{escape(said[choice])}: {worth} ({short_percent(worth)})</li>"
        for choice, worth in one.choices.items()
    )
    why = "".join(f"<p>{escape(each)}</p>" for each in [*explained(one, one.answer)][-1:])
    return {
        "line": f"{PUZZLE}{one.id}",
        "title": f"Puzzle {one.id}",
        "system": game.home.title,
        "inputs": f"<ul>{''.join(f'<li>{escape(each)}</li>' for each in stands(one))}</ul>",
        "kind": "choice",
        "chances": False,
        "rolls": False,
        "answers": [{"name": one.id, "asks": asks(one), "exact": said[one.answer], "percent": ""}],
        "choices": sorted(said.values()),
        "picture": still(scene, WIDE),
        "tree": "",
        "why": f"<p>To win, each choice is worth:</p><ul>{worths}</ul>{why}",
    }


READ: Mapping[str, Callable[[str], Mapping[str, Any]]] = {
    COURSE: of_the_course,
    EXPERIMENT: of_the_dice,
    OWN: of_the_teacher,
    PUZZLE: of_the_puzzle,
}
"""Who reads what is not a line of `python -m pz8edu ask`."""


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


def chosen(name: str, sentence: str, question: Question) -> dict[str, str]:
    """The right one of several choices."""
    return {"name": name, "asks": sentence, "exact": question.right_choice, "percent": ""}


def course_questions() -> list[dict[str, str]]:
    """The questions of the course, where one lies here."""
    try:
        return [
            {"line": f"{COURSE}{name}", "lesson": lesson.title, "text": plain(as_html(question.still.text))}
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


WORK: Mapping[str, Callable[[Any], Any]] = {
    "pose": lambda asked: posed(*asked),
    "roll": rolled,
    "begin": begun,
    "move": moved,
}
"""What a host works out that belongs to no page."""
