"""Take it along: the table of turns as a file, and the lines that ask the same question."""

from __future__ import annotations

import csv
import io
import json
from html import escape
from typing import TYPE_CHECKING

import ipywidgets as w

from pz8edu.asking import fraction_text
from pz8widgets.calculators.export import address_of, asking, calling, to_copy
from pz8widgets.page.theme import words
from pz8widgets.turns.chain_panel import ChainPanel

if TYPE_CHECKING:
    from pz8widgets.turns.turn_by_turn import TurnByTurn


class TakeAlong(ChainPanel):
    """A file to save, and lines to copy."""

    title = "Export"
    note = "everything here is made from the exact answer"
    of_chains = False

    def build(self) -> tuple[w.Widget, ...]:
        """A link and lines."""
        self.lines = words("")
        return (self.lines,)

    def follow(self) -> None:
        """The file and the lines of this situation."""
        page = self.page
        if page.situation is None:
            self.lines.value = ""
            return
        this = (page.system.id, page.question.id, page.situation, page.rules)
        shown = [
            to_copy("The same question on the command line", asking(*this)),
            to_copy("The same question in Python", calling("ask", *this)),
        ]
        name = escape(f"{page.system.id}-{page.question.id}")
        files = {"answer (JSON)": ("json", answer_json(page))}
        if page.course is not None:
            files["turns (CSV)"] = ("csv", to_csv(page))
            shown.append(to_copy("The chain behind it, to ask anything of it", calling("chain_of", *this)))
        links = [
            f'<a class="pz8-file" download="{name}.{kind}" href="{address_of(kind, text)}">{title}</a>'
            for title, (kind, text) in files.items()
        ]
        self.lines.value = f'<p class="pz8-files">{" ".join(links)}</p>{"".join(shown)}'


def answer_json(page: TurnByTurn) -> str:
    """The question, its inputs, the rules that depart from the book, and the exact results."""
    return json.dumps(
        {
            "system": page.system.id,
            "chain": page.question.id,
            "inputs": page.situation.plain(),
            "changes": {name: str(value) for name, value in page.rules.departures().items()},
            "results": fraction_text(page.results),
        },
        ensure_ascii=False,
        indent=1,
    )


def to_csv(page: TurnByTurn) -> str:
    """A row a turn: the exact chance of every state as it is looked at, and that play goes on."""
    assert page.course is not None
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    table.writerow(["turn", *page.names, "not over"])
    for turn, (law, on) in enumerate(zip(page.laws, page.course.going_on, strict=True)):
        chances = (law.fraction(name) for name in page.names)
        table.writerow([turn, *(fraction_text(chance) for chance in (*chances, on))])
    return text.getvalue()
