"""One question for every value of an input or two: a table of exact odds."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from itertools import islice, product

from markupsafe import Markup

from pz8edu.asking.ask import question_in, rules_for
from pz8edu.asking.odds import Odds
from pz8edu.core.chance.distribution import Distribution
from pz8edu.core.facts.fact import Refused
from pz8edu.core.rulebook.domain import Domain
from pz8edu.core.rulebook.draws import listed_values
from pz8edu.core.rulebook.ruleset import Ruleset
from pz8edu.core.rulebook.system import Calculator, System
from pz8edu.core.tree.wording import word_of
from pz8edu.desk.answer_table import ExactTable
from pz8edu.desk.tables.answers import Answers, Progress, answers
from pz8edu.errors import BadInput, unknown
from pz8edu.printing.html_table import chance_html, html_table
from pz8edu.printing.percent import percent
from pz8edu.printing.text import columns
from pz8edu.show.odds_html import legend, strip
from pz8edu.show.outcome_styles import OutcomeStyle
from pz8edu.show.outcomes import outcome_looks

COUNT = re.compile(r"-?\d+")
"""An outcome that is a whole number."""
MOST_SHOWN = 500
"""So many rows of a table are shown; all of them are in its CSV."""

Key = tuple[object, ...]
"""The values of one situation in the order of the inputs that vary."""
Over = Mapping[str, Iterable[object]] | Iterable[str]
"""The inputs that vary: names that take all their values, or the values of each name."""


class OddsTable(ExactTable):
    """The odds of a calculator over the values of some inputs: one row a situation, one column an outcome.

    `rows` has the odds by the values; situations that the rules refuse are left out of it, and counted by the
    sentence in `refused`.
    """

    def __init__(self, answers: Answers) -> None:
        self.answers = answers
        self.question = answers.question
        self.over = tuple(answers.situations.values)
        self.rows = Rows(answers)
        self.refused = answers.refused()
        known = (law for law, _ in answers.counts() if isinstance(law, Distribution))
        self.outcomes = as_printed_order(self.question, (word for law in known for word in law))

    def __getitem__(self, values: object) -> Odds:
        """The odds of one situation, by its value (or a tuple of its values).

        Raises BadInput for values that are not in the table, and where the rules refuse the situation.
        """
        key = values if isinstance(values, tuple) else (values,)
        row = self.rows.place(key)
        if row is None:
            raise BadInput(f"this table has no row {key}; its inputs are {', '.join(self.over)}")
        return self.answers[row]

    def __eq__(self, other: object) -> bool:
        return isinstance(other, OddsTable) and self._told() == other._told()

    def __hash__(self) -> int:
        return hash((self.question.id, self.over, self.outcomes))

    def _told(self) -> tuple[object, ...]:
        return self.question.id, self.over, self.outcomes, self.refused, dict(self.rows)

    def __iter__(self) -> Iterator[Key]:
        return iter(self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def lines(self, most: int | None = None) -> list[list[str]]:
        """The table as text: a heading, then a line a situation with its exact chances."""
        return [[*self.over, *self.outcomes], *islice(self._lines(), most)]

    def _lines(self) -> Iterator[list[str]]:
        cells: dict[int, list[str]] = {}
        for values, row in self.rows.places():
            code = int(self.answers.codes[row])
            if code not in cells:
                law = self.answers.laws[code].fractions()  # type: ignore[union-attr]
                cells[code] = [str(law[word]) if word in law else "" for word in self.outcomes]
            yield [*map(str, values), *cells[code]]

    @property
    def left_out(self) -> str:
        """How many rows are not shown and how many situations are refused, in a sentence; "" for none."""
        told = [f"{len(self) - MOST_SHOWN} more rows."] if len(self) > MOST_SHOWN else []
        return " ".join([*told, *refusals(self.refused)])

    def __repr__(self) -> str:
        return "\n".join(filter(None, (columns(self.lines(MOST_SHOWN), ">"), self.left_out)))

    @property
    def looks(self) -> dict[str, OutcomeStyle]:
        """The outcomes of all rows in their order, with their looks."""
        return outcome_looks(self.outcomes, self.question.outcomes, self.question.ranked)

    def _repr_html_(self) -> str:
        said = Markup("<p>{}</p>").format(self.left_out) if self.left_out else Markup("")
        return (self._grid() if len(self.over) == 2 and not said else self._list()) + said

    def _list(self) -> Markup:
        """A line a situation, a column an outcome."""
        looks = self.looks
        head = [*(name.replace("_", " ") for name in self.over), *looks, ""]
        rows = (
            [*map(word_of, values), *(_cell(odds, word) for word in looks), strip(odds.fractions(), looks)]
            for values, odds in islice(self.rows.items(), MOST_SHOWN)
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


class Rows(Mapping[Key, Odds]):
    """The odds of a table's situations by the values that vary, in order; those refused are left out."""

    def __init__(self, answers: Answers) -> None:
        self._answers = answers
        self._refused = {place for place, law in enumerate(answers.laws) if isinstance(law, Refused)}
        listed = answers.situations.values.values()
        self._places = [{value: place for place, value in enumerate(values)} for values in listed]

    def place(self, values: tuple[object, ...]) -> int | None:
        """The row of some values; None where there is none."""
        row = 0
        if len(values) != len(self._places):
            return None
        for value, known in zip(values, self._places, strict=True):
            if value not in known:
                return None
            row = row * len(known) + known[value]
        return row

    def places(self) -> Iterator[tuple[Key, int]]:
        """The values of every situation that is not refused, and its row."""
        for row, values in enumerate(product(*self._places)):
            if int(self._answers.codes[row]) not in self._refused:
                yield values, row

    def __getitem__(self, values: tuple[object, ...]) -> Odds:
        row = self.place(values)
        if row is None or int(self._answers.codes[row]) in self._refused:
            raise KeyError(values)
        return self._answers[row]

    def __iter__(self) -> Iterator[Key]:
        return (values for values, _ in self.places())

    def __len__(self) -> int:
        return len(self._answers) - sum(self._answers.refused().values())


