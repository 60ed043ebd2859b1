"""Promises that a small slip would break without a word: bounds of errors, totals, labels, words."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from pz8edu import Chain, Enumerating, Scripted
from pz8edu.algebra.approximate import SMALLEST
from pz8edu.algebra.lifting import Group, P, digit_of, modulo
from pz8edu.core.chance.distribution import D6
from pz8edu.core.chance.fold_in_decimals import folded_in_decimals
from pz8edu.core.tree.evidence import PathAnswers, answers_on, is_outcome


def kept(state: int, face: object, shown: int) -> int:
    return state


def test_every_rounding_of_a_fold_is_counted() -> None:
    """A face: three for each die and its chance, one for the product, one for each way to the same state."""
    count = 2
    law = folded_in_decimals(count, D6.weights, 0, kept)
    most_ways = count + 1  # none, one or two dice show it
    assert law.roundings == 6 * (3 * count + 1 + most_ways)


@pytest.mark.parametrize("turns", [1, 2, 40])
def test_what_is_too_small_for_a_float_is_counted_move_by_move(turns: int) -> None:
    def turn(umpire: Any, state: int) -> int:
        return state - (umpire.d6("hit") >= 4)

    law = Chain(turn, start=3, over=lambda state: state == 0).trajectory.in_decimals(turns)
    moves = 3 * 2 + 1  # each of three states has two, the end stays
    assert law.lost == turns * moves * SMALLEST
    assert law.roundings == turns * (2 + 2)


def test_two_cards_that_lie_open_leave_the_chance_of_the_next_one() -> None:
    def drawn(umpire: Any) -> tuple[str, ...]:
        deck = umpire.deck({"red": 3, "black": 2})
        cards = [deck.draw(label) for label in ("first", "second", "third")]
        return tuple(umpire.settle("", card) for card in cards)

    tree = Enumerating(given={"first": "red", "second": "black"}).tree(drawn)
    assert tree.distribution.fractions() == {
        ("red", "black", "red"): Fraction(2, 3),
        ("red", "black", "black"): Fraction(1, 3),
    }


def two_questions(umpire: Any) -> str:
    if umpire.d6("to hit") >= 4:
        return "hit" if umpire.d6("save") < 3 else "saved"
    return "missed"


def test_the_answers_of_a_path_are_those_that_were_asked_on_it() -> None:
    tree = Enumerating().tree(two_questions)
    labels = ("to hit", "save")
    node = tree.root
    assert node is not None
    missed = PathAnswers(answers_on([(node, node.branches[1])]), labels)
    assert "to hit" in missed
    assert "save" not in missed
    assert 3 not in missed
    assert dict(missed) == {"to hit": False}


def test_an_outcome_is_meant_by_itself_or_by_its_word() -> None:
    words = {1: "one loss", 2: "two losses"}
    assert is_outcome(1, 1, words.__getitem__)
    assert is_outcome(1, "one loss", words.__getitem__)
    assert not is_outcome(1, 2, words.__getitem__)
    assert not is_outcome(1, "two losses", words.__getitem__)
    assert not is_outcome(1, "1", words.__getitem__)


def test_rounds_that_are_rolled_by_hand_are_numbered_from_one() -> None:
    def decides(umpire: Any) -> int | None:
        value = umpire.settle("", umpire.d6("x"))
        return value if value > 3 else None

    def rule(umpire: Any) -> Any:
        return umpire.until("again", decides)

    dice = {"again 1: x": 1, "again 2: x": 2, "again 3: x": 6}
    assert Scripted(dice).play(rule) == 6


@pytest.mark.parametrize("seed", range(5))
def test_states_left_out_one_after_the_other_solve_the_equations_by_the_prime(seed: int) -> None:
    dice, states = random.Random(seed), range(7)
    leads = {i: [(j, dice.randint(1, 9)) for j in states if j != i and dice.random() < 0.7] for i in states}
    group = Group(leads, {i: 100 + i for i in states})
    entering = {i: dice.randint(0, 50) for i in states}
    amounts = digit_of(modulo(group), entering)
    assert all(over % P == 0 for over in group.left_over(entering, amounts).values())
