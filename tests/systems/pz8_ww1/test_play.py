"""Whole turns of Pz8 WW1: bombardment, deployment, moves, assaults with their support, wire, and the end."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from pz8edu.asking.ask import rules_for
from pz8edu.board.position import Marker, Place
from pz8edu.errors import BadInput
from pz8edu.games.game import Game
from pz8edu.systems import system
from pz8edu.systems.pz8_ww1.garrison import Garrison
from pz8edu.systems.pz8_ww1.ground import SUPPORT, in_middle
from pz8edu.systems.pz8_ww1.words import Quality, Side, Unit
from pz8edu.turns.choice import Choice
from tests.systems.in_play import choice, do, game_at, laws, put, stand, until, why_not

BOOK = "pz8-ww1"
STRONGPOINT, Y1916, Y1918 = "strongpoint", "western-front-1916", "western-front-1918"
ATTACKER, DEFENDER = "attacker", "defender"


def at(game: Game, column: int, row: int) -> Garrison:
    """A square now."""
    return game.book.squares(game.moment)[(column, row)]


def dug_in(table: str, reading: str = "") -> Game:
    """A game whose field defences stand as the table's file has them."""
    home = system(BOOK)
    game = Game(home, table, rules_for(home, reading) if reading else None, seed=1)
    do(game, "build", "", "", "as drawn")
    do(game, "build", "", "", "as drawn")
    return game


def names(game: Game, column: int, row: int) -> list[str]:
    """Who stands in a square."""
    return [piece.name for piece in at(game, column, row).pieces]


def points(game: Game, side: str) -> int:
    """The Artillery Points of a side."""
    return int(game.moment.position.stock[f"artillery points left to the {side}"])


def spend(game: Game, ap: dict[str, int]) -> None:
    """Set what is left of the Artillery Points; who has none has had his last rounds."""
    moment = game.moment
    for side, number in ap.items():
        moment = moment.at(moment.position.with_stock(f"artillery points left to the {side}", number))
        moment = moment if number else moment.note(**{f"last rounds {side}": 1})
    stand(game, moment)


def assault(game: Game, note: str = "no support") -> Choice:
    """The assault on the strong point."""
    here, there = names(game, 3, 5)[0], names(game, 3, 6)[0]
    return choice(game, "assault", here, there, note)


# --- before the game
def test_both_sides_place_field_defences_in_turn_the_defender_first() -> None:
    game = Game(system(BOOK), Y1916, seed=1)
    assert (game.now.kind, game.now.side) == ("build", DEFENDER)
    assert not game.moment.position.markers
    for kind in ("bunker", "trench"):
        game.play(Choice("build", way=(in_middle((2, 6)),), note=kind))
        assert game.now.side == ATTACKER
        game.play(Choice("build", way=(in_middle((3, 2)),), note="wire" if kind == "trench" else "bunker"))
        assert game.now.side == DEFENDER
    built = {(marker.kind, marker.side) for marker in game.moment.position.markers}
    assert built == {
        *((kind, DEFENDER) for kind in ("bunker", "trench")),
        *((kind, ATTACKER) for kind in ("wire", "bunker")),
    }
    full = why_not(game, "build", way=(in_middle((2, 6)),), note="wire")
    assert full == "No wire is built in square (2, 6): more than 2 defences (§2a)."
    game.play(Choice("build", way=(in_middle((5, 7)),), note="bunker"))
    game.play(Choice("build", way=(in_middle((6, 2)),), note="bunker"))
    one = why_not(game, "build", way=(in_middle((5, 7)),), note="bunker")
    assert one == "No bunker is built in square (5, 7): more than 1 bunker (§2a)."
    wrong = why_not(game, "build", way=(in_middle((2, 2)),), note="trench")
    assert wrong == "No trench is built in square (2, 2): wrong half (§2a)."
    assert "as drawn" not in {each.note for each in game.choices()}


