"""Answers that show themselves: a sentence and a table, as text, as HTML and as comma-separated lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Generic, TypeVar

from markupsafe import Markup

from pz8edu.printing.comma_separated import csv_text
from pz8edu.printing.html_table import html_table
from pz8edu.printing.text import columns

T = TypeVar("T")


class ExactTable:
    """A table of exact cells: its children say the `lines`, a heading first."""

    def lines(self) -> list[list[str]]:
        """The table as text: a heading, then its lines with exact numbers."""
        raise NotImplementedError

    def to_csv(self) -> str:
        """The table as comma-separated lines, with exact numbers."""
        return csv_text(self.lines())


class AnswerTable(ExactTable):
    """A table that is shown under its `summary`; `align` is that of its columns in text."""

    align = "<"

    @property
    def summary(self) -> str:
        """The answer in one sentence."""
        raise NotImplementedError

    def shown(self) -> list[list[str]]:
        """The table as it is shown, its numbers short."""
        raise NotImplementedError

    @property
    def under(self) -> str:
        """What is said under the table; "" for nothing."""
        return ""

    def __repr__(self) -> str:
        head, *rows = self.shown()
        table = columns([head, *rows], self.align) if rows else ""
        return "\n".join(filter(None, (self.summary, table, self.under)))

    def _repr_html_(self) -> str:
        head, *rows = self.shown()
        table = html_table(head, rows, names=1) if rows else ""
        under = Markup("<p>{}</p>").format(self.under) if self.under else ""
        return Markup("<p>{}</p>{}{}").format(self.summary, table, under)


class Listed(Generic[T]):
    """An answer that is a list of what was `found`."""

    found: Sequence[T]

    def __iter__(self) -> Iterator[T]:
        return iter(self.found)

    def __len__(self) -> int:
        return len(self.found)

    def __getitem__(self, place: int) -> T:
        return self.found[place]
