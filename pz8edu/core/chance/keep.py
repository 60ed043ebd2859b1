"""The lowest or highest few of several dice, added up."""

from __future__ import annotations

import math
import operator
from collections.abc import Mapping, Sequence
from functools import cache, partial
from itertools import accumulate
from typing import TypeVar

from pz8edu.algebra.kronecker import room_for, side_by_side
from pz8edu.algebra.weight import Weight, whole
from pz8edu.core.chance.fold import faces_in_order
from pz8edu.core.chance.mixed_dice import ways_of_pools
from pz8edu.core.chance.sums import Steps, by_sum, convolve, even_steps

T = TypeVar("T")

FEW_BITS = 10_000
"""A number of so few bits is multiplied as a whole."""


def ways_of_kept(
    keep: int, of: int, weights: Mapping[int, Weight], lowest_first: bool
) -> Mapping[int, Weight]:
    """The ways to each sum of the `keep` highest (or lowest) of `of` equal dice."""
    steps = even_steps(weights) if keep else None
    if steps is None:
        return kept_face_by_face(keep, of, weights, lowest_first)
    return kept_in_steps(keep, of, steps, lowest_first)


def ways_of_nth(place: int, kinds: Sequence[tuple[Mapping[T, Weight], int]]) -> dict[T, int]:
    """The ways in which the die at one place, 1 for the highest, shows each face.

    So many dice show a face or a higher one: at least `place` of them, but not before this face. The highest
    shows a face when all show it or a lower one.
    """
    there = {face for weights, _ in kinds for face in weights}
    faces = faces_in_order(there, lowest_first=place == 1)
    rows = [[*accumulate([whole(weights.get(face, 0)) for face in faces])] for weights, _ in kinds]
    totals, counts = [row[-1] for row in rows], [count for _, count in kinds]
    passed = zip(*rows, strict=True)
    if place in (1, sum(counts)):
        enough = [math.prod(map(pow, above, counts)) for above in passed]
    else:
        enough = [
            ways_of_enough(place, above, [*map(operator.sub, totals, above)], counts) for above in passed
        ]
    rising = zip(faces, enough, [0, *enough], strict=False)
    return {face: now - before for face, now, before in rising if now > before}


def ways_of_enough(place: int, above: Sequence[int], lower: Sequence[int], counts: Sequence[int]) -> int:
    """The ways in which at least so many dice show one of the faces above, and the others a lower one.

    Of few dice the ways by their number lie side by side in one number, whose digits are added up as those of
    any number are by what it leaves when it is divided by nine.
    """
    throws: int = math.prod(map(pow, map(operator.add, above, lower), counts))
    bits = throws.bit_length() + 1
    if sum(counts) * bits <= FEW_BITS:
        sides = [(high << bits) + low for high, low in zip(above, lower, strict=True)]
        return (whole(math.prod(map(pow, sides, counts))) >> bits * place) % ((1 << bits) - 1)
    if len(counts) == 1:
        (high,), (low,), (count,) = above, lower, counts
        return sum([math.comb(count, n) * high**n * low ** (count - n) for n in range(place, count + 1)])
    found: dict[int, Weight] = {}
    for high, low, count in zip(above, lower, counts, strict=True):
        own: dict[int, Weight] = {
            n: math.comb(count, n) * high**n * low ** (count - n) for n in range(count + 1)
        }
        found = convolve(found, own, operator.add) if found else own
    return sum(whole(number) for dice, number in found.items() if dice >= place)


def ways_of_ends(kinds: Sequence[tuple[Mapping[T, Weight], int]]) -> dict[tuple[T, T], int]:
    """The ways in which the lowest and the highest die show two faces: all between, not all further in."""
    faces = faces_in_order({face for weights, _ in kinds for face in weights}, lowest_first=True)
    sums = [
        (list(accumulate([whole(weights.get(face, 0)) for face in faces], initial=0)), count)
        for weights, count in kinds
    ]
    """For each kind the weights of all faces below one."""

    @cache
    def within(low: int, high: int) -> int:
        return math.prod((below[high] - below[low]) ** count for below, count in sums) if low < high else 0

    return {
        (faces[low], faces[high - 1]): ways
        for low in range(len(faces))
        for high in range(low + 1, len(faces) + 1)
        if (
            ways := within(low, high)
            - within(low + 1, high)
            - within(low, high - 1)
            + within(low + 1, high - 1)
        )
    }


def ways_of_two(kinds: Sequence[tuple[Mapping[int, Weight], int]], lowest_first: bool) -> dict[int, Weight]:
    """The ways to each sum of the two highest (or lowest) of several dice.

    One die shows a face and all others lower ones: sorted by the highest of these.
    """
    thrown = [(weights, count) for weights, count in kinds if count]
    faces = faces_in_order({face for weights, _ in thrown for face in weights}, lowest_first=not lowest_first)
    counts = [count for _, count in thrown]
    rows = [[whole(weights.get(face, 0)) for face in faces] for weights, _ in thrown]
    below = list(zip(*(accumulate(row, initial=0) for row in rows), strict=True))
    """For each place the weights of all faces before it, by kind."""
    every = [math.prod(map(pow, totals, counts)) for totals in below]
    fewer = [[count - (kind == own) for kind, count in enumerate(counts)] for own in range(len(counts))]
    others = [
        [count * math.prod(map(pow, totals, left)) for count, left in zip(counts, fewer, strict=True)]
        for totals in below
    ]
    """The ways of all other dice to show such faces, times the dice of a kind."""
    ways: dict[int, Weight] = {}
    for place, (face, shows) in enumerate(zip(faces, zip(*rows, strict=True), strict=True)):
        before = 0
        for second in range(place):
            so_far = sum(map(operator.mul, shows, others[second + 1]))
            if so_far > before:
                total = face + faces[second]
                ways[total] = ways.get(total, 0) + so_far - before
            before = so_far
        if twice := every[place + 1] - every[place] - before:
            ways[2 * face] = ways.get(2 * face, 0) + twice
    return ways


