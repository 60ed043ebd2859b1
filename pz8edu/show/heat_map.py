"""A map of two inputs, and how many situations have which change: tables with colour, pattern and words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

from markupsafe import Markup

from pz8edu.core.rulebook.table import cell_text

CELL = "padding:4px 9px;text-align:center;white-space:nowrap;border:1px solid #d5dbe1"
TABLE = Markup("<table class='pz8-heat' style='border-collapse:collapse'><caption>{}</caption>{}</table>")
STRIPES = "repeating-linear-gradient(135deg,#fff8 0 2px,#0000 2px 6px),"
"""Losses are striped, so that nobody needs to tell the colours apart."""

FEW_LETTERS = 8
"""A fraction of more letters is told in decimals, and in full to who points at it."""


def heat_map(
    cells: Mapping[tuple[object, object], Fraction],
    corner: str,
    caption: str,
    *,
    chance: bool = True,
    signs: bool = True,
) -> Markup:
    """The mean gain for every pair of values of two inputs, losses striped.

    The numbers are shares of the `chance`, or others, with their signs or without. Pairs that are not
    there have a dash.
    """
    down, across = (list(dict.fromkeys(pair[side] for pair in cells)) for side in (0, 1))
    largest = max(map(abs, cells.values()), default=Fraction(0)) or Fraction(1)
    told = gains_in_words(cells, chance, signs)
    head = Markup().join(Markup("<th scope='col'>{}</th>").format(cell_text(each)) for each in across)
    top = Markup("<thead><tr><th scope='col'>{}</th>{}</tr></thead>").format(corner, head)
    body = Markup().join(
        Markup("<tr><th scope='row'>{}</th>{}</tr>").format(
            cell_text(one),
            Markup().join(
                _cell(cells.get((one, other)), told.get((one, other), "–"), largest) for other in across
            ),
        )
        for one in down
    )
    return TABLE.format(caption, top + Markup("<tbody>{}</tbody>").format(body))


def _cell(gain: Fraction | None, told: str, largest: Fraction) -> Markup:
    if gain is None:
        return Markup("<td style='{}'>{}</td>").format(CELL, told)
    part = float(abs(gain) / largest)
    red, green, blue = (
        round(255 - part * 0.55 * (255 - full)) for full in ((0, 114, 178) if gain > 0 else (213, 94, 0))
    )
    ground = f"{STRIPES if gain < 0 else ''}linear-gradient(rgb({red},{green},{blue}) 0 0)"
    look = f"{CELL};background:{ground}" if gain else CELL
    return Markup('<td style="{}" title="{}">{}</td>').format(look, str(gain), told)


def gains_in_words(
    cells: Mapping[tuple[object, object], Fraction], chance: bool, signs: bool
) -> dict[tuple[object, object], str]:
    """The gains as they fit into a table: exact where all are short, else in per cent or in decimals."""
    exact = all(len(str(gain)) <= FEW_LETTERS for gain in cells.values())
    return {pair: _told(gain, chance, exact, signs) for pair, gain in cells.items()}


def _told(gain: Fraction, chance: bool, exact: bool, signs: bool) -> str:
    if exact or not gain:
        told, near = str(gain), ""
    else:
        told, near = (f"{100 * float(gain):.3g} %", "") if chance else (f"{float(gain):.4g}", "≈ ")
    return f"{near}{'+' if signs and gain > 0 else ''}{told}".replace("-", "−")


def spread_table(spread: Sequence[tuple[str, int]]) -> Markup:
    """How many situations have which change, as bars."""
    most = max((count for _, count in spread), default=1) or 1
    rows = Markup().join(
        Markup(
            "<tr><th scope='row'>{}</th><td class='pz8-count' style='width:16em;text-align:left'>"
            "<i style='display:block;height:.9em;min-width:1px;background:#0072b2;width:{:.1f}%'></i></td>"
            "<td>{:,}</td></tr>"
        ).format(size, 100 * count / most, count)
        for size, count in spread
    )
    return Markup("<table class='pz8-spread'><caption>{}</caption>{}</table>").format(
        "Situations by the size of their change", rows
    )
