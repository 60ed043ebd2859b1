"""The sums of dice whose faces are several counts at once: each sum is packed in one whole number."""

from __future__ import annotations

import math
import operator
from collections.abc import Mapping, Sequence
from functools import reduce
from itertools import chain

from pz8edu.algebra.weight import Weight
from pz8edu.core.chance.fold import powers_of
from pz8edu.core.chance.sums import convolve

Counts = tuple[int, ...]
Kinds = Sequence[tuple[Mapping[Counts, Weight], int]]
"""The weights of each kind of dice, and how many there are of it."""

MANY = 300
"""Of so many ways to fall those with the same sum are put together before the next face."""


def whole_counts(kinds: Kinds) -> bool:
    """Has every face equally many counts, all of them whole numbers?"""
    faces = [face for weights, _ in kinds for face in weights]
    return len({*map(len, faces)}) == 1 and {*map(type, chain.from_iterable(faces))} == {int}


def ways_of_counts(kinds: Kinds) -> dict[Counts, Weight]:
    """The ways to each sum of all dice, place by place; such counts are whole numbers."""
    least = [0] * len(next(iter(kinds[0][0])))
    sizes = [1] * len(least)
    for weights, count in kinds:
        for place, column in enumerate(zip(*weights, strict=True)):
            low = min(column)
            least[place] += count * low
            sizes[place] += count * (max(column) - low)
    units = [math.prod(sizes[place + 1 :]) for place in range(len(sizes))]
    nothing = sum(map(operator.mul, least, units))
    laws = []
    for weights, count in kinds:
        faces = sorted(filter(weights.get, weights), reverse=True)
        laws.append(
            ways_of_packed(count, [(sum(map(operator.mul, face, units)), weights[face]) for face in faces])
        )
    ways = reduce(lambda law, other: convolve(law, other, operator.add), laws)
    if len(sizes) == 2 and not any(least):
        return {divmod(key, sizes[1]): number for key, number in ways.items()}
    places = [*zip(units, sizes, least, strict=True)]
    return {
        tuple([(key - nothing) // unit % size + low for unit, size, low in places]): number
        for key, number in ways.items()
    }


def ways_of_packed(count: int, faces: Sequence[tuple[int, Weight]]) -> dict[int, Weight]:
    """The ways to each sum of equal dice, face after face (the multinomial law)."""
    (*others, (last, weight)) = faces
    found: list[tuple[int, int, Weight]] = [(count, 0, 1)]  # the dice that are left, the sum, the ways
    for number, own in others:
        powers = powers_of(own, count)
        found = [
            (left - shown, total + shown * number, ways * (math.comb(left, shown) * power))
            for left, total, ways in found
            for shown, power in enumerate(powers[: left + 1])
        ]
        if len(found) > MANY:
            met: dict[tuple[int, int], Weight] = {}
            for left, total, ways in found:
                met[left, total] = met.get((left, total), 0) + ways
            found = [(*key, ways) for key, ways in met.items()]
    powers, sums = powers_of(weight, count), dict[int, Weight]()
    for left, total, ways in found:
        after = total + left * last
        sums[after] = sums.get(after, 0) + ways * powers[left]
    return sums
