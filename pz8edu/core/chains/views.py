"""A chain as text, HTML and CSV: where play ends, and how long it takes."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeAlias

from markupsafe import Markup

from pz8edu.core.chains.in_decimals import InDecimals
from pz8edu.core.chains.solver import Solver
from pz8edu.core.chains.trajectory import Trajectory, check_turns
from pz8edu.core.chance.exact import as_fraction
from pz8edu.errors import BadInput
from pz8edu.printing.comma_separated import csv_text
from pz8edu.printing.exact import in_full
from pz8edu.printing.html_table import html_table
from pz8edu.printing.percent import percent
from pz8edu.printing.text import columns

MOST_ENDS = 12
"""So many ends are listed, the likeliest first."""

MOST_LETTERS = 80
"""Longer fractions and formulas are not written out."""

MOST_TOGETHER = 500
"""With more states than this that lead to each other, ends are worked out only when they are asked for."""

MOST_TOGETHER_IN_SYMBOLS = 12
"""The same where chances are symbols."""

LARGE = "ends() works out the exact chances"
"""What is said of chains that are not solved to be shown."""

Word: TypeAlias = Callable[[Any], str]
"""A state, or the end of play that never ends, in words."""

AnySolver: TypeAlias = Solver[Any]
"""The solver of a chain whose states may be of any type."""

Row: TypeAlias = tuple[str, str, str]
"""A name, an exact number, and the same in decimals."""


def summary(solver: AnySolver, word: Word) -> str:
    """How large the chain is, in one line."""
    model = solver.model
    ends, states, phases = len(model.ends), len(model.states_met), model.phases
    return (
        f"chain from {word(model.start)!r}: {states:,} state{'s' if states != 1 else ''}, "
        f"{ends or 'no'} end{'s' if ends != 1 else ''}{f', {phases} phases a turn' if phases > 1 else ''}"
    )


def takes_long(solver: AnySolver) -> bool:
    """Would it take long to work out where play ends?"""
    together = max(map(len, solver.equations.groups), default=0)
    return together > (MOST_TOGETHER_IN_SYMBOLS if solver.model.in_symbols else MOST_TOGETHER)


def ends(solver: AnySolver, word: Word) -> list[Row]:
    """Where play ends, the likeliest first; chances that are formulas in the order found."""
    law = solver.ends()
    found = [(end, as_fraction(weight, law.total)) for end, weight in law.items()]
    if not solver.model.in_symbols:
        found.sort(key=lambda end: -end[1])
    rows = [(word(end), exactly(chance), percent(chance)) for end, chance in found[:MOST_ENDS]]
    if others := found[MOST_ENDS:]:
        rest = sum((chance for _, chance in others), Fraction(0))
        rows.append((f"{len(others)} other ends", exactly(rest), percent(rest)))
    return rows


def turns(solver: AnySolver) -> list[Row]:
    """How many turns play takes; nothing where it may never end."""
    mean, variance = solver.expected_turns(), solver.variance_of_turns()
    if mean is None or variance is None:
        return []
    rows = [
        ("expected turns", exactly(mean), decimals(mean)),
        ("variance", exactly(variance), decimals(variance)),
    ]
    if not solver.model.in_symbols:
        rows.append(("standard deviation", "", decimals(math.sqrt(variance))))
    return rows


def exactly(number: Fraction) -> str:
    """An exact number or a formula, where it is short enough to be read."""
    a_number = isinstance(number, Fraction)
    if a_number and number.denominator.bit_length() > 4 * MOST_LETTERS:
        return ""
    text = str(number)
    return text if len(text) <= MOST_LETTERS else "" if a_number else "a long formula"


def decimals(number: Fraction | float) -> str:
    """A number in decimals; empty for a formula."""
    try:
        return f"{float(number):.2f}"
    except (TypeError, OverflowError):
        return ""


def approximately(solver: AnySolver, word: Word) -> list[Row]:
    """Where a large chain ends and how long it takes, in decimals with their bounds; nothing for formulas."""
    try:
        found = InDecimals(solver.model)
        law, mean = found.ends(), found.expected_turns()
    except BadInput:  # formulas, or chances that are too small for decimals
        return []
    likeliest = sorted(law.items(), key=lambda end: -float(end[1]))[:MOST_ENDS]
    rows = [(word(end), str(chance), percent(float(chance))) for end, chance in likeliest]
    return rows + ([] if mean is None else [("expected turns", str(mean), decimals(float(mean)))])


def as_text(solver: AnySolver, word: Word) -> str:
    """The chain in lines: its size, its ends with their chances, its turns; a large one in decimals."""
    if takes_long(solver):
        head = f"{summary(solver, word)}; {LARGE}"
        rows = approximately(solver, word)
        return f"{head}\n{columns(rows, '<<>')}" if rows else head
    return f"{summary(solver, word)}\n{columns(ends(solver, word) + turns(solver), '<>')}"


def as_html(solver: AnySolver, word: Word) -> str:
    """Two tables that read well before any kernel runs: where play ends, and after how many turns."""
    paragraph = Markup("<p>{}</p>")
    if takes_long(solver):
        told = paragraph.format(f"{summary(solver, word)}; {LARGE}")
        rows = [(what, number, about) for what, about, number in approximately(solver, word)]
        return told + (html_table(("where it ends", "percent", "in decimals"), rows) if rows else Markup())
    head, where = summary(solver, word), _table("where it ends", "percent", ends(solver, word))
    return paragraph.format(head) + where + _table("how long it takes", "turns", turns(solver))


def _table(name: str, unit: str, rows: list[Row]) -> Markup:
    swapped = [(what, number, exact) for what, exact, number in rows]
    return html_table((name, unit, "exactly"), swapped) if rows else Markup()


def as_csv(trajectory: Trajectory[Any], word: Word, turns: int) -> str:
    """Comma-separated lines, one for each state after each turn: turn, state, chance, percent."""
    check_turns(turns)
    lines: list[tuple[object, ...]] = [("turn", "state", "chance", "percent")]
    for turn, law in enumerate(trajectory.turn_by_turn(turns), 1):
        for state, weight in law.items():
            chance = as_fraction(weight, law.total)
            lines.append((turn, word(state), in_full(chance), percent(chance)))
    return csv_text(lines)
