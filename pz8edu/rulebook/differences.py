"""Two rulesets side by side: every number, reading and cell of a table that one book prints otherwise."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from pz8edu.printing.html_table import html_table
from pz8edu.rulebook.ruleset import Ruleset
from pz8edu.rulebook.table import cell_text, columns_of


@dataclass(frozen=True)
class Difference:
    """One number, reading or cell that differs; "" where a book does not print it."""

    name: str
    meaning: str
    before: str
    after: str


class Differences(tuple[Difference, ...]):
    """What two books say differently, shown as a table in a notebook."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "\n".join(f"{each.name}: {each.before or '–'} → {each.after or '–'}" for each in self)

    def _repr_html_(self) -> str:
        lines = ((each.name, each.before or "–", each.after or "–", each.meaning) for each in self)
        return html_table(("", "before", "after", "meaning"), lines)


def differences(before: Ruleset, after: Ruleset) -> Differences:
    """Every number, cell and reading that differs between two rulesets: books as printed, or variants."""
    meanings: dict[str, str] = {}
    for rules in (before, after):
        meanings |= {name: told.meaning for name, told in rules.numbers().items()}
        meanings |= {name: told.meaning for name, told in rules.tables().items()}
        meanings |= {name: doubt.question for name, doubt in rules.readings().items()}
    ours, theirs = _printed(before), _printed(after)
    pairs = ((name, ours.get(name, ""), theirs.get(name, "")) for name in dict.fromkeys((*ours, *theirs)))
    return Differences(
        Difference(name, meanings[name.partition("/")[0]], old, new) for name, old, new in pairs if old != new
    )


def _printed(rules: Ruleset) -> dict[str, str]:
    """All that a book prints, as text: numbers, cells without their notes, readings."""
    values = {name: getattr(rules, name) for name in (*rules.numbers(), *rules.readings())} | dict(
        _cells(rules)
    )
    return {name: cell_text(value) for name, value in values.items()}


def _cells(rules: Ruleset) -> Iterator[tuple[str, Any]]:
    for name, printed in rules.tables().items():
        columns = [column for column in columns_of(printed.row) if column != "note"][1:]
        for key, row in getattr(rules, name).items():
            yield from ((f"{name}/{key}/{column}", getattr(row, column)) for column in columns)