def test_no_more_is_built_than_the_order_of_battle_has() -> None:
    game = Game(system(BOOK), Y1916, seed=1)
    do(game, "build", "", "", "as drawn")
    built = 0
    while game.now.kind == "build":
        assert game.now.side == ATTACKER, "the defender has placed everything"
        game.play(next(each for each in game.choices() if each.note != "as drawn"))
        built += 1
    assert built == 18 + 12 + 3
    assert game.now.kind == "bombard"
    drawn = dug_in(Y1916)
    assert set(drawn.moment.position.markers) == set(system(BOOK).tabletop(Y1916).start().markers)
    assert Game(system(BOOK), Y1916, rules_for(system(BOOK), "T5=b"), seed=1).now.side == ATTACKER


def test_nobody_is_ready_while_a_square_is_too_full() -> None:
    game = Game(system(BOOK), Y1916, seed=1)
    do(game, "build", "", "", "as drawn")
    for kind in ("wire", "trench"):
        game.play(Choice("build", way=(in_middle((3, 4)),), note=kind))
    while game.now.kind == "build":
        game.play([each for each in game.choices() if each.note != "as drawn"][-1])
    do(game, "cease")
    do(game, "ready")
    assert len(names(game, 3, 4)) == 3
    said = why_not(game, "ready")
    assert said.endswith("holds 5 units and defences; 4 are allowed (§2c).")
    name = names(game, 3, 4)[0]
    game.play(choice(game, "deploy", name))
    assert len(names(game, 3, 4)) == 2


def test_no_tank_is_left_in_a_crater_when_its_side_is_ready() -> None:
    game = dug_in(Y1916)
    name = next(name for name, piece in game.moment.units.items() if piece.side == DEFENDER)
    put(game, name, kind=Unit.TANK)
    here = game.moment.places[name]
    stand(game, game.moment.at(game.moment.position.with_marker(Marker("crater", here.x, here.y))))
    do(game, "cease")
    assert why_not(game, "ready").startswith("No tank stands in the difficult terrain"), "§4-move"
    game.play(choice(game, "deploy", name))
    do(game, "ready")


def test_the_attacker_bombards_squares_of_the_enemy_and_pays_three_points_a_die() -> None:
    game = dug_in(Y1916)
    assert (game.now.kind, game.now.side) == ("bombard", ATTACKER)
    found = [each for each in game.choices() if each.kind == "bombard"]
    assert {each.way[0].y for each in found} == {4.5, 5.5, 6.5, 7.5}
    assert {each.note for each in found} >= {"1 die", "10 dice"}
    shells = next(each for each in found if each.way[0] == in_middle((1, 5)) and each.note == "2 dice")
    odds = game.odds(shells)
    assert odds is not None
    assert odds.fractions()["wire 1, trench 1, bunker 0, no crater"] == Fraction(1, 4)
    event = game.play(shells, ["bombardment 3 1"])
    assert event.outcome == "wire 0, trench 0, bunker 0, crater"
    assert (at(game, 1, 5).works.count, at(game, 1, 5).crater, points(game, ATTACKER)) == (0, True, 42)
    assert not [
        each for each in game.choices() if each.kind == "bombard" and each.way[0] == in_middle((1, 5))
    ]


def test_who_shoots_everything_away_throws_for_the_last_rounds_once() -> None:
    game = dug_in(Y1916)
    spend(game, {ATTACKER: 3})
    game.play(choice(game, "bombard"), ["bombardment 6"])
    assert game.now.kind == "last-rounds"
    assert do(game, "last-rounds", dice=["last rounds 4"]) == "4"
    assert (points(game, ATTACKER), game.now.kind) == (4, "bombard")
    spend(game, {ATTACKER: 3})
    game.play(choice(game, "bombard"), ["bombardment 6"])
    assert game.now.kind == "deploy"
    assert points(game, ATTACKER) == 0


