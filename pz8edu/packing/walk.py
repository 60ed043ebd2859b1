"""A table of codes as a walk: a small table for each input, whose cells are rows of the next one.

A table of all situations repeats itself wherever the dice do not look at an input. A walk has each row of
every level once (a reduced decision diagram with all its levels), and a look-up reads one cell a level.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from pz8edu.asking.diagrams import Level, Row

MOST_SIFTED = 100_000
"""A walk of more cells keeps its inputs in the printed order: to move them about would take too long."""
ROUNDS = 3
"""So often every input looks for a better place; no clock decides, so that a walk is always the same."""


class Walk(NamedTuple):
    """A table that is walked through: `order` has the input that each level looks at.

    `classes` has the class of each value of that input, equal ones together; a level's rows have a cell for
    each class: a row of the next level, at last the code.
    """

    order: Row
    classes: Level
    levels: tuple[Level, ...]

    def code(self, places: Sequence[int]) -> int:
        """The code of a situation, by the place of each input's value."""
        row = 0
        for axis, classes, level in zip(self.order, self.classes, self.levels, strict=True):
            row = level[row][classes[places[axis]]]
        return row

    @property
    def cells(self) -> int:
        """How large it is."""
        return cells_in(self.levels)


def walk_of(levels: tuple[Level, ...], only: int = 0) -> tuple[Walk, list[int]]:
    """The walk through some levels, and the old code of each new one; without levels the `only` one.

    Codes and rows are numbered by first use, so that equal tables have equal walks.
    """
    if not levels:
        return Walk((), (), ()), [only]
    order, levels = sifted(levels)
    classes, merged = zip(*map(_in_classes, levels), strict=True)
    numbered, old = _numbered(merged)
    return Walk(order, classes, numbered), old


def levels_of(codes: Sequence[int], sizes: Sequence[int]) -> tuple[Level, ...]:
    """The levels of a table of codes, its last input fastest, in the order of the inputs, each row once."""
    levels: list[Level] = []
    rows = list(codes)
    for size in reversed(sizes):
        known: dict[Row, int] = {}
        cells = zip(*(iter(rows),) * size, strict=True)
        rows = [known.setdefault(row, len(known)) for row in cells]
        levels.append(tuple(known))
    return tuple(reversed(levels))


def sifted(levels: tuple[Level, ...]) -> tuple[Row, tuple[Level, ...]]:
    """The levels in a better order, and the input of each: every input goes to the best of all places."""
    order = tuple(range(len(levels)))
    best = cells_in(levels)
    if best > MOST_SIFTED:
        return order, levels
    for _ in range(ROUNDS):
        before = best
        for axis in range(len(levels)):
            best, order, levels = min(_placed(axis, order, levels), key=lambda each: each[0])
        if best == before:
            break
    return order, levels


def _placed(axis: int, order: Row, levels: tuple[Level, ...]) -> list[tuple[int, Row, tuple[Level, ...]]]:
    """One input at every place, first where it stands, each with the size of the walk."""
    found = [(cells_in(levels), order, levels)]
    at = order.index(axis)
    for ways in (range(at, len(order) - 1), range(at - 1, -1, -1)):
        other, moved = list(order), levels
        for upper in ways:
            moved = swapped(moved, upper)
            other[upper], other[upper + 1] = other[upper + 1], other[upper]
            found.append((cells_in(moved), tuple(other), moved))
    return found


def swapped(levels: tuple[Level, ...], upper: int) -> tuple[Level, ...]:
    """The levels with two neighbours in the other order."""
    first, second = levels[upper], levels[upper + 1]
    known: dict[Row, int] = {}
    rows = tuple(
        tuple(
            known.setdefault(tuple(second[cell][place] for cell in row), len(known))
            for place in range(len(second[0]))
        )
        for row in first
    )
    return (*levels[:upper], rows, tuple(known), *levels[upper + 2 :])


def cells_in(levels: Sequence[Level]) -> int:
    """How many cells there are."""
    return sum(len(level) * len(level[0]) for level in levels)


def _in_classes(level: Level) -> tuple[Row, Level]:
    """The class of each value, those whose cells are all alike together, and the level of classes."""
    known: dict[Row, int] = {}
    classes = tuple(known.setdefault(column, len(known)) for column in zip(*level, strict=True))
    return classes, tuple(zip(*known, strict=True))


def _numbered(levels: Sequence[Level]) -> tuple[tuple[Level, ...], list[int]]:
    """The levels with their rows, and at last the codes, numbered by first use; the old code of each."""
    found: list[Level] = []
    used = [0]
    for level in levels:
        rows = [level[number] for number in used]
        first_use = {cell: number for number, cell in enumerate(dict.fromkeys(chain.from_iterable(rows)))}
        found.append(tuple(tuple(first_use[cell] for cell in row) for row in rows))
        used = list(first_use)
    return tuple(found), used
