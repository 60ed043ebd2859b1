from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pz8edu import BadInput
from pz8edu.chance.distribution import D6, Distribution
from pz8edu.chance.keep import face_by_face, keep_highest, keep_lowest
from tests.chance.twins import dice, sound, wide_dice, written_out

kept_of = st.integers(0, 5).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of)))


@given(kept_of, dice)
def test_the_highest_are_those_of_every_throw(numbers: tuple[int, int], die: Distribution[int]) -> None:
    keep, of = numbers
    law = keep_highest(keep, of, die)
    assert law == written_out(of, die, lambda faces: sum(sorted(faces)[of - keep :]))
    assert sound(law)


@given(kept_of, dice)
def test_the_lowest_are_those_of_every_throw(numbers: tuple[int, int], die: Distribution[int]) -> None:
    keep, of = numbers
    law = keep_lowest(keep, of, die)
    assert law == written_out(of, die, lambda faces: sum(sorted(faces)[:keep]))
    assert sound(law)


@given(st.integers(0, 9).flatmap(lambda of: st.tuples(st.integers(0, of), st.just(of))), wide_dice)
def test_packed_numbers_agree_with_face_by_face(numbers: tuple[int, int], die: Distribution[int]) -> None:
    keep, of = numbers
    up = sorted(die.weights)
    assert keep_highest(keep, of, die) == face_by_face(keep, of, die, up[::-1])
    assert keep_lowest(keep, of, die) == face_by_face(keep, of, die, up)


@pytest.mark.parametrize(("keep", "of"), [(3, 2), (-1, 2)])
def test_more_dice_than_there_are_cannot_be_kept(keep: int, of: int) -> None:
    for kept in (keep_highest, keep_lowest):
        with pytest.raises(BadInput, match="from 0 to 2"):
            kept(keep, of, D6)
