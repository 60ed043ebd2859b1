"""A budget ends in an unexplored outcome with exactly the chance that is left."""

from __future__ import annotations

import time
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pz8edu.systems.pz8_ww2.fire import direct_fire
from pz8edu.tree import UNEXPLORED, Tree
from pz8edu.umpire import Growing, Umpire
from tests.benchmarks.situations import RULES, shots


def many_dice(umpire: Umpire, count: int) -> int:
    total = 0
    for number in range(count):
        total += umpire.settle("", umpire.d6(f"die {number}"))
    return total


def leaves(tree: Tree[Any]) -> list[tuple[Any, Fraction]]:
    return [(outcome, last.fraction()) for _, outcome, last in tree.paths() if last is not None]


@settings(deadline=None)
@given(st.integers(1, 4), st.integers(1, 60))
def test_what_is_left_is_exact(count: int, most: int) -> None:
    whole = Growing().grow(many_dice, count)
    tree = Growing(max_leaves=most).grow(many_dice, count)
    shown = leaves(tree)
    explored = [(outcome, chance) for outcome, chance in shown if outcome is not UNEXPLORED]
    assert len(explored) == min(most, 6**count)
    assert explored == leaves(whole)[: len(explored)]
    assert sum(chance for _, chance in shown) == 1
    left = 1 - sum((chance for _, chance in explored), Fraction(0))
    assert tree.distribution.fraction(UNEXPLORED) == left == Fraction(6**count - len(explored), 6**count)
    assert Fraction(int(tree.unexplored.p), int(tree.unexplored.q)) == left
    law = Growing(max_leaves=most, draw=False).grow(many_dice, count)
    assert law.distribution == tree.distribution


def test_no_chance_is_renormalised() -> None:
    for shot in shots(30):
        whole = Growing().grow(direct_fire, shot, RULES)
        for most in range(1, whole.leaves + 1):
            tree = Growing(max_leaves=most).grow(direct_fire, shot, RULES)
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
    tree = Growing(max_seconds=0.2, draw=draw).grow(many_dice, 9)
    assert time.monotonic() - started < 20
    chances = tree.distribution.fractions()
    assert sum(chances.values()) == 1
    assert 0 < chances[UNEXPLORED] < 1
    assert chances[UNEXPLORED] == 1 - Fraction(tree.leaves, 6**9)
