"""Whole turns of Pz8 1950/1975: missiles that are fired once, and what befalls helicopters."""

from __future__ import annotations

import pytest

from pz8edu.board.position import Place
from pz8edu.errors import BadInput
from pz8edu.systems import system
from pz8edu.systems.pz8_1950.play import Play1950
from pz8edu.systems.pz8_ww2.words import Condition
from pz8edu.turns.choice import Choice
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


def test_a_missile_on_a_vehicle_is_fired_once_under_t17_b_only() -> None:
    for reading, why in (("", ""), ("T17=b", "Sagger has fired its ATGW: once in a game (§5).")):
        game = game_at(BOOK, TANKS, "fire", "own", reading, side_a="enemy")
        put(game, "Sagger", target_kind="vehicle")
        do(game, "fire", "Sagger", "Centurion", dice=["to hit 1"])
        assert game.moment.units["Sagger"].missile_fired is bool(why)
        put(game, "Sagger", fired=False)
        found = [each for each in game.book.do_fire(game.moment, "Sagger") if each.kind == "fire"]
        assert {each.why_not for each in found if each.target == "Centurion"} == {why}


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


# --- transports
def test_a_transport_helicopter_takes_troops_aboard_and_sets_them_down() -> None:
    game = game_at(BOOK, HELICOPTERS, "move", "enemy", side_a="enemy")
    at = game.moment.places["Slick"]
    put(game, "Air cavalry", at=at._replace(x=at.x + 1.5))
    do(game, "mount", "Air cavalry", "Slick")
    assert game.moment.units["Slick"].aboard == "Air cavalry aboard"
    far = at._replace(y=round(at.y - 8.5, 1))
    game.play(Choice("move", "Slick", way=(far,)))
    assert game.moment.places["Air cavalry"][:2] == far[:2]
    beyond = game_at(BOOK, HELICOPTERS, "move", "enemy", side_a="enemy")
    put(beyond, "Air cavalry", at=at._replace(x=at.x + 1.5))
    do(beyond, "mount", "Air cavalry", "Slick")
    said = why_not(beyond, "move", "Slick", way=(at._replace(y=at.y - 9.5),))
    assert "take half of its move" in said


def test_teams_with_missiles_ride_and_gunships_carry_nobody() -> None:
    game = game_at(BOOK, TANKS, "move", "enemy", side_a="enemy")
    at = game.moment.places["M113"]
    put(game, "infantry", rides="", at=at._replace(x=at.x + 4))
    put(game, "M113", passenger="")
    put(game, "Mortars", at=at._replace(x=at.x + 1.2))
    do(game, "mount", "Mortars", "M113")
    assert game.moment.units["M113"].aboard == "Mortars aboard"
    alone = game_at(BOOK, HELICOPTERS, "move", "enemy", side_a="enemy")
    assert {each.target for each in alone.book.options(alone.moment) if each.kind == "mount"} == {"Slick"}


def test_no_shell_strikes_a_helicopter() -> None:
    game = game_at(BOOK, HELICOPTERS, "fire", "own", side_a="enemy")
    assert isinstance(game.book, Play1950)
    assert not game.book.can_be_shelled("Slick", game.moment)
    assert game.book.can_be_shelled("Air cavalry", game.moment)


def test_a_helicopter_tows_no_gun_and_touches_nobody_wherever_it_is_dragged() -> None:
    game = game_at(BOOK, HELICOPTERS, "move", "enemy", side_a="enemy")
    at = game.moment.places["Slick"]
    put(game, "23 mm AA", side="enemy", at=at._replace(x=at.x + 2))
    assert not [each for each in game.book.options(game.moment) if each.kind == "tow"]
    put(game, "HMG", at=at._replace(y=at.y - 4))
    said = why_not(game, "move", "Slick", way=(at._replace(y=at.y - 3),))
    assert said == "Slick may not touch HMG."


def test_nobody_on_the_ground_comes_into_contact_with_a_helicopter() -> None:
    game = game_at(BOOK, HELICOPTERS, "move", "own", side_a="own")
    at = game.moment.places["Slick"]
    put(game, "PT-76", at=at._replace(y=at.y - 2))
    put(game, "Air cavalry", at=at._replace(x=at.x + 2, y=at.y - 2))
    found = {each.why for each in game.choices("PT-76") if each.why.startswith("contact")}
    assert found == {"contact with Air cavalry"}


def test_a_helicopter_sees_who_hides_in_cover_under_t16_b_only() -> None:
    for reading, seen in (("", False), ("T16=b", True)):
        game = game_at(BOOK, HELICOPTERS, "fire", "enemy", reading, side_a="own")
        put(game, "Company", at=Place(8, 9.2, 0.0))
        put(game, "SS.11", at=Place(8, 1.0, 0.0))
        said = [each.why_not for each in game.book.options(game.moment) if each.unit == "SS.11"]
        assert any("hides in cover" in each for each in said) is not seen


def test_friends_stand_edge_to_edge_but_not_on_each_other() -> None:
    game = game_at(BOOK, HELICOPTERS, "move", "own", side_a="own")
    at = game.moment.places["PT-76"]
    put(game, "HMG", at=Place(at.x, at.y - 3, at.facing))
    beside = Place(at.x, at.y - 2, at.facing)
    said = why_not(game, "move", "PT-76", way=(beside._replace(y=beside.y - 0.1),))
    assert said == "HMG stands there."
    game.play(Choice("move", "PT-76", way=(beside,)))
    assert game.moment.places["PT-76"] == beside
