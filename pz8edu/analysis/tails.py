"""How often a sum of independent throws comes to so little, or so much: exactly, or sampled and said so."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from random import Random
from typing import NamedTuple

MOST_SUMS = 60_000
"""With more different sums than this, in either half of the throws, the chance is sampled."""
SAMPLES = 20_000
Law = Mapping[Fraction, Fraction]


class Tail(NamedTuple):
    """The chance of a sum at most so large; exact, or sampled so many times."""

    chance: Fraction
    exact: bool


def at_most(laws: Sequence[Law], limit: Fraction, seed: int = 1) -> Tail:
    """The chance that throws of these laws add up to a limit at most.

    The sums of both halves of the throws are held against each other.
    """
    one, other = sums_of(laws[::2]), sums_of(laws[1::2])
    if one is None or other is None:
        return sampled(laws, limit, seed)
    ordered = sorted(other)
    below = [Fraction(0), *accumulate(other[each] for each in ordered)]
    chances = (chance * below[bisect_right(ordered, limit - each)] for each, chance in one.items())
    return Tail(sum(chances, Fraction(0)), exact=True)


def sums_of(laws: Sequence[Law]) -> dict[Fraction, Fraction] | None:
    """The law of the sum of some throws; None where it has too many values."""
    found = {Fraction(0): Fraction(1)}
    for law in laws:
        after: dict[Fraction, Fraction] = {}
        for so_far, chance in found.items():
            for each, weight in law.items():
                after[so_far + each] = after.get(so_far + each, Fraction(0)) + chance * weight
        found = after
        if len(found) > MOST_SUMS:
            return None
    return found


def sampled(laws: Sequence[Law], limit: Fraction, seed: int) -> Tail:
    """The same by throwing many times; at least once in all, as it has come once."""
    source, hits = Random(seed), 0
    tables = [([float(each) for each in law], [float(weight) for weight in law.values()]) for law in laws]
    most = float(limit) + 1e-12
    for _ in range(SAMPLES):
        hits += sum(source.choices(*table)[0] for table in tables) <= most
    return Tail(Fraction(max(1, hits), SAMPLES), exact=False)
