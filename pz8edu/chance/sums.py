"""Sums of many equal dice."""

from __future__ import annotations

import operator
from collections.abc import Mapping
from typing import Any

from pz8edu.chance.distribution import Distribution, Weight, convolve
from pz8edu.errors import BadInput


def sum_of(count: int, die: Distribution[Any]) -> Distribution[Any]:
    """The sum of `count` independent throws of one die (0 for none)."""
    if count < 0:
        raise BadInput(f"a number of dice must be 0 or more; got {count}")
    return Distribution(repeated(count, die.weights, 0, operator.add), die.total**count)


def counts_of(count: int, kinds: Distribution[tuple[int, ...]], width: int) -> Distribution[tuple[int, ...]]:
    """The joint law of several counts over `count` throws, each throw adding a tuple of ones and zeros."""
    return Distribution(repeated(count, kinds.weights, (0,) * width, add_counts), kinds.total**count)


def add_counts(first: tuple[int, ...], second: tuple[int, ...]) -> tuple[int, ...]:
    """Counts added one by one."""
    return tuple(map(operator.add, first, second))


def repeated(count: int, weights: Mapping[Any, Weight], zero: Any, add: Any) -> dict[Any, Weight]:
    """The weights of `count` independent values added up, by doubling."""
    if count == 0:
        return {zero: 1}
    half = repeated(count // 2, weights, zero, add)
    whole = convolve(half, half, add) if count > 1 else half
    return convolve(whole, weights, add) if count % 2 else whole
