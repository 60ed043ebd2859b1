"""Dice and cards looked at face by face: whatever is asked of them, said as a state that is carried along."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, TypeAlias, TypeVar, cast

from pz8edu.algebra.kronecker import room_for, side_by_side
from pz8edu.algebra.weight import Weight, whole
from pz8edu.core.chance.sums import Steps, by_sum
from pz8edu.errors import BadInput
from pz8edu.limits import MOST_FACES

T = TypeVar("T")
S = TypeVar("S")

Step: TypeAlias = Callable[..., S]
"""What becomes of a state when so many dice show a face: `step(state, face, count)`.

Over several pools or hands it is told how many of each: `step(state, face, first, second)`.
"""

Left: TypeAlias = tuple[Any, ...]
"""The dice, or the places in hands, that are still to be looked at."""

Shown: TypeAlias = tuple[int, ...]
"""How many dice show a face, in each pool or hand."""

Moves: TypeAlias = Callable[[Left], Iterable[tuple[Left, Shown, Weight]]]
"""From what is left: what is left after a face, how often that is shown in each of them, in how many ways."""


class Look(NamedTuple):
    """A face that is looked at: the moves that show it, and the ways of whatever is left after it."""

    face: object
    moves: Moves
    rest: Callable[[Left], Weight]


def ways_side_by_side(
    count: int, weights: Mapping[T, int], start: S, step: Step[S], lowest_first: bool, every_face: bool
) -> dict[S, int]:
    """The ways to each state after all faces of equal dice, from the highest down (or from the lowest up).

    A state is asked once for every number of dice.

    The ways to a state lie side by side in one whole number, by the dice that are still to be looked at, each
    as often as there are orders of all dice; to show so many dice moves them down and divides by the orders
    of these.
    """
    total, orders = sum(weights.values()), math.factorial(count)
    most = min(count, total)
    bits = (orders * (count + 1) * total**most // math.factorial(most)).bit_length()
    lowest = (1 << bits) - 1
    states = {start: orders << bits * count}
    *faces, last = faces_in_order(weights, lowest_first, every_face)
    for face in faces:
        weight = weights.get(face, 0)
        following: dict[S, int] = {}
        for state, left in states.items():
            after = step(state, face, 0) if every_face else state
            following[after] = following.get(after, 0) + left
            ways, shown = (left >> bits) * weight, 1
            while ways:
                after = step(state, face, shown)
                following[after] = following.get(after, 0) + ways
                shown += 1
                ways = (ways >> bits) * weight // shown
        states = following
    weight = weights[last]
    ends: dict[S, int] = {}
    for state, left in states.items():
        ways, shown = left, 0
        while ways:
            if own := ways & lowest:
                end = step(state, last, shown) if shown or every_face else state
                ends[end] = ends.get(end, 0) + own
            shown += 1
            ways = (ways >> bits) * weight // shown
    return ends


def ways_of_moves(
    looks: Iterable[Look], left: Left, start: S, step: Step[S], every_face: bool = False
) -> dict[S, Weight]:
    """The same for anything that can be left, by its moves at every face; equal moves are worked out once.

    A state is asked about once for every way in which a face can be shown, whatever is left of the dice.
    """
    numbers, known = Numbers(left), dict[Moves, Numbered]()
    states: dict[S, dict[int, Weight]] = {start: {0: 1}}
    for face, moves, _ in looks:
        numbered = known.get(moves) or known.setdefault(moves, Numbered(moves, numbers, every_face))
        following: dict[S, dict[int, Weight]] = defaultdict(dict)
        for state, here in states.items():
            asked: dict[Shown, dict[int, Weight]] = {}
            for number, so_far in here.items():
                for shown, after, ways in numbered[number]:
                    into = asked.get(shown)
                    if into is None:
                        into = asked[shown] = following[step(state, face, *shown) if shown else state]
                    into[after] = into.get(after, 0) + so_far * ways
        states = following
    return {state: ways for state, here in states.items() for ways in here.values()}  # nothing is left


def ways_of_sums_of_moves(
    looks: Iterable[Look], left: Left, first: int, last: int, steps: Steps, total: int
) -> dict[int, Weight]:
    """The ways to each sum of dice or cards from one place to before another; all weights are whole numbers.

    The ways to all sums of so many dice lie side by side in one whole number, each with room for the `total`:
    to add a die is to shift it by the steps of its face.
    """
    bits = room_for(total)
    states: dict[tuple[int, Left], int] = {(0, left): 1}
    together = 0
    for face, moves, rest in looks:
        room = bits * ((cast(int, face) - steps.lowest) // steps.gap)
        following: dict[tuple[int, Left], int] = defaultdict(int)
        for (passed, here), sums in states.items():
            for after, (shown,), ways in moves(here):
                now = min(passed + shown, last)
                added = room * max(0, now - max(passed, first))
                following[now, after] += (sums * cast(int, ways)) << added
        states = {}
        for (passed, left), sums in following.items():
            if passed < last:
                states[passed, left] = sums
            else:
                together += sums * whole(rest(left))
    by_place = side_by_side(together, bits, together.bit_length() // bits + 1)
    return by_sum((last - first) * steps.lowest, steps.gap, by_place)


class Numbers:
    """Everything that can be left, numbered as it is met."""

    def __init__(self, left: Left) -> None:
        self.lefts, self.known = [left], {left: 0}

    def of(self, left: Left) -> int:
        """The number of it."""
        if left not in self.known:
            self.known[left] = len(self.lefts)
            self.lefts.append(left)
        return self.known[left]


class Numbered(dict[int, list[tuple[Shown, int, Weight]]]):
    """Moves by the number of what is left, worked out when it is met: what is shown, what is left, the ways.

    A face that nothing shows is shown as nothing, unless it is asked about.
    """

    def __init__(self, moves: Moves, numbers: Numbers, every_face: bool) -> None:
        self.moves, self.numbers, self.every_face = moves, numbers, every_face

    def __missing__(self, number: int) -> list[tuple[Shown, int, Weight]]:
        found = self[number] = [
            (shown if self.every_face or any(shown) else (), self.numbers.of(after), ways)
            for after, shown, ways in self.moves(self.numbers.lefts[number])
        ]
        return found


def powers_of(weight: Weight, highest: int) -> list[Weight]:
    """All powers of a weight, from 0."""
    powers: list[Weight] = [1]
    for _ in range(highest):
        powers.append(powers[-1] * weight)
    return powers


def folded(faces: Iterable[T], start: S, step: Step[S], lowest_first: bool = False) -> S:
    """The same for dice that have fallen."""
    state = start
    counts = Counter(faces)
    for face in faces_in_order(counts, lowest_first):
        state = step(state, face, counts[face])
    return state


def faces_in_order(faces: Iterable[T], lowest_first: bool, every_face: bool = False) -> list[T]:
    """The faces in the order in which they are looked at, maybe with every whole number between them."""
    ordered: list[T] = sorted(faces, reverse=not lowest_first)  # type: ignore[type-var]
    if every_face and {*map(type, ordered)} == {int}:
        first, last = cast("tuple[int, int]", (ordered[0], ordered[-1]))
        if abs(last - first) > MOST_FACES:
            raise BadInput(f"the faces from {first} to {last} are too many to be looked at one by one")
        return cast("list[T]", list(range(first, last + 1) if lowest_first else range(first, last - 1, -1)))
    return ordered
