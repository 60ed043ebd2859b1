"""Decisions beside programs that work them out by hand."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations, product

import pytest

from pz8edu import D6, BadInput, Distribution, Pool, best, die, loaded_die
from pz8edu.decisions.best_of_laws import Best

Hand = tuple[int, ...]


def test_the_choice_that_is_worth_most_and_the_first_of_equal_ones() -> None:
    assert best({"d6": D6, "d8": die(8), "4": Distribution.certain(4)}) == Best("d8", Fraction(9, 2))
    assert best({"a": D6, "b": D6, "7 / 2": Distribution({3: 1, 4: 1})}).choice == "a"
    assert best({"hit": D6, "miss": die(4)}, lambda face: -face) == ("miss", Fraction(-5, 2))
    assert repr(best({None: D6}).worth) == "7/2"


@pytest.mark.parametrize("choices", [{}, [D6], None])
def test_no_choice_is_refused(choices: object) -> None:
    with pytest.raises(BadInput, match="a distribution for every choice"):
        best(choices)  # type: ignore[arg-type]


def test_unknown_chances_cannot_be_compared() -> None:
    with pytest.raises(BadInput, match=r"'loaded' is worth is .*give numbers for what is unknown"):
        best({"sure": D6, "loaded": loaded_die()})


# --- Pig: roll on and add up, or stay; a 1 loses all
def test_pig_holds_at_twenty() -> None:
    @cache
    def turn(total: int) -> Best[str]:
        if total >= 60:
            return Best("stay", total)  # type: ignore[arg-type]
        rolled = D6.map(lambda face: 0 if face == 1 else total + face)
        return best(
            {"stay": Distribution.certain(total), "roll": rolled},
            lambda now: turn(now).worth if now > total else now,
        )

    @cache
    def by_hand(total: int) -> Fraction:
        if total >= 60:
            return Fraction(total)
        on = sum((by_hand(total + face) for face in range(2, 7)), Fraction(0)) / 6
        return max(on, Fraction(total))

    assert [turn(total).worth for total in range(60)] == [by_hand(total) for total in range(60)]
    assert [turn(total).choice for total in range(60)] == ["roll"] * 20 + ["stay"] * 40
    assert f"{turn(0).worth:.4f}" == "8.1418"


# --- Yahtzee: which dice are thrown once more
def kept_hands(hand: Hand) -> set[Hand]:
    return {kept for count in range(6) for kept in combinations(hand, count)}


def score(hand: Hand) -> int:
    """The best of full house, small and large straight, four of a kind, Yahtzee and chance."""
    counts = sorted(Counter(hand).values())
    faces = {*hand}
    straight = max(
        (run for run in (4, 5) for low in (1, 2, 3) if {*range(low, low + run)} <= faces), default=0
    )
    if counts == [5]:
        return 50
    return max({4: 30, 5: 40}.get(straight, 0), 25 if counts == [2, 3] else 0, sum(hand))


@pytest.mark.parametrize("hand", [(1, 1, 2, 3, 6), (2, 3, 4, 5, 5), (4, 4, 6, 6, 6), (1, 2, 2, 2, 2)])
def test_the_last_throw_of_yahtzee(hand: Hand) -> None:
    def thrown(kept: Hand) -> Distribution[Hand]:
        dice = Pool(5 - len(kept))
        more = dice.fold((), lambda faces, face, shown: faces + (face,) * shown)
        return more.map(lambda faces: tuple(sorted(kept + faces)))

    found = best({kept: thrown(kept) for kept in sorted(kept_hands(hand))}, score)
    by_hand = {}
    for kept in kept_hands(hand):
        throws = [*product(range(1, 7), repeat=5 - len(kept))]
        by_hand[kept] = Fraction(sum(score(kept + more) for more in throws), len(throws))
    assert found.worth == max(by_hand.values()) == by_hand[found.choice]


def test_chance_with_two_more_throws() -> None:
    """Each die for itself: 5 or 6 stays after the first throw, 4 to 6 after the second."""

    def last(face: int) -> Best[str]:
        return best({"stay": Distribution.certain(face), "throw": D6})

    assert [last(face).choice for face in D6] == ["throw"] * 3 + ["stay"] * 3
    assert D6.expectation(lambda face: last(face).worth) == Fraction(17, 4)
    again = D6.map(lambda face: last(face).worth)
    whole = D6.expectation(lambda face: best({"stay": Distribution.certain(face), "throw": again}).worth)
    assert 5 * whole == Fraction(70, 3)
