"""The lowest or highest few of several dice, added up."""

from __future__ import annotations

import math
from typing import Any

from pz8edu.chance.distribution import Distribution, Weight
from pz8edu.chance.sums import Steps, even_steps
from pz8edu.chance.unknown.dice_of_one_unknown import law_of_one_unknown
from pz8edu.chance.unknown.polynomial import check_dice
from pz8edu.errors import BadInput


def keep_lowest(keep: int, of: int, die: Distribution[int]) -> Distribution[int]:
    """The sum of the `keep` lowest of `of` throws of one die."""
    steps = _steps(keep, of, die)
    if steps is None:
        law = law_of_one_unknown(of, die, lambda numbers: keep_lowest(keep, of, numbers))
        return face_by_face(keep, of, die, sorted(die.weights)) if law is None else law
    upside_down = Steps(0, 1, steps.weights[::-1], steps.divisor)
    highest = keep * (steps.lowest + (len(steps.weights) - 1) * steps.gap)
    return _kept(keep, of, die, upside_down, highest, -steps.gap)


def keep_highest(keep: int, of: int, die: Distribution[int]) -> Distribution[int]:
    """The sum of the `keep` highest of `of` throws of one die."""
    steps = _steps(keep, of, die)
    if steps is None:
        law = law_of_one_unknown(of, die, lambda numbers: keep_highest(keep, of, numbers))
        return face_by_face(keep, of, die, sorted(die.weights, reverse=True)) if law is None else law
    return _kept(keep, of, die, steps, keep * steps.lowest, steps.gap)


def _steps(keep: int, of: int, die: Distribution[int]) -> Steps | None:
    if not 0 <= keep <= of:
        raise BadInput(f"the number of dice kept must be from 0 to {of}; got {keep}")
    return even_steps(die) if keep else None


def face_by_face(keep: int, of: int, die: Distribution[int], faces: list[int]) -> Distribution[int]:
    """Face by face in the order in which dice are kept, for any weights: how many dice show it?"""
    check_dice(of, die.weights)
    states: dict[tuple[int, int], Any] = {(of, 0): 1}
    for place, face in enumerate(faces):
        weight: Weight = die.weights[face]
        last = place == len(faces) - 1
        following: dict[tuple[int, int], Any] = {}
        for (left, total), so_far in states.items():
            room = max(0, keep - (of - left))
            for count in (left,) if last else range(left + 1):
                state = (left - count, total + face * min(count, room))
                ways = so_far * (math.comb(left, count) * weight**count)
                following[state] = following[state] + ways if state in following else ways
        states = following
    return Distribution({total: ways for (_, total), ways in states.items()}, die.total**of)


def _kept(
    keep: int, of: int, die: Distribution[int], steps: Steps, first: int, gap: int
) -> Distribution[int]:
    """The totals first, first + gap, ... with the ways of `packed_highest`."""
    weights = steps.weights
    width = (sum(weights) ** of).bit_length() // 8 + 1
    packed = packed_highest(keep, of, weights, 8 * width)
    size = keep * (len(weights) - 1) + 1
    data = packed.to_bytes(size * width, "little")
    ways = {
        first + place * gap: way
        for place in range(size)
        if (way := int.from_bytes(data[place * width : (place + 1) * width], "little"))
    }
    return Distribution(ways, sum(weights) ** of)


def packed_highest(keep: int, of: int, weights: list[int], bits: int) -> int:
    """The ways to each sum of the `keep` highest of `of` dice with faces 0, 1, 2, ..., in one whole number.

    `bits` bits hold the ways to one sum, so that one addition of Python adds two distributions and one
    shift adds a face. Each sum is told apart by its lowest die that is kept (the threshold) and by the
    number of dice above it: `above` dice are kept from there, the others count the threshold.
    """
    packed = 0
    for threshold, weight in enumerate(weights):
        if not weight:
            continue
        below = sum(weights[:threshold])
        rising = below + weight
        edge = below ** (of - keep + 1)
        rest = rising ** (of - keep)  # the ways of the dice that are not above the threshold
        power = 1
        sums = 0
        for above in range(keep - 1, -1, -1):
            others = of - above - 1
            rest = rising * rest - math.comb(others, keep - above - 1) * power * edge
            power *= weight
            sums = one_more(sums, weights[threshold + 1 :], bits) + math.comb(of, above) * rest
        packed += sums << (bits * keep * threshold)
    return packed


def one_more(sums: int, weights: list[int], bits: int) -> int:
    """Packed sums with one more die whose faces are 1, 2, 3, ..."""
    if weights and min(weights) == max(weights):
        return side_by_side(sums * weights[0], len(weights), bits) << bits
    return sum((sums * weight) << (bits * face) for face, weight in enumerate(weights, 1) if weight)


def side_by_side(sums: int, copies: int, bits: int) -> int:
    """So many copies of packed sums, each one place on from the one before, added up by doubling."""
    if copies == 1:
        return sums
    half = side_by_side(sums, copies // 2, bits)
    whole = half + (half << (bits * (copies // 2)))
    return whole + (sums << (bits * (copies - 1))) if copies % 2 else whole
