"""Change anything: every number, reading and cell of a book, found by its name, its words or its section."""

from __future__ import annotations

from collections.abc import Callable, Collection
from html import escape
from typing import Any

import ipywidgets as w

from pz8edu.core.rulebook.ruleset import Ruleset
from pz8edu.core.rulebook.table import cell_text
from pz8edu.errors import BadInput
from pz8edu.pages.places import Changeable, places_of
from pz8edu.pages.printed_sections import with_headings
from pz8widgets.calculators.steps_html import capital
from pz8widgets.page.quiet import Quiet
from pz8widgets.page.theme import words

FIRST_SHOWN, MOST_SHOWN = 3, 8
"""So many places have their fields on the page at first, and when they are searched for."""


class AnyChange(w.VBox):  # type: ignore[misc] # ipywidgets has no types
    """A field for every place of a book; `change(name, value)` is called with what somebody puts there.

    What `change` refuses with BadInput is said beside the field. Without a search those places are shown that
    `follow` names first.
    """

    def __init__(self, book: Ruleset, change: Callable[[str, Any], None]) -> None:
        super().__init__()
        self.places = {place.name: place for place in places_of(book)}
        self.change = change
        self.rules, self.first = book, tuple(self.places)
        self.fields: dict[str, w.VBox] = {}
        self._quiet = Quiet()
        self.search = w.Text(
            description="Find a number, a table cell or a reading",
            placeholder="such as hit, §5, R3 or hmg soft",
            continuous_update=False,
        )
        self.search.add_class("pz8-field")
        self.search.observe(lambda _: self._show(), "value")
        self.rows, self.count = w.VBox(), words("")
        self.rows.add_class("pz8-numbers")
        self.add_class("pz8-places")
        self.children = (self.search, self.rows, self.count)

    def follow(self, rules: Ruleset, first: Collection[str]) -> None:
        """Show the rules as they are now; those places come first that `first` names."""
        self.rules = rules
        changed = rules.departures()
        looked_at = [name for name in self.places if name in first or name.partition("/")[0] in first]
        self.first = tuple(dict.fromkeys((*changed, *looked_at, *self.places)))
        self._show()

    def _show(self) -> None:
        """The fields of the places that are looked for."""
        wanted = self.search.value
        found = [name for name in self.first if not wanted or self.places[name].matches(wanted)]
        shown = found[: MOST_SHOWN if wanted else FIRST_SHOWN]
        with self._quiet:
            for name in shown:
                self._renew(name)
        rows = tuple(self.fields[name] for name in shown)
        if rows != self.rows.children:
            self.rows.children = rows
        more = len(found) - len(shown)
        told = f"{more} more can be changed: write a word of their name, or a section, above." if more else ""
        if not found:
            told = f"Nothing in this book is called “{wanted}”."
        self.count.value = f'<p class="pz8-quiet" role="status">{escape(told)}</p>' if told else ""

    def _renew(self, name: str) -> None:
        """A field as it stands under the rules, made when it is first needed."""
        if name not in self.fields:
            self.fields[name] = self._made(self.places[name])
        field, note = self.fields[name].children
        value = self.rules.value(name)
        field.value = value if isinstance(field, w.Dropdown) else cell_text(value)
        note.value = told_html(self.places[name], value, f"{name}={value}" in self.rules.beyond_the_book())

    def _made(self, place: Changeable) -> w.VBox:
        told = with_headings(f"{capital(place.meaning)} (§{place.section})", self.rules)
        said = {"description": told, "tooltip": place.name}
        if place.choices:
            field = w.Dropdown(options=list(place.choices.items()), **said)
        else:
            field = w.Text(continuous_update=False, **said)
        field.add_class("pz8-field")
        field.observe(lambda change: self._changed(place.name, change.new), "value")
        return w.VBox([field, words("")])

    def _changed(self, name: str, value: Any) -> None:
        if self._quiet:
            return
        try:
            self.change(name, value)
        except BadInput as fault:
            self.fields[name].children[
                1
            ].value = f'<p class="pz8-problem" role="alert">{escape(str(fault))}</p>'


def told_html(place: Changeable, value: Any, beyond_the_book: bool = False) -> str:
    """What is printed in a place, and what it may be."""
    said = f"printed {escape(cell_text(place.printed) or 'blank')}"
    if value != place.printed:
        said = f"<b>changed{' beyond the book' if beyond_the_book else ''}</b>, {said}"
    return f'<span class="pz8-quiet">{said} · {escape(place.allowed)}</span>'
