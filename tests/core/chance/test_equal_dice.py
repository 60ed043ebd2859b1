"""Many dice with one unknown chance, worked out in whole numbers, against the polynomials themselves."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from pz8edu.asking.formulas import weight_at
from pz8edu.core.chance.distribution import D6, Distribution
from pz8edu.core.chance.equal_dice import ways_of_dice
from pz8edu.core.chance.keep import kept_face_by_face
from pz8edu.core.chance.loaded import Unknowns, loaded_die, unknown_chance
from pz8edu.core.chance.pool import Pool
from tests.core.chance.twins import doubled, written_out

P, Q = unknown_chance().weights[1], unknown_chance().weights[0]

dice = st.dictionaries(
    st.integers(-3, 6),
    st.tuples(st.integers(0, 3), st.integers(0, 3)).filter(any).map(lambda n: n[0] * P + n[1] * Q),
    min_size=1,
    max_size=4,
).map(lambda weights: Distribution(weights, 7))
"""Dice whose weights are numbers times p and "not p"."""


def same(law: Distribution[Any], twin: Distribution[Any]) -> bool:
    """Are both laws the same polynomials?"""
    return law.total == twin.total and dict(law.weights) == dict(twin.weights)


@given(st.integers(0, 5), dice)
def test_sums_are_those_of_doubling(count: int, die: Distribution[int]) -> None:
    twin = Distribution(doubled(count, die.weights), die.total**count)
    assert same(count @ die, twin)


@given(st.integers(0, 4), st.integers(0, 4), dice)
def test_the_highest_and_lowest_are_those_of_every_face(keep: int, of: int, die: Distribution[int]) -> None:
    keep = min(keep, of)
    for kept, lowest_first in ((Pool.highest, False), (Pool.lowest, True)):
        by_faces = kept_face_by_face(keep, of, die.weights, lowest_first)
        assert same(kept(Pool(of, die), keep), Distribution(by_faces, die.total**of))


def longest(state: tuple[int, int], face: int, shown: int) -> tuple[int, int]:
    return max(state, (shown, face))


@given(st.integers(0, 4), dice)
def test_pools_are_those_of_every_throw(count: int, die: Distribution[int]) -> None:
    pool = Pool(count, die)
    by_throw = written_out(
        count, die, lambda faces: tuple(sum(face in kind for face in faces) for kind in ({1, 2}, {2}))
    )
    assert same(pool.tally({1, 2}, {2}), by_throw)
    by_throw = written_out(
        count, die, lambda faces: max([(0, 0), *((faces.count(face), face) for face in faces)])
    )
    assert same(pool.fold((0, 0), longest), by_throw)


def test_only_dice_of_one_unknown_go_this_way() -> None:
    seen: list[Any] = []

    def ways(weights: Mapping[int, Any]) -> Mapping[int, Any]:
        seen.extend(weights.values())
        return weights

    two = Unknowns(chances=["p", "hit"]).chances["p"]
    mixed = Distribution({1: P * P, 0: Q}, 1)
    for die in (D6, loaded_die(), two, mixed, Distribution({1: P, 0: 1}, 1)):
        seen.clear()
        ways_of_dice(3, die.weights, ways)
        assert seen == list(die.weights.values())
    ways_of_dice(3, unknown_chance().weights, ways)
    assert all(type(weight) is int for weight in seen[-2:])


def test_a_hundred_leaning_dice() -> None:
    leaning = Distribution({face: 5 * P if face == 6 else Q for face in range(1, 7)}, 5)
    law, values = 100 @ leaning, {"p": Fraction(1, 6)}
    fair = (100 @ D6).fractions()
    assert all(weight_at(law.weights[t], values) / law.total == fair[t] for t in (100, 350, 471, 600))
