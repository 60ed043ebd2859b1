"""Hands of one deck, held against every way to deal them."""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pz8edu import BadInput, Hand
from pz8edu.core.chance.distribution import Distribution
from tests.core.chance.test_mixed_dice import longest_run, said_aloud
from tests.core.chance.twins import face_by_face, sound

decks = st.dictionaries(st.integers(1, 6), st.integers(0, 2), min_size=1, max_size=4)


def dealt(cards: dict[int, int], sizes: list[int], read: Any) -> Distribution[Any]:
    """What is read from the hands of every order of the pack."""
    pack = [card for card, copies in cards.items() for _ in range(copies)]
    ends = list(itertools.accumulate(sizes))
    hands = (
        [order[end - size : end] for size, end in zip(sizes, ends, strict=True)]
        for order in itertools.permutations(pack, sum(sizes))
    )
    return Distribution(Counter(read(*each) for each in hands))


@given(decks, st.lists(st.integers(0, 3), min_size=1, max_size=3), st.booleans())
def test_a_fold_over_hands_is_that_of_every_deal(
    cards: dict[int, int], sizes: list[int], lowest_first: bool
) -> None:
    assume(sum(sizes) <= min(4, sum(cards.values())))
    law = Hand(cards, sizes[0]).fold((), said_aloud, *sizes[1:], lowest_first=lowest_first)
    assert law == dealt(cards, sizes, face_by_face((), said_aloud, lowest_first))
    assert sound(law)


@given(decks, st.integers(1, 4))
def test_a_hand_knows_its_usual_questions(cards: dict[int, int], count: int) -> None:
    assume(count <= sum(cards.values()))
    hand = Hand(cards, count)
    assert hand.sets(1) == dealt(
        cards, [count], lambda held: tuple(sorted(Counter(held).values(), reverse=True))
    )
    assert hand.largest_set() == dealt(
        cards, [count], lambda held: max((n, card) for card, n in Counter(held).items())
    )
    assert hand.total() == dealt(cards, [count], sum)
    assert hand.straight() == dealt(cards, [count], longest_run)


def test_hands_are_values() -> None:
    assert Hand({"red": 2}, 1) == Hand({"red": 2}, 1) != Hand({"red": 2}, 2)
    assert len({Hand({"red": 2}, 1), Hand({"red": 2}, 1)}) == 1


def test_more_cards_than_there_are_cannot_be_held() -> None:
    with pytest.raises(BadInput, match=r"cards in all hands must be .* from 0 to 3; got 4"):
        Hand({1: 3}, 2).fold(0, max, 2)
    with pytest.raises(BadInput, match=r"size of a hand must be .* got 'two'"):
        Hand({1: 3}, 2).fold(0, max, "two")  # type: ignore[arg-type]