def kept_face_by_face(
    keep: int, of: int, weights: Mapping[int, Weight], lowest_first: bool
) -> dict[int, Weight]:
    """Face by face in the order in which dice are kept, for any weights."""
    ends = ways_of_pools([[(weights, of)]], (0, 0), partial(add_between, 0, keep), lowest_first)
    return {total: ways for (_, total), ways in ends.items()}


def ways_between(count: int, steps: Steps, first: int, last: int) -> dict[int, Weight]:
    """The ways to each sum of equal dice from one place to before another, the highest first.

    The ways to all sums lie side by side in one whole number: to add a die is to shift it by its face. Once
    enough dice have shown a face, the others show any lower one.
    """
    weights = steps.weights
    bits = room_for(sum(weights) ** count)
    sums, together = [1] + [0] * last, 0 if last else 1
    for face in range(len(weights) - 1, -1, -1) if last else ():
        powers, lower = [weights[face] ** n for n in range(count + 1)], sum(weights[:face])
        following, step = [0] * last, bits * face
        for passed, so_far in enumerate(sums[:last]):
            left, before = count - passed, max(passed, first)
            ways = [math.comb(left, shown) * powers[shown] for shown in range(left + 1 if so_far else 0)]
            for now, number in enumerate(ways[: last - passed], passed):
                following[now] += so_far * number << step * max(0, now - before)
            enough = sum([ways[shown] * lower ** (left - shown) for shown in range(last - passed, len(ways))])
            together += so_far * enough << step * (last - before)
        sums = following
    size = (last - first) * (len(weights) - 1) + 1
    return by_sum((last - first) * steps.lowest, steps.gap, side_by_side(together, bits, size))


def add_between(first: int, last: int, state: tuple[int, int], face: int, shown: int) -> tuple[int, int]:
    """A step of a fold: the dice that were passed, and the sum of those from one place to before another."""
    passed, total = state
    after = min(passed + shown, last)
    return after, total + face * max(0, after - max(passed, first))


def kept_in_steps(keep: int, of: int, steps: Steps, lowest_first: bool) -> dict[int, Weight]:
    """The ways to each sum, for weights of outcomes in even steps; the lowest are the highest upside down."""
    weights = steps.weights[::-1] if lowest_first else steps.weights
    gap = -steps.gap if lowest_first else steps.gap
    first = keep * (steps.lowest + (len(weights) - 1) * steps.gap if lowest_first else steps.lowest)
    bits = room_for(sum(weights) ** of)
    sums = sums_in_one_number if min(weights) == max(weights) else sums_of_uneven
    ways = side_by_side(sums(keep, of, weights, bits), bits, keep * (len(weights) - 1) + 1)
    return by_sum(first, gap, ways)


def sums_in_one_number(keep: int, of: int, weights: list[int], bits: int) -> int:
    """The ways to each sum of the `keep` highest of `of` dice with faces 0, 1, 2, ..., in one whole number.

    This is Kronecker substitution: `bits` bits hold the ways to one sum, so that one addition of Python adds
    two distributions and one shift adds a face. Each sum is told apart by its lowest die that is kept (the
    threshold) and by the number of dice above it: `above` dice are kept from there, the others count the
    threshold.
    """
    together = below = 0
    for threshold, weight in enumerate(weights):
        rising = below + weight
        edge = below ** (of - keep + 1)
        rest = rising ** (of - keep)  # the ways of the dice that are not above the threshold
        copies = len(weights) - threshold - 1
        faces = repeated(weight, copies, bits) << bits if copies else 0
        power = 1
        sums = 0
        for above in range(keep - 1, -1, -1):
            others = of - above - 1
            rest = rising * rest - math.comb(others, keep - above - 1) * power * edge
            power *= weight
            if sums.bit_length() > FEW_BITS and copies:
                sums = repeated(sums * weight, copies, bits) << bits
            else:
                sums *= faces
            sums += math.comb(of, above) * rest
        together += sums << (bits * keep * threshold)
        below = rising
    return together


def sums_of_uneven(keep: int, of: int, weights: list[int], bits: int) -> int:
    """The same for uneven dice: the sums of dice above the threshold are carried on from face to face."""
    above = [1] + [0] * (keep - 1)  # the sums of so many given dice that all lie above
    together = 0
    for threshold in range(len(weights) - 1, -1, -1):
        powers = [weights[threshold] ** n for n in range(of + 1)]
        below = [sum(weights[:threshold]) ** n for n in range(of + 1)]
        for kept in range(keep) if weights[threshold] else ():
            others = of - kept
            ways = sum(
                math.comb(others, n) * powers[n] * below[others - n] for n in range(keep - kept, others + 1)
            )
            together += (above[kept] * math.comb(of, kept) * ways) << (bits * threshold * (keep - kept))
        for kept in range(keep - 1, 0, -1) if weights[threshold] else ():
            above[kept] = sum(
                (above[kept - n] * math.comb(kept, n) * powers[n]) << (bits * threshold * n)
                for n in range(kept + 1)
            )
    return together


def repeated(sums: int, copies: int, bits: int) -> int:
    """So many copies of such sums, each one place on from the one before, added up by doubling."""
    if copies == 1:
        return sums
    half = repeated(sums, copies // 2, bits)
    whole = half + (half << (bits * (copies // 2)))
    return whole + (sums << (bits * (copies - 1))) if copies % 2 else whole
