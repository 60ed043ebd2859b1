"""Many states in a band, such as a walk: solved in whole numbers by nested dissection (A. George, 1973).

States are laid out in levels by their distance from a far one. The level in the middle parts the others: both
halves are left out before it is, and so on inside them. A part that is left out is known by whole numbers
alone: its determinant, and the ways through it between the states around it, over that determinant.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from pz8edu.algebra.lifting import Group, Row

WIDEST = 12
"""Wider levels fill up with ways: such groups are solved by lifting digits."""


class LeftOut(NamedTuple):
    """States that were left out: through them from state to state, and what enters; over the determinant."""

    determinant: int
    ways: dict[int, Row]
    enters: Row


def solved_by_dissection(group: Group, entering: Row) -> tuple[Row, int] | None:
    """The amounts over one denominator; None for states that are too wide a band."""
    near: dict[int, set[int]] = {state: set() for state in group.leads}
    for state, row in group.leads.items():
        for after, _ in row:
            near[state].add(after)
            near[after].add(state)
    hubs = [state for state, row in near.items() if len(row) >= 3 * WIDEST]  # too many for three levels
    if len(hubs) > WIDEST:
        return None
    order: list[int] = []
    met = {*hubs}
    for state in near:
        if state not in met:
            levels = levels_from(near, levels_from(near, state, hubs)[-1][0], hubs)
            if max(map(len, levels)) > WIDEST:
                return None
            met.update(*levels)
            order += middle_last(levels, 0, len(levels))
    return amounts_over(group, entering, [*order, *hubs])


def levels_from(near: Mapping[int, Iterable[int]], start: int, hubs: list[int]) -> list[list[int]]:
    """The states by their distance from one of them, as far as they hang together without the hubs."""
    met, levels = {start, *hubs}, [[start]]
    while levels[-1]:
        following = dict.fromkeys(after for state in levels[-1] for after in near[state] if after not in met)
        met.update(following)
        levels.append([*following])
    return levels[:-1]


def middle_last(levels: list[list[int]], first: int, end: int) -> Iterator[int]:
    """The states of some levels, both halves before the level between them."""
    if first < end:
        middle = (first + end) // 2
        yield from middle_last(levels, first, middle)
        yield from middle_last(levels, middle + 1, end)
        yield from levels[middle]


def amounts_over(group: Group, entering: Row, order: Iterable[int]) -> tuple[Row, int]:
    """The amounts over the determinant of the group, its states left out in this order."""
    leads = {state: dict(row) for state, row in group.leads.items()}
    comes: dict[int, Row] = {state: {} for state in leads}
    for state, row in leads.items():
        for after, weight in row.items():
            comes[after][state] = weight
    around: dict[int, dict[int, LeftOut]] = {state: {} for state in leads}
    known: list[tuple[int, int, int, Row]] = []  # y(state) * divisor = enters + sum of y(i) * into(i)
    determinant = 1
    for out in order:
        onward, into, parts = leads.pop(out), comes.pop(out), around.pop(out)
        for after in onward:
            del comes[after][out]
        for before in into:
            del leads[before][out]
        ways = {before: {out: weight} for before, weight in into.items()} | {out: onward}
        whole, through, entered = as_one([LeftOut(1, ways, {out: entering[out]}), *parts.values()])
        onward = through.pop(out)
        determinant = group.divisors[out] * whole - onward.pop(out, 0)
        into, enters = {i: row.pop(out) for i, row in through.items() if out in row}, entered.pop(out)
        known.append((out, determinant, enters, into))
        through = {i: past(row, into.get(i, 0), onward, determinant, whole) for i, row in through.items()}
        rest = LeftOut(determinant, through, past(entered, enters, onward, determinant, whole))
        for state in {*rest.enters, *through}:
            around[state] = {at: part for at, part in around[state].items() if at not in parts} | {out: rest}
    amounts: Row = {}
    for state, divisor, enters, into in reversed(known):
        amount = enters * determinant + sum(amounts[i] * weight for i, weight in into.items())
        amounts[state] = amount // divisor
    return amounts, determinant


def as_one(parts: list[LeftOut]) -> tuple[int, dict[int, Row], Row]:
    """The product of the determinants of some parts, and over it the ways through them and what enters."""
    whole = math.prod(part.determinant for part in parts)
    through: dict[int, Row] = {}
    entered: Row = {}
    for part in parts:
        factor = whole // part.determinant
        add(entered, part.enters, factor)
        for before, row in part.ways.items():
            add(through.setdefault(before, {}), row, factor)
    return whole, through, entered


def past(row: Row, weight: int, onward: Row, determinant: int, whole: int) -> Row:
    """A row together with the ways past a state, over the determinant instead of the product before."""
    more = {state: number * determinant for state, number in row.items()}
    add(more, onward, weight)
    return {state: number // whole for state, number in more.items()}


def add(to: Row, row: Row, factor: int) -> None:
    """Add a row, times a factor."""
    for state, weight in row.items():
        to[state] = to.get(state, 0) + weight * factor
