from __future__ import annotations

import operator
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pz8edu import BadInput
from pz8edu.chance.distribution import D6, Distribution
from pz8edu.chance.sums import add_counts, counts_of, repeated, sum_of, ways_of, ways_of_equal
from tests.chance.twins import dice, sound, wide_dice, written_out


def by_doubling(count: int, die: Distribution[int]) -> Distribution[int]:
    return Distribution(repeated(count, die.weights, 0, operator.add), die.total**count)


@given(st.integers(0, 5), dice)
def test_sums_are_those_of_every_throw(count: int, die: Distribution[int]) -> None:
    summed = sum_of(count, die)
    assert summed == written_out(count, die, sum)
    assert sound(summed)


@given(st.integers(0, 40), wide_dice)
def test_sums_are_those_of_doubling(count: int, die: Distribution[int]) -> None:
    assert sum_of(count, die) == by_doubling(count, die)


@given(st.integers(1, 9), st.integers(2, 30))
def test_equal_faces_are_a_case_of_any_faces(count: int, sides: int) -> None:
    assert ways_of_equal(count, sides) == ways_of(count, [1] * sides)


def test_a_thousand_dice_need_no_deep_recursion() -> None:
    limit = sys.getrecursionlimit()
    try:
        sys.setrecursionlimit(200)
        law = 1000 @ D6
    finally:
        sys.setrecursionlimit(limit)
    assert law.weights[1000] == law.weights[6000] == 1
    assert law.weights[1001] == 1000
    assert law.total == 6**1000
    assert sum(law.weights.values()) == 6**1000


def test_words_are_added_by_doubling() -> None:
    coin = Distribution({"h": 1, "t": 1})
    pair = Distribution(repeated(2, coin.weights, "", operator.add))
    assert pair.weights == {"hh": 1, "ht": 1, "th": 1, "tt": 1}


kinds = st.dictionaries(
    st.tuples(st.integers(0, 2), st.integers(0, 2)), st.integers(0, 4), min_size=1, max_size=4
).filter(lambda weights: any(weights.values()))


@given(st.integers(0, 8), kinds.map(Distribution))
def test_counts_are_those_of_doubling(count: int, kind: Distribution[tuple[int, ...]]) -> None:
    counted = counts_of(count, kind, 2)
    assert counted == Distribution(repeated(count, kind.weights, (0, 0), add_counts), kind.total**count)
    assert sound(counted)


@pytest.mark.parametrize("count", [-1, -100])
def test_fewer_than_no_dice_cannot_be_thrown(count: int) -> None:
    with pytest.raises(BadInput, match="0 or more"):
        sum_of(count, D6)
    with pytest.raises(BadInput, match="0 or more"):
        counts_of(count, D6.map(lambda face: (face,)), 1)
