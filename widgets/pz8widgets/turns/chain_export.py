"""Take it along: the table of turns as a file, and the lines that ask the same question."""

from __future__ import annotations

import json
from html import escape

import ipywidgets as w

from pz8edu.asking.json_lines import fraction_text
from pz8edu.printing.comma_separated import csv_text
from pz8widgets.calculators.export import address_of, asking, calling, to_copy
from pz8widgets.page.panel import Panel
from pz8widgets.page.theme import words
from pz8widgets.turns.chain_page import ChainPage


class ChainExport(Panel[ChainPage]):
    """A file to save, and lines to copy."""

    title = "Export"
    note = "everything here is made from the exact answer"

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
        if page.trajectory is not None:
            files["turns (CSV)"] = ("csv", to_csv(page))
            shown.append(to_copy("The chain behind it, to ask anything of it", calling("chain_of", *this)))
        links = [
            f'<a class="pz8-file" download="{name}.{kind}" href="{address_of(kind, text)}">{title}</a>'
            for title, (kind, text) in files.items()
        ]
        self.lines.value = f'<p class="pz8-files">{" ".join(links)}</p>{"".join(shown)}'


def answer_json(page: ChainPage) -> str:
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


def to_csv(page: ChainPage) -> str:
    """A row a turn: the exact chance of every state as it is looked at, and that play goes on."""
    assert page.trajectory is not None
    rows = zip(page.laws, page.trajectory.going_on, strict=True)
    lines = (
        [turn, *map(fraction_text, map(law.fraction, page.names)), fraction_text(on)]
        for turn, (law, on) in enumerate(rows)
    )
    return csv_text([["turn", *page.names, "not over"], *lines])
