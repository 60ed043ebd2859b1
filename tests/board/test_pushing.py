"""A base that is pushed across the table meets others where their squares touch."""

from fractions import Fraction

import pytest

from pz8edu.board.contact import in_contact
from pz8edu.board.pushing import first_touch, free_way, towards
from pz8edu.board.shapes import Base

HERE = Base("a", "", "own", (0, 0))
THERE = Base("b", "", "enemy", (3, 4))


def test_the_direction_is_a_step_of_length_one() -> None:
    assert towards(HERE, THERE) == pytest.approx((0.6, 0.8))
    assert towards(HERE, HERE) is None


def test_a_push_along_an_axis() -> None:
    other = Base("c", "", "enemy", (Fraction(11, 2), 1))
    assert first_touch(HERE, other, (1.0, 0.0)) == 4.5
    assert first_touch(HERE, other, (-1.0, 0.0)) is None
    assert first_touch(HERE, THERE, (1.0, 0.0)) is None


def test_bases_touch_where_the_push_ends_and_not_before() -> None:
    for x, y in ((3, 4), (5, 1), (2, -6), (-4, 4)):
        other = Base("d", "", "enemy", (x, y))
        direction = towards(HERE, other)
        assert direction is not None
        way = first_touch(HERE, other, direction)
        assert way is not None
        for share, touches in ((1.000001, True), (0.99, False)):
            at = (direction[0] * way * share, direction[1] * way * share)
            assert in_contact(Base("a", "", "own", at), other) is touches


def test_the_nearest_of_several_ends_the_way() -> None:
    far = Base("far", "", "enemy", (6, 8))
    assert free_way(HERE, (0.6, 0.8), [far, THERE]) == pytest.approx(3.75)
    assert free_way(HERE, (-0.6, -0.8), [far, THERE]) is None
    assert free_way(HERE, (1.0, 0.0), []) is None
