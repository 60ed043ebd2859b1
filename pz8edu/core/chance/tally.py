"""The sums of dice whose faces are several counts at once: each sum is packed in one whole number."""

from __future__ import annotations

import math
import operator
from collections.abc import Collection, Mapping, Sequence
from functools import partial, reduce
from itertools import chain, product
from typing import cast

from pz8edu.algebra.kronecker import room_for, side_by_side
from pz8edu.algebra.weight import Weight
from pz8edu.core.chance.fold import powers_of
from pz8edu.core.chance.sums import convolve

Counts = tuple[int, ...]
Kinds = Sequence[tuple[Mapping[Counts, Weight], int]]
"""The weights of each kind of dice, and how many there are of it."""

FEW_BITS = 60_000
"""The ways to all sums of counts that lie side by side in so few bits are products of powers."""
MANY = 300
"""Of so many ways to fall those with the same sum are put together before the next face."""


def whole_counts(kinds: Kinds) -> bool:
    """Has every face equally many counts, all of them whole numbers?"""
    faces = [face for weights, _ in kinds for face in weights]
    return len({*map(len, faces)}) == 1 and {*map(type, chain.from_iterable(faces))} == {int}


def ways_of_counts(kinds: Kinds) -> dict[Counts, Weight]:
    """The ways to each sum of all dice, place by place; such counts are whole numbers.

    The sums are numbered in their order, and the ways to all of them lie side by side in one whole number:
    that of one die, multiplied by itself for every die.
    """
    counts, ranges = [count for _, count in kinds], []
    for place in zip(*[zip(*faces, strict=True) for faces, _ in kinds], strict=True):
        low, high = ([*map(end, place)] for end in (min, max))
        ranges.append(range(sum(map(operator.mul, counts, low)), sum(map(operator.mul, counts, high)) + 1))
    sizes = [*map(len, ranges)]
    units = [math.prod(sizes[place + 1 :]) for place in range(len(sizes))]
    ahead = -sum([unit * sums.start for unit, sums in zip(units, ranges, strict=True)])
    packed, throws = [], 1
    for faces, count in kinds:
        weights = cast("Collection[int]", faces.values())
        numbers = [sum(map(operator.mul, face, units)) for face in faces]
        first = min(numbers)
        ahead += count * first
        packed.append((count, [(n - first, weight) for n, weight in zip(numbers, weights, strict=True)]))
        throws *= sum(weights) ** count
    bits, size = room_for(throws), math.prod(sizes)
    if size * bits <= FEW_BITS:
        number = math.prod([sum([w << bits * n for n, w in faces]) ** count for count, faces in packed])
        every = zip(product(*ranges), side_by_side(number << bits * ahead, bits, size), strict=True)
        return {sums: ways for sums, ways in every if ways}
    found = reduce(partial(convolve, combine=operator.add), [ways_of_packed(*each) for each in packed])
    places = [*zip(units, ranges, strict=True)]
    return {
        tuple([within[(number + ahead) // unit % len(within)] for unit, within in places]): ways
        for number, ways in found.items()
    }


def ways_of_packed(count: int, faces: Sequence[tuple[int, int]]) -> dict[int, Weight]:
    """The ways to each sum of equal dice, face after face (the multinomial law)."""
    (*others, (last, weight)) = sorted(filter(operator.itemgetter(1), faces), reverse=True)
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
