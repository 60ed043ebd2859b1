"""The Natives who play themselves (section 8): all faces of their die against the printed table."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from pz8edu.asking.ask import rules_for
from pz8edu.board.position import Place
from pz8edu.errors import BadInput
from pz8edu.games.game import Game
from pz8edu.systems import system
from pz8edu.systems.pz8_colonial.words import Carriage, Gun, Troop
from pz8edu.turns.choice import Choice
from tests.systems.in_play import choice, put, stand

NAME = "2nd corporalship"
ELSEWHERE = {
    "1st section": Place(6, 1.5, 0),
    "2nd section": Place(6, 4, 0),
    "Mountain gun": Place(18, 2, 0),
    "1st corporalship": Place(6, 22.5, 180),
}
FAR, NEAR, IN_RANGE = Place(33, 22, 180), Place(18, 8, 180), Place(29, 12, 180)
"""Over 24 inches from everybody, within 9 of the gun, and between the two."""


def drawn(at: Place, reading: str = "", **state: Any) -> Game:
    """A black card lies there, and the riflemen of the Boers stand at a place."""
    home = system("pz8-colonial")
    game = Game(home, "laager", rules_for(home, reading) if reading else None, seed=1, solo="native")
    for name, place in ELSEWHERE.items():
        put(game, name, at=place)
    put(game, NAME, at=at, **state)
    moment = game.book.next_step(game.moment.note(active="native", units=1))
    stand(game, moment)
    return game


def first_choices(game: Game) -> set[str]:
    return {each.kind for each in game.choices()}


@pytest.mark.parametrize(
    ("die", "in_range", "out_of_range"),
    [
        (1, "aimed fire", "move and fire"),
        (2, "move and fire", "move and fire"),
        (3, "move and fire", "move and fire"),
        (4, "move and add 1D6 inches", "move and add 1D6 inches"),
        (5, "move and add 1D6 inches", "move and add 1D6 inches"),
        (6, "nothing", "nothing"),
    ],
)
def test_every_face_is_done_as_printed(die: int, in_range: str, out_of_range: str) -> None:
    moves = {"move", "cross"}
    kinds = {"aimed fire": {"fire"}, "move and fire": moves, "move and add 1D6 inches": moves}
    for at, said in ((IN_RANGE, in_range), (FAR, out_of_range)):
        game = drawn(at)
        event = game.play(choice(game, "activate", NAME), [f"action {die}"])
        assert event.outcome == said
        if said == "nothing":
            assert (game.moment.turn, game.now.kind) == (2, "card"), "it holds: nothing else is possible"
            continue
        assert first_choices(game) <= kinds[said]
        with pytest.raises(BadInput, match=rf"native plays itself: {NAME}: {said} \(§8\)"):
            game.play(Choice("hold", NAME))
        if said == "aimed fire":
            shots = game.choices()
            assert all(each.asked is not None and each.asked.inputs["aimed"] for each in shots)
            continue
        move = next(each for each in game.choices() if each.kind == "move")
        game.play(move)
        if said == "move and add 1D6 inches":
            assert first_choices(game) == {"run"}
            game.play(game.choices()[0], ["further move 4"])
            assert first_choices(game) <= {"go"}
        elif game.now.kind == "shoot":
            assert first_choices(game) == {"fire"}
            assert all(each.asked is not None and not each.asked.inputs["aimed"] for each in game.choices())


def test_the_odds_before_the_die_are_those_of_the_faces() -> None:
    for at, faces in (
        (IN_RANGE, {"aimed fire": 1, "move and fire": 2, "move and add 1D6 inches": 2, "nothing": 1}),
        (FAR, {"move and fire": 3, "move and add 1D6 inches": 2, "nothing": 1}),
    ):
        game = drawn(at)
        odds = game.odds(choice(game, "activate", NAME))
        assert odds is not None
        assert odds.fractions() == {word: Fraction(count, 6) for word, count in faces.items()}


def test_within_charge_distance_it_always_charges() -> None:
    game = drawn(NEAR)
    odds = game.odds(choice(game, "activate", NAME))
    assert odds is not None
    assert odds.fractions() == {"charge": 1}
    game.play(choice(game, "activate", NAME))
    assert (game.now.side, game.now.kind) in {("european", "counter"), ("native", "melee")}
    assert {task.about[:2] for task in game.moment.tasks if task.kind == "melee"} == {(NAME, "Mountain gun")}


@pytest.mark.parametrize(("reading", "face", "said"), [("", 4, "charge"), ("R20=b", 4, "move and fire")])
def test_at_half_strength_it_tests_first(reading: str, face: int, said: str) -> None:
    """5 of 10 men are left, one of them a leader, who adds 1: they hold on a 3."""
    for die in range(1, 7):
        game = drawn(NEAR, reading)
        unit = game.moment.units[NAME]
        put(game, NAME, lost=unit.unit.ordinary - 4)
        dice, holds = [f"test: morale {die}"], die + 1 >= 4
        if holds and reading:
            dice.append("action 2")
        event = game.play(choice(game, "activate", NAME), dice)
        assert event.outcome == (said if holds else "rout"), die
        if not holds:
            assert game.moment.units[NAME].routing
            assert game.moment.places[NAME].y > NEAR.y, "to its own edge"


def test_which_unit_and_where_is_left_open_and_europeans_do_as_they_like() -> None:
    home = system("pz8-colonial")
    game = Game(home, "laager", seed=1, solo="native")
    stand(game, game.book.next_step(game.moment.note(active="native", units=1)))
    assert {each.unit.partition(" ")[2] for each in game.choices()} == {"corporalship"}
    assert len(game.choices()) == 3
    stand(game, game.book.next_step(game.book.start().note(active="european", units=1)))
    game.play(choice(game, "activate", "2nd section"))
    assert {"fire", "hold", "move"} <= first_choices(game)


def test_a_native_gun_that_should_move_stays_fires_and_is_loaded_again() -> None:
    packed = {"carriage": Carriage.PACKED}
    for state, kinds in (({}, {"fire", "shell"}), ({"reloading": 2}, set()), (packed, set())):
        game = drawn(NEAR._replace(y=12))
        unit = game.moment.units[NAME]
        gun = replace(unit.unit, troop=Troop.ARTILLERY, gun=Gun.MEDIUM, weapon=None)
        put(game, NAME, unit=gun, **state)
        game.play(choice(game, "activate", NAME), ["action 2"])
        if kinds:
            assert first_choices(game) == kinds
        else:
            left = game.moment.units[NAME]
            assert (left.reloading, left.carriage) == (state.get("reloading", 1) - 1, "ready to fire")
