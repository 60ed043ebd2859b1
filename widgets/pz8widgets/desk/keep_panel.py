"""Keep a variant: a name and a reason, a file, and lines to copy that bring it back."""

from __future__ import annotations

import re
from base64 import b64encode
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import ipywidgets as w

from pz8edu.desk.variants.variant import Variant
from pz8edu.errors import BadInput
from pz8widgets.calculators.export import asking
from pz8widgets.page.panel import Panel
from pz8widgets.page.theme import words

if TYPE_CHECKING:
    from pz8widgets.desk.desk import Desk

COPY = (
    "const p=this.nextElementSibling,s=getSelection();s.selectAllChildren(p);document.execCommand('copy');"
    "s.removeAllRanges();this.textContent='Copied'"
)
"""Copies the line after the button, on pages without a certificate too."""


class KeepPanel(Panel["Desk"]):
    """The second rules as a file, a text, a command and a link."""

    title = "Keep it"
    note = "the second rules, by name"

    def build(self) -> tuple[w.Widget, ...]:
        """Name, reason and file; then the lines."""
        self.name = w.Text(value="My variant", description="Title", continuous_update=False)
        self.why = w.Text(description="Why", placeholder="what it is for", continuous_update=False)
        self.file = w.Text(value="my-variant.toml", description="File", continuous_update=False)
        self.replace = w.Checkbox(description="replace a file of that name", indent=False)
        self.save = w.Button(description="Save", button_style="info")
        self.save.on_click(lambda _: self._saved())
        self.said, self.lines = words(""), words("")
        for field in (self.name, self.why, self.file):
            field.add_class("pz8-field")
            field.observe(lambda _: self.follow(), "value")
        self.name.observe(lambda change: self._named(change.old, change.new), "value")
        fields = w.VBox([self.name, self.why])
        fields.add_class("pz8-numbers")
        line = w.HBox([self.file, self.save, self.replace])
        line.add_class("pz8-line")
        return (fields, *((line,) if self.page.may_save else ()), self.said, self.lines)

    @property
    def variant(self) -> Variant:
        """What is kept."""
        return Variant(self.name.value, self.why.value, self.page.second)

    def _named(self, old: str, new: str) -> None:
        """The file is called as the variant, until somebody calls it otherwise."""
        if self.file.value == file_name(old):
            self.file.value = file_name(new)

    def _saved(self) -> None:
        name = Path(self.file.value).name
        try:
            if name != self.file.value or not name.endswith(".toml"):
                raise BadInput("the file needs a plain name that ends with .toml, such as my-variant.toml")
            self.variant.save(Path(name), replace=self.replace.value)
        except BadInput as fault:
            self.said.value = f'<p class="pz8-problem" role="alert">{escape(str(fault))}</p>'
            return
        self.said.value = f'<p role="status">Saved as <code>{escape(name)}</code>, beside this notebook.</p>'

    def follow(self) -> None:
        """The lines that bring back the variant and this page."""
        self.said.value = self.lines.value = ""
        try:
            self.lines.value = self._lines()
        except BadInput as fault:  # a function of one's own
            self.said.value = f'<p class="pz8-problem" role="alert">{escape(str(fault))}</p>'

    def _lines(self) -> str:
        """The lines to copy, and the file to load."""
        address = f"data:text/plain;base64,{b64encode(self.variant.to_toml().encode()).decode()}"
        name = escape(file_name(self.name.value))
        load = f'<a class="pz8-file" download="{name}" href="{address}">variant (TOML)</a>'
        lines = [("The variant file", self.variant.to_toml()), ("The rules as text", str(self.page.second))]
        if self.page.situation is not None:
            lines += [
                ("The question as a command", command(self.page)),
                ("This page as a link", link(self.page)),
            ]
        copied = "".join(to_copy(label, line) for label, line in lines)
        return f'<p class="pz8-files">{load}</p>{copied}'


def to_copy(label: str, line: str) -> str:
    """A line under its label, with a button that copies it."""
    named = f'aria-label="Copy: {escape(label)}"'
    return (
        f"<p class='pz8-quiet'>{escape(label)}</p><div class='pz8-copied'>"
        f'<button type="button" class="pz8-file" {named} onclick="{escape(COPY)}">Copy</button>'
        f"<pre class='pz8-source pz8-copy' tabindex='0'>{escape(line)}</pre></div>"
    )


def file_name(title: str) -> str:
    """A plain name of a file for a title."""
    plain = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
    return f"{plain or 'variant'}.toml"


def command(page: Desk) -> str:
    """The command that asks the question under the second rules."""
    beyond = " --beyond-the-book" if page.second.beyond_the_book() else ""
    return asking(page.system.id, page.question.id, page.situation, page.second) + beyond


def link(page: Desk) -> str:
    """The end of an address that opens this page as it is, in a classroom."""
    line = command(page).removeprefix("python -m pz8edu ask ")
    if page.question.id in page.system.calculators and page.question.id in page.system.chains:
        line += f" --kind {page.question.kind}"
    first = {"first": str(page.first)} if page.first.departures() else {}
    return f"?{urlencode({'desk': line, **first})}"
