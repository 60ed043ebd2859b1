"""Unequal dice, several pools, and the questions that have a name, held against every throw."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pz8edu import BadInput, Hand, symbol_die
from pz8edu.core.chance.distribution import D6, Distribution, die
from pz8edu.core.chance.fold import ways_of_moves
from pz8edu.core.chance.loaded import loaded_die
from pz8edu.core.chance.mixed_dice import all_dice, looks_at
from pz8edu.core.chance.pool import Pool
from tests.core.chance.twins import dice, face_by_face, mixed_pools, sound, thrown_out, written_out


def pairs_won(state: tuple[int, int], face: int, first: int, second: int = 0) -> tuple[int, int]:
    """As in RISK: the highest against the highest; how many more pairs the first pool has won."""
    won, ahead = state
    won += min(second, ahead) if ahead > 0 else -min(first, -ahead)
    return won, ahead + first - second


def said_aloud(state: tuple[Any, ...], face: int, *shown: int) -> tuple[Any, ...]:
    """Everything that a step is told, in the order in which it is told."""
    return (*state, face, *shown)


@given(st.lists(mixed_pools, min_size=1, max_size=2), st.booleans(), st.booleans())
def test_a_fold_over_pools_is_that_of_every_throw(
    pools: list[Pool[int]], lowest_first: bool, every_face: bool
) -> None:
    assume(sum(pool.count for pool in pools) <= 5)
    first, *others = pools
    between = [face for pool in pools for face in pool.faces] if every_face else []
    every = range(min(between), max(between) + 1) if between else ()
    for start, step in (((0, 0), pairs_won), ((), said_aloud)):
        law = first.fold(start, step, *others, lowest_first=lowest_first, every_face=every_face)
        assert law == thrown_out(pools, face_by_face(start, step, lowest_first, every))
        assert sound(law)


@given(st.integers(0, 6), dice, st.booleans(), st.booleans())
def test_equal_dice_fall_as_unequal_ones_do(
    count: int, die: Distribution[int], lowest_first: bool, every_face: bool
) -> None:
    die = die.reduced()
    looks, left = (
        looks_at([[(die.weights, count)]], lowest_first, every_face),
        all_dice([[(die.weights, count)]]),
    )
    ways = ways_of_moves(looks, left, (), said_aloud, every_face)
    law = Pool(count, die).fold((), said_aloud, lowest_first=lowest_first, every_face=every_face)
    assert law.weights == ways


@given(mixed_pools)
def test_the_questions_of_a_pool_that_have_a_name(pool: Pool[int]) -> None:
    count = pool.count
    keep = min(count, 2)
    asked = {
        sum: pool.total(),
        lambda faces: sum(sorted(faces)[count - keep :]): pool.highest(keep),
        lambda faces: sum(sorted(faces)[:keep]): pool.lowest(keep),
        lambda faces: sum(sorted(faces)[1 : count - 1]): pool.middle(count - 2) if count > 1 else None,
        lambda faces: tuple(sorted((n for n in Counter(faces).values() if n > 1), reverse=True)): pool.sets(),
        lambda faces: max((n, face) for face, n in Counter(faces).items()): pool.largest_set(),
        longest_run: pool.straight(),
        lambda faces: (sum(f > 0 for f in faces), sum(f in (1, 2) for f in faces)): pool.tally(
            range(1, 10), {1, 2}
        ),
    }
    for read, law in asked.items():
        if law is not None and (count or law.support != ((0, None),)):
            assert law == thrown_out([pool], read)
            assert sound(law)
    if count:
        assert pool.ends() == thrown_out([pool], lambda faces: (min(faces), max(faces)))
    for place in (*range(1, count + 1), *range(-count, 0)):
        at = count - place if place > 0 else -place - 1
        assert pool.nth(place) == thrown_out([pool], lambda faces, at=at: sorted(faces)[at])


def test_faces_may_lie_far_apart() -> None:
    coin = Distribution({0: 1, 10**9: 3})
    assert Pool.of(coin, Pool(2)).highest(2) == thrown_out(
        [Pool.of(coin, Pool(2))], lambda faces: sum(sorted(faces)[1:])
    )
    assert Hand({0: 1, 10**9: 2}, 2).total() == Distribution({10**9: 2, 2 * 10**9: 1})


def longest_run(faces: tuple[int, ...]) -> int:
    return max(
        (n for face in faces for n in range(1, len(faces) + 1) if {*range(face, face + n)} <= {*faces}),
        default=0,
    )


@pytest.mark.parametrize("pool", [Pool(3, loaded_die()), Pool(2, loaded_die(faces=range(3)))])
def test_loaded_dice_go_through_pools_too(pool: Pool[int]) -> None:
    faces = pool.faces
    fair = Pool(pool.count, Distribution.uniform(faces))
    values = dict.fromkeys((f"p{face}" for face in faces), 1)
    for loaded, plain in (
        (pool.nth(2), fair.nth(2)),
        (pool.highest(1), fair.highest(1)),
        (pool.ends().map(sum), fair.ends().map(sum)),
        (pool.fold((0, 0), pairs_won, pool), fair.fold((0, 0), pairs_won, fair)),
    ):
        counted = {outcome: chance.subs(values) for outcome, chance in loaded.chances().items()}
        assert Distribution(counted) == plain


def test_dice_that_are_given_apart_are_thrown_together() -> None:
    assert Pool.of(die(8), die(6), Pool(2, die(8))) == Pool.of(die(6), Pool(3, die(8)))
    assert Pool.of(D6, D6, D6) == Pool(3)
    assert len({Pool.of(die(8), D6), Pool.of(D6, die(8))}) == 1


# --- thrown again
@given(st.integers(1, 2), dice, st.data())
def test_a_pool_that_is_pushed(count: int, die: Distribution[int], data: st.DataObject) -> None:
    faces = [face for face, weight in die.weights.items() if weight]
    held = data.draw(st.lists(st.sampled_from(faces), unique=True, max_size=2))

    def pushed(faces: tuple[int, ...], content: bool) -> tuple[int, ...]:
        first, again = faces[:count], faces[count:]
        done = content and held and first.count(held[0]) > 0
        shown = [b if a not in held and not done else a for a, b in zip(first, again, strict=True)]
        return tuple(map(shown.count, held))

    always = written_out(2 * count, die, lambda faces: pushed(faces, False))
    unless = written_out(2 * count, die, lambda faces: pushed(faces, True))
    assert Pool(count, die).push(*held) == always
    if held:
        assert Pool(count, die).push(*held, content=lambda first, *rest: first > 0) == unless


# --- symbols
def test_symbols_are_counted_and_added() -> None:
    worth = {"s": (1, 0), "a": (0, 1), "f": (-1, 0)}
    boost, setback = symbol_die("- - s sa aa a", worth), symbol_die("- f ff", worth)
    assert boost == Distribution.uniform([(0, 0), (0, 0), (1, 0), (1, 1), (0, 2), (0, 1)])
    pool = Pool.of(Pool(2, boost), setback)
    assert pool.counts() == thrown_out([pool], lambda faces: tuple(map(sum, zip(*faces, strict=True))))
    with pytest.raises(BadInput, match="unknown symbol 'x'"):
        symbol_die("s sx", worth)


@pytest.mark.parametrize(
    ("ask", "said"),
    [
        (lambda: Pool(3, 6), "die of a pool must be a distribution, .*; got 6"),  # type: ignore[arg-type]
        (Pool.of, "at least one die"),
        (lambda: Pool.of(6), "die of a pool must be"),  # type: ignore[arg-type]
        (lambda: Pool(3).fold(0, max, True), "beside a pool must be other pools; got"),  # type: ignore[arg-type]
        (lambda: Pool(3).nth(4), "place of a die must be a whole number from 1 to 3; got 4"),
        (lambda: Pool(3).nth(0), "got 0"),
        (lambda: Pool(0).ends(), "no lowest"),
        (lambda: Pool(1, Distribution({0: 1, 10**9: 1})).straight(), "too many to be looked at"),
        (lambda: Pool(4).middle(3), "one die more is left out"),
        (lambda: Pool.of(D6, die(8)).highest(3), "from 0 to 2; got 3"),
        (lambda: Pool.of(D6, die(8)).push(6), "kind by kind"),
        (lambda: D6.explode(-1), "from 0"),
        (lambda: D6.reroll({1}, -1), "from 0"),
    ],
)
def test_what_cannot_be_thrown_is_said_in_a_sentence(ask: Any, said: str) -> None:
    with pytest.raises(BadInput, match=said):
        ask()
