from __future__ import annotations

from collections import Counter
from functools import partial
from itertools import product
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pz8edu import BadInput
from pz8edu.core.chance import keep
from pz8edu.core.chance.distribution import D6, Distribution, die
from pz8edu.core.chance.keep import add_between, kept_face_by_face, ways_of_enough
from pz8edu.core.chance.pool import Pool
from tests.core.chance.twins import dice, sound, wide_dice, written_out

kept_of = st.integers(0, 5).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of)))


@given(kept_of, dice)
def test_the_highest_are_those_of_every_throw(numbers: tuple[int, int], die: Distribution[int]) -> None:
    keep, of = numbers
    law = Pool(of, die).highest(keep)
    assert law == written_out(of, die, lambda faces: sum(sorted(faces)[of - keep :]))
    assert sound(law)


@given(kept_of, dice)
def test_the_lowest_are_those_of_every_throw(numbers: tuple[int, int], die: Distribution[int]) -> None:
    keep, of = numbers
    law = Pool(of, die).lowest(keep)
    assert law == written_out(of, die, lambda faces: sum(sorted(faces)[:keep]))
    assert sound(law)


@given(st.integers(0, 9).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of))), wide_dice)
def test_sums_in_one_number_agree_with_face_by_face(numbers: tuple[int, int], die: Distribution[int]) -> None:
    many, of = numbers
    for kept, lowest_first in ((Pool.highest, False), (Pool.lowest, True)):
        by_faces = kept_face_by_face(many, of, die.weights, lowest_first)
        assert kept(Pool(of, die), many) == Distribution(by_faces, die.total**of)


@pytest.mark.parametrize(("keep", "of"), [(3, 2), (-1, 2)])
def test_more_dice_than_there_are_cannot_be_kept(keep: int, of: int) -> None:
    for kept in (Pool.highest, Pool.lowest):
        with pytest.raises(BadInput, match="from 0 to 2"):
            kept(Pool(of, D6), keep)


@given(st.lists(st.tuples(st.integers(1, 3), wide_dice), min_size=2, max_size=4))
def test_two_of_unequal_dice_are_those_of_the_fold(kinds: list[tuple[int, Distribution[int]]]) -> None:
    pool = Pool.of(*(Pool(count, die) for count, die in kinds))
    for lowest_first, law in ((False, pool.highest(2)), (True, pool.lowest(2))):
        fold = pool.fold((0, 0), partial(add_between, 0, 2), lowest_first=lowest_first)
        assert law == fold.map(lambda state: state[1])
        assert sound(law)


@given(st.lists(wide_dice, min_size=1, max_size=4), st.data())
def test_places_are_those_of_every_throw(dice: list[Distribution[int]], data: st.DataObject) -> None:
    first = data.draw(st.integers(1, len(dice)))
    last = data.draw(st.integers(first, len(dice)))
    found = Pool.of(*dice).places(first, last)
    by_hand: Counter[int] = Counter()
    for throw in product(*(law.weights.items() for law in dice)):
        faces = sorted((face for face, _ in throw), reverse=True)
        by_hand[sum(faces[first - 1 : last])] += prod(weight for _, weight in throw)
    assert found == Distribution(by_hand)
    assert found == Pool.of(*dice).places(first - len(dice) - 1, last - len(dice) - 1)


@given(st.integers(1, 5), wide_dice, st.data())
def test_places_of_equal_dice_are_those_of_every_throw(
    of: int, die: Distribution[int], data: st.DataObject
) -> None:
    first = data.draw(st.integers(1, of))
    last = data.draw(st.integers(first, of))
    law = Pool(of, die).places(first, last)
    assert law == written_out(of, die, lambda faces: sum(sorted(faces, reverse=True)[first - 1 : last]))
    assert sound(law)


@given(st.lists(st.tuples(st.integers(1, 6), st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=3))
def test_ways_in_one_number_are_those_of_every_number_of_dice(kinds: list[tuple[int, int, int]]) -> None:
    counts, above, lower = zip(*kinds, strict=True)
    for place in range(1, sum(counts) + 1):
        few = ways_of_enough(place, above, lower, counts)
        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(keep, "FEW_BITS", 0)
            assert ways_of_enough(place, above, lower, counts) == few


def test_places_are_the_words_for_all_that_are_kept() -> None:
    pool = Pool.of(Pool(2, D6), Pool(2, die(8)), die(10))
    assert pool.places(1, 3) == pool.highest(3)
    assert pool.places(-2, -1) == pool.lowest(2)
    assert pool.places(2, 4) == pool.middle(3)
    assert pool.places(2, 2) == pool.nth(2)
    assert pool.places(1, -1) == pool.total()


@pytest.mark.parametrize(
    ("first", "last", "which"),
    [(0, 3, "first"), (6, 6, "first"), (3, 2, "last"), (1, 6, "last")],
)
def test_places_that_no_die_lies_at_are_refused(first: int, last: int, which: str) -> None:
    with pytest.raises(BadInput, match=f"the {which} place must be a whole number from"):
        Pool(5).places(first, last)
