"""Opponents: they play legal games, what they lose against the best is told exactly, and no one beats it."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest

from pz8edu.analysis.opponents import (
    STRONGER,
    at_random,
    greedy,
    looking,
    meeting,
    plays_best,
    strength,
)
from pz8edu.analysis.solved import Solved
from pz8edu.cli import main
from pz8edu.errors import BadInput
from pz8edu.games.game import Game
from pz8edu.games.players import play_on
from pz8edu.systems import system
from tests.analysis.test_solved import best_of_all
from tests.analysis.toys import at, positions_of, two_tanks

HALF = Fraction(1, 2)


def test_a_meeting_by_hand() -> None:
    known = Solved(
        positions_of(
            {
                "start": ("own", {"a": {"own": HALF, "then": HALF}, "b": at("enemy"), "c": at("drawn")}),
                "then": ("enemy", {"a": at("own"), "b": at("enemy")}),
            }
        )
    )
    assert meeting(known, at_random, plays_best(known)) == (HALF + 0 + HALF) / 3
    assert meeting(known, at_random, at_random) == (Fraction(3, 4) + 0 + HALF) / 3
    own_ties = (Fraction(3, 4) + HALF) / 2
    assert strength(known, at_random) == (HALF - Fraction(1, 3), own_ties - HALF)
    assert meeting(known, plays_best(known), plays_best(known)) == best_of_all(known.positions) == HALF


@pytest.mark.parametrize("policy", [at_random, greedy, "one choice deep"])
def test_nobody_beats_the_best(policy: Any) -> None:
    known = two_tanks()
    as_own, as_enemy = strength(known, policy if callable(policy) else looking(1)(known.positions.ahead))
    assert as_own >= 0
    assert as_enemy >= 0


def test_who_looks_to_the_end_loses_nothing() -> None:
    known = two_tanks()
    assert strength(known, looking(20)(known.positions.ahead)) == (0, 0)
    assert sum(strength(known, plays_best(known))) == 0


def test_a_meeting_where_positions_come_back_is_refused() -> None:
    known = Solved(positions_of({"start": ("", {"a": {"start": HALF, "own": HALF}})}))
    with pytest.raises(BadInput, match="come back"):
        meeting(known, at_random, at_random)


@pytest.mark.parametrize("name", sorted(STRONGER))
def test_they_play_whole_games(name: str) -> None:
    game = Game(system("pz8-ww2"), "two-tanks", seed=4)
    play_on(game, {side: STRONGER[name](1) for side in game.book.sides})
    assert game.ending is not None


def test_they_sit_down_in_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["play", "pz8-ww2", "two-tanks", "--seed", "1", "--json", "--players", "own=best,enemy=depth-2"]
    assert main(words) == 0
    assert "wins" in json.loads(capsys.readouterr().out)["result"]
