"""The lowest or highest few of several dice, added up."""

from __future__ import annotations

import math
import operator
from collections.abc import Mapping, Sequence
from functools import cache, partial
from itertools import accumulate
from typing import TypeVar

from pz8edu.algebra.weight import Weight, total_of, whole
from pz8edu.core.chance.fold import faces_in_order, ways_of_fold
from pz8edu.core.chance.sums import Steps, convolve, even_steps

T = TypeVar("T")


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

    So many dice show a face or a higher one: at least `place` of them, but not before this face.
    """
    above = [0] * len(kinds)
    totals = [whole(total_of(weights.values())) for weights, _ in kinds]
    counts = [count for _, count in kinds]
    every = math.prod(map(pow, totals, counts))
    found: dict[T, int] = {}
    before = 0
    for face in faces_in_order({face for weights, _ in kinds for face in weights}, lowest_first=False):
        lower = []
        for kind, (weights, _) in enumerate(kinds):
            above[kind] += whole(weights.get(face, 0))
            lower.append(totals[kind] - above[kind])
        if place == 1:
            enough = every - math.prod(map(pow, lower, counts))
        elif place == sum(counts):
            enough = math.prod(map(pow, above, counts))
        else:
            enough = ways_of_enough(place, above, lower, counts)
        if enough > before:
            found[face] = enough - before
        before = enough
    return found


def ways_of_enough(place: int, above: Sequence[int], lower: Sequence[int], counts: Sequence[int]) -> int:
    """The ways in which at least so many dice show one of the faces above, and the others a lower one."""
    if len(counts) == 1:
        (high,), (low,), (count,) = above, lower, counts
        return sum([math.comb(count, n) * high**n * low ** (count - n) for n in range(place, count + 1)])
    ways: dict[int, Weight] = {}
    for high, low, count in zip(above, lower, counts, strict=True):
        own: dict[int, Weight] = {
            n: math.comb(count, n) * high**n * low ** (count - n) for n in range(count + 1)
        }
        ways = convolve(ways, own, operator.add) if ways else own
    return sum(whole(number) for dice, number in ways.items() if dice >= place)


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
    ends = ways_of_fold(of, weights, (0, 0), partial(add_between, 0, keep), lowest_first)
    return {total: ways for (_, total), ways in ends.items()}


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
    width = (sum(weights) ** of).bit_length() // 8 + 1
    size = keep * (len(weights) - 1) + 1
    sums = sums_in_one_number if min(weights) == max(weights) else sums_of_uneven
    data = sums(keep, of, weights, 8 * width).to_bytes(size * width, "little")
    return {
        first + place * gap: ways
        for place in range(size)
        if (ways := int.from_bytes(data[place * width : (place + 1) * width], "little"))
    }


def sums_in_one_number(keep: int, of: int, weights: list[int], bits: int) -> int:
    """The ways to each sum of the `keep` highest of `of` dice with faces 0, 1, 2, ..., in one whole number.

    This is Kronecker substitution: `bits` bits hold the ways to one sum, so that one addition of Python adds
    two distributions and one shift adds a face. Each sum is told apart by its lowest die that is kept (the
    threshold) and by the number of dice above it: `above` dice are kept from there, the others count the
    threshold.
    """
    together = 0
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
        together += sums << (bits * keep * threshold)
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


def one_more(sums: int, weights: list[int], bits: int) -> int:
    """Such sums with one more die whose faces are 1, 2, 3, ..."""
    if weights and min(weights) == max(weights):
        return repeated(sums * weights[0], len(weights), bits) << bits
    return sum((sums * weight) << (bits * face) for face, weight in enumerate(weights, 1) if weight)


def repeated(sums: int, copies: int, bits: int) -> int:
    """So many copies of such sums, each one place on from the one before, added up by doubling."""
    if copies == 1:
        return sums
    half = repeated(sums, copies // 2, bits)
    whole = half + (half << (bits * (copies // 2)))
    return whole + (sums << (bits * (copies - 1))) if copies % 2 else whole
