"""Whole turns of Pz8 WW2: what may be chosen, what it does to the table, by dice laid by hand."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pz8edu.board.position import Place
from pz8edu.errors import BadInput
from pz8edu.games.game import Game
from pz8edu.systems import system
from pz8edu.systems.pz8_ww2.words import Condition
from pz8edu.turns.choice import Choice
from tests.systems.in_play import choice, do, game_at, put, stand

WW2 = "pz8-ww2"


def to(x: float, y: float, facing: float = 270) -> tuple[Place, ...]:
    return (Place(x, y, facing),)


def test_a_die_says_who_is_side_a_unless_the_table_does() -> None:
    game = Game(system(WW2), "first-shot")
    assert [each.kind for each in game.choices()] == ["side-roll"]
    game.play(game.choices()[0], {"Side A": 4})
    assert [step.side for step in game.book.steps(game.moment)] == [
        "enemy",
        "own",
        "own",
        "enemy",
        "enemy",
        "own",
    ]
    agreed = Game(system(WW2), "whole-turn")
    assert agreed.now.side == "enemy"


def test_a_move_ends_where_the_book_allows_and_nowhere_else() -> None:
    game = game_at(WW2, "whole-turn", "move", "enemy", side_a="enemy")
    put(game, "A rifles", at=Place(18, 9.5, 260))
    with pytest.raises(BadInput, match=r"would need .*its move is 4"):
        game.play(Choice("move", "Sherman", way=to(8, 6)))
    with pytest.raises(BadInput, match="A rifles stands there"):
        game.play(Choice("move", "A HQ", way=(Place(18.1, 9.6, 270),)))
    game.play(Choice("move", "Sherman", way=to(11, 6)))
    assert game.moment.places["Sherman"] == Place(11, 6, 270)
    with pytest.raises(BadInput, match="Sherman has acted already"):
        game.play(Choice("move", "Sherman", way=to(12, 6)))
    with pytest.raises(BadInput, match="Pz III move: not possible now"):
        game.play(Choice("move", "Pz III", way=to(9, 6)))


@pytest.mark.parametrize("condition", [Condition.DISORGANIZED, Condition.SUPPRESSED])
def test_who_is_not_ok_does_not_move(condition: Condition) -> None:
    game = game_at(WW2, "whole-turn", "move", "enemy", side_a="enemy")
    put(game, "Sherman", condition=condition)
    with pytest.raises(BadInput, match=f"Sherman does not move: it is {condition}"):
        game.play(Choice("move", "Sherman", way=to(11, 6)))


def test_a_gun_moves_only_on_its_tractor_and_half_as_far_at_first() -> None:
    game = game_at(WW2, "whole-turn", "move", "enemy", side_a="enemy")
    with pytest.raises(BadInput, match="limbered"):
        game.play(Choice("move", "6-pdr", way=to(17, 3.5)))
    do(game, "limber", "6-pdr")
    assert {each.unit for each in game.choices()} == {"6-pdr"}
    with pytest.raises(BadInput, match="half of its move"):
        game.play(Choice("drive", "6-pdr", way=to(15.5, 3.5)))
    game.play(Choice("drive", "6-pdr", way=to(16.5, 3.5)))
    assert game.moment.units["6-pdr"].limbered
    assert game.now.kind == "move"
    assert game.moment.tasks == ()


def test_mines_on_the_way_stop_a_unit_and_attack_it() -> None:
    game = game_at(WW2, "minefield", "move", "own", side_a="own")
    game.play(Choice("move", "StuG III", way=to(9, 3.5, 90)))
    assert 6.4 < game.moment.places["StuG III"].x < 6.6, "the counter is an inch wide, and so is the gun"
    assert game.now.kind == "obstacle"
    odds = game.odds(game.choices()[0])
    assert odds is not None
    assert odds.fractions()["fake"] == Fraction(2, 3)
    mines = len(game.moment.position.marked("mine"))
    assert do(game, "obstacle", "StuG III", dice=["a real counter? no"]) == "fake"
    assert len(game.moment.position.marked("mine")) == mines - 1
    assert "StuG III" in game.moment.acted
    assert game.moment.noted["stopped StuG III"] == 2


def test_a_move_that_ends_at_the_edge_of_a_counter_enters_it_too() -> None:
    game = game_at(WW2, "minefield", "move", "own", side_a="own")
    game.play(Choice("move", "StuG III", way=to(6.5, 3.5, 90)))
    assert game.now.kind == "obstacle", (
        "§11: a unit that enters a minefield is attacked, wherever it wanted to stop"
    )


def test_two_counters_side_by_side_attack_one_after_the_other() -> None:
    game = game_at(WW2, "minefield", "move", "own", side_a="own")
    mines = [each for each in game.moment.position.markers if each.kind == "mine"][:2]
    position = game.moment.position.without_marker(mines[1])
    beside = mines[0]._replace(y=mines[0].y + 1)
    stand(game, game.moment.at(position.with_marker(beside)).moved("StuG III", Place(5, 4, 90)))
    game.play(Choice("move", "StuG III", way=to(6.8, 4, 90)))
    assert [task.kind for task in game.moment.tasks] == ["obstacle", "obstacle"]
    for left in (1, 0):
        do(game, "obstacle", "StuG III", dice=["a real counter? no"])
        met = {mines[0], beside} & {*game.moment.position.markers}
        assert len(met) == left, "§11: each counter that is entered is turned"


def test_mines_stop_nobody_on_top_of_a_friend() -> None:
    game = game_at(WW2, "minefield", "move", "own", side_a="own")
    friend = next(
        name for name, unit in game.moment.units.items() if unit.side == "own" and name != "StuG III"
    )
    put(game, friend, at=Place(6.5, 3.9, 90))
    with pytest.raises(BadInput, match=f"{friend} stands there"):
        game.play(Choice("move", "StuG III", way=to(9, 3.5, 90)))


def test_a_shot_lands_and_who_has_fired_is_seen() -> None:
    game = game_at(WW2, "whole-turn", "fire", "own", side_a="enemy")
    put(game, "Sherman", at=Place(12, 5.5, 270))
    assert do(game, "fire", "Pz III", "Sherman", dice=["to hit 5", "attack 4", "defence 1"]) == "suppressed"
    units = game.moment.units
    assert units["Sherman"].condition is Condition.SUPPRESSED
    assert units["Pz III"].fired
    assert "Pz III" not in {each.unit for each in game.choices()}
    with pytest.raises(BadInput, match="out of range"):
        game.play(Choice("fire", "Mortars", "A HQ"))


def test_who_touches_a_suppressed_unit_destroys_it_in_the_fire_step() -> None:
    game = game_at(WW2, "whole-turn", "fire", "own", side_a="enemy")
    put(game, "Sherman", at=Place(10, 5.5, 270), condition=Condition.SUPPRESSED)
    odds = game.odds(choice(game, "fire", "Pz III", "Sherman"))
    assert odds is not None
    assert odds.fractions() == {"destroyed": 1}
    do(game, "fire", "Pz III", "Sherman", dice=[])
    assert game.moment.units["Sherman"].destroyed


def test_an_aircraft_attacks_as_often_as_was_agreed() -> None:
    game = game_at(WW2, "air-attack", "fire", "own", side_a="enemy")
    before = game.moment.position.stock["air attacks of Ju 87"]
    attack = next(each for each in game.choices() if each.unit == "Ju 87")
    game.play(attack)
    assert game.moment.position.stock["air attacks of Ju 87"] == before - 1


def test_only_whom_a_headquarters_reaches_rallies() -> None:
    game = game_at(WW2, "whole-turn", "rally", "own", side_a="enemy")
    put(game, "Pz III", condition=Condition.SUPPRESSED)
    put(game, "Grenadiers", condition=Condition.DISORGANIZED, at=Place(23, 1, 90))
    assert {each.unit for each in game.choices() if each.unit} == {"Pz III"}
    with pytest.raises(BadInput, match="No headquarters reaches Grenadiers"):
        game.play(Choice("rally", "Grenadiers"))
    put(game, "Pz III", fired=True)
    assert do(game, "rally", "Pz III", dice=["rally 6"]) == "disorganized"
    assert game.moment.turn == 2, "nobody else rallies: the next turn has begun"
    assert not game.moment.units["Pz III"].fired


def test_the_house_rule_ends_the_game_and_says_that_it_is_one() -> None:
    game = game_at(WW2, "whole-turn", "fire", "own", side_a="enemy")
    put(game, "A HQ", condition=Condition.DESTROYED)
    put(game, "Sherman", at=Place(10, 5.5, 270), condition=Condition.SUPPRESSED)
    do(game, "fire", "Pz III", "Sherman", dice=[])
    assert game.result == "own wins: enemy has lost 1/2 of its units (house rule)"
    assert game.choices() == []
