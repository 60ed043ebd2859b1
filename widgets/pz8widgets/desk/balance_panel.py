"""Value for points: exact duels of every unit of a list with every other, under the second rules."""

from __future__ import annotations

from base64 import b64encode
from html import escape
from typing import TYPE_CHECKING

import ipywidgets as w

from pz8edu.desk.balance.balance import balance
from pz8edu.desk.balance.profiles import profiles_in
from pz8edu.errors import BadInput
from pz8widgets.page.compressed import Picture
from pz8widgets.page.panel import Panel
from pz8widgets.page.theme import words

if TYPE_CHECKING:
    from pz8widgets.desk.desk import Desk

EXAMPLE = """name, soft, armour, defence, armoured, points
Light tank, 2, 3, 3, yes, 30
Heavy tank, 5, 6, 5, yes, 60"""

STEP = 20
"""After so many duels it is told how far they are."""


class BalancePanel(Panel["Desk"]):
    """Who wins, how long it takes, who is underpriced: of the book's sample units, or of a list."""

    title = "Value for points"
    note = "every unit against every other, under the second rules"

    page: Desk

    def build(self) -> tuple[w.Widget, ...]:
        """A list to fill in, a button, the standings."""
        self.list = w.Textarea(
            description="A list of one's own (comma-separated); the book's sample units if it is empty",
            placeholder=EXAMPLE,
            continuous_update=False,
            rows=5,
        )
        self.list.add_class("pz8-page")
        self.play = w.Button(description="Play all duels", button_style="info")
        self.play.on_click(lambda _: self._played())
        self.said, self.found = words(""), Picture()
        return (self.list, self.play, self.said, self.found)

    def _played(self) -> None:
        home, rules, text = self.page.system, self.page.second, self.list.value
        try:
            units = profiles_in(text.splitlines(), home, rules, "list") if text.strip() else None
            found = balance(home, units, rules=rules, told=self._told)
        except BadInput as fault:
            self.said.value, self.found.value = f'<p role="alert">{escape(str(fault))}</p>', ""
            return
        self.said.value = ""
        address = f"data:text/csv;base64,{b64encode(found.to_csv().encode()).decode()}"
        link = (
            f'<p><a class="pz8-file" download="{home.id}-duels.csv" href="{address}">all duels (CSV)</a></p>'
        )
        self.found.value = f"<div class='pz8-wide' role='status'>{found._repr_html_()}</div>{link}"

    def _told(self, done: int, of: int) -> None:
        """How far it is."""
        if done % STEP == 0:
            self.said.value = f'<p role="status">{done} of {of} duels …</p>'

    def follow(self) -> None:
        """Other rules: the duels must be played again."""
        self.said.value = self.found.value = ""