def test_the_defender_deploys_first_in_his_own_half() -> None:
    game = dug_in(Y1916)
    do(game, "cease")
    assert (game.now.kind, game.now.side) == ("deploy", DEFENDER)
    name = "German infantry 1"
    assert why_not(game, "deploy", name, way=(Place(0.5, 3.5),)) == (
        f"{name} is not deployed in square (1, 4): wrong half."
    )
    assert why_not(game, "deploy", name, way=(Place(0.5, 4.5),)) == f"{name} stands in square (1, 5) already."
    game.play(Choice("deploy", name, way=(Place(0.4, 7.6),)))
    assert names(game, 1, 8) == [name]
    assert game.moment.places[name] == in_middle((1, 8))
    assert "acted" in why_not(game, "deploy", name, way=(Place(0.4, 6.6),))
    do(game, "ready")
    assert game.now.side == ATTACKER
    do(game, "ready")
    assert (game.now.kind, game.now.side, game.moment.position.stock["half-turn"]) == ("move", ATTACKER, 1)


def test_stormtroopers_become_tanks_at_most_twice() -> None:
    game = dug_in(Y1918)
    do(game, "cease")
    do(game, "ready")
    first, second, third = (f"German stormtroopers {number}" for number in (1, 2, 3))
    do(game, "exchange", first)
    do(game, "exchange", second)
    assert (game.moment.units[first].kind, game.moment.units[first].quality) == (Unit.TANK, Quality.AVERAGE)
    assert "not possible now" in why_not(game, "exchange", third)


# --- movement
def test_who_may_move_where() -> None:
    game = game_at(BOOK, STRONGPOINT, "move", ATTACKER)
    name = names(game, 3, 4)[0]
    ways = [each.way[0] for each in game.choices(name)]
    assert in_middle((2, 4)) in ways
    assert in_middle((2, 5)) not in ways, "not aslant"
    assert why_not(game, "move", name, way=(in_middle((4, 5)),)) == (
        f"{name} may not move to square (4, 5): it moves one square (§4-move)."
    )
    mg = game_at(BOOK, STRONGPOINT, "move", DEFENDER)
    gun = next(name for name, piece in mg.moment.units.items() if piece.kind is Unit.MG)
    assert why_not(mg, "move", gun, way=(in_middle((3, 7)),)) == (
        f"{gun} does not move: it never moves (§4-move)."
    )


def test_a_tank_that_throws_a_one_is_stuck_for_the_game() -> None:
    game = game_at(BOOK, STRONGPOINT, "move", ATTACKER)
    tank = next(name for name in names(game, 3, 4) if game.moment.units[name].kind is Unit.TANK)
    move = next(each for each in game.choices(tank))
    event = game.play(move, ["stuck 1"])
    assert event.outcome == "stuck, stays"
    assert game.moment.units[tank].stuck
    assert tank in names(game, 3, 4)
    stand(game, replace(game.moment, acted=frozenset()))
    assert why_not(game, "move", tank, way=move.way) == f"{tank} does not move: the tank is stuck (§4-move)."
    other = game_at(BOOK, STRONGPOINT, "move", ATTACKER)
    other.play(move, ["stuck 2"])
    assert other.moment.places[tank] == move.way[0]


def test_who_has_moved_may_assault_but_not_move_again() -> None:
    game = game_at(BOOK, STRONGPOINT, "move", ATTACKER)
    name = names(game, 1, 4)[0]
    do(game, "move", name)
    assert "acted already" in why_not(game, "move", name, way=(in_middle((1, 3)),))
    assert name in game.moment.noted["busy"]


# --- assaults
def test_both_sides_say_what_they_spend_before_the_dice_fall() -> None:
    """3 infantry and a tank, 5, against infantry, machine gun, trench and bunker, 7, and a D3."""
    game = game_at(BOOK, STRONGPOINT, "assault", ATTACKER)
    spend(game, {ATTACKER: 10, DEFENDER: 4})
    found = assault(game, "6 AP")
    assert (found.asked, found.why) == (None, "attack 5 against 7 before dice")
    game.play(found)
    assert (game.now.kind, game.now.side) == ("support", DEFENDER)
    assert [each.note for each in game.choices()] == ["no support", "1 AP", "2 AP", "3 AP", "4 AP"]
    answer = choice(game, "support", note="1 AP")
    odds = game.odds(answer)
    assert odds is not None
    assert sum(odds.fractions().values()) == 1
    dice = ["attacker's artillery 3 3 2 4 5 6", "defender's artillery 1", "machine guns 2"]
    assert game.play(answer, dice).outcome == "A 0-3-0-0-1 D 0-0-0-0-0"
    assert (points(game, ATTACKER), points(game, DEFENDER)) == (4, 3)
    assert not names(game, 3, 6)


