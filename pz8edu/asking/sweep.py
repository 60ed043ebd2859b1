"""One question for every value of an input or two: a table of exact odds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from markupsafe import Markup

from pz8edu.asking.ask import answer, question_in, rules_for
from pz8edu.asking.odds import Odds
from pz8edu.errors import BadInput, unknown
from pz8edu.printing.comma_separated import csv_text
from pz8edu.printing.html_table import chance_html, html_table
from pz8edu.printing.percent import percent
from pz8edu.printing.text import columns
from pz8edu.rulebook.domain import Domain
from pz8edu.rulebook.draws import listed_values
from pz8edu.rulebook.ruleset import Ruleset
from pz8edu.rulebook.system import Calculator, System
from pz8edu.show.odds_html import legend, strip
from pz8edu.show.outcome_styles import OutcomeStyle
from pz8edu.show.outcomes import outcome_looks
from pz8edu.tree.wording import word_of

COUNT = re.compile(r"-?\d+")
"""An outcome that is a whole number."""
MOST = 50_000
"""More situations than this are refused: name fewer values."""

Over = Mapping[str, Iterable[Any]] | Iterable[str]
"""The inputs that vary: names that take all their values, or the values of each name."""


class OddsTable:
    """The odds of a calculator over the values of some inputs: one row a situation, one column an outcome."""

    def __init__(
        self, question: Calculator, over: tuple[str, ...], rows: Mapping[tuple[Any, ...], Odds]
    ) -> None:
        self.question = question
        self.over = over
        self.rows = rows
        self.outcomes = in_order(question, (word for odds in rows.values() for word in odds))

    def __getitem__(self, values: Any) -> Odds:
        """The odds of one situation, by its value (or a tuple of its values)."""
        key = values if isinstance(values, tuple) else (values,)
        if key not in self.rows:
            raise BadInput(f"this table has no row {key}; its inputs are {', '.join(self.over)}")
        return self.rows[key]

    def __iter__(self) -> Iterator[tuple[Any, ...]]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def lines(self) -> list[list[str]]:
        """The table as text: a heading, then a line a situation with its exact chances."""
        rows = (
            [*map(str, values), *(str(odds[word]) if word in odds else "" for word in self.outcomes)]
            for values, odds in self.rows.items()
        )
        return [[*self.over, *self.outcomes], *rows]

    def to_csv(self) -> str:
        """The table as comma-separated lines with exact chances."""
        return csv_text(self.lines())

    def __repr__(self) -> str:
        return columns(self.lines(), ">")

    @property
    def looks(self) -> dict[str, OutcomeStyle]:
        """The outcomes of all rows in their order, with their looks."""
        return outcome_looks(self.outcomes, self.question.outcomes, self.question.ranked)

    def _repr_html_(self) -> str:
        return self._grid() if len(self.over) == 2 else self._list()

    def _list(self) -> Markup:
        """A line a situation, a column an outcome."""
        looks = self.looks
        head = [*(name.replace("_", " ") for name in self.over), *looks, ""]
        rows = (
            [*map(word_of, values), *(_cell(odds, word) for word in looks), strip(odds.fractions(), looks)]
            for values, odds in self.rows.items()
        )
        return html_table(head, rows, names=len(self.over))

    def _grid(self) -> Markup:
        """The values of one input down the side, those of the other across.

        In each cell stands the chance of the last outcome, or the mean where the outcomes are numbers.
        """
        looks = self.looks
        last = list(looks)[-1]
        counts = all(COUNT.fullmatch(word) for word in looks)
        down, across = (list(dict.fromkeys(values)) for values in zip(*self.rows, strict=True))
        side, top = (name.replace("_", " ") for name in self.over)
        head = [f"{side} ↓ {top} →", *map(word_of, across)]

        def square(odds: Odds) -> Markup:
            return strip(odds.fractions(), looks) + (_mean(odds) if counts else _share(odds, last))

        what = Markup("mean") if counts else Markup("chance of <b>{}</b>").format(last)
        told = Markup("<p>The {}; the strips have every outcome.</p>").format(what)
        rows = ([word_of(value), *(square(self.rows[value, other]) for other in across)] for value in down)
        every = Markup("<details><summary>every chance</summary>{}</details>").format(self._list())
        return told + html_table(head, rows, names=1) + legend(looks) + every


def _cell(odds: Odds, word: str) -> str:
    if word not in odds:
        return "–"
    return Markup("{}<br><small>{}</small>").format(chance_html(odds[word]), percent(odds[word]))


def _share(odds: Odds, word: str) -> Markup:
    chance = odds.fraction(word)
    share = percent(chance) if 0 < chance < 1 else ""
    return Markup("<b>{}</b> <small>{}</small>").format(chance_html(chance), share)


def _mean(odds: Odds) -> Markup:
    mean = sum((int(word) * chance for word, chance in odds.fractions().items()), Fraction(0))
    beside = "" if mean.denominator == 1 else f"{float(mean):.3g}"
    return Markup("<b>{}</b> <small>{}</small>").format(chance_html(mean), beside)


def sweep(
    asked: str | System | Calculator,
    calculator: str | None = None,
    inputs: Mapping[str, Any] | None = None,
    /,
    *,
    over: Over,
    reading: str | None = None,
    rules: Ruleset | None = None,
    **more: Any,
) -> OddsTable:
    """The odds of a calculator for all combinations of the values of some inputs.

    `over=["condition"]` takes all values of an input. Raises BadInput for anything the rules do not know, for
    an input whose values cannot be listed, and for more than 50,000 situations.

    >>> from pz8edu import sweep
    >>> sweep("pz8-ww2", "damage", over={"attack": range(2, 5)}, defence=3)
    attack   none  disorganized  suppressed  destroyed
         2  13/18           1/9        1/12       1/12
         3   7/12          5/36         1/9        1/6
         4   5/12           1/6        5/36       5/18
    """
    home, question = question_in(asked, calculator, rules, "calculator")
    assert isinstance(question, Calculator)
    ruleset = rules_for(home, reading, rules)
    values = values_over(question, over)
    memo: dict[Any, Any] = {}
    rows = {
        tuple(varied.values()): answer(question, {**(inputs or {}), **more, **varied}, ruleset, memo)
        for varied in combinations(values)
    }
    return OddsTable(question, tuple(values), rows)


def in_order(question: Calculator, words: Iterable[str]) -> tuple[str, ...]:
    """Outcomes, each once: the listed ones as they are printed, then the others."""
    found = dict.fromkeys(words)
    listed = [word for word in question.outcomes or () if word in found]
    return tuple(dict.fromkeys([*listed, *found]))


def values_over(question: Calculator, over: Over) -> dict[str, tuple[Any, ...]]:
    """The values of every input that varies."""
    if isinstance(over, Mapping):
        return {name: tuple(listed) for name, listed in over.items()}
    fields = question.situation.fields()
    for name in (names := list(over)):
        if name not in fields:
            raise unknown(f"input of {question.id}", name, fields)
    return {name: every_value(name, fields[name].domain) for name in names}


def every_value(name: str, domain: Domain) -> tuple[Any, ...]:
    """All values of an input; raises BadInput where they cannot be listed."""
    listed = listed_values(domain)
    if listed is not None:
        return listed
    raise BadInput(f"the values of {name} cannot be listed; name some: over={{{name!r}: [...]}}")


def combinations(values: Mapping[str, tuple[Any, ...]]) -> Iterator[dict[str, Any]]:
    """All combinations of the values, as named inputs; raises BadInput for too many."""
    count = prod(map(len, values.values()))
    if count > MOST:
        raise BadInput(f"{count} situations are too many to ask at once: at most {MOST}; name fewer values")
    for combination in product(*values.values()):
        yield dict(zip(values, combination, strict=True))
