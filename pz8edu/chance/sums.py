"""Sums of many equal dice."""

from __future__ import annotations

import math
import operator
from collections.abc import Mapping
from itertools import islice
from typing import Any, NamedTuple

from pz8edu.chance.distribution import Distribution, Weight, convolve
from pz8edu.chance.unknown.dice_of_one_unknown import law_of_one_unknown
from pz8edu.chance.unknown.polynomial import Polynomial, check_dice
from pz8edu.errors import BadInput

WIDEST = 64
"""A die whose faces lie farther apart than so many steps a face is summed by doubling."""


def sum_of(count: int, die: Distribution[Any]) -> Distribution[Any]:
    """The sum of `count` independent throws of one die (0 for none).

    Whole numbers with whole weights go by a recurrence, everything else by doubling.
    """
    if count < 0:
        raise BadInput(f"a number of dice must be 0 or more; got {count}")
    steps = even_steps(die) if count > 1 else None
    if steps is None:
        return _sum_of_any(count, die)
    weights = steps.weights
    equal = min(weights) == max(weights)  # all 1, then: they are in lowest terms
    ways = ways_of_equal(count, len(weights)) if equal else ways_of(count, weights)
    totals = range(count * steps.lowest, count * steps.lowest + len(ways) * steps.gap, steps.gap)
    summed = dict(zip(totals, ways, strict=True))
    if 0 in weights:
        summed = {total: way for total, way in summed.items() if way}
    return Distribution(summed, (die.total // steps.divisor) ** count)


def _sum_of_any(count: int, die: Distribution[Any]) -> Distribution[Any]:
    """The same for any values and any weights."""
    if count > 1 and any(isinstance(weight, Polynomial) for weight in die.weights.values()):
        from pz8edu.chance.unknown.loaded import written_out_sums

        check_dice(count, die.weights)
        sums = written_out_sums(count, die.weights)
        if sums is not None:
            return Distribution(sums, die.total**count)
        law = law_of_one_unknown(count, die, lambda numbers: sum_of(count, numbers))
        if law is not None:
            return law
    return Distribution(repeated(count, die.weights, 0, operator.add), die.total**count)


class Steps(NamedTuple):
    """A die as weights (in lowest terms) of outcomes that lie side by side: lowest, lowest + gap, ..."""

    lowest: int
    gap: int
    weights: list[int]
    divisor: int


def even_steps(die: Distribution[Any]) -> Steps | None:
    """The die in even steps, or None when its outcomes or weights are not whole or lie far apart."""
    weights = {outcome: weight for outcome, weight in die.weights.items() if weight != 0}
    if len(weights) < 2 or {*map(type, weights), *map(type, weights.values())} != {int}:
        return None
    lowest, highest = min(weights), max(weights)
    gap = math.gcd(*(outcome - lowest for outcome in weights))
    if (highest - lowest) // gap > WIDEST * len(weights):
        return None
    divisor = math.gcd(*weights.values())
    row = [weights.get(outcome, 0) // divisor for outcome in range(lowest, highest + 1, gap)]
    return Steps(lowest, gap, row, divisor)


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
        way = sum(
            map(operator.mul, [rising - total * weight for rising, weight in upside_down], ways[total:])
        )
        ways.append(way // (total * first))
    found = ways[sides:]
    return found + found[: size - ends][::-1]


def whole_weights(die: Distribution[Any]) -> bool:
    """Are all weights whole numbers?"""
    return {*map(type, die.weights.values())} == {int}


def repeated(count: int, weights: Mapping[Any, Weight], zero: Any, add: Any) -> dict[Any, Weight]:
    """The weights of `count` independent values added up, by doubling: for any values and any weights."""
    if count == 0:
        return {zero: 1}
    half = repeated(count // 2, weights, zero, add)
    whole = convolve(half, half, add) if count > 1 else half
    return convolve(whole, weights, add) if count % 2 else whole


def counts_of(count: int, kinds: Distribution[tuple[int, ...]], width: int) -> Distribution[tuple[int, ...]]:
    """The joint law of several counts over `count` throws, each throw adding a tuple of numbers.

    Kind by kind: how many throws are of this kind?
    """
    if count < 0:
        raise BadInput(f"a number of dice must be 0 or more; got {count}")
    if not whole_weights(kinds):
        law = law_of_one_unknown(count, kinds, lambda numbers: counts_of(count, numbers, width))
        if law is not None:
            return law
        check_dice(count, kinds.weights)
    states: dict[tuple[int, tuple[int, ...]], Weight] = {(count, (0,) * width): 1}
    listed = sorted(kinds.weights.items(), key=lambda kind: any(kind[0]), reverse=True)
    for place, (adds, weight) in enumerate(listed, 1):
        powers = [1]
        for _ in range(count):
            powers.append(powers[-1] * weight)
        if place == len(listed):
            states = _all_of_one_kind(states, adds, powers)
            break
        adding = [tuple([number * each for each in adds]) for number in range(count + 1)]
        following: dict[tuple[int, tuple[int, ...]], Weight] = {}
        for (left, counts), ways in states.items():
            for number in range(left + 1):
                state = (left - number, tuple(map(operator.add, counts, adding[number])))
                more = ways * (math.comb(left, number) * powers[number])
                following[state] = following[state] + more if state in following else more
        states = following
    return Distribution({counts: ways for (_, counts), ways in states.items()}, kinds.total**count)


def _all_of_one_kind(
    states: dict[tuple[int, tuple[int, ...]], Weight], adds: tuple[int, ...], powers: list[Weight]
) -> dict[tuple[int, tuple[int, ...]], Weight]:
    """All throws that are left are of the last kind, which most often adds nothing."""
    following: dict[tuple[int, tuple[int, ...]], Weight] = {}
    nothing = not any(adds)
    for (left, counts), ways in states.items():
        state = (
            0,
            counts if nothing else tuple([c + left * each for c, each in zip(counts, adds, strict=True)]),
        )
        more = ways * powers[left]
        following[state] = following[state] + more if state in following else more
    return following


def add_counts(first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, ...]:
    """Counts added one by one."""
    return tuple(map(operator.add, first, second))
