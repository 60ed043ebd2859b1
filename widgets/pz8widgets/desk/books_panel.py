"""Another book: what a parent or a child says otherwise, and what that does to this question."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import ipywidgets as w

from pz8edu.core.rulebook.system import System
from pz8edu.desk.compare.books import compare_books
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
        if not self.other.value:
            self.told.value = ""
            return
        try:
            found = compare_books(self.page.system, self.other.value, self.page.question.id)
        except BadInput as fault:
            self.told.value = f'<p role="alert">{escape(str(fault))}</p>'
            return
        self.told.value = found._repr_html_()

    def follow(self) -> None:
        """Books as printed do not change with the situation."""


def relatives(book: System) -> list[System]:
    """The parents and children of a book, near and far."""
    others = [system(name) for name in ids() if name != book.id]
    own = type(book.rules)
    return [each for each in others if issubclass(own, type(each.rules)) or issubclass(type(each.rules), own)]
