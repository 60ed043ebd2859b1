"""Slow, obvious ways to the same answers: every throw of every die written out."""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from hypothesis import strategies as st

from pz8edu.core.chance.distribution import Distribution
from pz8edu.core.chance.pool import Pool
from pz8edu.core.chance.sums import convolve


def written_out(
    count: int, die: Distribution[Any], read: Callable[[tuple[Any, ...]], Any]
) -> Distribution[Any]:
    """What is read from every throw of so many dice, one throw after the other."""
    weights: dict[Any, Any] = {}
    for throw in itertools.product(die.weights.items(), repeat=count):
        value = read(tuple(face for face, _ in throw))
        weights[value] = weights.get(value, 0) + math.prod(weight for _, weight in throw)
    return Distribution(weights, die.total**count)


def thrown_out(pools: Sequence[Pool[Any]], read: Callable[..., Any]) -> Distribution[Any]:
    """The same for several pools of any dice: `read` is told the faces of each pool, in order of the dice."""
    dice = [[die for die, count in pool.kinds for _ in range(count)] for pool in pools]
    weights: dict[Any, Any] = {}
    for throw in itertools.product(*(die.weights.items() for pool in dice for die in pool)):
        faces = iter([face for face, _ in throw])
        value = read(*(tuple(itertools.islice(faces, len(pool))) for pool in dice))
        weights[value] = weights.get(value, 0) + math.prod(weight for _, weight in throw)
    return Distribution(weights)


def face_by_face(
    start: Any, step: Callable[..., Any], lowest_first: bool, every: Iterable[Any] = ()
) -> Callable[..., Any]:
    """A fold of the faces of several pools that have fallen, and of every face that is to be asked about."""

    def read(*pools: tuple[Any, ...]) -> Any:
        state = start
        for face in sorted({*itertools.chain(every, *pools)}, reverse=not lowest_first):
            state = step(state, face, *(pool.count(face) for pool in pools))
        return state

    return read


def doubled(
    count: int,
    weights: Mapping[Any, Any],
    zero: Any = 0,
    add: Callable[[Any, Any], Any] = operator.add,
) -> dict[Any, Any]:
    """The weights of so many independent values added up by doubling: for any values and any weights."""
    if count == 0:
        return {zero: 1}
    half = doubled(count // 2, weights, zero, add)
    whole = convolve(half, half, add) if count > 1 else half
    return convolve(whole, weights, add) if count % 2 else whole


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

mixed_pools = st.lists(st.tuples(st.integers(0, 2), dice), min_size=1, max_size=3).map(
    lambda kinds: Pool.of(*(Pool(count, die) for count, die in kinds))
)
"""Pools of unequal dice, some of them empty."""
