"""A budget ends in an unexplored outcome with exactly the chance that is left."""

from __future__ import annotations

import time
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pz8edu.core import Enumerating, Umpire
from pz8edu.core.tree.node import UNEXPLORED
from pz8edu.core.tree.tree import Tree
from pz8edu.systems.pz8_ww2.fire import direct_fire
from tests.benchmarks.situations import RULES, shots


def many_dice(umpire: Umpire, count: int) -> int:
    total = 0
    for number in range(count):
        total += umpire.settle("", umpire.d6(f"die {number}"))
    return total


def some_dice(umpire: Umpire, count: int) -> int:
    """As many dice, in a result of few values."""
    return many_dice(umpire, count) % 3


def one_more(umpire: Umpire, state: int, item: int, count: int) -> int:
    return (state + item * many_dice(umpire, count)) % 3


def sometimes(umpire: Umpire, count: int) -> int | None:
    total = many_dice(umpire, count)
    return None if total % 4 == 0 else total % 3


def settled(umpire: Umpire, count: int) -> tuple[int, bool]:
    return umpire.resolve("sub", some_dice, count), umpire.d6("after") >= 4


def undecided(umpire: Umpire, count: int) -> Any:
    luck = umpire.d6("luck") >= 5
    first, second = umpire.odds("first", some_dice, count), umpire.odds("second", some_dice, count)
    return first if luck else first + second


def nested(umpire: Umpire, count: int) -> tuple[int, bool]:
    return umpire.resolve("outer", settled, count)


def several(umpire: Umpire, count: int) -> Any:
    return umpire.repeat("sub", 3, some_dice, count).read("sum", worth)


def worth(counts: dict[int, int]) -> int:
    return sum(result * how_often for result, how_often in counts.items())


def in_turn(umpire: Umpire, count: int) -> Any:
    return umpire.in_turn("turn", (1, 2, 1), one_more, 0, count)


def until(umpire: Umpire, count: int) -> int:
    return umpire.until("until", sometimes, count)


def a_law(umpire: Umpire, count: int) -> Any:
    if umpire.d6("luck") == 1:
        return 0
    return umpire.law_of(some_dice, count).distribution.expectation()


WITH_SUB_RULES = [
    settled,
    undecided,
    nested,
    several,
    in_turn,
    until,
    a_law,
]


def leaves(tree: Tree[Any]) -> list[tuple[Any, Fraction]]:
    return [(outcome, last.fraction()) for _, outcome, last in tree.paths() if last is not None]


@settings(deadline=None)
@given(st.integers(1, 4), st.integers(1, 60))
def test_what_is_left_is_exact(count: int, most: int) -> None:
    whole = Enumerating().tree(many_dice, count)
    tree = Enumerating(max_leaves=most).tree(many_dice, count)
    shown = leaves(tree)
    explored = [(outcome, chance) for outcome, chance in shown if outcome is not UNEXPLORED]
    assert len(explored) == min(most, 6**count)
    assert explored == leaves(whole)[: len(explored)]
    assert sum(chance for _, chance in shown) == 1
    left = 1 - sum((chance for _, chance in explored), Fraction(0))
    assert tree.distribution.fraction(UNEXPLORED) == left == Fraction(6**count - len(explored), 6**count)
    assert Fraction(int(tree.unexplored.p), int(tree.unexplored.q)) == left
    law = Enumerating(max_leaves=most, draw=False).tree(many_dice, count)
    assert law.distribution == tree.distribution


def test_no_chance_is_renormalised() -> None:
    for shot in shots(30):
        whole = Enumerating().tree(direct_fire, shot, RULES)
        for most in range(1, whole.leaves + 1):
            tree = Enumerating(max_leaves=most).tree(direct_fire, shot, RULES)
            chances = tree.distribution.fractions()
            assert sum(chances.values()) == 1
            for outcome, chance in chances.items():
                if outcome is not UNEXPLORED:
                    assert chance <= whole.distribution.fraction(outcome)
        assert tree.unexplored == 0
        assert tree.distribution == whole.distribution


@pytest.mark.parametrize("draw", [True, False])
def test_seconds_end_too(draw: bool) -> None:
    started = time.monotonic()
    tree = Enumerating(max_seconds=0.2, draw=draw).tree(many_dice, 9)
    assert time.monotonic() - started < 20
    chances = tree.distribution.fractions()
    assert sum(chances.values()) == 1
    assert 0 < chances[UNEXPLORED] < 1
    assert chances[UNEXPLORED] == 1 - Fraction(tree.leaves, 6**9)


@pytest.mark.whole_domain(3)
@pytest.mark.parametrize("rule", WITH_SUB_RULES)
@pytest.mark.parametrize("how", [{}, {"draw": False}, {"unfold": True}])
def test_a_budget_reaches_the_sub_rules(rule: Any, how: dict[str, Any]) -> None:
    dice = 1 if how == {"unfold": True} else 2
    whole = Enumerating(**how).tree(rule, dice)
    cut = False
    for most in (1, 2, 7, 30, 100, 10_000):
        memo: dict[Any, Any] = {}
        tree = Enumerating(max_leaves=most, memo=memo, **how).tree(rule, dice)
        chances = tree.distribution.fractions()
        assert sum(chances.values()) == 1
        for outcome, chance in chances.items():
            if outcome is not UNEXPLORED:
                assert chance <= whole.distribution.fraction(outcome)
        cut = cut or UNEXPLORED in chances
        if tree.root is not None:
            shown = [(outcome, chance) for outcome, chance in leaves(tree) if outcome is UNEXPLORED]
            assert sum(chance for _, chance in shown) == chances.get(UNEXPLORED, 0)
        assert Enumerating(memo=memo, **how).tree(rule, dice).distribution == whole.distribution
    assert cut
    assert tree.distribution == whole.distribution


@pytest.mark.whole_domain(3)
@pytest.mark.parametrize("rule", WITH_SUB_RULES)
@pytest.mark.parametrize("how", [{}, {"draw": False}, {"unfold": True}])
def test_seconds_end_in_sub_rules_too(rule: Any, how: dict[str, Any]) -> None:
    started = time.monotonic()
    tree = Enumerating(max_seconds=0.2, **how).tree(rule, 9)
    assert time.monotonic() - started < 20
    chances = tree.distribution.fractions()
    assert sum(chances.values()) == 1
    assert chances[UNEXPLORED] > 0


def test_the_part_of_a_sub_rule_that_is_left_is_exact() -> None:
    """Of 36 throws of the sub-rule three are looked at; the die behind it has its own three leaves."""
    tree = Enumerating(max_leaves=3).tree(settled, 2)
    chances = tree.distribution.fractions()
    assert chances == {
        (0, True): Fraction(1, 72),
        (0, False): Fraction(1, 72),
        (1, True): Fraction(1, 72),
        UNEXPLORED: Fraction(69, 72),
    }


def test_sub_rules_with_known_dice_end_too() -> None:
    umpire = Enumerating(max_leaves=4, given={"sub: die 0": 3})
    chances = umpire.tree(settled, 2).distribution.fractions()
    whole = Enumerating(given={"sub: die 0": 3}).tree(settled, 2).distribution
    assert sum(chances.values()) == 1
    assert 0 < chances.pop(UNEXPLORED) < 1
    assert all(chance <= whole.fraction(outcome) for outcome, chance in chances.items())
