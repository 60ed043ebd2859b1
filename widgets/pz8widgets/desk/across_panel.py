"""The same kind of question in all systems that ask it, by common words; what was asked stands beside."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

import ipywidgets as w

from pz8edu.desk.balance.alike import across, kind, question_kinds
from pz8edu.errors import BadInput
from pz8widgets.page.form import label_of
from pz8widgets.page.panel import Panel
from pz8widgets.page.theme import words

if TYPE_CHECKING:
    from pz8widgets.desk.desk import Desk


class AcrossPanel(Panel["Desk"]):
    """A tank duel, a rally or an air attack, side by side in several systems."""

    title = "Other systems"
    note = "the same kind of question; this book stands under the second rules"

    page: Desk

    def build(self) -> tuple[w.Widget, ...]:
        """The kind of question, its common inputs, the table."""
        options = [(label_of(name.replace("-", " ")), name) for name in question_kinds()]
        first = max(question_kinds(), key=self._fits)
        self.kind = w.Dropdown(options=options, value=first, description="What")
        self.kind.add_class("pz8-field")
        self.inputs: dict[str, Any] = {}
        self.line = w.HBox()
        self.line.add_class("pz8-line")
        self.told = words("", "pz8-wide")
        self._offer()
        self.kind.observe(lambda _: self._offer(), "value")
        return (self.line, self.told)

    def _fits(self, name: str) -> int:
        """How well a kind of question fits to this page: to its question, to its book, or not at all."""
        told = kind(name)["systems"].get(self.page.system.id)
        asked = (told["calculator"], told.get("chain")) if told else ()
        return 2 if self.page.question.id in asked else 1 if told else 0

    def _offer(self) -> None:
        """The common inputs of a kind of question."""
        self.inputs = {
            name: w.Dropdown(options=said["values"], value=said["default"], description=label_of(name))
            for name, said in kind(self.kind.value)["inputs"].items()
        }
        for field in self.inputs.values():
            field.add_class("pz8-field")
            field.observe(lambda _: self.follow(), "value")
        self.line.children = (self.kind, *self.inputs.values())
        self.follow()

    def follow(self) -> None:
        """The table for the inputs as they are."""
        inputs = {name: field.value for name, field in self.inputs.items()}
        own = {self.page.system.id: self.page.second}
        rules = own if self.page.system.id in kind(self.kind.value)["systems"] else {}
        try:
            self.told.value = across(self.kind.value, inputs=inputs, rules=rules)._repr_html_()
        except BadInput as fault:
            self.told.value = f'<p role="alert">{escape(str(fault))}</p>'
