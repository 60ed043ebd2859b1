"""Slow, obvious ways to the same answers: every throw of every die written out."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from pz8edu.chance.distribution import Distribution


def written_out(
    count: int, die: Distribution[Any], read: Callable[[tuple[Any, ...]], Any]
) -> Distribution[Any]:
    """What is read from every throw of so many dice, one throw after the other."""
    weights: dict[Any, Any] = {}
    for throw in itertools.product(die.weights.items(), repeat=count):
        value = read(tuple(face for face, _ in throw))
        weights[value] = weights.get(value, 0) + math.prod(weight for _, weight in throw)
    return Distribution(weights, die.total**count)


def sound(law: Distribution[Any]) -> bool:
    """Do the weights add up to the total, none of them below 0?"""
    return sum(law.weights.values()) == law.total and min(law.weights.values()) >= 0


dice = (
    st.dictionaries(st.integers(-9, 9), st.integers(0, 5), min_size=1, max_size=5)
    .filter(lambda weights: any(weights.values()))
    .map(Distribution)
)
"""Uneven dice, some with gaps between their faces or with faces that never come up."""

wide_dice = st.builds(
    lambda die, gap, lowest: Distribution({gap * face + lowest: w for face, w in die.weights.items()}),
    dice,
    st.sampled_from([1, 2, 7, 1000]),
    st.integers(-50, 50),
)
