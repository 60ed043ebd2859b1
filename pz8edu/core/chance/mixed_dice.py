"""Dice in one pool or in several, equal or not, as they can show one face after the other."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, TypeAlias, TypeVar, cast

from pz8edu.algebra.weight import Weight, total_of, whole
from pz8edu.core.chance.fold import (
    Left,
    Look,
    Shown,
    Step,
    faces_in_order,
    powers_of,
    ways_of_moves,
    ways_side_by_side,
)

T = TypeVar("T")
S = TypeVar("S")

Kinds: TypeAlias = Sequence[tuple[Mapping[T, Weight], int]]
"""The dice of a pool: the weights of each kind, and how many there are of it."""

Rows: TypeAlias = list[dict[T, Weight]]
"""The weights of the kinds of a pool, of the faces that are still to come."""

MOST_SIDE_BY_SIDE = 60
"""The ways of more dice have too many digits to lie side by side."""


def ways_of_pools(
    pools: Sequence[Kinds[T]],
    start: S,
    step: Step[S],
    lowest_first: bool = False,
    every_face: bool = False,
) -> Mapping[S, Weight]:
    """The ways to each state after all faces of several pools that are looked at together, or of one."""
    ((weights, count), *others), *more = pools
    if not (others or more) and count <= MOST_SIDE_BY_SIDE and {*map(type, weights.values())} == {int}:
        numbers = cast("Mapping[T, int]", weights)
        found = ways_side_by_side(count, numbers, start, step, lowest_first, every_face)
        return cast("Mapping[S, Weight]", found)
    return ways_of_moves(looks_at(pools, lowest_first, every_face), all_dice(pools), start, step, every_face)


def all_dice(pools: Sequence[Kinds[T]]) -> Left:
    """What is left when no face was looked at."""
    return tuple(tuple(count for _, count in pool) for pool in pools)


def looks_at(dice: Sequence[Kinds[T]], lowest_first: bool, every_face: bool = False) -> Iterator[Look]:
    """How all dice can show each face; faces that fall alike have the same moves.

    Kinds that no longer differ are one from then on: a D12 that shows 10 or less is a D10.
    """
    pools: list[Rows[T]] = [
        [{face: w for face, w in weights.items() if w} for weights, _ in kinds] for kinds in dice
    ]
    falls: dict[object, Fall] = {}
    together: dict[tuple[Fall, ...], Together] = {}
    there = {face for pool in pools for weights in pool for face in weights}
    for face in faces_in_order(there, lowest_first, every_face):
        here = []
        for place, pool in enumerate(pools):
            weights = tuple([kind.pop(face, 0) for kind in pool])
            goes_on = tuple(map(bool, pool))
            pools[place], merged = merged_kinds(pool, weights)
            key = weights, goes_on, *merged
            here.append(falls.get(key) or falls.setdefault(key, Fall(*key)))
        every = tuple(here)
        moves = together.get(every) or together.setdefault(every, Together(every))
        yield Look(face, moves, Rest(pools))


class Rest:
    """The ways in which the dice that are left can fall; asked before the next face is looked at."""

    def __init__(self, pools: Sequence[Rows[Any]]) -> None:
        self.pools = list(pools)

    @cached_property
    def totals(self) -> list[list[Weight]]:
        """The weights of all faces still to come, for each kind of each pool."""
        return [[total_of(row.values()) for row in rows] for rows in self.pools]

    def __call__(self, left: Left) -> Weight:
        """The ways of the dice that are left of each kind."""
        ways: Weight = 1
        for totals, counts in zip(self.totals, left, strict=True):
            for total, count in zip(totals, counts, strict=True):
                ways = ways * total**count
        return ways


def merged_kinds(
    rows: Rows[T], gone: Sequence[Weight]
) -> tuple[Rows[T], tuple[tuple[int, ...], tuple[int, ...]]]:
    """Kinds with the same weights, but for a factor, as one: to which each belongs, and its factor.

    Those that have lost no face are in lowest terms and differ from each other.
    """
    if len(rows) == 1:
        return rows, ((0,), (1,))
    factors = [common_factor(row.values()) if weight else 1 for row, weight in zip(rows, gone, strict=True)]
    lowest: Rows[T] = [
        {face: whole(weight) // factor for face, weight in row.items()} if factor > 1 else row
        for row, factor in zip(rows, factors, strict=True)
    ]
    different: Rows[T] = []
    for row in lowest:
        if row not in different:
            different.append(row)
    return different, (tuple([different.index(row) for row in lowest]), tuple(factors))


def common_factor(weights: Iterable[Weight]) -> int:
    """The greatest common divisor of whole weights, 1 for formulas and for none."""
    numbers = [weight if isinstance(weight, int) else 1 for weight in weights]
    return math.gcd(*numbers) or 1


class Fall:
    """How one pool can show one face: from the dice left of each kind to those of each kind afterwards."""

    def __init__(
        self,
        weights: tuple[Weight, ...],
        goes_on: tuple[bool, ...],
        places: tuple[int, ...],
        factors: tuple[int, ...],
    ) -> None:
        self.kinds = list(zip(weights, goes_on, factors, strict=True))
        self.places = places
        self.known: dict[Left, list[tuple[Left, int, Weight]]] = {}

    def moves(self, left: Left) -> list[tuple[Left, int, Weight]]:
        """What is left, how many dice show the face, and in how many ways."""
        if left not in self.known:
            self.known[left] = self._moves(left)
        return self.known[left]

    def _moves(self, left: Left) -> list[tuple[Left, int, Weight]]:
        rests, falling = [0] * (max(self.places) + 1), []
        for count, kind, place in zip(left, self.kinds, self.places, strict=True):
            if kind[0]:
                falling.append((count, kind, place))
            else:
                rests[place] += count
        found: dict[tuple[Left, int], Weight] = {(tuple(rests), 0): 1}
        for count, (weight, goes_on, factor), place in falling:
            powers = powers_of(weight, count)
            numbers = range(count + 1) if goes_on else (count,)
            options = [(n, math.comb(count, n) * powers[n] * factor ** (count - n)) for n in numbers]
            before, found = found, {}
            for (rest, shown), ways in before.items():
                for n, more in options:
                    key = (*rest[:place], rest[place] + count - n, *rest[place + 1 :]), shown + n
                    found[key] = found.get(key, 0) + ways * more
        return [(rest, shown, ways) for (rest, shown), ways in found.items()]


class Together:
    """How several pools can show one face."""

    def __init__(self, falls: tuple[Fall, ...]) -> None:
        self.falls = falls
        self.known: dict[Left, list[tuple[Left, Shown, Weight]]] = {}

    def __call__(self, left: Left) -> list[tuple[Left, Shown, Weight]]:
        """What is left in all of them, how many dice of each show the face, and in how many ways."""
        found = self.known.get(left)
        if found is None:
            found = [((), (), 1)]
            for fall, own in zip(self.falls, left, strict=True):
                moves = fall.moves(own)
                found = [
                    ((*rests, rest), (*shown, n), ways * more)
                    for rests, shown, ways in found
                    for rest, n, more in moves
                ]
            self.known[left] = found
        return found
