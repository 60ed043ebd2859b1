"""Tables as HTML, whatever stands in their cells."""

from __future__ import annotations

from collections.abc import Iterable
from numbers import Rational

from markupsafe import Markup

from pz8edu.printing.exact import plain_fraction

MOST_LETTERS = 13
"""Characters of a fraction that can still be read in a table."""

HEADING, CELL = Markup("<th>{}</th>"), Markup("<td>{}</td>")


def html_table(head: Iterable[str], rows: Iterable[Iterable[object]], names: int = 0) -> Markup:
    """A table that reads well before any kernel runs; the first `names` cells of a row are its headings.

    Text is escaped, `Markup` stands as it is.
    """
    titles = _cells(HEADING, head)
    body = Markup().join(
        Markup("<tr>{}{}</tr>").format(_cells(HEADING, cells[:names]), _cells(CELL, cells[names:]))
        for cells in map(list, rows)
    )
    return Markup("<table class='pz8-figures'><thead><tr>{}</tr></thead><tbody>{}</tbody></table>").format(
        titles, body
    )


def chance_html(chance: object) -> Markup:
    """An exact chance; one too long to be read is told in decimals, and in full to who points at it."""
    text = str(chance)
    if len(text) <= MOST_LETTERS or not isinstance(chance, Rational):
        return Markup("{}").format(text)
    return Markup('<span title="{}">≈ {:.4g}</span>').format(text, float(plain_fraction(chance)))


def _cells(tag: Markup, cells: Iterable[object]) -> Markup:
    return Markup().join(tag.format(cell) for cell in cells)
