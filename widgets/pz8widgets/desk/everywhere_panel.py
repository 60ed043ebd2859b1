"""Where a change matters: all values of some inputs, a map of two of them, the sizes of the change."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING, Any

import ipywidgets as w

from pz8edu.core.rulebook.system import Calculator
from pz8edu.desk.compare.everywhere import Everywhere, compare_everywhere, listable_inputs
from pz8edu.desk.compare.everywhere_shown import figure_html
from pz8edu.desk.compare.report import FigureReport, report
from pz8edu.errors import BadInput
from pz8edu.printing.html_table import html_table
from pz8widgets.page.compressed import Picture
from pz8widgets.page.form import label_of
from pz8widgets.page.panel import Panel
from pz8widgets.page.theme import words

if TYPE_CHECKING:
    from pz8widgets.desk.desk import Desk

MOST_ROWS = 25
MOST_IN_A_FILE = 10_000
"""Larger comparisons are not put into the page as files."""
FEW = 12
"""Inputs of so many values are chosen from the beginning."""


class EverywherePanel(Panel["Desk"]):
    """How many situations change, which most, and where they lie."""

    title = "Where it matters"
    note = "all values of the inputs that you choose; the others stay as they are above"

    def build(self) -> tuple[w.Widget, ...]:
        """The choice of inputs, and what is found."""
        names = listable_inputs(self.page.question)
        few = [name for name, values in names.items() if len(values) <= FEW]
        self.over = w.SelectMultiple(
            options=[(label_of(name), name) for name in names],
            value=tuple(few[:2]),
            description="Inputs that take all their values (Ctrl or ⌘ for several)",
            rows=min(8, max(2, len(names))),
        )
        self.all = w.Button(description="Choose all")
        self.all.on_click(lambda _: self.over.set_trait("value", tuple(names)))
        self.look = w.Button(description="Compare everywhere", button_style="info")
        self.look.on_click(lambda _: self._looked())
        tools = w.HBox([self.look, self.all])
        tools.add_class("pz8-line")
        self.figure, self.down, self.across = (
            w.Dropdown(description=said) for said in ("What is looked at", "Down", "Across")
        )
        for field in (self.over, self.figure, self.down, self.across):
            field.add_class("pz8-field")
        for field in (self.figure, self.down, self.across):
            field.observe(lambda _: self._shown(), "value")
        self.choices = w.HBox([self.figure, self.down, self.across])
        self.choices.add_class("pz8-line")
        self.choices.add_class("pz8-looked")
        self.said, self.table = words(""), Picture()
        self.found: Everywhere | None = None
        self._asked: Any = None
        return (self.over, tools, self.said, self.choices, self.table)

    def follow(self) -> None:
        """Another situation or other rules: what was found is gone."""
        asked = (self.page.situation, self.page.first, self.page.second)
        if asked != self._asked:
            self._forget()
            self._asked = asked

    def _forget(self) -> None:
        self.found = None
        self.said.value = self.table.value = ""
        self.choices.layout.display = "none"

    def _looked(self) -> None:
        if not self.over.value:
            self._refuse("Choose at least one input.")
            return
        try:
            found = self.page.look_everywhere(self.over.value)
        except BadInput as fault:
            self._refuse(str(fault))
            return
        self._asked = (self.page.situation, self.page.first, self.page.second)
        self._offer(found)

    def _refuse(self, why: str) -> None:
        self._forget()
        self.said.value = f'<p role="alert">{escape(why)}</p>'

    def _offer(self, found: Everywhere) -> None:
        """Offer the figures and inputs that have been found, and show the first of them."""
        names = [(label_of(name), name) for name in found.values]
        with self._quiet:
            self.figure.options = [(figure.replace("_", " "), figure) for figure in found.figures]
            self.down.options = self.across.options = names
            if len(found):
                self.figure.value = found.figures[0]
            telling = found.telling(self.figure.value) if len(found) else tuple(found.values)
            self.down.value, self.across.value = telling[0], telling[-1]
        self.found, self.report = found, report_html(self.page, found) if len(found) else ""
        self.choices.layout.display = "" if len(found) else "none"
        self._shown()

    def _shown(self) -> None:
        if self._quiet or self.found is None:
            return
        figure = self.figure.value or ""
        self.said.value = f'<p role="status">{escape(self.found.summary(figure))}</p>'
        if not len(self.found):
            self.table.value = ""
            return
        pictures = figure_html(self.found, figure, self.down.value, self.across.value)
        largest = largest_html(self.found, figure, self.page.question.id)
        self.table.value = f"<div class='pz8-wide'>{pictures}</div>{largest}{self.report}"


def report_html(page: Desk, found: Everywhere) -> str:
    """The comparison as a page of its own, to be saved."""
    if found.asked > MOST_IN_A_FILE:
        return "<p class='pz8-quiet'>A report of so many is made in a terminal: python -m pz8edu report</p>"
    fixed = {name: value for name, value in page.situation.plain().items() if name not in found.values}
    inside = any("." in name for name in found.values)
    if isinstance(page.question, Calculator) and not inside:
        rules: Any = {"first": page.first, "second": page.second}
        made = report(page.system, page.question.id, fixed, over=found.values, **rules)
    else:
        made = FigureReport(page.system, found, fixed, found.values)
    address = f"data:text/html;base64,{b64encode(made.to_html().encode()).decode()}"
    name = f"{page.question.id}-report.html"
    return f"<p><a class='pz8-file' download='{escape(name)}' href='{address}'>a report (HTML)</a></p>"


def look_everywhere(page: Desk, over: Sequence[str]) -> Everywhere:
    """Ask all values of some inputs; raises BadInput while the form cannot be used."""
    if page.form.value is None:
        raise BadInput(page.form.problem)
    return compare_everywhere(page.question, page.first, page.second, page.form.value.plain(), over)


def largest_html(found: Everywhere, figure: str, name: str) -> str:
    """The situations that change most, those alike together, and all of them as a file to save."""
    head, *rows = found.lines(figure, MOST_ROWS)
    table = f"<div class='pz8-wide'>{html_table(map(label_of, head), rows)}</div>"
    if len(found) > MOST_IN_A_FILE:
        told = (
            "All of them are a file in a cell, <code>look_everywhere(…).to_csv()</code>, and in a terminal."
        )
        return f"{table}<p class='pz8-quiet'>{told}</p>"
    address = f"data:text/csv;base64,{b64encode(found.to_csv().encode()).decode()}"
    return (
        f"{table}<p><a class='pz8-file' download='{escape(name)}-compared.csv' href='{address}'>"
        f"all of them (CSV)</a></p>"
    )