def test_who_empties_a_square_may_follow_while_there_is_room() -> None:
    game = game_at(BOOK, STRONGPOINT, "assault", ATTACKER)
    spend(game, {ATTACKER: 12, DEFENDER: 0})
    found = assault(game, "12 AP")
    assert found.asked is not None, "nobody can answer: the dice fall at once"
    game.play(found, ["attacker's artillery 3 3 3 3 3 3 1 1 1 1 1 1", "machine guns 1"])
    assert game.now.kind == "last-rounds"
    do(game, "last-rounds", dice=["last rounds 1"])
    assert (game.now.kind, game.now.side) == ("follow", ATTACKER)
    first, second, *_ = (name for name in names(game, 3, 5) if game.moment.units[name].kind is not Unit.TANK)
    do(game, "follow", first)
    do(game, "follow", second)
    assert set(names(game, 3, 6)) == {first, second}
    assert game.now.kind != "follow", "trench and bunker leave room for two"


def test_a_tank_follows_by_its_die() -> None:
    game = game_at(BOOK, STRONGPOINT, "assault", ATTACKER)
    spend(game, {ATTACKER: 12, DEFENDER: 0})
    game.play(assault(game, "12 AP"), ["attacker's artillery 3 3 3 3 3 3 1 1 1 1 1 1", "machine guns 1"])
    do(game, "last-rounds", dice=["last rounds 1"])
    tank = next(name for name in names(game, 3, 5) if game.moment.units[name].kind is Unit.TANK)
    assert do(game, "follow", tank, dice=["stuck 1"]) == "stuck, stays"
    assert tank in names(game, 3, 5)
    assert why_not(game, "follow", tank, way=(in_middle((3, 6)),)) == (
        f"{tank} does not follow: the tank is stuck (§5-assault)."
    )
    do(game, "hold")
    assert game.moment.tasks == ()


def test_a_tie_costs_both_sides_one_unit() -> None:
    game = game_at(BOOK, STRONGPOINT, "assault", ATTACKER)
    spend(game, {ATTACKER: 3, DEFENDER: 0})
    before = len(names(game, 3, 5)), len(names(game, 3, 6))
    game.play(assault(game, "2 AP"), ["attacker's artillery 3 5", "machine guns 1"])
    assert (len(names(game, 3, 5)), len(names(game, 3, 6))) == (before[0] - 1, before[1] - 1)
    left = [game.moment.units[name].kind for name in names(game, 3, 6)]
    assert left == [Unit.MG], "infantry falls before machine guns"


def test_the_owner_says_which_of_two_kinds_falls() -> None:
    game = game_at(BOOK, STRONGPOINT, "assault", ATTACKER)
    spend(game, {ATTACKER: 0, DEFENDER: 0})
    infantry = [name for name in names(game, 3, 5) if game.moment.units[name].kind is Unit.INFANTRY]
    for name in infantry:
        put(game, name, quality=Quality.ELITE)
    put(game, infantry[2], kind=Unit.STORMTROOPER)
    game.play(assault(game), ["machine guns 1"])
    fallen = {each.unit for each in game.choices()}
    assert (game.now.kind, game.now.side) == ("fall", ATTACKER)
    assert fallen == {infantry[0], infantry[2]}
    do(game, "fall", infantry[2])
    assert game.moment.units[infantry[2]].lost


