"""The two editions side by side: what the revision changed in the book, and what that does to the odds."""

from __future__ import annotations

import html
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pz8edu.asking import Odds, ask
from pz8edu.rulebook.ruleset import Ruleset
from pz8edu.rulebook.table import columns_of
from pz8edu.systems import system

OLD, NEW = "pz8-divisional-2010", "pz8-divisional"


@dataclass(frozen=True)
class Changed:
    """One number, reading or cell of a table that differs; "" where an edition does not have it."""

    name: str
    meaning: str
    before: str
    after: str


class Changes(tuple[Changed, ...]):
    """What two editions say differently, shown as a table in a notebook."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "\n".join(f"{each.name}: {each.before or '–'} → {each.after or '–'}" for each in self)

    def _repr_html_(self) -> str:
        head = "".join(f"<th>{word}</th>" for word in ("", "before", "after", "meaning"))
        lines = "".join(
            "<tr>"
            + "".join(
                f"<td>{html.escape(cell or '–')}</td>"
                for cell in (each.name, each.before, each.after, each.meaning)
            )
            + "</tr>"
            for each in self
        )
        return f"<table class='pz8'><thead><tr>{head}</tr></thead><tbody>{lines}</tbody></table>"


def changes(first: Ruleset | None = None, second: Ruleset | None = None) -> Changes:
    """Every number, reading and cell that differs between two rulesets: the editions as printed, or variants."""
    before, after = first or system(OLD).rules, second or system(NEW).rules
    return Changes((*_numbers(before, after), *_cells(before, after), *_readings(before, after)))


def _numbers(before: Ruleset, after: Ruleset) -> Iterator[Changed]:
    told = {**before.numbers(), **after.numbers()}
    for name, printed in told.items():
        values = tuple(_written(getattr(rules, name, None)) for rules in (before, after))
        if values[0] != values[1]:
            yield Changed(name, printed.meaning, *values)


def _cells(before: Ruleset, after: Ruleset) -> Iterator[Changed]:
    for name, printed in {**before.tables(), **after.tables()}.items():
        ours, theirs = (getattr(rules, name, {}) for rules in (before, after))
        columns = [column for column in columns_of(printed.row) if column != "note"]
        for row in dict.fromkeys((*ours, *theirs)):
            for column in columns[1:]:
                cells = tuple(
                    _written(getattr(table[row], column) if row in table else None)
                    for table in (ours, theirs)
                )
                if cells[0] != cells[1]:
                    yield Changed(f"{name}/{row}/{column}", printed.meaning, *cells)


def _readings(before: Ruleset, after: Ruleset) -> Iterator[Changed]:
    for name, doubt in {**before.readings(), **after.readings()}.items():
        letters = tuple(_written(getattr(rules, name, None)) for rules in (before, after))
        if letters[0] != letters[1]:
            yield Changed(name, doubt.question, *letters)


def _written(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


@dataclass(frozen=True)
class SideBySide:
    """The same situation in both editions."""

    before: Odds
    after: Odds

    def __repr__(self) -> str:
        return f"2010\n{self.before!r}\nrevised\n{self.after!r}"


def side_by_side(question: str, /, **inputs: Any) -> SideBySide:
    """The odds of a calculator in both editions, for inputs that both of them know.

    Raises BadInput for inputs that one of them does not allow.
    """
    return SideBySide(ask(OLD, question, inputs), ask(NEW, question, inputs))
