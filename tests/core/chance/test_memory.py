"""Laws are remembered only where somebody asks for it, at most so many, and never mistaken for others."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from pz8edu import Hand, Pool, die, remember
from pz8edu.core.chance.distribution import Distribution
from pz8edu.core.chance.face_by_face import _larger_set
from tests.core.umpire.test_equal_words import Morale, Nerve


def word_and_place(state: object, face: Morale | Nerve, shown: int) -> tuple[object, ...]:
    return type(face), face.place


@pytest.fixture(autouse=True)
def _forgetful() -> Iterator[None]:
    yield
    remember(0)


def test_nothing_is_remembered_unless_somebody_wants_it() -> None:
    assert Pool(4).fold((0, None), _larger_set) is not Pool(4).fold((0, None), _larger_set)


def test_equal_questions_to_equal_dice_find_the_same_law() -> None:
    remember(100)
    asked = [
        lambda: Pool(4).fold((0, None), _larger_set),
        lambda: Pool.of(die(8), die(4)).fold((0, None), _larger_set),
        lambda: Pool.of(die(8), die(4)).highest(1),
        lambda: Pool(7).middle(3),
        lambda: Pool(7).nth(2),
        lambda: Hand({1: 4, 2: 4}, 3).fold((0, None), _larger_set),
        lambda: 5 @ die(7),
        lambda: die(10).explode(3),
        lambda: die(10).reroll((1, 2)),
    ]
    for ask in asked:
        assert ask() is ask()
    assert len({id(ask()) for ask in asked}) == len(asked)


def test_what_is_made_anew_in_each_call_is_not_taken_for_the_same() -> None:
    remember(100)
    for most in (1, 2):
        assert max(Pool(4).fold(0, lambda state, face, shown: min(most, max(state, shown)))) == most  # noqa: B023


def test_equal_words_of_two_systems_are_different_faces() -> None:
    remember(100)
    for words in (Morale, Nerve):
        law = Pool(1, Distribution.uniform(words)).fold(0, word_and_place)
        assert {kind for kind, _ in law} == {words}


def test_the_oldest_laws_are_forgotten() -> None:
    remember(2)
    first = 3 @ die(4)
    assert 3 @ die(4) is first
    for sides in (5, 6):
        _ = 3 @ die(sides)
    assert 3 @ die(4) is not first
