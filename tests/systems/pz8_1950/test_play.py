"""Whole turns of Pz8 1950/1975: missiles that are fired once, and what befalls helicopters."""

from __future__ import annotations

import pytest

from pz8edu.board.position import Place
from pz8edu.errors import BadInput
from pz8edu.systems import system
from pz8edu.systems.pz8_ww2.words import Condition
from tests.systems.in_play import choice, do, game_at, put, why_not

BOOK = "pz8-1950"
HELICOPTERS, TANKS = "helicopters", "missiles-against-tanks"


def test_a_team_fires_its_missile_once_in_a_game() -> None:
    game = game_at(BOOK, TANKS, "fire", "own", side_a="enemy")
    assert do(game, "fire", "Sagger", "Centurion", dice=["to hit 6", "attack 6", "defence 4"]) == "suppressed"
    assert game.moment.units["Sagger"].missile_fired
    assert game.moment.units["Centurion"].condition is Condition.SUPPRESSED
    later = game_at(BOOK, TANKS, "fire", "own", side_a="enemy")
    put(later, "Sagger", missile_fired=True)
    assert why_not(later, "fire", "Sagger", "Centurion") == "Sagger has fired its ATGW: once in a game (§5)."


def test_any_damage_removes_a_helicopter_and_whom_it_carries() -> None:
    game = game_at(BOOK, HELICOPTERS, "fire", "own", side_a="enemy")
    put(game, "Slick", passenger="infantry")
    assert do(game, "fire", "HMG", "Slick", dice=["to hit 6", "attack 2", "defence 1"]) == "removed"
    lost = game.moment.units["Slick"]
    assert (lost.condition, lost.aboard) == (Condition.DESTROYED, "")
    assert "Slick" not in {base.name for base in game.book.table.battlefield(game.moment.picked()).wrecks}
    again = game_at(BOOK, HELICOPTERS, "fire", "own", side_a="enemy")
    assert do(again, "fire", "HMG", "Slick", dice=["to hit 1"]) == "unharmed"
    assert again.moment.units["Slick"].condition is Condition.OK


def test_a_sam_needs_no_damage() -> None:
    game = game_at(BOOK, HELICOPTERS, "fire", "own", side_a="enemy")
    assert do(game, "fire", "Strela", "Gunship", dice=["to hit 3"]) == "removed"
    assert game.moment.units["Strela"].missile_fired
    assert why_not(game, "fire", "2nd Strela", "Slick").startswith("2nd Strela has fired its SAM")


def test_only_some_weapons_reach_a_helicopter_and_no_aircraft() -> None:
    game = game_at(BOOK, HELICOPTERS, "fire", "own", side_a="enemy")
    only = "Only infantry, HMG, AA guns and SAM fire at helicopters (§12)."
    assert why_not(game, "fire", "PT-76", "Slick") == only
    put(game, "Company", side="enemy", target_kind="helicopter")
    enemy = game_at(BOOK, HELICOPTERS, "fire", "enemy", side_a="own")
    put(enemy, "Company", target_kind="helicopter")
    assert why_not(enemy, "fire", "Skyhawk", "Company") == only


def test_a_helicopter_flies_over_mines_and_touches_nobody() -> None:
    game = game_at(BOOK, HELICOPTERS, "move", "enemy", side_a="enemy")
    mined = game.moment.position.with_marker(
        *(marker for marker in system("pz8-ww2").tabletop("whole-turn").start().markers)
    )
    assert not [each for each in game.choices("Slick") if each.why.startswith("contact")]
    table = game.book.table
    assert not list(table.stops("Slick", game.moment.at(mined).picked(), game.rules))
    far = choice(game, "move", "Slick")
    game.play(far)
    assert game.moment.places["Slick"] == far.way[-1]


def test_a_unit_moves_no_farther_than_its_inches() -> None:
    game = game_at(BOOK, TANKS, "move", "own", side_a="own")
    said = why_not(game, "move", "Sagger", way=(Place(9, 7.6, 90.0),))
    assert said.endswith("its move is 1″ (§4).")


def test_one_whole_turn_by_hand_laid_dice() -> None:
    game = game_at(BOOK, TANKS, "move", "own", side_a="own")
    do(game, "move", "T-62")
    do(game, "pass")
    assert game.now.kind == "fire"
    assert do(game, "fire", "Centurion", "T-62", dice=["to hit 1"]) == "ok"
    do(game, "pass")
    do(game, "pass")
    assert (game.now.kind, game.now.side) == ("fire", "own")
    assert do(game, "fire", "Sagger", "Centurion", dice=["to hit 6", "attack 5", "defence 3"]) == "suppressed"
    do(game, "pass")
    assert do(game, "rally", "Centurion", dice=["rally 4"]) == "disorganized"
    assert (game.moment.turn, game.now.kind) == (2, "move")
    assert not game.moment.units["Sagger"].fired
    assert game.moment.units["Sagger"].missile_fired


def test_a_side_that_has_lost_half_of_its_units_has_lost() -> None:
    game = game_at(BOOK, TANKS, "fire", "own", side_a="enemy")
    for name in ("Centurion", "2nd Centurion", "M113"):
        put(game, name, condition=Condition.DESTROYED)
    assert game.result == "own wins: enemy has lost 1/2 of its units (house rule)"


def test_every_table_plays() -> None:
    assert system(BOOK).played == system(BOOK).tabletops
    with pytest.raises(BadInput, match="table of pz8-1950"):
        system(BOOK).play("nowhere")
