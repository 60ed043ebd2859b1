"""The sums of dice whose faces are several counts at once: each sum is packed in one whole number."""

from __future__ import annotations

import math
import operator
from collections.abc import Mapping, Sequence
from functools import reduce
from itertools import chain

from pz8edu.core.chance.fold import powers_of
from pz8edu.core.chance.sums import convolve
from pz8edu.core.symbolic.weight import Weight

Counts = tuple[int, ...]
Kinds = Sequence[tuple[Mapping[Counts, Weight], int]]
"""The weights of each kind of dice, and how many there are of it."""


def whole_counts(kinds: Kinds) -> bool:
    """Has every face equally many counts, all of them whole numbers?"""
    faces = [face for weights, _ in kinds for face in weights]
    return len({*map(len, faces)}) == 1 and {*map(type, chain.from_iterable(faces))} == {int}


def ways_of_counts(kinds: Kinds) -> dict[Counts, Weight]:
    """The ways to each sum of all dice, place by place; such counts are whole numbers."""
    lows = [[*map(min, zip(*weights, strict=True))] for weights, _ in kinds]
    sizes, least = [], []
    for place in range(len(lows[0])):
        highest = sum(count * max(face[place] for face in weights) for weights, count in kinds)
        least.append(sum(count * low[place] for low, (_, count) in zip(lows, kinds, strict=True)))
        sizes.append(highest - least[place] + 1)
    units = [math.prod(sizes[place + 1 :]) for place in range(len(sizes))]

    def packed(face: Counts, low: Sequence[int]) -> int:
        return sum(map(operator.mul, map(operator.sub, face, low), units))

    laws = [
        ways_of_packed(
            count,
            [(packed(face, low), weights[face]) for face in sorted(weights, reverse=True) if weights[face]],
        )
        for low, (weights, count) in zip(lows, kinds, strict=True)
    ]
    ways = reduce(lambda law, other: convolve(law, other, operator.add), laws)
    places = [*zip(units, sizes, least, strict=True)]
    return {tuple([key // unit % size + low for unit, size, low in places]): ways[key] for key in ways}


def ways_of_packed(count: int, faces: Sequence[tuple[int, Weight]]) -> dict[int, Weight]:
    """The ways to each sum of equal dice, face after face (the multinomial law).

    The dice that have fallen are the lowest digit of each sum.
    """
    (*others, (last, weight)) = faces
    found: dict[int, Weight] = {0: 1}
    for number, own in others:
        powers, one = powers_of(own, count), number * (count + 1) + 1
        shares = [
            [(shown * one, math.comb(left, shown) * powers[shown]) for shown in range(left + 1)]
            for left in range(count, -1, -1)
        ]
        """What is added when so many dice have fallen before, and in how many ways."""
        following: dict[int, Weight] = {}
        for key, ways in found.items():
            for more, share in shares[key % (count + 1)]:
                following[key + more] = following.get(key + more, 0) + ways * share
        found = following
    powers, sums = powers_of(weight, count), dict[int, Weight]()
    for key, ways in found.items():
        total, fallen = divmod(key, count + 1)
        after = total + (count - fallen) * last
        sums[after] = sums.get(after, 0) + ways * powers[count - fallen]
    return sums
