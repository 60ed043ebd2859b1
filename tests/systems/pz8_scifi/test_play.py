"""Whole turns of Pz8 Sci-Fi: GEV, satellites whose shells fall somewhere, and rally without headquarters."""

from __future__ import annotations

from fractions import Fraction

from pz8edu.systems import system
from pz8edu.systems.pz8_ww2.words import Condition
from tests.systems.in_play import choice, do, game_at, put, why_not

BOOK = "pz8-scifi"
RAID, ORBIT = "the-one-day-conflict", "the-seven-thousand-years-war"


def test_any_damage_removes_a_gev() -> None:
    game = game_at(BOOK, RAID, "fire", "enemy", side_a="own")
    assert do(game, "fire", "Pocket", "Needle", dice=["to hit 6", "attack 6", "defence 1"]) == "removed"
    assert game.moment.units["Needle"].destroyed
    assert why_not(game, "fire", "Anvil", "Splinter").endswith(
        "only Light guns and Infantry can hit a GEV (§11)."
    )


def test_a_satellite_that_hits_strikes_its_target_and_is_spent_by_a_two() -> None:
    game = game_at(BOOK, ORBIT, "fire", "own", side_a="enemy")
    assert do(game, "fire", "Eye", "Ziggurat", dice=["to hit 6"]) == "hit/available"
    assert game.now.kind == "shell"
    odds = game.odds(choice(game, "shell"))
    assert odds is not None
    assert sum(odds.fractions().values()) == 1
    assert do(game, "shell", dice=["attack 6", "defence 6"]) in ("none", "disorganized")
    assert game.moment.position.stock["air attacks of Eye"] == 3
    spent = game_at(BOOK, ORBIT, "fire", "own", side_a="enemy")
    assert do(spent, "fire", "Eye", "Ziggurat", dice=["to hit 2"]) == "deviates/spent"
    assert spent.moment.position.stock["air attacks of Eye"] == 2
    assert spent.now.kind == "deviation"


def test_a_shell_that_misses_strikes_who_stands_there_friend_or_foe() -> None:
    game = game_at(BOOK, ORBIT, "fire", "own", side_a="enemy")
    at = game.moment.places["Ziggurat"]
    put(game, "Pikemen", at=at._replace(y=at.y + 3))
    do(game, "fire", "Eye", "Ziggurat", dice=["to hit 1"])
    assert do(game, "deviation", dice=["direction 1", "inches 3"]) == "Pikemen"
    assert do(game, "shell", dice=["attack 6", "defence 1"]) == "destroyed"
    assert game.moment.units["Pikemen"].condition is Condition.DESTROYED
    assert (game.now.kind, game.now.side) == ("fire", "own")


def test_a_shell_that_misses_hits_no_gev_and_bare_ground_harms_nobody() -> None:
    for name, direction, said in (("Gnat", 1, "Gnat"), ("Gnat", 4, "nothing")):
        game = game_at(BOOK, ORBIT, "fire", "own", side_a="enemy")
        at = game.moment.places["Ziggurat"]
        put(game, name, at=at._replace(y=at.y + 3))
        do(game, "fire", "Eye", "Ziggurat", dice=["to hit 1"])
        before = game.moment.units
        assert do(game, "deviation", dice=[f"direction {direction}", "inches 3"]) == said
        assert game.now.kind == "fire"
        assert game.moment.units == before


def test_the_steps_of_a_satellite_together_are_its_question() -> None:
    """To hit, then damage by single steps: as `indirect-fire` answers at one blow."""
    game = game_at(BOOK, ORBIT, "fire", "own", side_a="enemy")
    whole = game.book.table.asked(game.moment.picked("Eye", "Diggers"), game.rules)
    first = choice(game, "fire", "Eye", "Diggers")
    hit = game.odds(first)
    assert whole is not None
    assert hit is not None
    do(game, "fire", "Eye", "Diggers", dice=["to hit 6"])
    damage = game.odds(choice(game, "shell"))
    wanted = game.odds(type(first)("fire", "Eye", "Diggers", asked=whole))
    assert damage is not None
    assert wanted is not None
    on_target = sum((c for word, c in hit.fractions().items() if word.startswith("hit")), Fraction(0))
    found = {word.replace("none", "ok"): on_target * c for word, c in damage.fractions().items()}
    assert found | {"deviates": 1 - on_target} == wanted.fractions()


def test_a_ground_attack_is_counted_down() -> None:
    game = game_at(BOOK, ORBIT, "fire", "own", side_a="enemy")
    do(game, "fire", "Hammer", "Ziggurat", dice=["to hit 1"])
    assert game.moment.position.stock["air attacks of Hammer"] == 1


def test_units_rally_without_headquarters() -> None:
    game = game_at(BOOK, RAID, "rally", "own", side_a="own")
    put(game, "Wasps", condition=Condition.SUPPRESSED)
    assert do(game, "rally", "Wasps", dice=["rally 5"]) == "disorganized"


def test_a_shot_from_orbit_is_no_table_for_turns() -> None:
    assert set(system(BOOK).tabletops) - set(system(BOOK).played) == {"a-shot-from-orbit"}
