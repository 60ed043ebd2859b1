"""Another book: what a parent or a child says otherwise, and what that does to this question."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

import ipywidgets as w

from pz8edu.core.rulebook.system import System
from pz8edu.desk.compare.books import ONLY, compare_books, worth_blocks
from pz8edu.desk.rule_page import RulePage
from pz8edu.errors import BadInput
from pz8edu.systems import ids, system
from pz8widgets.page.panel import Panel
from pz8widgets.page.theme import words

if TYPE_CHECKING:
    from pz8widgets.desk.desk import Desk


class BooksPanel(Panel["Desk"]):
    """The question in another book of the family."""

    title = "Another book"
    note = "parents and children of this one, as they are printed"

    page: Desk
    found: RulePage | None = None

    def build(self) -> tuple[w.Widget, ...]:
        """The choice of a book, and what it says."""
        family = relatives(self.page.system)
        if not family:
            return (words("<p class='pz8-quiet'>No other book here is a parent or a child of this one.</p>"),)
        self.other = w.Dropdown(
            options=[("choose a book", ""), *((each.title, each.id) for each in family)],
            description="Against",
        )
        self.other.add_class("pz8-field")
        self.other.observe(lambda _: self._chosen(), "value")
        self.told = words("", "pz8-wide")
        return (self.other, self.told)

    def _chosen(self) -> None:
        self.found = None
        if not self.other.value:
            self.told.value = ""
            return
        try:
            self.found = compare_books(
                self.page.system, self.other.value, self.page.question.id, inputs=self._inputs()
            )
        except BadInput as fault:
            self.told.value = f'<p role="alert">{escape(str(fault))}</p>'
            return
        self.told.value = self.found._repr_html_()

    def _inputs(self) -> dict[str, Any] | None:
        """The situation of the page; None while its form cannot be used."""
        return self.page.form.value.plain() if self.page.form.value is not None else None

    def follow(self) -> None:
        """Books as printed do not change with the situation; what their new inputs are worth there does."""
        if self.found is None:
            return
        said = tuple(each for each in self.found.blocks if not each.title.startswith(ONLY))
        other = system(self.other.value)
        worth = worth_blocks(self.page.system, other, self.page.question.id, self._inputs())
        self.found = RulePage(self.found.title, (*said, *worth))
        self.told.value = self.found._repr_html_()


def relatives(book: System) -> list[System]:
    """The parents and children of a book, near and far."""
    others = [system(name) for name in ids() if name != book.id]
    own = type(book.rules)
    return [each for each in others if issubclass(own, type(each.rules)) or issubclass(type(each.rules), own)]
