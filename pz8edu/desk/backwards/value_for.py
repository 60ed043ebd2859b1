"""Asked backwards: which value of an input or of a printed number brings an outcome to a target."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pz8edu.asking.ask import rules_for
from pz8edu.core.rulebook.beyond import beyond, book_has
from pz8edu.core.rulebook.domain import to_fraction
from pz8edu.core.rulebook.ruleset import Ruleset
from pz8edu.core.rulebook.system import Calculator, Question, System
from pz8edu.core.umpire.throws import Memo
from pz8edu.desk.answer_table import AnswerTable
from pz8edu.desk.backwards.figure import Figure, domain_at, figure_of, figure_text, input_text
from pz8edu.desk.backwards.steps import domain_in, values_near
from pz8edu.errors import BadInput, shown, unknown
from pz8edu.printing.exact import in_full

Row = tuple[object, Fraction | None]


@dataclass(eq=False, repr=False)
class FigureByValue(AnswerTable):
    """A figure for every value of one input or number, and which of them comes nearest to a target.

    `rows` has the values with their figures; None stands for "never".
    """

    figure: Figure
    change: str
    target: Fraction
    rows: list[Row]
    rules: Ruleset

    align = "><"

    @property
    def nearest(self) -> tuple[object, ...]:
        """The values that come nearest to the target; several where they come equally near."""
        told = [(abs(found - self.target), value) for value, found in self.rows if found is not None]
        least = min((gap for gap, _ in told), default=None)
        return tuple(value for gap, value in told if gap == least)

    @property
    def exact(self) -> bool:
        """Is the target reached exactly?"""
        return any(found == self.target for _, found in self.rows)

    @property
    def at_an_end(self) -> bool:
        """Does the nearest value lie at an end of those tried, so that one beyond it may be nearer?"""
        ends = (self.rows[0][0], self.rows[-1][0])
        return any(type(value) in (int, Fraction) and value in ends for value in self.nearest)

    def __getitem__(self, value: object) -> Fraction | None:
        for each, found in self.rows:
            if each == value:
                return found
        raise unknown(f"value of {self.change}", value, (str(each) for each, _ in self.rows))

    @property
    def summary(self) -> str:
        """The answer in one sentence."""
        name, target = self.figure.name, figure_text(self.target)
        if not self.nearest:
            return f"No value of {self.change} brings {name} to {target}: it is never a number."
        values = f"{self.change}={runs(self.nearest)}"
        if self.exact:
            return f"{values} brings {name} to exactly {target}."
        first, last = self.rows[0][0], self.rows[-1][0]
        found = " and ".join(dict.fromkeys(figure_text(self[value]) for value in self.nearest))
        numbers = isinstance(first, (int, Fraction)) and not isinstance(first, bool)
        tried = f"{self.change} from {first} to {last}" if numbers else f"value of {self.change}"
        return f"No {tried} brings {name} to {target}; the nearest is {values} with {found}."

    def lines(self) -> list[list[str]]:
        """The table as text: a heading, then a line a value."""
        rows = [[str(value), "never" if found is None else in_full(found)] for value, found in self.rows]
        return [[self.change, self.figure.name], *rows]

    def in_the_book(self, value: object) -> bool:
        """Does the book have this value?"""
        domain = domain_at(self.figure.question, self.change.split("."))
        return book_has(domain_in(self.rules, self.change) if domain is None else domain, value)

    def shown(self) -> list[list[str]]:
        """The table as it is shown: the nearest values and those beyond the book are marked."""
        near = self.nearest
        rows = [[self.change, self.figure.name, ""]]
        for value, found in self.rows:
            notes = ["← nearest"] * (value in near) + ["beyond the book"] * (not self.in_the_book(value))
            rows.append([input_text(value), figure_text(found), ", ".join(notes)])
        return rows


def value_for(
    asked: str | System | Question,
    question: str | None = None,
    inputs: Mapping[str, object] | None = None,
    /,
    *,
    outcome: str,
    target: object,
    change: str,
    minus: str = "",
    values: Iterable[object] | None = None,
    reading: str | None = None,
    rules: Ruleset | None = None,
    beyond_the_book: bool = False,
    **more: object,
) -> FigureByValue:
    """Which value of `change` brings an outcome to (or nearest to) the target chance.

    `change` is an input ("attack", or "A.attack" inside a record), or a number, reading or cell of the rules
    ("hit_on"). Of a chain `outcome` is one of its results; `minus` takes another one off, so that target 0
    balances a duel. All values of a domain are tried, or `values`. Raises BadInput for what the rules do not
    know, and where the values cannot be listed.

    >>> from pz8edu import value_for
    >>> found = value_for("pz8-ww2", "damage", defence=3, outcome="destroyed", target="1/6", change="attack")
    >>> found.nearest, found.exact
    ((3,), True)
    """
    figure = figure_of(asked, question, {**(inputs or {}), **more}, outcome, minus, rules, beyond_the_book)
    ruleset = rules_for(figure.home, reading, rules)
    rows = figures_over(figure, ruleset, change, values)
    return FigureByValue(figure, change, target_of(figure, target), rows, ruleset)


def figures_over(
    figure: Figure, rules: Ruleset, change: str, values: Iterable[object] | None = None
) -> list[Row]:
    """The figure for every value of an input or number; values that the rules do not allow are left out."""
    domain = domain_at(figure.question, change.split("."))
    of_rules = domain is None
    if domain is None:
        _check_known(figure, rules, change)
        domain = domain_in(rules, change, figure.beyond_the_book)
        now = rules.value(change)
    else:
        domain = beyond(domain) if figure.beyond_the_book else domain
        now = to_fraction(figure.inputs.get(change))
    memo: Memo = {}
    rows: list[Row] = []
    refused: BadInput | None = None
    for value in values_near(domain, now) if values is None else values:
        try:
            changed = (
                rules.variant({change: value}, beyond_the_book=figure.beyond_the_book) if of_rules else rules
            )
            asked = figure if of_rules else figure.at(change, value)
            rows.append((value, asked.of(changed, memo)))
        except BadInput as fault:
            refused = refused or fault
    if not rows:
        raise refused or BadInput("there is no value to try")
    return rows


def _check_known(figure: Figure, rules: Ruleset, change: str) -> None:
    """Raise BadInput for what is neither an input nor a name of the rules."""
    try:
        rules.value(change)
    except BadInput:
        names = dict.fromkeys((*figure.question.situation.fields(), *rules.numbers(), *rules.readings()))
        raise unknown(f"input, number or reading of {figure.question.id}", change, names) from None


def runs(values: Sequence[object]) -> str:
    """Values in a row, neighbours together: "1, 4 to 9"."""
    told: list[list[object]] = []
    for value in values:
        if told and type(value) is int and type(told[-1][-1]) is int and value == told[-1][-1] + 1:
            told[-1].append(value)
        else:
            told.append([value])
    ends = (list(map(input_text, run)) for run in told)
    return ", ".join(f"{run[0]} to {run[-1]}" if len(run) > 1 else run[0] for run in ends)


def target_of(figure: Figure, target: object) -> Fraction:
    """A target as it is written: 1/2, "1/2", "50%", 0.5. Raises BadInput for no number, and no chance."""
    found = _number(target)
    least = -1 if figure.minus else 0
    if isinstance(figure.question, Calculator) and figure.question.tells_outcome and not least <= found <= 1:
        raise BadInput(f"the chance of {figure.name} lies from {least} to 1; it cannot be {shown(target)}")
    return found


def _number(target: Any) -> Fraction:
    """A number, or a share in per cent."""
    text = target.strip() if isinstance(target, str) else target
    share = isinstance(text, str) and text.endswith("%")
    found = to_fraction(text[:-1].strip() if share else text)
    if found is None:
        raise BadInput(f"a target is a number such as 1/2 or 50%; got {shown(target)}")
    return found / 100 if share else found