def refusals(refused: Mapping[str, int]) -> list[str]:
    """How many situations the rules refuse, in a sentence; none for none."""
    if not refused:
        return []
    count, why = sum(refused.values()), max(refused, key=lambda each: refused[each])
    return [f"{count} situation{'s are' if count > 1 else ' is'} refused by the rules, such as: {why}."]


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
    inputs: Mapping[str, object] | None = None,
    /,
    *,
    over: Over,
    reading: str | None = None,
    rules: Ruleset | None = None,
    told: Progress | None = None,
    beyond_the_book: bool = False,
    **more: object,
) -> OddsTable:
    """The odds of a calculator for all combinations of the values of some inputs.

    `over=["condition"]` takes all values of an input. Combinations that the rules do not allow are left out
    and counted as `refused`; `told(done, of)` hears how far it is; `beyond_the_book` lets numbers go further
    than the book has them. Raises BadInput for anything the rules do not know, for an input whose values
    cannot be listed, and where the rules refuse every situation.

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
    question = beyond_its_book(question) if beyond_the_book else question
    values = {name: tuple(dict.fromkeys(listed)) for name, listed in values_over(question, over).items()}
    (found,) = answers(question, (ruleset,), values, {**(inputs or {}), **more}, told)
    found.check_any()
    return OddsTable(found)


def beyond_its_book(question: Calculator) -> Calculator:
    """The same calculator, whose numbers may go further than the book has them."""
    return replace(question, situation=question.situation.beyond())


def as_printed_order(question: Calculator, words: Iterable[str]) -> tuple[str, ...]:
    """Outcomes, each once: the listed ones as they are printed, then the others."""
    found = dict.fromkeys(words)
    listed = [word for word in question.outcomes or () if word in found]
    return tuple(dict.fromkeys([*listed, *found]))


def values_over(question: Calculator, over: Over, *others: Calculator) -> dict[str, tuple[object, ...]]:
    """The values of every input that varies: of this question, else of one of the others."""
    if isinstance(over, Mapping):
        return {name: tuple(listed) for name, listed in over.items()}
    fields = {name: known for each in (*others, question) for name, known in each.situation.fields().items()}
    for name in (names := list(over)):
        if name not in fields:
            raise unknown(f"input of {question.id}", name, fields)
    return {name: every_value(name, fields[name].domain) for name in names}


def every_value(name: str, domain: Domain) -> tuple[object, ...]:
    """All values of an input; raises BadInput where they cannot be listed."""
    listed = listed_values(domain)
    if listed is not None:
        return listed
    raise BadInput(f"the values of {name} cannot be listed; name some: over={{{name!r}: [...]}}")


def combinations(values: Mapping[str, tuple[object, ...]]) -> Iterator[dict[str, object]]:
    """All combinations of the values, as named inputs."""
    for combination in product(*values.values()):
        yield dict(zip(values, combination, strict=True))
