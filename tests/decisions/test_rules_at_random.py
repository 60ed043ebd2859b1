"""Best play of rules written at random, against every face, every choice and every policy."""

from __future__ import annotations

import random
from collections.abc import Hashable
from typing import Any

import pytest

from pz8edu import best_play
from pz8edu.core import Decision, Enumerating, OpenTree, Sampling
from tests.decisions.rules_at_random import checked, written

SEEDS, PARTS = 208, 8
POLICIES = 60


@pytest.mark.whole_domain(8)
@pytest.mark.parametrize("part", range(PARTS))
def test_best_play_is_the_best_of_every_policy(part: int) -> None:
    words = [checked(seed, POLICIES) for seed in range(part, SEEDS, PARTS)]
    assert words.count("every policy") >= 8


@pytest.mark.parametrize("hidden", [False, True])
@pytest.mark.parametrize("seed", range(300, 320))
def test_no_policy_at_random_is_better(seed: int, hidden: bool) -> None:
    rule = written(seed, hidden=hidden)
    tree = Enumerating().tree(rule)
    assert isinstance(tree, OpenTree)
    most, least = best_play(tree).worth, best_play(tree, least=True).worth
    source = random.Random(seed)
    for _ in range(20):
        chosen: dict[Hashable, Any] = {}

        def any_policy(decision: Decision, chosen: dict[Hashable, Any] = chosen) -> Any:
            return chosen.setdefault(decision.key, source.choice(decision.options))

        law = tree.closed_by(any_policy).distribution
        assert sum(law.fractions().values()) == 1
        assert least <= law.expectation() <= most


@pytest.mark.parametrize("seed", range(320, 328))
def test_games_played_by_a_policy_come_as_often_as_its_tree_says(seed: int) -> None:
    rule = written(seed, hidden=bool(seed % 2))
    best = best_play(rule)
    law = best.law.fractions()
    games = 600
    found = Sampling(seed, policy=best).frequencies(games, rule)
    assert set(found) <= set(law)
    for outcome, chance in law.items():
        spread = float(chance * (1 - chance) / games) ** 0.5
        assert abs(found.get(outcome, 0) / games - float(chance)) <= 4.5 * spread + 1e-9


@pytest.mark.parametrize("seed", range(330, 350))
def test_a_tree_with_its_sub_rules_inside_has_the_same_best_play(seed: int) -> None:
    rule = written(seed)
    assert best_play(Enumerating(unfold=True).tree(rule)).worth == best_play(rule).worth
