"""The shot of the day: one fresh question from any of the sixteen books, the same for everybody that day."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from datetime import date, timedelta
from fractions import Fraction
from functools import cached_property
from html import escape
from typing import Any, NamedTuple

import ipywidgets as w

from pz8edu.asking.ask import question_in, rules_for
from pz8edu.asking.odds import Odds, odds_of
from pz8edu.core.rulebook.domain import to_fraction
from pz8edu.core.rulebook.draws import listed_values
from pz8edu.core.rulebook.own_rules import under
from pz8edu.core.rulebook.system import Calculator
from pz8edu.errors import BadInput
from pz8edu.pages.outcome_meanings import outcome_meaning
from pz8edu.printing.percent import in_points
from pz8edu.show.outcomes import spoken
from pz8edu.systems import system
from pz8widgets.course.course import Course
from pz8widgets.course.folder import course_folder
from pz8widgets.course.guess import read_guess
from pz8widgets.course.lesson import Lesson
from pz8widgets.course.opened import opened
from pz8widgets.course.progress import Answer, Progress, day, this_day
from pz8widgets.course.quiz import paths_html
from pz8widgets.course.rule_in_lines import decides, rule_lines
from pz8widgets.course.wording import as_html
from pz8widgets.course.worlds import badge, worlds
from pz8widgets.page.form import label_of
from pz8widgets.page.fraction_html import odds_html
from pz8widgets.page.guess_bar import GuessBar
from pz8widgets.page.theme import acts, apply_theme, button, card, words

KEPT = "shot of the day "
NEAR = Fraction(1, 10)
"""A guess so near counts for the row."""
NEAR_ENOUGH = f"a guess within {int(100 * NEAR)} percentage points counts"

LIKELY = (Fraction(1, 25), Fraction(24, 25))
"""A chance beyond these is no question."""

CYCLE = 23 * 16
"""After so many days the shots begin again, so that a book that answers without Python has them all."""
PATIENCE = 400
MOST_INPUTS, RULE_LINES = 5, 2
"""A question with more inputs is not read in ten seconds, nor is a rule in more lines."""
VARIED = 2
"""So many inputs have other values than in the lesson where the question comes from."""

PLAIN = (str, int, bool)
"""What a question of a line may give."""

NEIGHBOURS = 3
"""A number moves by so much at most."""


class Shot(NamedTuple):
    """A question to the rules, and the lesson that tells its rule."""

    lesson: str
    system: str
    question: str
    inputs: Mapping[str, Any]
    outcome: str


def asked_in(course: Course) -> dict[str, list[Shot]]:
    """What the lessons ask the rules for a plain chance, by system."""
    found: dict[str, list[Shot]] = {}
    for name in dict.fromkeys(each for track in course.tracks for each in track.lessons):
        for written in course.lesson(name).values.written.values():
            if not isinstance(written, Mapping) or set(written) - {"system", "question", "inputs", "outcome"}:
                continue
            inputs = written.get("inputs", {})
            plain = all(isinstance(each, PLAIN) for each in inputs.values())
            if plain and isinstance(written.get("outcome"), str) and written["system"] in worlds():
                shot = Shot(name, written["system"], written["question"], inputs, written["outcome"])
                found.setdefault(shot.system, []).append(shot)
    return found


def shot_of(today: date, course: Course) -> Shot:
    """The shot of a day: every sixteen days each book comes once. Raises BadInput where none is found."""
    return shot_numbered(today.toordinal() % CYCLE, asked_in(course))


def shot_numbered(number: int, asked: Mapping[str, Sequence[Shot]]) -> Shot:
    """The shot of that number in the cycle, out of what lessons ask. Raises BadInput where none is found."""
    books = sorted(asked)
    turn, place = divmod(number, len(books))
    random.Random(f"books {turn}").shuffle(books)
    source = random.Random(f"shot {number}")
    for _ in range(PATIENCE):
        shot = source.choice(asked[books[place]])
        try:
            shot = shot._replace(inputs=varied(shot, source))
            chance = chance_of(shot)
        except BadInput:  # no calculator, or inputs that do not go together
            continue
        told = rule_lines(odds := odds_for(shot))
        short = len(shot.inputs) <= MOST_INPUTS and len(told) <= RULE_LINES
        if short and LIKELY[0] <= chance <= LIKELY[1] and decides(odds):
            return shot
    raise BadInput(f"{books[place]} has no shot of the day {number}")


def varied(shot: Shot, source: random.Random) -> dict[str, Any]:
    """The inputs with other values: of those that the lesson gives two, numbers near by. Raises BadInput."""
    fields = calculator_of(shot).situation.fields()
    given = shot.inputs or {name: field.default for name, field in fields.items()}
    ways: dict[str, list[Any]] = {}
    for name, value in given.items():
        others = [each for each in listed_values(fields[name].domain) or () if each != value]
        if isinstance(value, int) and not isinstance(value, bool):
            others = [each for each in others if isinstance(each, int) and abs(each - value) <= NEIGHBOURS]
        if others and isinstance(value, PLAIN):
            ways[name] = others
    if not ways:
        raise BadInput(f"{shot.question} has no input with other values")
    changed = source.sample(sorted(ways), min(VARIED, len(ways)))
    return {**shot.inputs, **{name: source.choice(ways[name]) for name in changed}}


def asked_words(shot: Shot) -> str:
    """The question: its book, what stands on the table, what is rolled for, and the outcome, as HTML."""
    rule = " ".join(rule_lines(odds_for(shot)))
    asked, home = calculator_of(shot), system(shot.system)
    given = ", ".join(said(name, value) for name, value in shot.inputs.items() if value is not False)
    outcome = spoken(shot.outcome, str(outcome_meaning(asked, shot.outcome, home.rules) or ""))
    number = f"is the {'number of hits' if 'each die that' in rule else 'result'} {outcome}"
    ends = number if outcome.isdigit() else f"does it end in “{escape(outcome)}”"
    return (
        f"<p>{escape(worlds()[shot.system].name)} · {escape(asked.title)}{': ' if given else ''}{given}.</p>"
        f"<p class='pz8-quiet'>{escape(rule)}</p>"
        f"<p><b>How often {ends}?</b></p>"
    )


def calculator_of(shot: Shot) -> Calculator:
    """The calculator that is asked. Raises BadInput where a chain is."""
    _, asked = question_in(shot.system, shot.question, None, "calculator")
    assert isinstance(asked, Calculator)
    return asked


def odds_for(shot: Shot) -> Odds:
    """The exact odds. Raises BadInput as the rules do."""
    home, asked = question_in(shot.system, shot.question, None, "calculator")
    assert isinstance(asked, Calculator)
    rules = rules_for(home)
    return odds_of(under(asked, rules), asked.situation.read(dict(shot.inputs)), rules)


def chance_of(shot: Shot) -> Fraction:
    """The chance that is asked for. Raises BadInput for an outcome that is only a further result."""
    odds = odds_for(shot)
    if shot.outcome not in odds:
        return Fraction(0)
    return to_fraction(odds[shot.outcome]) or Fraction(0)


def days_right(answers: Mapping[str, Answer]) -> set[date]:
    """The days on which the first guess was near enough."""
    named = {
        day(name.removeprefix(KEPT)): answer for name, answer in answers.items() if name.startswith(KEPT)
    }
    return {each for each, answer in named.items() if each and answer.first_right}


def rows(days: Iterable[date]) -> list[tuple[date, int]]:
    """Every row of days without a gap: its last day, and how long it is."""
    found: list[tuple[date, int]] = []
    for each in sorted(days):
        if found and each == found[-1][0] + timedelta(days=1):
            found[-1] = (each, found[-1][1] + 1)
        else:
            found.append((each, 1))
    return found


def streak(answers: Mapping[str, Answer], today: date) -> tuple[int, int]:
    """How many days in a row until now, and the longest row ever; one that may still go on today counts."""
    found = rows(days_right(answers))
    to_come = KEPT + today.isoformat() not in answers
    now = found[-1][1] if found and found[-1][0] >= today - timedelta(days=to_come) else 0
    return now, max((length for _, length in found), default=0)


def row_words(answers: Mapping[str, Answer], today: date) -> str:
    """How the row of days stands: "3 in a row, best 5"; after a miss, that another one begins."""
    now, best = streak(answers, today)
    if not now and KEPT + today.isoformat() in answers:
        return "a new row begins tomorrow" + (f", best {best}" if best else "")
    return f"{now} in a row, best {best}" if best else "Start a streak: one guess a day"


class ShotOfTheDay(w.VBox):  # type: ignore[misc] # ipywidgets has no types
    """One fresh question a day: a guess on a bar, then how it is, why, and the tree to step through.

    There is no clock, and only the first guess of a day counts. Raises BadInput where there is no course.
    """

    def __init__(self, today: date | None = None, progress: Progress | None = None) -> None:
        super().__init__()
        self.today = today or this_day()
        self.course = Course(course_folder())
        self.progress = progress or Progress.of_course(self.course.folder)
        self.shot = shot_of(self.today, self.course)
        self.guess = GuessBar()
        self.check = button("That is my guess", "Check the answer", self.checked, "primary")
        self.verdict, self.row = words(""), words("", "pz8-quiet")
        self.opened = w.VBox()
        tools = w.HBox([self.guess, self.check])
        tools.add_class("pz8-tools")
        note = f"{self.today:%d %B}: the same for everybody; take your time"
        self.children = (
            card("Shot of the day", words(self.asked_html()), acts(tools), self.verdict, self.row, note=note),
            self.opened,
        )
        if before := self.progress.of(KEPT + self.today.isoformat()):
            self.guess.value = before.first
            self.tell(before.first, before.first_right)
        self.count()
        self.add_class("pz8-asking")
        apply_theme(self)

    @cached_property
    def right(self) -> Fraction:
        """The chance that is asked for."""
        return chance_of(self.shot)

    @property
    def lesson(self) -> Lesson:
        """The lesson that tells the rule."""
        return self.course.lesson(self.shot.lesson)

    def asked_html(self) -> str:
        """The question: what stands on the table, and where its rule is told."""
        more = f"The lesson “{escape(self.lesson.title)}” tells more; a guess will do."
        return (
            f"{badge(self.shot.system, 56)}<div class='pz8-asked'>{asked_words(self.shot)}"
            f"<p class='pz8-quiet'>{more}</p></div>"
        )

    def checked(self) -> None:
        """Keep the first guess of the day, and tell how it is."""
        text = self.guess.value
        if not text:
            self.verdict.value = "<p role='status'>Touch the line to guess.</p>"
            return
        near = abs(read_guess("chance", text).value - self.right) <= NEAR
        self.progress.keep(KEPT + self.today.isoformat(), text, near)
        self.tell(text, near)
        self.count()

    def tell(self, text: str, near: bool) -> None:
        """The answer, how far away the guess was, why, and the calculator with its tree."""
        self.check.disabled = True
        self.guess.exact = f"{float(100 * self.right):.4g} %"
        away = abs(read_guess("chance", text).value - self.right)
        begin = "Near enough." if near else f"Not near enough: {in_points(away)} points away."
        why = paths_html(odds_for(self.shot), self.shot.outcome, single=True)
        trouble = f"<p class='pz8-quiet'>{escape(self.progress.trouble)}</p>" if self.progress.trouble else ""
        self.verdict.value = (
            f"<div role='status'><p><b>{begin}</b> It is {odds_html(self.right)}.</p>{why}{trouble}</div>"
        )
        _, home, asked, inputs, _ = self.shot
        self.opened.children = (opened({"calculator": asked, "system": home, "inputs": inputs}),)

    def count(self) -> None:
        """Tell the row of days."""
        told = row_words(self.progress.answers, self.today)
        self.row.value = (
            f"<p><b>{told[:1].upper()}{told[1:]}</b> · {NEAR_ENOUGH} · nothing leaves this machine</p>"
        )

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        """The live question; wherever no widget runs, that there is one: it is another one every day."""
        bundle: dict[str, str] = super()._repr_mimebundle_(**kwargs)
        told = "Shot of the day: one fresh question from any of the sixteen books, where this page runs."
        return {**bundle, "text/plain": told, "text/html": as_html(told)}


def said(name: str, value: Any) -> str:
    """An input as a person says it: "Attack **5**", "Over half range"."""
    return (
        escape(label_of(name)) if value is True else f"{escape(label_of(name))} <b>{escape(str(value))}</b>"
    )
