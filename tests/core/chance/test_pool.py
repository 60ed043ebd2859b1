from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pz8edu import BadInput
from pz8edu.core.chance.distribution import Distribution
from pz8edu.core.chance.fold import folded, ways_of_moves, ways_side_by_side
from pz8edu.core.chance.mixed_dice import all_dice, looks_at
from pz8edu.core.chance.pool import Pool
from tests.core.chance.twins import dice, sound, written_out


def best_three_and_ties(state: tuple[int, int, int], face: int, count: int) -> tuple[int, int, int]:
    total, kept, ties = state
    best = min(count, 3 - kept)
    return total + best * face, kept + best, ties + count - 1


def longest_run(state: tuple[int, int, int], face: int, count: int) -> tuple[int, int, int]:
    longest, now, last = state
    now = now + 1 if face == last + 1 else 1
    return max(longest, now), now, face


@given(st.integers(0, 5), dice)
def test_a_fold_is_that_of_every_throw(count: int, die: Distribution[int]) -> None:
    for start, step, lowest_first in (
        ((0, 0, 0), best_three_and_ties, False),
        ((0, 0, -99), longest_run, True),
    ):
        law = Pool(count, die).fold(start, step, lowest_first=lowest_first)
        seen = {face: weight for face, weight in die.weights.items() if weight}
        expected = written_out(
            count, Distribution(seen), lambda faces, how=(start, step, lowest_first): folded(faces, *how)
        )
        assert law == expected
        assert sound(law)


@given(st.integers(0, 4), dice)
def test_pools_know_their_usual_questions(count: int, die: Distribution[int]) -> None:
    pool = Pool(count, die)
    keep = min(count, 2)
    assert pool.total() == written_out(count, die, sum)
    assert pool.highest(keep) == written_out(count, die, lambda faces: sum(sorted(faces)[count - keep :]))
    assert pool.lowest(keep) == written_out(count, die, lambda faces: sum(sorted(faces)[:keep]))
    odd, low = {-3, -1, 1, 3, 5}, {-1, 0, 1}
    assert pool.tally(odd, low) == written_out(
        count, die, lambda faces: (sum(f in odd for f in faces), sum(f in low for f in faces))
    )


def test_a_fold_asks_only_about_faces_that_come_up() -> None:
    asked: set[tuple[int, int]] = set()

    def step(state: int, face: int, count: int) -> int:
        asked.add((face, count))
        return state

    Pool(2).fold(0, step)
    assert asked == {(face, count) for face in range(1, 7) for count in (1, 2)}


def test_fewer_than_no_dice_are_no_pool() -> None:
    with pytest.raises(BadInput, match="from 0"):
        Pool(-1)


@given(
    weights=st.dictionaries(st.integers(-3, 6), st.integers(0, 5), min_size=1).filter(
        lambda w: any(w.values())
    )
)
@settings(max_examples=60, deadline=None)
@pytest.mark.parametrize("every_face", [False, True])
@pytest.mark.parametrize("lowest_first", [False, True])
def test_ways_side_by_side_are_those_by_moves(
    weights: dict[int, int], every_face: bool, lowest_first: bool
) -> None:
    def step(state: tuple[int, int], face: int, shown: int) -> tuple[int, int]:
        return (max(state[0], shown), (state[1] + face * shown) % 5)

    for count in (0, 1, 2, 7):
        ways = ways_side_by_side(count, weights, (0, 0), step, lowest_first, every_face)
        looks, left = looks_at([[(weights, count)]], lowest_first, every_face), all_dice([[(weights, count)]])
        assert ways == ways_of_moves(looks, left, (0, 0), step, every_face)
