"""Which reading of a doubtful rule matters most, over all situations of a calculator or of a whole system."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice
from math import prod

from pz8edu.asking.ask import question_in, rules_for, situation_of
from pz8edu.asking.odds import Odds, odds_of
from pz8edu.core.rulebook.draws import drawn_situations, listed_values
from pz8edu.core.rulebook.own_rules import under
from pz8edu.core.rulebook.ruleset import Ruleset
from pz8edu.core.rulebook.situation import Given
from pz8edu.core.rulebook.system import Calculator, System, readings_of
from pz8edu.core.umpire.throws import Memo
from pz8edu.desk.answer_table import AnswerTable, Listed
from pz8edu.desk.compare.comparison import Comparison, gained, moved
from pz8edu.desk.tables.answers import Progress, answers
from pz8edu.errors import BadInput, listed, unknown
from pz8edu.pages.reads import watched
from pz8edu.printing.percent import short_percent
from pz8edu.systems import system

MOST_LISTED, MOST_OF_EACH = 3_000_000, 20_000
"""Up to so many situations all are asked, of more a sample; fewer where a whole system is asked."""
MOVED = ("share", "moved on average", "at most")
"""Of the situations that share changes; so much of the chance moves."""
SAMPLE, SAMPLE_OF_EACH = 500, 100
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
    situation: Given | None = None

    @property
    def share(self) -> Fraction:
        """The share of the situations that change."""
        return Fraction(self.changed, self.asked) if self.asked else Fraction(0)

    @property
    def mean(self) -> Fraction:
        """How much of the chance moves on average over all situations."""
        return self.moved / self.asked if self.asked else Fraction(0)


@dataclass(frozen=True, repr=False)
class Matters(Listed[Matter], AnswerTable):
    """What every other answer to every doubt changes, what matters most first."""

    home: System = field(compare=False)
    rules: Ruleset
    found: tuple[Matter, ...] = field(hash=False)

    @property
    def summary(self) -> str:
        """The answer in one sentence."""
        moving = [each for each in self if each.changed]
        readings = list(dict.fromkeys(each.reading for each in self))
        if not readings:
            return f"No doubtful reading touches these odds of {self.home.id}."
        if not moving:
            told = f"The odds of {self.home.id} asked here stay the same"
            return f"{told} under every answer to {listed(readings)}."
        most = moving[0]
        others = [name for name in readings if all(each.reading != name for each in moving)]
        nothing = f" Under {listed(others)} all odds stay the same." if others else ""
        asked = f"{most.asked} situations{'' if most.whole else ' drawn'} change"
        mean, largest = short_percent(most.mean), short_percent(most.largest)
        compared = " most" if len({(each.reading, each.answer) for each in self}) > 1 else ""
        return (
            f"{most.reading}={most.answer} matters{compared}: "
            f"in {most.calculator} {most.changed} of {asked}, "
            f"by {mean} of the chance on average and {largest} at most.{nothing}"
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

    def by_reading(self) -> list[list[str]]:
        """The answers ranked over all calculators: a line each, with the calculator where it matters most."""
        ranked: dict[tuple[str, str], list[Matter]] = {}
        for each in self:
            ranked.setdefault((each.reading, each.answer), []).append(each)
        rows = [
            [
                f"{reading}={answer}",
                f"{sum(each.changed > 0 for each in found)} of {len(found)}",
                found[0].calculator,
                *map(short_percent, (found[0].share, found[0].mean, found[0].largest)),
                self.rules.readings()[reading].question,
            ]
            for (reading, answer), found in ranked.items()
        ]
        return [["reading", "calculators", "most in", *MOVED, "question"], *rows]

    def shown(self) -> list[list[str]]:
        """The table as it is shown: by reading where several calculators were asked."""
        if len({each.calculator for each in self}) > 1:
            return self.by_reading()
        lines = self.lines(exact=False)[1:]
        asked = [
            [*line[:1], *line[2:-1], self.rules.readings()[line[0].partition("=")[0]].question]
            for line in lines
        ]
        return [["reading", "change", *MOVED, "question"], *asked]


def matters(
    asked: str | System | Calculator,
    calculator: str | None = None,
    inputs: Mapping[str, object] | None = None,
    /,
    *,
    reading: str | None = None,
    rules: Ruleset | None = None,
    most: int | None = None,
    told: Callable[[str], object] | None = None,
    seconds: float | None = None,
    **more: object,
) -> Matters:
    """Which reading matters most: what each other answer does to the odds, over all situations.

    Of one calculator, or of every calculator of a system; of one `reading` ("R5"), or of all. Inputs that are
    given stay as they are, the others take all their values. Where these are more than `most` (3,000,000 for
    one calculator, 20,000 for each of a system), cannot be listed, or would take longer than so many
    `seconds`, some situations are drawn with a fixed seed: 500, or 100 of each. Readings that a calculator
    never looks at cost nothing: it is watched. `told` hears which calculator is asked. Raises BadInput for
    what the rules do not know.
    """
    if calculator is None and isinstance(asked, (str, System)):
        home = asked if isinstance(asked, System) else system(asked)
        questions = tuple(home.calculators.values())
        most, sample = MOST_OF_EACH if most is None else most, SAMPLE_OF_EACH
    else:
        home, question = question_in(asked, calculator, rules, "calculator")
        assert isinstance(question, Calculator)
        questions, sample = (question,), SAMPLE
    ruleset = rules_for(home, None, rules)
    if reading is not None and reading not in ruleset.readings():
        raise unknown(f"reading of {home.id}", reading, ruleset.readings())
    wanted = tuple(ruleset.readings()) if reading is None else (reading,)
    found: list[Matter] = []
    for question in questions:
        if told:
            told(question.id)
        most = MOST_LISTED if most is None else most
        found += _of_one(question, {**(inputs or {}), **more}, ruleset, wanted, most, sample, seconds)
    found.sort(key=lambda each: (-each.mean, -each.largest))
    return Matters(home, ruleset, tuple(found))


def _of_one(
    question: Calculator,
    fixed: Mapping[str, object],
    rules: Ruleset,
    wanted: tuple[str, ...],
    most: int,
    sample: int,
    seconds: float | None,
) -> Iterator[Matter]:
    """What every other answer does to one calculator."""
    wanted = tuple(name for name in wanted if name in readings_of(question))
    if not wanted:
        return  # it depends on none of them
    values = free_values(question, fixed, most)
    others = [
        (name, answer)
        for name in wanted
        for answer in rules.readings()[name].answers
        if answer != getattr(rules, name)
    ]
    if values is not None:
        rulesets = [rules, *(rules.variant({name: answer}) for name, answer in others)]
        with suppress(TooLong):
            before, *after = answers(question, rulesets, values, fixed, time_limit(seconds))
            for (name, answer), found in zip(others, after, strict=True):
                yield _listed(name, answer, Comparison(before, found))
            return
    situations = some_drawn(question, fixed, sample)
    seen: set[str] = set()
    own = under(question, rules)
    laws = _laws(own, situations, watched(rules, seen))
    for name, answer in others:
        if name in seen:
            after_it = _laws(own, situations, rules.variant({name: answer}))
            yield _drawn(name, answer, question, situations, laws, after_it)


class TooLong(Exception):
    """All situations would take longer than somebody waits."""


def time_limit(seconds: float | None) -> Progress | None:
    """Raises TooLong when the time is over and not everything is done."""
    if seconds is None:
        return None
    end = time.monotonic() + seconds

    def told(done: int, of: int) -> None:
        if done < of and time.monotonic() > end:
            raise TooLong

    return told


def _listed(reading: str, answer: str, found: Comparison) -> Matter:
    """What another answer does, where all situations were asked."""
    allowed = found.asked - sum(found.refused.values())
    if not len(found):
        return Matter(reading, answer, found.question.id, allowed, True)
    first = found[0]
    mean = sum((size * chance for size, chance in found.sizes.fractions().items()), Fraction(0))
    moves = len(found), mean * allowed, first.size, first.inputs
    return Matter(reading, answer, found.question.id, allowed, True, *moves)


def _drawn(
    reading: str,
    answer: str,
    question: Calculator,
    situations: list[Mapping[str, object]],
    before: list[Odds | None],
    after: list[Odds | None],
) -> Matter:
    """What another answer does, where situations were drawn."""
    sizes = [
        (moved(gained(old, new)), place)
        for place, (old, new) in enumerate(zip(before, after, strict=True))
        if old is not None and new is not None
    ]
    largest, place = max(sizes, key=lambda each: each[0], default=(Fraction(0), 0))
    total = sum((size for size, _ in sizes), Fraction(0))
    where = situations[place] if largest else None
    changed = sum(size > 0 for size, _ in sizes)
    return Matter(reading, answer, question.id, len(sizes), False, changed, total, largest, where)


def free_values(
    question: Calculator, fixed: Mapping[str, object], most: int = MOST_LISTED
) -> dict[str, tuple[object, ...]] | None:
    """All values of the inputs that are not given; None where they cannot be listed, or are too many."""
    fields = question.situation.fields()
    for name in fixed:
        if name not in fields:
            raise unknown(f"input of {question.id}", name, fields)
    values = {name: listed_values(known.domain) for name, known in fields.items() if name not in fixed}
    found = {name: listed for name, listed in values.items() if listed}
    count = prod(len(listed) for listed in found.values())
    return found if len(found) == len(values) and count <= most else None


def some_drawn(
    question: Calculator, fixed: Mapping[str, object], sample: int = SAMPLE
) -> list[Mapping[str, object]]:
    """Situations with these inputs fixed, drawn with a fixed seed."""
    free = {name: known for name, known in question.situation.fields().items() if name not in fixed}
    return [{**fixed, **each} for each in islice(drawn_situations(free, f"calculator {question.id}"), sample)]


def _laws(question: Calculator, situations: list[Mapping[str, object]], rules: Ruleset) -> list[Odds | None]:
    """The odds of every situation; None for one that cannot be."""
    memo: Memo = {}
    found: list[Odds | None] = []
    for each in situations:
        try:
            found.append(odds_of(question, situation_of(question, each), rules, memo))
        except BadInput:
            found.append(None)
    return found