def test_a_square_assaults_once_a_turn() -> None:
    game = game_at(BOOK, STRONGPOINT, "assault", ATTACKER)
    spend(game, {ATTACKER: 2, DEFENDER: 0})
    moment = game.moment.moved(names(game, 4, 4)[0], in_middle((4, 5)))
    stand(game, moment)
    there = names(game, 3, 6)[1]
    game.play(assault(game, "1 AP"), ["attacker's artillery 3", "machine guns 1"])
    here = names(game, 3, 5)[0]
    assert there in names(game, 3, 6)
    assert {each.unit for each in game.choices() if each.kind == "assault"} == {names(game, 4, 5)[0]}
    assert "acted already" in why_not(game, "assault", here, there, note="no support")


def test_gas_instead_of_artillery_one_for_each_side() -> None:
    game = game_at(BOOK, Y1918, "assault", ATTACKER)
    stand(game, game.moment.at(game.moment.position.with_stock("half-turn", 1)))
    notes = {each.note for each in game.choices() if each.kind == "assault"}
    assert notes >= {"no support", "12 AP", "gas"}
    spend(game, {DEFENDER: 0})
    gas = next(each for each in game.choices() if each.note == "gas")
    assert gas.asked is not None
    assert (gas.asked.inputs["attacker_pg"], gas.asked.inputs["attacker_ap"]) == (1, 0)
    game.play(gas, None)
    assert game.moment.position.stock["gas points left to the attacker"] == 5


def test_any_number_of_points_supports_an_assault() -> None:
    """R10: 5 and twice a 3 of 14 dice, 11, against 7 and a 1: the defender loses more units than he has."""
    game = game_at(BOOK, STRONGPOINT, "assault", ATTACKER)
    spend(game, {ATTACKER: 20, DEFENDER: 0})
    assert "21 AP" not in {each.note for each in game.book.options(game.moment)}
    found = assault(game, "14 AP")
    odds = game.odds(found)
    assert odds is not None
    assert sum(odds.fractions().values()) == 1
    dice = ["attacker's artillery 3 3 6 6 6 6 6 6 6 6 6 6 6 6", "machine guns 1"]
    assert game.play(found, dice).outcome.endswith("D 0-0-0-0-0")
    assert points(game, ATTACKER) == 6


def test_twelve_points_and_fewer_have_the_chances_of_the_question() -> None:
    game = game_at(BOOK, STRONGPOINT, "assault", ATTACKER)
    spend(game, {ATTACKER: 13, DEFENDER: 0})
    found = assault(game, "12 AP")
    assert found.asked is not None
    assert found.asked.calculator == "assault"
    in_play = replace(found, asked=replace(found.asked, calculator="assault-in-play"))
    assert laws(game, in_play) == laws(game, found)


# --- doubts that only turns have
def test_nobody_falls_back_unless_t1_is_b() -> None:
    for reading, kinds in (("", ()), ("T1=b", ("fall-back",))):
        game = game_at(BOOK, STRONGPOINT, "assault", ATTACKER, reading)
        spend(game, {ATTACKER: 0, DEFENDER: 0})
        game.play(assault(game), ["machine guns 1"])
        while game.now.kind == "fall":
            game.play(game.choices()[0])
        assert tuple(task.kind for task in game.moment.tasks) == kinds
        if kinds:
            assert game.now.side == ATTACKER, "who has lost units"
            tank = choice(game, "fall-back")
            assert game.moment.units[tank.unit].kind is Unit.TANK, "infantry falls first"
            game.play(tank, ["stuck 6"])
            assert not names(game, 3, 5)


def test_empty_works_of_the_enemy_are_walked_into_unless_t2_is_b() -> None:
    for reading, legal in (("", True), ("T2=b", False)):
        game = game_at(BOOK, STRONGPOINT, "move", ATTACKER, reading)
        name, (x, y) = names(game, 1, 4)[0], in_middle((1, 5))[:2]
        stand(game, game.moment.at(game.moment.position.with_marker(Marker("trench", x, y, DEFENDER))))
        ways = {each.way[0][:2] for each in game.choices(name)}
        assert ((x, y) in ways) is legal
        if not legal:
            said = why_not(game, "move", name, way=(in_middle((1, 5)),))
            assert said.endswith("the enemy's works are assaulted (§4-move; T2).")


