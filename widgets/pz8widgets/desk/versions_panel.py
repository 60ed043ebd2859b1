"""Another designer: what their variant changes against the second rules, and what that does."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

import ipywidgets as w

from pz8edu.core.rulebook.ruleset import changes_in
from pz8edu.desk.variants.variant import Variant, read_variant, variant_in
from pz8edu.desk.variants.versions import compare_variants
from pz8edu.errors import BadInput
from pz8widgets.page.compressed import Picture
from pz8widgets.page.panel import Panel
from pz8widgets.page.theme import words

if TYPE_CHECKING:
    from pz8widgets.desk.desk import Desk

EXAMPLE = """base = "pz8-ww2"
title = "Steady"

[changes]
rally_on = 3"""


class VersionsPanel(Panel["Desk"]):
    """The second rules beside those of somebody else: changed rules, and what became of each question."""

    title = "Another designer"
    note = "their variant against the second rules"

    page: Desk

    def build(self) -> tuple[w.Widget, ...]:
        """A place for the other variant, two buttons, the table."""
        beside = ", or the name of a file beside this notebook" if self.page.may_save else ""
        self.text = w.Textarea(
            description=f"The text of a variant file, or its changes (hit_on=3, R3=b){beside}",
            placeholder=EXAMPLE,
            continuous_update=False,
            rows=6,
        )
        self.text.add_class("pz8-page")
        self.look = w.Button(description="What is different", button_style="info")
        self.look.on_click(lambda _: self._looked())
        self.take = w.Button(
            description="Take it as the first rules", tooltip="The page then compares it with the second"
        )
        self.take.on_click(lambda _: self._taken())
        tools = w.HBox([self.look, self.take])
        tools.add_class("pz8-line")
        self.said, self.found = words(""), Picture()
        return (self.text, tools, self.said, self.found)

    def theirs(self) -> Variant:
        """The other variant; raises BadInput for its faults, and for one of another book."""
        text = self.text.value.strip()
        if not text:
            raise BadInput("paste a variant file, or write what departs from the book, such as hit_on=3")
        if "\n" not in text and text.endswith(".toml"):
            found = self._file(text)
        elif "base" in text.partition("=")[0]:
            found = variant_in(text, "pasted")
        else:
            found = Variant("the other", "", self.page.system.rules.variant(changes_in(text)))
        if found.rules.system != self.page.system.id:
            raise BadInput(f"{found.title} changes {found.rules.system}, and this is {self.page.system.id}")
        return found

    def _file(self, name: str) -> Variant:
        """The variant in a file beside the notebook; raises BadInput where nobody's files are read."""
        if not self.page.may_save:
            raise BadInput("files of this machine are not read here; paste the text of the variant")
        return read_variant(Path(name))

    def _looked(self) -> None:
        try:
            found = compare_variants(self.theirs(), Variant("the second rules", "", self.page.second))
        except BadInput as fault:
            self._refuse(fault)
            return
        self.said.value = ""
        self.found.value = f"<div class='pz8-wide' role='status'>{found._repr_html_()}</div>"

    def _taken(self) -> None:
        try:
            self.page.first = self.theirs().rules
        except BadInput as fault:
            self._refuse(fault)

    def _refuse(self, fault: BadInput) -> None:
        self.said.value, self.found.value = f'<p role="alert">{escape(str(fault))}</p>', ""

    def follow(self) -> None:
        """Other rules: what was found is gone."""
        self.said.value = self.found.value = ""
