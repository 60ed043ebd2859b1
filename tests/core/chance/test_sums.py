from __future__ import annotations

import math
import operator
import sys
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pz8edu import BadInput
from pz8edu.core.chance import sums, tally
from pz8edu.core.chance.distribution import D6, Distribution
from pz8edu.core.chance.mixed_dice import ways_of_pools
from pz8edu.core.chance.pool import Pool, _add_counts
from pz8edu.core.chance.sums import add_counts, convolve, ways_of, ways_of_equal, ways_of_sums
from pz8edu.core.chance.tally import ways_of_counts, whole_counts
from tests.core.chance.twins import dice, doubled, sound, wide_dice, written_out


def by_doubling(count: int, die: Distribution[int]) -> Distribution[int]:
    return Distribution(doubled(count, die.weights), die.total**count)


@given(st.integers(0, 5), dice)
def test_sums_are_those_of_every_throw(count: int, die: Distribution[int]) -> None:
    summed = count @ die
    assert summed == written_out(count, die, sum)
    assert sound(summed)


@given(st.integers(0, 40), wide_dice)
def test_sums_are_those_of_doubling(count: int, die: Distribution[int]) -> None:
    assert count @ die == by_doubling(count, die)


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


def test_twenty_thousand_coins_are_those_of_pascals_triangle() -> None:
    heads = 20_000 @ Distribution({0: 1, 1: 1})
    assert len(heads) == 20_001
    assert heads.total == 2**20_000
    assert [heads.weights[n] for n in (0, 1, 2, 10_000)] == [math.comb(20_000, n) for n in (0, 1, 2, 10_000)]
    shown = 12_000 @ Distribution({0: 5, 1: 1})
    assert all(shown.weights[n] == math.comb(12_000, n) * 5 ** (12_000 - n) for n in (0, 2_000, 12_000))


def test_words_are_added_by_doubling() -> None:
    coin = Distribution({"h": 1, "t": 1})
    pair = Distribution(doubled(2, coin.weights, ""))
    assert pair.weights == {"hh": 1, "ht": 1, "th": 1, "tt": 1}


kinds = st.dictionaries(
    st.tuples(st.integers(0, 2), st.integers(0, 2)), st.integers(0, 4), min_size=1, max_size=4
).filter(lambda weights: any(weights.values()))


@given(st.integers(0, 8), kinds.map(Distribution))
def test_counts_are_those_of_doubling(count: int, kind: Distribution[tuple[int, ...]]) -> None:
    counted = Pool(count, kind).counts()
    assert counted == Distribution(
        doubled(count, kind.weights, (0, 0), lambda a, b: tuple(map(operator.add, a, b))), kind.total**count
    )
    assert sound(counted)


counted = st.dictionaries(
    st.tuples(*[st.integers(-2, 2)] * 3), st.integers(0, 4), min_size=1, max_size=4
).filter(lambda weights: any(weights.values()))


@given(st.lists(st.tuples(counted, st.integers(0, 4)), min_size=1, max_size=3))
def test_counts_of_several_kinds_are_those_of_the_fold(
    kinds: list[tuple[dict[tuple[int, ...], int], int]],
) -> None:
    ways: Any = {(0, 0, 0): 1}
    for weights, count in kinds:
        fold = ways_of_pools([[(weights, count)]], (0, 0, 0), _add_counts)
        ways = convolve(ways, fold, add_counts)
    found = {counts: number for counts, number in ways.items() if number}
    assert whole_counts(kinds)
    assert {counts: number for counts, number in ways_of_counts(kinds).items() if number} == found
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(tally, "FEW_BITS", 0)
        assert {counts: number for counts, number in ways_of_counts(kinds).items() if number} == found


@given(st.integers(0, 12), wide_dice)
def test_a_power_of_one_number_holds_the_sums_of_the_recurrence(count: int, die: Distribution[int]) -> None:
    weights = die.reduced().weights
    few = ways_of_sums(count, weights)
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(sums, "FEW_BITS", 0)
        assert ways_of_sums(count, weights) == few


@pytest.mark.parametrize("face", [(True, 0), (Fraction(1, 2), 0), (1, 0, 0)])
def test_what_is_not_counted_in_whole_numbers_is_not_packed(face: tuple[Any, ...]) -> None:
    assert not whole_counts([({face: 1, (0, 0): 2}, 1)])


@pytest.mark.parametrize("count", [-1, -100])
def test_fewer_than_no_dice_cannot_be_thrown(count: int) -> None:
    with pytest.raises(BadInput, match="from 0"):
        count @ D6
    with pytest.raises(BadInput, match="from 0"):
        Pool(count)
