"""The exact solution of a small game of choice against choice: what each side mixes, and what it is worth.

Von Neumann's theorem makes it a linear programme; it is solved by the simplex method in fractions, with
Bland's rule, which never runs in circles.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from pz8edu.errors import BadInput


@dataclass(frozen=True)
class Solution:
    """What the game is worth to the side of the rows, and how often each side should make each choice."""

    value: Fraction
    rows: tuple[Fraction, ...]
    columns: tuple[Fraction, ...]


def solution_of(payoffs: Sequence[Sequence[Fraction | int]]) -> Solution:
    """The value of a game and one best mixture of each side; `payoffs` is what the rows win.

    Raises BadInput for a table without entries or with lines of different lengths.

    >>> solved([[0, -1, 1], [1, 0, -1], [-1, 1, 0]]).rows
    (Fraction(1, 3), Fraction(1, 3), Fraction(1, 3))
    """
    wide = len(payoffs[0]) if payoffs else 0
    if not wide or any(len(row) != wide for row in payoffs):
        raise BadInput("a game needs a table of payoffs with rows of equal length")
    shift = 1 - min(Fraction(entry) for row in payoffs for entry in row)
    tall = len(payoffs)
    # maximise the sum of y where every row allows 1; the slack of each row is the first basis
    slack = [[Fraction(place == at) for at in range(tall)] for place in range(tall)]
    table = [
        [*(Fraction(entry) + shift for entry in row), *own, Fraction(1)]
        for row, own in zip(payoffs, slack, strict=True)
    ]
    gains = [Fraction(-1)] * wide + [Fraction(0)] * (tall + 1)
    basis = list(range(wide, wide + tall))
    while (enters := next((place for place, gain in enumerate(gains[:-1]) if gain < 0), None)) is not None:
        leaves = _leaving(table, basis, enters)
        _pivot(table, gains, leaves, enters)
        basis[leaves] = enters
    total = gains[-1]
    columns = [Fraction(0)] * wide
    for row, place in enumerate(basis):
        if place < wide:
            columns[place] = table[row][-1] / total
    rows = tuple(gain / total for gain in gains[wide : wide + tall])
    return Solution(1 / total - shift, rows, tuple(columns))


def _leaving(table: list[list[Fraction]], basis: list[int], enters: int) -> int:
    """The row that allows least; of equal ones that of the first variable (Bland's rule)."""
    allowed = (
        (row[-1] / row[enters], basis[place], place) for place, row in enumerate(table) if row[enters] > 0
    )
    return min(allowed)[2]


def _pivot(table: list[list[Fraction]], gains: list[Fraction], leaves: int, enters: int) -> None:
    """Exchange two variables."""
    pivot = table[leaves]
    pivot[:] = [entry / pivot[enters] for entry in pivot]
    for row in (*(each for each in table if each is not pivot), gains):
        factor = row[enters]
        if factor:
            row[:] = [entry - factor * other for entry, other in zip(row, pivot, strict=True)]
