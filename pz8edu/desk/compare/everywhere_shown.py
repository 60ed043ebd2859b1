"""How a comparison of many situations shows itself: as text, and as HTML with a map and bars."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING

from markupsafe import Markup

from pz8edu.core.rulebook.table import cell_text
from pz8edu.desk.compare.change_in_words import change_of, changes_in_order
from pz8edu.printing.html_table import html_table
from pz8edu.printing.text import columns
from pz8edu.show.heat_map import gains_in_words, heat_map, spread_table

if TYPE_CHECKING:
    from pz8edu.desk.compare.everywhere import Everywhere

MOVED = "games that end differently"
"""The figure that a calculator has besides its outcomes: the share of the chance that has moved."""
MOST_FIGURES = 3
"""Of a calculator so many figures are shown, the gravest first."""
MOST_LINES = 10
"""So many lines of the largest changes are shown of a figure."""


def spaced(name: str) -> str:
    """A name as people read it."""
    return name.replace("_", " ")


def one_in_words(found: Everywhere) -> str:
    """What became of the answer, where a single situation is compared."""
    if not len(found):
        return "Nothing changes."
    case = found.cases[0]
    names = changes_in_order(found.question, case.before, case.after)
    told = "; ".join(change_of(name, case.before.get(name, 0), case.after.get(name, 0)) for name in names)
    return f"{told[0].upper()}{told[1:]}."


def how_many_change(found: Everywhere) -> str:
    """What is compared, and how many situations change."""
    told = (
        found.counted
        if found.values
        else " ".join([one_in_words(found), *map(str, found.only), *found.notes])
    )
    return f"From {found.first} to {found.second}: {told}"


def figures_shown(found: Everywhere) -> tuple[str, ...]:
    """The figures that are shown where nobody has chosen one."""
    if not found.values or not len(found):
        return ()
    return found.figures[:MOST_FIGURES] if found.tells_chances else found.figures


def everywhere_text(found: Everywhere) -> str:
    """The whole comparison for a terminal."""
    parts = [how_many_change(found)]
    for figure in figures_shown(found):
        down, *more = found.telling(figure)
        across = more[0] if more else down
        cells = map_of(found, figure, down, across)
        tables = [map_lines(cells, down, across, **kind_of_gain(found, figure))]
        tables += [found.lines(figure, MOST_LINES)] if len(found.values) > 1 else []
        told = [f"{spaced(figure)}. {found.most(figure)}".strip(), *(columns(each, ">") for each in tables)]
        parts.append("\n".join(told))
    return "\n\n".join(parts)


def map_lines(
    cells: Mapping[tuple[object, object], Fraction],
    down: str,
    across: str,
    *,
    chance: bool = True,
    signs: bool = True,
) -> list[list[str]]:
    """The mean gain for every pair of values of two inputs as text; of one input a single column."""
    told = gains_in_words(cells, chance, signs)
    columns_of = list(dict.fromkeys(other for _, other in cells))
    head = [down if down == across else f"{down} ↓ {across} →", *map(cell_text, columns_of)]
    rows = dict.fromkeys(one for one, _ in cells)
    return [head, *([cell_text(one), *(told.get((one, each), "–") for each in columns_of)] for one in rows)]


def kind_of_gain(found: Everywhere, figure: str) -> dict[str, bool]:
    """Are the gains of a figure shares of the chance, and have they signs?"""
    return {"chance": found.tells_chances, "signs": figure != MOVED}


def map_of(found: Everywhere, figure: str, down: str, across: str) -> dict[tuple[object, object], Fraction]:
    """The mean gain for every pair of values of two inputs; of one input for every value of it."""
    if down != across:
        return found.grid(down, across, figure)
    return {(one, "mean gain"): gain for one, gain in found.by_value(down, figure).items()}


def everywhere_html(found: Everywhere) -> Markup:
    """The whole comparison for a notebook or a page."""
    return Markup("<p>{}</p>").format(how_many_change(found)) + Markup().join(sections(found))


def sections(found: Everywhere) -> Iterator[Markup]:
    """The figures one after the other."""
    for figure in figures_shown(found):
        head, *rows = found.lines(figure, MOST_LINES)
        told = Markup("<h3>{}</h3><p>{}</p>").format(spaced(figure), found.most(figure))
        yield told + figure_html(found, figure) + html_table(map(spaced, head), rows)


def figure_html(found: Everywhere, figure: str, down: str = "", across: str = "") -> Markup:
    """A map of two inputs for a figure, of those that tell most unless named, and the sizes of its change."""
    first, *others = found.telling(figure) if not down else (down,)
    one, other = down or first, across or (others[0] if others else first)
    cells = map_of(found, figure, one, other)
    corner = spaced(one) if one == other else f"{spaced(one)} ↓ {spaced(other)} →"
    rest = [spaced(name) for name in found.values if name not in (one, other)]
    caption = "; mean of all values of ".join([spaced(figure), *([", ".join(rest)] if rest else [])])
    drawn = heat_map(cells, corner, caption, **kind_of_gain(found, figure))
    return drawn + spread_table(found.spread(figure))
