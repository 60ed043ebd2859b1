"""Where advice flips, choices that nobody should take, and how fair a scenario is, by hand and on a table."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import pytest

from pz8edu.analysis.advice import dead, fairness, flips, idle, kinds
from pz8edu.analysis.opponents import at_random
from pz8edu.analysis.solved import Solved
from pz8edu.analysis.worth import exact, solved
from pz8edu.asking.ask import rules_for
from pz8edu.errors import BadInput
from pz8edu.games.game import Game
from pz8edu.systems import system
from tests.analysis.toys import at, positions_of

HALF = Fraction(1, 2)
TOY = Solved(
    positions_of(
        {
            "start": ("own", {"fire": {"own": HALF, "then": HALF}, "ram": at("enemy"), "wait": at("then")}),
            "then": ("enemy", {"fire": at("drawn"), "flee": at("drawn")}),
        }
    )
)


def test_a_dead_rule_by_hand() -> None:
    assert kinds(TOY) == {"fire": (2, 2, 1), "ram": (1, 0, 0), "wait": (1, 0, 0), "flee": (1, 1, 0)}
    assert dead(TOY) == ("ram", "wait")
    assert idle(TOY) == ("ram", "wait", "flee")
    assert set(kinds(TOY, "enemy")) == {"fire", "flee"}
    with pytest.raises(BadInput, match="side"):
        kinds(TOY, "red")


def test_fairness_by_hand() -> None:
    found = fairness(TOY, {"random": at_random})
    assert found["best", "best"] == Fraction(3, 4)
    assert found["random", "best"] == (Fraction(3, 4) + 0 + HALF) / 3


def test_advice_is_that_of_the_changed_rules() -> None:
    home = system("pz8-ww2")
    game = Game(home, "two-tanks")
    found = flips(game, "hit_on", (2, 3, 6))
    assert [each.value for each in found] == [2, 3, 6]
    for each in found:
        changed = Game(home, "two-tanks", rules_for(home, None, None, {"hit_on": each.value}))
        assert each.worth.sides == exact(changed).sides
    assert len({each.worth.sides["own"] for each in found}) > 1
    differ = [
        other.value for one, other in pairwise(found) if set(one.best) != set(other.best)
    ]
    assert found.at == tuple(differ)
    assert "flips" in repr(found)
    with pytest.raises(BadInput):
        flips(game, "hit_onn", [2])
    with pytest.raises(BadInput, match="no value"):
        flips(game, "hit_on", [])


def test_kinds_of_two_tanks() -> None:
    known = solved(Game(system("pz8-ww2"), "two-tanks"))
    for kind, often in kinds(known).items():
        assert 0 <= often.alone <= often.best <= often.offered, kind
