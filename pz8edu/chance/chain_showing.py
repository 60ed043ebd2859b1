"""A chain as text, HTML and CSV: where play ends, and how long it takes."""

from __future__ import annotations

import csv
import html
import io
import math
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from pz8edu.chance.showing import percent

if TYPE_CHECKING:
    from pz8edu.chance.chain import Chain

MOST_ENDS = 12
"""So many ends are listed, the likeliest first."""

MOST_LETTERS = 80
"""Longer fractions and formulas are not written out."""

MOST_TOGETHER = 500
"""With more states than this that lead to each other, ends are worked out only when they are asked for."""

MOST_TOGETHER_IN_SYMBOLS = 12
"""The same where chances are symbols."""

Row = tuple[str, str, str]
"""A name, an exact number, and the same in decimals."""


def summary(chain: Chain[Any]) -> str:
    """How large the chain is, in one line."""
    ends = sum(moves is None for moves in chain.moves)
    states = len(chain.states_met)
    phases = f", {len(chain.phases)} phases a turn" if len(chain.phases) > 1 else ""
    return (
        f"chain from {chain.word(chain.start)!r}: {states:,} state{'s' if states != 1 else ''}, "
        f"{ends or 'no'} end{'s' if ends != 1 else ''}{phases}"
    )


def too_long(chain: Chain[Any]) -> bool:
    """Would it take long to work out where play ends?"""
    together = max(map(len, chain._graph.groups), default=0)
    return together > (MOST_TOGETHER_IN_SYMBOLS if chain.in_symbols else MOST_TOGETHER)


def ends(chain: Chain[Any]) -> list[Row]:
    """Where play ends, the likeliest first; chances that are formulas in the order found."""
    law = chain.ends()
    places = list(law)
    if not chain.in_symbols:
        places.sort(key=lambda place: -law.weights[place])
    listed = [
        (chain.word_of(place), exactly(chance := chain.chance_in(law, place)), percent(chance))
        for place in places[:MOST_ENDS]
    ]
    others = len(places) - len(listed)
    if others:
        rest = sum((chain.chance_in(law, place) for place in places[MOST_ENDS:]), Fraction(0))
        listed.append((f"{others} other ends", exactly(rest), percent(rest)))
    return listed


def turns(chain: Chain[Any]) -> list[Row]:
    """How many turns play takes; nothing where it may never end."""
    mean, variance = chain.expected_turns(), chain.variance_of_turns()
    if mean is None or variance is None:
        return []
    rows = [
        ("expected turns", exactly(mean), decimals(mean)),
        ("variance", exactly(variance), decimals(variance)),
    ]
    if not chain.in_symbols:
        rows.append(("standard deviation", "", decimals(math.sqrt(variance))))
    return rows


def exactly(number: Any) -> str:
    """An exact number or a formula, where it is short enough to be read."""
    if isinstance(number, Fraction) and number.denominator.bit_length() > 4 * MOST_LETTERS:
        return ""
    text = str(number)
    return text if len(text) <= MOST_LETTERS else "" if isinstance(number, Fraction) else "a long formula"


def decimals(number: Any) -> str:
    """A number in decimals; empty for a formula."""
    try:
        return f"{float(number):.2f}"
    except (TypeError, OverflowError):
        return ""


def as_text(chain: Chain[Any]) -> str:
    """The chain in lines: its size, its ends with their chances, its turns."""
    if too_long(chain):
        return f"{summary(chain)}; ends() works out with which chances"
    rows = ends(chain) + turns(chain)
    wide, right = (max((len(row[column]) for row in rows), default=0) for column in (0, 1))
    lines = [f"{name:<{wide}}  {exact:>{right}}  {number:>8}".rstrip() for name, exact, number in rows]
    return "\n".join([summary(chain), *lines])


def as_html(chain: Chain[Any]) -> str:
    """Two tables that read well before any kernel runs: where play ends, and after how many turns."""
    if too_long(chain):
        return f"<p>{html.escape(as_text(chain))}</p>"
    tables = [_table("where it ends", "percent", ends(chain))]
    if rows := turns(chain):
        tables.append(_table("how long it takes", "turns", rows))
    return f"<p>{html.escape(summary(chain))}</p>{''.join(tables)}"


def _table(name: str, unit: str, rows: list[Row]) -> str:
    body = "".join(
        f"<tr><td>{html.escape(what)}</td><td>{number}</td><td>{html.escape(exact)}</td></tr>"
        for what, exact, number in rows
    )
    head = f"<th>{name}</th><th>{unit}</th><th>exactly</th>"
    return f"<table class='pz8'><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def as_csv(chain: Chain[Any], turns: int) -> str:
    """Comma-separated lines, one for each state after each turn: turn, state, chance, percent."""
    page = io.StringIO()
    writer = csv.writer(page, lineterminator="\n")
    writer.writerow(("turn", "state", "chance", "percent"))
    for turn, law in enumerate(chain.turn_by_turn(turns), 1):
        for state in law:
            chance = chain.chance_in(law, state)
            writer.writerow((turn, chain.word_of(state), written_out(chance), percent(chance)))
    return page.getvalue()


def written_out(chance: Any) -> str:
    """An exact chance in full; nothing where it has thousands of digits, which Python does not write."""
    try:
        return str(chance)
    except ValueError:
        return ""