def test_who_has_moved_does_not_assault_under_t3_b() -> None:
    for reading, legal in (("", True), ("T3=b", False)):
        game = game_at(BOOK, STRONGPOINT, "move", ATTACKER, reading)
        put(game, names(game, 3, 5)[0], lost=True)
        put(game, names(game, 4, 4)[0], at=in_middle((4, 5)))
        mover = next(name for name in names(game, 3, 4) if game.moment.units[name].kind is not Unit.TANK)
        game.play(Choice("move", mover, way=(in_middle((3, 5)),)))
        until(game, "assault")
        here = {each.unit for each in game.choices() if each.kind == "assault"}
        assert bool(here & set(names(game, 3, 5))) is legal
        if not legal:
            said = why_not(game, "assault", names(game, 3, 5)[0], names(game, 3, 6)[0], note="no support")
            assert said == "A unit has moved into square (3, 5) in this half-turn (T3)."


def test_works_of_the_square_that_assaults_count_under_t4_b() -> None:
    """2 infantry and a tank, 4, against 7 and 1, lose all three; with a trench, 6, they lose two."""
    left = {}
    for reading, laid in (("", []), ("T4=b", ["machine guns 1"])):
        game = game_at(BOOK, STRONGPOINT, "assault", ATTACKER, reading)
        spend(game, {ATTACKER: 0, DEFENDER: 0})
        x, y = in_middle((3, 5))[:2]
        stripped = tuple(
            each for each in game.moment.position.markers if (each.x, each.y) != (x, y) or not each.side
        )
        position = replace(game.moment.position, markers=stripped).with_marker(
            Marker("trench", x, y, ATTACKER)
        )
        moment = game.moment.at(position)
        stand(game, moment.unit(names(game, 3, 5)[0], lost=True))
        left[reading] = game.play(assault(game), laid).outcome
    assert left == {"": "A 0-0-0-0-0 D 0-1-0-1-0", "T4=b": "A 0-0-0-0-1 D 0-1-0-1-0"}


# --- wire, and the end
def test_idle_units_clear_wire_from_their_square() -> None:
    game = game_at(BOOK, STRONGPOINT, "wire", ATTACKER)
    square = game.moment.places[names(game, 1, 4)[0]]
    wired = game.moment.position.with_marker(Marker("wire", square.x, square.y, "attacker"))
    stand(game, game.moment.at(wired))
    name = names(game, 1, 4)[0]
    event = game.play(choice(game, "wire", name), ["Average infantry 5 1"])
    assert event.outcome == "0 left"
    assert at(game, 1, 4).works.wire == 0
    busy = game_at(BOOK, STRONGPOINT, "wire", ATTACKER)
    stand(busy, busy.moment.at(wired).note(busy=tuple(names(busy, 1, 4))))
    assert not [each for each in busy.choices() if each.kind == "wire"]


@pytest.mark.parametrize(("die", "last"), [(5, 6), (4, 9)])
def test_the_game_ends_on_a_die_after_turn_six(die: int, last: int) -> None:
    game = game_at(BOOK, STRONGPOINT, "wire", DEFENDER)
    stand(game, replace(game.moment, turn=6))
    if game.now.kind == "wire":
        until(game, "end")
    assert do(game, "end", dice=[f"after turn 6 {die}"]) == f"{last} turns"
    assert game.moment.noted["last turn"] == last
    assert (game.result is None) == (last == 9)


@pytest.mark.parametrize(("row", "won"), [(5, "indecisive"), (6, "marginal"), (7, "decisive")])
def test_the_attacker_wins_by_a_full_row(row: int, won: str) -> None:
    game = game_at(BOOK, STRONGPOINT, "move", ATTACKER)
    moment = replace(game.moment, turn=10)
    attackers = [name for name, piece in moment.units.items() if piece.side == ATTACKER]
    for name, piece in moment.units.items():
        moment = moment.unit(name, lost=True) if piece.side == DEFENDER else moment
    for column, name in enumerate(attackers[:6], 1):
        moment = moment.moved(name, in_middle((column, row)))
    for name in attackers[6:]:
        moment = moment.unit(name, lost=True)
    stand(game, moment)
    assert game.result == f"attacker wins: {won} victory (§8-victory)"
    stand(game, moment.moved(attackers[0], in_middle((1, 1))))
    assert (
        game.result
        == "defender wins: the attacker holds no full row, or enemies stand in his half (§8-victory)"
    )


