"""In how many ways do many equal dice give each sum?"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from itertools import islice
from typing import NamedTuple, TypeVar, cast

from pz8edu.algebra.kronecker import in_one_number, room_for, side_by_side
from pz8edu.algebra.polynomial import Polynomial
from pz8edu.algebra.weight import Weight
from pz8edu.errors import BadInput
from pz8edu.limits import MOST_BITS_OF_SUMS, MOST_PAIRS

T = TypeVar("T")
U = TypeVar("U")
V = TypeVar("V")

WIDEST = 64
"""A die whose faces lie farther apart than so many steps a face is summed by doubling."""

FEW_BITS = 25_000
"""The ways to all sums that lie side by side in so few bits are a power sooner than they are a recurrence."""
BITS_OF_TWO = 500_000
"""In so few bits they are one product sooner than a product of each pair."""


def convolve(
    first: Mapping[T, Weight], second: Mapping[U, Weight], combine: Callable[[T, U], V]
) -> dict[V, Weight]:
    """The weights of `combine(x, y)` for independent x and y; raises BadInput for too many pairs."""
    check_pairs(len(first) * len(second))
    out: dict[V, Weight] = {}
    for x, p in first.items():
        for y, q in second.items():
            value = combine(x, y)
            weight = p * q
            out[value] = out[value] + weight if value in out else weight
    return out


def check_pairs(count: int) -> None:
    """Raise BadInput for more pairs of outcomes than are worked out one by one."""
    if count > MOST_PAIRS:
        raise BadInput(
            f"two laws have {count:,} pairs of outcomes: at most {MOST_PAIRS:,} pairs are worked out; use "
            "dice with fewer faces"
        )


def ways_of_sums(count: int, weights: Mapping[T, Weight]) -> Mapping[T, Weight]:
    """The ways to each sum of so many dice with these weights.

    Whole numbers with whole weights are a power or go by a recurrence, different terms such as p1 and p2 are
    written out, everything else goes by doubling. Raises BadInput where the sums would be too many.
    """
    steps = even_steps(weights)
    if steps is None:
        terms = _terms_of_one(weights) if count else None
        found = doubled(count, weights) if terms is None else sums_of_terms(count, *terms)
        return cast("Mapping[T, Weight]", found)
    return cast("Mapping[T, Weight]", ways_in_steps(count, steps))


class Steps(NamedTuple):
    """The weights of outcomes that lie side by side: lowest, lowest + gap, ..."""

    lowest: int
    gap: int
    weights: list[int]


def even_steps(weights: Mapping[T, Weight]) -> Steps | None:
    """Weights in even steps, or None when outcomes or weights are not whole or outcomes lie far apart."""
    if len(weights) < 2 or {*map(type, weights), *map(type, weights.values())} != {int}:
        return None
    numbers = cast("Mapping[int, int]", weights)
    lowest, highest = min(numbers), max(numbers)
    side_by_side = highest - lowest == len(numbers) - 1
    gap = 1 if side_by_side else math.gcd(*[outcome - lowest for outcome in numbers])
    if (highest - lowest) // gap > WIDEST * len(numbers):
        return None
    return Steps(lowest, gap, [numbers.get(outcome, 0) for outcome in range(lowest, highest + 1, gap)])


def ways_in_steps(count: int, steps: Steps) -> dict[int, Weight]:
    """The ways to each sum of so many dice whose faces lie side by side."""
    row = steps.weights
    size = count * (len(row) - 1) + 1
    if size * count * sum(row).bit_length() > MOST_BITS_OF_SUMS:
        raise BadInput(
            f"{count:,} dice with {len(row) - row.count(0):,} faces have {size:,} sums, each of many digits: "
            "more than are worked out; use fewer dice or fewer faces, or sum_in_decimals"
        )
    if min(row) == max(row) == 1:
        ways = ways_of_equal(count, len(row))
    elif size * (bits := room_for(sum(row) ** max(count, 1))) <= FEW_BITS:
        ways = side_by_side(in_one_number(row, bits) ** count, bits, size)
    else:
        ways = ways_of(count, row)
    return by_sum(count * steps.lowest, steps.gap, ways)


def by_sum(first: int, gap: int, ways: list[int]) -> dict[int, Weight]:
    """Ways that are not 0 by their sums: the first, the first + gap, ..."""
    every = zip(range(first, first + len(ways) * gap, gap), ways, strict=True)
    return {total: number for total, number in every if number} if 0 in ways else dict(every)


def ways_of_pair(a: Mapping[T, Weight], b: Mapping[T, Weight], sign: int) -> dict[int, Weight] | None:
    """The ways to each sum (or difference, sign -1); None where both do not go in the same few even steps."""
    one, other = even_steps(a), even_steps(b)
    if one is None or other is None or one.gap != other.gap:
        return None
    row = other.weights[::sign]
    size = len(one.weights) + len(row) - 1
    bits = room_for(sum(one.weights) * sum(row))
    if size * bits > BITS_OF_TWO:
        return None
    ways = side_by_side(in_one_number(one.weights, bits) * in_one_number(row, bits), bits, size)
    lowest = other.lowest if sign > 0 else -other.lowest - (len(row) - 1) * other.gap
    return by_sum(one.lowest + lowest, one.gap, ways)


def ways_of_equal(count: int, sides: int) -> list[int]:
    """In how many ways do `count` dice with the faces 0 to `sides` - 1 give each total?

    These are the coefficients of P = ((1 - x**sides) / (1 - x)) ** count. Compare the coefficients of
    P' (1 - x)(1 - x**sides) with those of its derivative: each follows from three earlier ones. The
    second half mirrors the first.
    """
    size = count * (sides - 1) + 1
    half = (size + 1) // 2
    ways = [0] * sides + [1]
    lower, upper = count * sides + sides, count * (sides - 1) + sides + 1
    last, older = 1, 0
    for total, old in zip(range(1, half), islice(ways, 1, None)):  # noqa: B905 (the list grows on the way)
        last = ((total - 1 + count) * last + (total - lower) * old - (total - upper) * older) // total
        older = old
        ways.append(last)
    first = ways[sides:]
    return first + first[: size - half][::-1]


def ways_of(count: int, weights: list[int]) -> list[int]:
    """The same for any whole weights of the faces 0, 1, 2, ...: the first and the last are not 0.

    The recurrence of J. C. P. Miller for powers of a polynomial W: W P' = count W' P.
    """
    first = weights[0]
    sides = len(weights) - 1
    size = count * sides + 1
    ends = (size + 1) // 2 if weights == weights[::-1] else size
    upside_down = [((count + 1) * face * weight, weight) for face, weight in enumerate(weights)][:0:-1]
    ways = [0] * sides + [first**count]
    for total in range(1, ends):
        factors = [rising - total * weight for rising, weight in upside_down]
        ways.append(sum(map(operator.mul, factors, ways[total:])) // (total * first))
    found = ways[sides:]
    return found + found[: size - ends][::-1]


def doubled(count: int, weights: Mapping[T, Weight]) -> Mapping[T | int, Weight]:
    """The ways by doubling: for any values that can be added and any weights."""
    if count == 0:
        return {0: 1}
    if count == 1:
        return cast("Mapping[T | int, Weight]", weights)
    half = doubled(count // 2, weights)
    whole = convolve(half, half, operator.add)
    return convolve(whole, weights, operator.add) if count % 2 else whole


Term = tuple[int, int, int]
"""A face, the powers of its weight and the number before them."""


def _terms_of_one(weights: Mapping[T, Weight]) -> tuple[tuple[str, ...], list[Term]] | None:
    """The symbols and terms of weights that are different single terms such as p1 or 2*p3."""
    single = [each for each in weights.values() if isinstance(each, Polynomial) and len(each.terms) == 1]
    terms = [
        (cast(int, face), *term)
        for face, weight in zip(weights, single)  # noqa: B905 (compared below)
        for term in weight.terms.items()
    ]
    different = len({powers for _, powers, _ in terms}) == len(weights)
    return (single[0].symbols, terms) if different else None


def sums_of_terms(count: int, symbols: tuple[str, ...], terms: list[Term]) -> dict[int, Polynomial]:
    """The sums of dice whose weights are different terms, written out: one term for every set of faces.

    Its coefficient is the number of the orders in which the faces can come up.
    """
    sets = [(count, 0, 0, 1)]  # the dice that are left, the sum, the powers and the number of each set so far
    for face, powers, number in terms[:-1]:
        sets = [
            (
                left - shown,
                total + shown * face,
                term + shown * powers,
                ways * math.comb(left, shown) * number**shown,
            )
            for left, total, term, ways in sets
            for shown in range(left + 1)
        ]
    face, powers, number = terms[-1]
    sums: dict[int, dict[int, int]] = {}
    for left, total, term, ways in sets:
        row = sums.setdefault(total + left * face, {})
        whole = term + left * powers
        row[whole] = row.get(whole, 0) + ways * number**left
    return {total: Polynomial(symbols, sums[total]) for total in sorted(sums)}


def add_counts(first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, ...]:
    """Counts added one by one."""
    return tuple(map(operator.add, first, second))
