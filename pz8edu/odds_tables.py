"""One question for every value of an input or two: a table of exact odds."""

from __future__ import annotations

import csv
import html
import io
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from typing import Any

from pz8edu.asking import Odds, answer, rules_for
from pz8edu.chance.showing import percent
from pz8edu.errors import BadInput
from pz8edu.rulebook.ruleset import Ruleset
from pz8edu.rulebook.system import Calculator
from pz8edu.systems import system

MOST = 20_000
"""More situations than this are refused: nobody reads such a table."""


class OddsTable:
    """The odds of a calculator over the values of some inputs: one row a situation, one column an outcome."""

    def __init__(
        self, question: Calculator, over: Mapping[str, tuple[Any, ...]], rows: Mapping[tuple[Any, ...], Odds]
    ) -> None:
        self.question = question
        self.over = over
        self.rows = rows
        found = dict.fromkeys(word for odds in rows.values() for word in odds)
        printed = [word for word in question.outcomes or () if word in found]
        self.outcomes = (*printed, *(word for word in found if word not in printed))

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
        head = [*self.over, *self.outcomes]
        return [
            head,
            *(
                [*map(str, values), *(str(odds[word]) if word in odds else "" for word in self.outcomes)]
                for values, odds in self.rows.items()
            ),
        ]

    def to_csv(self) -> str:
        """The table as comma-separated lines with exact chances."""
        page = io.StringIO()
        csv.writer(page, lineterminator="\n").writerows(self.lines())
        return page.getvalue()

    def __repr__(self) -> str:
        lines = self.lines()
        wide = [max(len(line[place]) for line in lines) for place in range(len(lines[0]))]
        return "\n".join(
            "  ".join(f"{cell:>{width}}" for cell, width in zip(line, wide, strict=True)) for line in lines
        )

    def _repr_html_(self) -> str:
        head, *_ = self.lines()
        titles = "".join(f"<th>{html.escape(name.replace('_', ' '))}</th>" for name in head)
        body = "".join(
            "<tr>"
            + "".join(f"<th>{html.escape(str(value))}</th>" for value in values)
            + "".join(_cell(odds, word) for word in self.outcomes)
            + "</tr>"
            for values, odds in self.rows.items()
        )
        return f"<table class='pz8'><thead><tr>{titles}</tr></thead><tbody>{body}</tbody></table>"


def _cell(odds: Odds, word: str) -> str:
    if word not in odds:
        return "<td>–</td>"
    chance = odds[word]
    return f"<td title='{percent(chance)}'>{chance}<br><small>{percent(chance)}</small></td>"


def odds_table(
    system_id: str,
    question: str,
    inputs: Mapping[str, Any] | None = None,
    /,
    *,
    over: Mapping[str, Iterable[Any]],
    reading: str | None = None,
    rules: Ruleset | None = None,
    **more: Any,
) -> OddsTable:
    """The odds of a calculator for all combinations of the values of some inputs.

    `odds_table("pz8-ww2", "damage", over={"attack": range(7)}, defence=3)`.
    Raises BadInput for anything the rules do not know, and for more than 20,000 situations.
    """
    asked = system(system_id)
    chosen = asked.question(question, "calculator")
    assert isinstance(chosen, Calculator)
    ruleset = rules_for(asked, reading, rules)
    values = {name: tuple(listed) for name, listed in over.items()}
    count = 1
    for listed in values.values():
        count *= len(listed)
    if count > MOST:
        raise BadInput(f"a table of {count} situations is too long to read: at most {MOST}")
    memo: dict[Any, Any] = {}
    rows: dict[tuple[Any, ...], Odds] = {}
    for combination in product(*values.values()):
        situation = {**(inputs or {}), **more, **dict(zip(values, combination, strict=True))}
        rows[combination] = answer(chosen, situation, ruleset, memo)
    return OddsTable(chosen, values, rows)