def test_one_whole_half_turn_and_whose_it_is_then() -> None:
    game = game_at(BOOK, STRONGPOINT, "move", ATTACKER)
    spend(game, {ATTACKER: 0, DEFENDER: 0})
    do(game, "move", names(game, 2, 4)[0])
    until(game, "assault")
    game.play(assault(game), ["machine guns 2"])
    until(game, "move", DEFENDER)
    assert game.moment.position.stock["half-turn"] == 2
    until(game, "assault", DEFENDER)
    while game.moment.turn == 1:
        do(game, "pass")
    assert (game.now.kind, game.now.side, game.moment.position.stock["half-turn"]) == ("move", ATTACKER, 3)
    assert "busy" not in game.moment.noted


def test_a_barrage_is_no_table_for_turns() -> None:
    assert set(system(BOOK).tabletops) - set(system(BOOK).played) == {"barrage"}
    with pytest.raises(BadInput, match="nobody plays turns on it"):
        system(BOOK).play("barrage")


@pytest.mark.parametrize(("face", "left"), [(1, "1 left"), (5, "0 left")])
def test_the_die_of_one_unit_is_laid_as_its_face(face: int, left: str) -> None:
    """A one that lies there is no success, though one success is also written 1."""
    game = game_at(BOOK, STRONGPOINT, "wire", ATTACKER)
    alone = names(game, 1, 4)
    square = game.moment.places[alone[0]]
    wired = game.moment.position.with_marker(Marker("wire", square.x, square.y, "attacker"))
    stand(game, game.moment.at(wired).note(busy=tuple(alone[1:])))
    assert game.play(choice(game, "wire", alone[0]), [f"Average infantry {face}"]).outcome == left


# --- readings
def test_support_is_declared_in_secret_under_r9_b() -> None:
    game = game_at(BOOK, STRONGPOINT, "assault", ATTACKER, "R9=b")
    spend(game, {ATTACKER: 2, DEFENDER: 1})
    game.play(assault(game, "2 AP"))
    spent = SUPPORT["ap"][Side.ATTACKER]
    assert (game.moment.position.stock[spent], game.seen.position.stock[spent]) == (2, 0)
    found = choice(game, "support", "", "", "1 AP")
    assert found.asked is None
    game.play(found)
    assert game.now.kind == "clash"
    dice = ["attacker's artillery 3 3", "defender's artillery 6", "machine guns 1"]
    game.play(choice(game, "clash"), dice)
    assert (points(game, ATTACKER), points(game, DEFENDER)) == (0, 0)


def test_machine_guns_alone_assault_only_where_they_take_part() -> None:
    for reading in ("R15=a", "R15=b"):
        game = game_at(BOOK, STRONGPOINT, "assault", ATTACKER, reading)
        spend(game, {ATTACKER: 0, DEFENDER: 0})
        here, there = names(game, 3, 5), names(game, 3, 6)
        for name in here[1:]:
            put(game, name, lost=True)
        put(game, here[0], kind=Unit.MG)
        if reading == "R15=a":
            assert choice(game, "assault", here[0], there[0])
        else:
            said = why_not(game, "assault", here[0], there[0], note="no support")
            assert said == "Only machine guns are in square (3, 5): they take no part (R15)."


@pytest.mark.parametrize(
    ("reading", "words"), [("R9=c", "before any of their dice"), ("R10=b", "names no number")]
)
def test_readings_that_no_turn_can_play_are_refused(reading: str, words: str) -> None:
    with pytest.raises(BadInput, match=words):
        Game(system(BOOK), STRONGPOINT, rules_for(system(BOOK), reading), seed=1)
