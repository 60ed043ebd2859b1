"""What becomes of two units in one roll, as a grid: rows are one of them, columns the other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from html import escape

from pz8edu.printing.percent import short_percent
from pz8edu.show.outcomes import OF_TWO, outcome_looks, spoken
from pz8widgets.page.fraction_html import odds_html

MOST = 6
"""So many rows or columns at most."""


def pair_grid(
    chances: Mapping[str, Fraction], names: Mapping[str, str], says: Callable[[str], str] | None = None
) -> str:
    """The grid with both margins, the likeliest cell written out below; "" where outcomes are no pairs.

    What an outcome of one unit means it `says`: a letter stands with its word, "P, pinned".
    """

    def told(word: str) -> str:
        return escape(spoken(word, says(word) if says else ""))

    cells: dict[tuple[str, str], Fraction] = {}
    letters: set[tuple[str, str]] = set()
    for word, chance in chances.items():
        found = OF_TWO.fullmatch(word)
        if found is None:
            return ""
        one, first, other, second = found.groups()
        letters.add((one, other))
        cells[first, second] = chance
    rows, columns = (outcome_looks(dict.fromkeys(pair[side] for pair in cells)) for side in (0, 1))
    if len(letters) != 1 or not 1 < len(rows) <= MOST or not 1 < len(columns) <= MOST:
        return ""
    one, other = (names.get(letter, letter) for letter in letters.pop())
    most = max(cells.values())

    def head(word: str, look: str, scope: str) -> str:
        return f'<th scope="{scope}"><i class="pz8-swatch {look}"></i><span>{told(word)}</span></th>'

    def cell(chance: Fraction) -> str:
        if not chance:
            return "<td>–</td>"
        share = round(60 * float(chance / most))
        return (
            f'<td style="--share:{share}%" title="{chance}">{bare(chance)}'
            f'<span class="pz8-unseen"> {chance}</span></td>'
        )

    def together(found: list[Fraction]) -> str:
        return f'<td class="pz8-percent" title="{sum(found)}">{bare(sum(found, Fraction(0)))}</td>'

    none = Fraction(0)
    lines = [
        f"<tr>{head(row, look.css_class, 'row')}"
        f"{''.join(cell(cells.get((row, column), none)) for column in columns)}"
        f"{together([chance for (each, _), chance in cells.items() if each == row])}</tr>"
        for row, look in rows.items()
    ]
    heads = "".join(head(column, look.css_class, "col") for column, look in columns.items())
    sums = "".join(together([chance for (_, each), chance in cells.items() if each == c]) for c in columns)
    across = f'<th colspan="{len(columns)}" scope="colgroup">{escape(other)} is …</th>'
    corner = f'<th scope="col">{escape(one)} is …<br><small>in percent</small></th>'
    top = f'<tr><td></td>{across}<td></td></tr><tr>{corner}{heads}<th scope="col">in all</th></tr>'
    likely = max(cells, key=lambda pair: cells[pair])
    both = f"{escape(one)} {told(likely[0])}; {escape(other)} {told(likely[1])}"
    return (
        f'<div class="pz8-both"><table class="pz8-pairs"><thead>{top}</thead>'
        f'<tbody>{"".join(lines)}<tr><th scope="row">in all</th>{sums}<td></td></tr></tbody></table></div>'
        f"<p>Likeliest: {both} {odds_html(cells[likely])}</p>"
    )


def bare(chance: Fraction) -> str:
    """A chance in percent to two figures, without the sign."""
    return short_percent(chance, 2).removesuffix("%").strip()
