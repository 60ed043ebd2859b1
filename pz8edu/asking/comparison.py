"""One situation, or many, under two rulesets: which changed, and by exactly how much."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from markupsafe import Markup

from pz8edu.asking.ask import answer, question_in, rules_for
from pz8edu.asking.change_in_words import change_in_words
from pz8edu.asking.odds import Odds
from pz8edu.asking.sweep import Over, combinations, in_order, values_over
from pz8edu.asking.variant import Variant
from pz8edu.errors import BadInput
from pz8edu.printing.comma_separated import csv_text
from pz8edu.printing.html_table import MOST_LETTERS, html_table
from pz8edu.printing.percent import short_percent
from pz8edu.printing.text import columns
from pz8edu.rulebook.ruleset import Ruleset, changes_in
from pz8edu.rulebook.system import Calculator, System
from pz8edu.systems import ids, system


@dataclass(frozen=True)
class Change:
    """One situation under both rulesets."""

    inputs: Mapping[str, Any]
    before: Odds
    after: Odds

    @property
    def by_outcome(self) -> dict[str, Fraction]:
        """What each outcome gains (above 0) or loses (below 0); those that keep their chance are left out."""
        words = dict.fromkeys([*self.before, *self.after])
        gains = {word: self.after.fraction(word) - self.before.fraction(word) for word in words}
        return {word: gain for word, gain in gains.items() if gain}

    @property
    def size(self) -> Fraction:
        """The share of the chance that has moved: 0 for no change, 1 for a wholly different outcome."""
        return sum((gain for gain in self.by_outcome.values() if gain > 0), Fraction(0))

    @property
    def in_words(self) -> str:
        """What becomes of each outcome: "Destroyed rises from 5/36 to 7/24, by 11/72."."""
        return change_in_words(self.before.question, self.before, self.after)


class Comparison:
    """Situations under two rulesets, the largest change first."""

    def __init__(self, question: Calculator, first: Ruleset, second: Ruleset, asked: list[Change]) -> None:
        self.question = question
        self.first = first
        self.second = second
        self.asked = len(asked)
        self.changes = sorted((each for each in asked if each.size), key=lambda each: -each.size)

    def __len__(self) -> int:
        return len(self.changes)

    def __iter__(self) -> Iterator[Change]:
        return iter(self.changes)

    def __getitem__(self, place: int) -> Change:
        return self.changes[place]

    @property
    def inputs(self) -> tuple[str, ...]:
        """The inputs that the situations name."""
        return tuple(dict.fromkeys(name for change in self.changes for name in change.inputs))

    @property
    def summary(self) -> str:
        """How many situations change, in one sentence."""
        if not self.changes:
            return f"None of {self.asked} situations changes from {self.first} to {self.second}."
        if self.asked == 1:
            return f"From {self.first} to {self.second}: {self.changes[0].in_words}"
        most = self.changes[0].size
        return (
            f"{len(self.changes)} of {self.asked} situations change from {self.first} to {self.second}; "
            f"the largest moves {most} ({short_percent(most)}) of the chance."
        )

    def lines(self, most: int | None = None, exact: bool = True) -> list[list[str]]:
        """The table as text: a heading, then a line a changed situation.

        Unless it must be exact, a fraction too long to read is shown as a percentage.
        """
        changes = self.changes[:most]
        words = in_order(self.question, (word for change in changes for word in change.by_outcome))
        rows = [
            [
                *(str(change.inputs.get(name, "")) for name in self.inputs),
                signed(change.size, exact).removeprefix("+"),
                *(signed(change.by_outcome.get(word, Fraction(0)), exact) for word in words),
            ]
            for change in changes
        ]
        return [[*self.inputs, "moved", *words], *rows]

    def to_csv(self) -> str:
        """Every changed situation with its exact differences, as comma-separated lines."""
        return csv_text(self.lines())

    def __repr__(self) -> str:
        if not self.changes:
            return self.summary
        return f"{self.summary}\n{columns(self.lines(20, exact=False), '>')}"

    def _repr_html_(self) -> str:
        summary = Markup("<p>{}</p>").format(self.summary)
        if not self.changes:
            return summary
        head, *rows = self.lines(50, exact=False)
        return summary + html_table([cell.replace("_", " ") for cell in head], rows)


def compare(
    asked: str | System | Calculator,
    calculator: str | None = None,
    inputs: Mapping[str, Any] | None = None,
    /,
    *,
    second: Ruleset | Variant | str,
    first: Ruleset | Variant | str | None = None,
    over: Over = (),
    **more: Any,
) -> Comparison:
    """A calculator under two rulesets, for one situation or for many.

    A ruleset may be written as its changes: `second="R1=b, hit_on=3"`; `first` is as printed unless given.
    It may be that of a parent or a child too: `second="pz8-1950"`; `compare_books` compares them as a whole.
    `over` names inputs that take all their values (`over=["cover", "quality"]`), or the values themselves
    (`over={"attack": range(7)}`). Raises BadInput for anything the rules do not know, for an input whose
    values cannot be listed, and for more than 50,000 situations.

    >>> from pz8edu import compare
    >>> print(compare("pz8-ww2", "to-hit", second="hit_on=3", over=["quality"]).to_csv())
    quality,moved,hit,miss
    elite,1/6,+1/6,−1/6
    average,1/6,+1/6,−1/6
    green,1/6,+1/6,−1/6
    <BLANKLINE>
    """
    both = [each.rules if isinstance(each, Variant) else each for each in (first, second)]
    known = next((rules for rules in reversed(both) if isinstance(rules, Ruleset)), None)
    home, question = question_in(asked, calculator, known, "calculator")
    assert isinstance(question, Calculator)
    before, after = (_asked_under(home, question, rules) for rules in both)
    fixed = {**(inputs or {}), **more}
    memo: dict[Any, Any] = {}
    changes = []
    for varied in combinations(values_over(question, over)):
        situation = {**fixed, **varied}
        laws = (answer(own, situation, rules, memo) for own, rules in (before, after))
        changes.append(Change(varied or fixed, *laws))
    return Comparison(question, before[1], after[1], changes)


def _asked_under(
    home: System, question: Calculator, rules: Ruleset | str | None
) -> tuple[Calculator, Ruleset]:
    """A calculator and its ruleset: the question of the same name where the rules are another book's."""
    named = rules.system if isinstance(rules, Ruleset) else (rules or "").partition("(")[0].strip()
    if named not in ids() or (named == home.id and rules != named):
        return question, ruleset_of(home, rules)
    other = system(named)
    theirs = other.question(question.id, "calculator")
    assert isinstance(theirs, Calculator)
    return theirs, other.rules if rules == named else ruleset_of(other, rules)


def ruleset_of(asked: System, rules: Ruleset | Variant | str | None) -> Ruleset:
    """A ruleset, or its text: "R1=b, hit_on=3" or "pz8-ww2(R1=b)"; the printed one for nothing."""
    if isinstance(rules, Variant):
        rules = rules.rules
    if isinstance(rules, str):
        if rules.strip().endswith(".toml"):
            raise BadInput(
                f"rules are written as their changes; a file is read first: read_variant({rules!r})"
            )
        return type(asked.rules).parse(rules) if "(" in rules else asked.rules.variant(changes_in(rules))
    return rules_for(asked, rules=rules)


def signed(gain: Fraction, exact: bool = True) -> str:
    """A gain or loss with its sign; nothing for no change."""
    if not gain:
        return ""
    text = f"+{gain}" if gain > 0 else f"−{-gain}"
    return text if exact or len(text) <= MOST_LETTERS else f"{float(gain):+.3%}".replace("-", "−")
