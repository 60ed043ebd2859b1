"""Which reading of a doubtful rule matters most, over all situations of a calculator or of a whole system."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Any

from markupsafe import Markup

from pz8edu.asking.ask import question_in, rules_for, situation_of
from pz8edu.asking.odds import Odds, odds_of
from pz8edu.errors import BadInput, unknown
from pz8edu.printing.comma_separated import csv_text
from pz8edu.printing.html_table import html_table
from pz8edu.printing.percent import short_percent
from pz8edu.printing.text import columns
from pz8edu.rulebook.draws import drawn_situations, every_situation
from pz8edu.rulebook.own_rules import under
from pz8edu.rulebook.ruleset import Ruleset
from pz8edu.rulebook.system import Calculator, System
from pz8edu.systems import system
from pz8edu.umpire.watching import watched

MOST_LISTED = 50_000
"""Up to so many situations all are asked, of more a sample."""
SAMPLE = 500
"""So many situations are drawn where there are more, or where they cannot be listed."""


@dataclass(frozen=True)
class Matter:
    """What another answer to a doubt does to the odds of one calculator.

    `asked` situations were asked, all there are if `whole`; `changed` of them have other odds. `moved` is the
    share of the chance that moves, added up over all of them; `largest` the most in one, the `situation`.
    """

    reading: str
    answer: str
    calculator: str
    asked: int
    whole: bool
    changed: int = 0
    moved: Fraction = Fraction(0)
    largest: Fraction = Fraction(0)
    situation: Mapping[str, Any] | None = None

    @property
    def share(self) -> Fraction:
        """The share of the situations that change."""
        return Fraction(self.changed, self.asked) if self.asked else Fraction(0)

    @property
    def mean(self) -> Fraction:
        """How much of the chance moves on average over all situations."""
        return self.moved / self.asked if self.asked else Fraction(0)


class Matters:
    """What every other answer to every doubt changes, what matters most first."""

    def __init__(self, home: System, rules: Ruleset, found: list[Matter]) -> None:
        self.home = home
        self.rules = rules
        self.found = tuple(sorted(found, key=lambda each: (-each.mean, -each.largest)))

    def __iter__(self) -> Iterator[Matter]:
        return iter(self.found)

    def __len__(self) -> int:
        return len(self.found)

    def __getitem__(self, place: int) -> Matter:
        return self.found[place]

    @property
    def summary(self) -> str:
        """The answer in one sentence."""
        moving = [each for each in self if each.changed]
        readings = list(dict.fromkeys(each.reading for each in self))
        if not moving:
            return f"{', '.join(readings) or 'No reading'} changes no odds of {self.home.id}."
        most = moving[0]
        others = [name for name in readings if all(each.reading != name for each in moving)]
        nothing = f" {', '.join(others)} changes no odds." if others else ""
        return (
            f"{most.reading}={most.answer} matters most: in {most.calculator} {most.changed} of {most.asked} "
            f"situations change, by {short_percent(most.mean)} of the chance on average and "
            f"{short_percent(most.largest)} at most.{nothing}"
        )

    def lines(self, exact: bool = True) -> list[list[str]]:
        """The table as text: a heading, then a line for each answer and calculator."""
        said = str if exact else short_percent
        rows = [
            [
                f"{each.reading}={each.answer}",
                each.calculator,
                f"{each.changed} of {each.asked}{'' if each.whole else ' drawn'}",
                said(each.share),
                said(each.mean),
                said(each.largest),
                ", ".join(f"{name}={value}" for name, value in (each.situation or {}).items()),
            ]
            for each in self
            if exact or each.changed
        ]
        return [["reading", "calculator", "change", "share", "mean", "largest", "where"], *rows]

    def to_csv(self) -> str:
        """The table as comma-separated lines, with exact fractions."""
        return csv_text(self.lines())

    def __repr__(self) -> str:
        lines = [line[:-1] for line in self.lines(exact=False)]
        return f"{self.summary}\n{columns(lines)}" if len(lines) > 1 else self.summary

    def _repr_html_(self) -> str:
        head, *rows = self.lines(exact=False)
        return Markup("<p>{}</p>").format(self.summary) + html_table(head, rows, names=2)


def matters(
    asked: str | System | Calculator,
    calculator: str | None = None,
    inputs: Mapping[str, Any] | None = None,
    /,
    *,
    reading: str | None = None,
    rules: Ruleset | None = None,
    most: int = MOST_LISTED,
    **more: Any,
) -> Matters:
    """Which reading matters most: what each other answer does to the odds, over all situations.

    Of one calculator, or of every calculator of a system; of one `reading` ("R5"), or of all. Inputs that are
    given stay as they are, the others take all their values; where these are more than `most`, or cannot be
    listed, situations are drawn with a fixed seed. Readings that a calculator never looks at cost nothing: it
    is watched. Raises BadInput for what the rules do not know.
    """
    if calculator is None and isinstance(asked, (str, System)):
        home = asked if isinstance(asked, System) else system(asked)
        questions = tuple(home.calculators.values())
    else:
        home, question = question_in(asked, calculator, rules, "calculator")
        assert isinstance(question, Calculator)
        questions = (question,)
    ruleset = rules_for(home, None, rules)
    if reading is not None and reading not in ruleset.readings():
        raise unknown(f"reading of {home.id}", reading, ruleset.readings())
    wanted = tuple(ruleset.readings()) if reading is None else (reading,)
    found: list[Matter] = []
    for question in questions:
        found += _of_one(under(question, ruleset), {**(inputs or {}), **more}, ruleset, wanted, most)
    return Matters(home, ruleset, found)


def _of_one(
    question: Calculator, fixed: Mapping[str, Any], rules: Ruleset, wanted: tuple[str, ...], most: int
) -> Iterator[Matter]:
    """What every other answer does to one calculator."""
    if not any(name in question.readings for name in wanted):
        return  # it depends on none of them
    situations, whole = situations_of(question, fixed, most)
    seen: set[str] = set()
    before = _laws(question, situations, watched(rules, seen, as_a_whole=False))
    asked = [(place, law) for place, law in enumerate(before) if law is not None]
    for name in wanted:
        if name not in seen:
            continue
        for answer in rules.readings()[name].answers:
            if answer != getattr(rules, name):
                after = _laws(question, situations, rules.variant({name: answer}))
                pairs = [(situations[place], law, after[place]) for place, law in asked]
                yield _matter(name, answer, question, pairs, whole)


def _matter(
    reading: str,
    answer: str,
    question: Calculator,
    pairs: list[tuple[Mapping[str, Any], Odds, Odds | None]],
    whole: bool,
) -> Matter:
    changed, moved, largest, where = 0, Fraction(0), Fraction(0), None
    for situation, before, after in pairs:
        if after is None:
            continue
        size = moved_between(before, after)
        if size:
            changed += 1
            moved += size
            if size > largest:
                largest, where = size, situation
    return Matter(reading, answer, question.id, len(pairs), whole, changed, moved, largest, where)


def moved_between(before: Odds, after: Odds) -> Fraction:
    """The share of the chance that lies elsewhere."""
    if before.weights == after.weights and before.total == after.total:
        return Fraction(0)
    words = dict.fromkeys([*before, *after])
    gains = (after.fraction(word) - before.fraction(word) for word in words)
    return sum((gain for gain in gains if gain > 0), Fraction(0))


def situations_of(
    question: Calculator, fixed: Mapping[str, Any], most: int = MOST_LISTED
) -> tuple[list[Mapping[str, Any]], bool]:
    """All situations with these inputs fixed, and that they are all; else a sample of them."""
    fields = question.situation.fields()
    for name in fixed:
        if name not in fields:
            raise unknown(f"input of {question.id}", name, fields)
    free = {name: known for name, known in fields.items() if name not in fixed}
    listed = every_situation(free, most)
    if listed is not None:
        return [{**fixed, **each} for each in listed], True
    drawn = islice(drawn_situations(free, f"calculator {question.id}"), SAMPLE)
    return [{**fixed, **each} for each in drawn], False


def _laws(question: Calculator, situations: list[Mapping[str, Any]], rules: Ruleset) -> list[Odds | None]:
    """The odds of every situation; None for one that cannot be."""
    memo: dict[Any, Any] = {}
    found: list[Odds | None] = []
    for each in situations:
        try:
            found.append(odds_of(question, situation_of(question, each), rules, memo))
        except BadInput:
            found.append(None)
    return found
