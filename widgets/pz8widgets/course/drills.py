"""Exercises of an idea: a question of any lesson in another situation, asked in the idea's way."""

from __future__ import annotations

import random
from typing import NamedTuple

from pz8edu.asking.odds import Odds
from pz8edu.errors import BadInput
from pz8widgets.course.cards import PACKED, drawn_pack
from pz8widgets.course.course import Course
from pz8widgets.course.ideas import IDEAS
from pz8widgets.course.own_numbers import Own, own_numbers
from pz8widgets.course.quiz import paths_html
from pz8widgets.course.rule_in_lines import decides, rule_lines
from pz8widgets.course.wording import as_html, fraction
from pz8widgets.course.worlds import worlds
from pz8widgets.course.wrong_models import Asked

WRONG = 3
"""So many wrong answers stand beside the right one."""
PATIENCE = 400


class Drill(NamedTuple):
    """An exercise of an idea: the same `number` is always the same one."""

    idea: str
    number: int
    book: str
    title: str
    rule: tuple[str, ...]
    asked: Asked
    odds: Odds
    outcome: str

    @property
    def name(self) -> str:
        """Under which its answers are kept."""
        return f"{kept(self.idea)}{self.number}"

    @property
    def hardness(self) -> tuple[int, int]:
        """How many ways there are, and how fine the answer is."""
        return sum(1 for _ in self.odds.tree.paths()), self.asked.answer.denominator

    def reason(self) -> str:
        """Why the answer is right, with the ways through the tree that lead to what was asked about."""
        told = as_html(f"**{fraction(self.asked.answer)}.** {self.asked.why}")
        return told + (paths_html(self.odds, self.outcome, single=True) if self.outcome else "")


def lessons_of_books(course: Course) -> dict[str, list[str]]:
    """The lessons about each of the sixteen books."""
    books: dict[str, list[str]] = {}
    for name in dict.fromkeys(name for track in course.tracks for name in track.lessons):
        if (book := name.partition("/")[0]) in worlds():
            books.setdefault(book, []).append(name)
    return books


def kept(idea: str) -> str:
    """How the names of all drills of an idea begin."""
    return f"drill {idea} "


def drill(idea: str, number: int, course: Course) -> Drill:
    """The exercise of that number, out of any of the sixteen books. Raises BadInput where none is found."""
    source = random.Random(f"{idea} {number}")
    books = lessons_of_books(course)
    for _ in range(PATIENCE):
        book, own = drawn_pack(source) if idea == PACKED else _drawn(books, course, source)
        if own is None or not (idea == PACKED or decides(own.odds)):
            continue
        asked = IDEAS[idea](own.odds, own.outcome, source)
        if asked is None:
            continue
        told = [each for each in reversed(asked.wrong) if each.answer < 1 or asked.answer >= 1]
        wrong = {each.answer: each for each in told if each.answer != asked.answer}
        if len({fraction(each) for each in (*wrong, asked.answer)}) <= WRONG:
            continue
        asked = asked._replace(wrong=tuple(reversed(wrong.values())))
        rule = tuple(rule_lines(own.odds))
        title = own.title if rule else f"{own.title}: {own.given}."
        return Drill(idea, number, worlds()[book].name, title, rule, asked, own.odds, own.outcome)
    raise BadInput(f"no lesson of this course has an exercise about {idea!r}")


def _drawn(books: dict[str, list[str]], course: Course, source: random.Random) -> tuple[str, Own | None]:
    book = source.choice(sorted(books))
    return book, next(own_numbers(course.lesson(source.choice(books[book])), source), None)
