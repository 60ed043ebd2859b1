"""One situation, or many, under two rulesets: which changed, and by exactly how much."""

from __future__ import annotations

import csv
import html
import io
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from typing import Any

from pz8edu.asking import Odds, answer, rules_for
from pz8edu.errors import BadInput
from pz8edu.rulebook.domain import Domain, FlagDomain, WholeDomain, WordDomain
from pz8edu.rulebook.ruleset import Ruleset, changes_in
from pz8edu.rulebook.system import Calculator, System
from pz8edu.systems import system

MOST = 50_000
"""More situations than this are refused: name fewer values."""


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
        most = self.changes[0].size
        return (
            f"{len(self.changes)} of {self.asked} situations change from {self.first} to {self.second}; "
            f"the largest moves {most} ({float(most):.1%}) of the chance."
        )

    def lines(self, most: int | None = None, exact: bool = True) -> list[list[str]]:
        """The table as text: a heading, then a line a changed situation.

        Unless it must be exact, a fraction too long to read is shown as a percentage.
        """
        changes = self.changes if most is None else self.changes[:most]
        found = dict.fromkeys(word for change in changes for word in change.by_outcome)
        printed = [word for word in self.question.outcomes or () if word in found]
        words = [*printed, *(word for word in found if word not in printed)]
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
        page = io.StringIO()
        csv.writer(page, lineterminator="\n").writerows(self.lines())
        return page.getvalue()

    def __repr__(self) -> str:
        lines = self.lines(20, exact=False)
        wide = [max(len(line[place]) for line in lines) for place in range(len(lines[0]))]
        table = (
            "  ".join(f"{cell:>{width}}" for cell, width in zip(line, wide, strict=True)) for line in lines
        )
        return "\n".join([self.summary, *(table if self.changes else ())])

    def _repr_html_(self) -> str:
        if not self.changes:
            return f"<p class='pz8'>{html.escape(self.summary)}</p>"
        head, *rows = self.lines(50, exact=False)
        titles = "".join(f"<th>{html.escape(cell.replace('_', ' '))}</th>" for cell in head)
        body = "".join(
            "<tr>" + "".join(f"<td>{html.escape(cell)}</td>" for cell in row) + "</tr>" for row in rows
        )
        return (
            f"<p class='pz8'>{html.escape(self.summary)}</p>"
            f"<table class='pz8'><thead><tr>{titles}</tr></thead><tbody>{body}</tbody></table>"
        )


def compare(
    system_id: str,
    question: str,
    inputs: Mapping[str, Any] | None = None,
    /,
    *,
    second: Ruleset | str,
    first: Ruleset | str | None = None,
    over: Mapping[str, Iterable[Any]] | Iterable[str] = (),
    **more: Any,
) -> Comparison:
    """A calculator under two rulesets, for one situation or for many.

    A ruleset may be written as its changes: `second="R1=b, hit_on=3"`; `first` is as printed unless given.
    `over` names inputs that take all their values (`over=["cover", "quality"]`), or the values themselves
    (`over={"attack": range(7)}`). Raises BadInput for anything the rules do not know, for an input whose
    values cannot be listed, and for more than 50,000 situations.
    """
    asked = system(system_id)
    chosen = asked.question(question, "calculator")
    assert isinstance(chosen, Calculator)
    before, after = ruleset_of(asked, first), ruleset_of(asked, second)
    fixed = {**(inputs or {}), **more}
    values = values_over(chosen, over)
    count = prod(len(listed) for listed in values.values())
    if count > MOST:
        raise BadInput(
            f"{count} situations are too many to compare at once: at most {MOST}; name fewer values"
        )
    memo: dict[Any, Any] = {}
    changes = []
    for combination in product(*values.values()):
        varied = dict(zip(values, combination, strict=True))
        situation = {**fixed, **varied}
        changes.append(
            Change(
                varied or fixed,
                answer(chosen, situation, before, memo),
                answer(chosen, situation, after, memo),
            )
        )
    return Comparison(chosen, before, after, changes)


def ruleset_of(asked: System, rules: Ruleset | str | None) -> Ruleset:
    """A ruleset, or its text: "R1=b, hit_on=3" or "pz8-ww2(R1=b)"; the printed one for nothing."""
    if isinstance(rules, str):
        return type(asked.rules).parse(rules) if "(" in rules else asked.rules.variant(changes_in(rules))
    return rules_for(asked, rules=rules)


def values_over(
    question: Calculator, over: Mapping[str, Iterable[Any]] | Iterable[str]
) -> dict[str, tuple[Any, ...]]:
    """The values of every input that varies."""
    if isinstance(over, Mapping):
        return {name: tuple(listed) for name, listed in over.items()}
    fields = question.situation.fields()
    found = {}
    for name in over:
        if name not in fields:
            from pz8edu.errors import unknown

            raise unknown(f"input of {question.id}", name, fields)
        found[name] = every_value(name, fields[name].domain)
    return found


def every_value(name: str, domain: Domain) -> tuple[Any, ...]:
    """All values of an input; raises BadInput where they cannot be listed."""
    if isinstance(domain, FlagDomain):
        return (False, True)
    if isinstance(domain, WordDomain):
        return domain.options
    if isinstance(domain, WholeDomain):
        low, high = domain.limits.minimum, domain.limits.maximum
        if low is not None and high is not None and high - low < MOST:
            return tuple(range(low, high + 1))
    raise BadInput(f"the values of {name} cannot be listed; name those to compare: over={{{name!r}: [...]}}")


LONGEST = 13
"""Characters of a fraction that can still be read in a table."""


def signed(gain: Fraction, exact: bool = True) -> str:
    """A gain or loss with its sign; nothing for no change."""
    if not gain:
        return ""
    text = f"+{gain}" if gain > 0 else f"−{-gain}"
    return text if exact or len(text) <= LONGEST else f"{float(gain):+.3%}".replace("-", "−")
