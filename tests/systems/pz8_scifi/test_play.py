"""Whole turns of Pz8 Sci-Fi: GEV, satellites whose shells fall somewhere, and rally without headquarters."""

from __future__ import annotations

from fractions import Fraction

from pz8edu.asking.ask import rules_for
from pz8edu.board.position import Place
from pz8edu.games.game import Game
from pz8edu.systems import system
from pz8edu.systems.pz8_ww2.words import Condition
from tests.systems.in_play import choice, do, game_at, put, until, why_not

BOOK = "pz8-scifi"
SUPPORT = "what-is-in-orbit"
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
    assert game.now.kind == "strike"
    odds = game.odds(choice(game, "strike"))
    assert odds is not None
    assert sum(odds.fractions().values()) == 1
    assert do(game, "strike", dice=["attack 6", "defence 6"]) in ("none", "disorganized")
    assert game.moment.position.stock["air attacks of Eye"] == 3
    spent = game_at(BOOK, ORBIT, "fire", "own", side_a="enemy")
    assert do(spent, "fire", "Eye", "Ziggurat", dice=["to hit 2"]) == "deviates/spent"
    assert spent.moment.position.stock["air attacks of Eye"] == 2
    assert spent.now.kind == "stray"


def test_a_shell_that_misses_strikes_who_stands_there_friend_or_foe() -> None:
    game = game_at(BOOK, ORBIT, "fire", "own", side_a="enemy")
    at = game.moment.places["Ziggurat"]
    put(game, "Pikemen", at=at._replace(y=at.y + 3))
    do(game, "fire", "Eye", "Ziggurat", dice=["to hit 1"])
    assert do(game, "stray", dice=["direction 1", "inches 3"]) == "Pikemen"
    assert do(game, "strike", dice=["attack 6", "defence 1"]) == "destroyed"
    assert game.moment.units["Pikemen"].condition is Condition.DESTROYED
    assert (game.now.kind, game.now.side) == ("fire", "own")


def test_a_shell_that_misses_hits_no_gev_and_bare_ground_harms_nobody() -> None:
    for name, direction, said in (("Gnat", 1, "Gnat"), ("Gnat", 4, "nothing")):
        game = game_at(BOOK, ORBIT, "fire", "own", side_a="enemy")
        at = game.moment.places["Ziggurat"]
        put(game, name, at=at._replace(y=at.y + 3))
        do(game, "fire", "Eye", "Ziggurat", dice=["to hit 1"])
        before = game.moment.units
        assert do(game, "stray", dice=[f"direction {direction}", "inches 3"]) == said
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
    damage = game.odds(choice(game, "strike"))
    wanted = game.odds(type(first)("fire", "Eye", "Diggers", asked=whole))
    assert damage is not None
    assert wanted is not None
    on_target = sum((c for word, c in hit.fractions().items() if word.startswith("hit")), Fraction(0))
    found = {word.replace("none", "ok"): on_target * c for word, c in damage.fractions().items()}
    assert found | {"deviates": 1 - on_target} == wanted.fractions()


def test_every_satellite_fires_once_a_fire_phase() -> None:
    """Three under one name: the second is spent by a 2, so that two are left for the next Fire phase."""
    game = game_at(BOOK, ORBIT, "fire", "own", side_a="enemy")
    for die in (6, 2, 6):
        do(game, "fire", "Eye", "Ziggurat", dice=[f"to hit {die}"])
        while game.moment.tasks:
            do(game, game.now.kind)
        put(game, "Ziggurat", condition=Condition.OK)
    assert "acted already" in why_not(game, "fire", "Eye", "Ziggurat")
    assert game.moment.position.stock["air attacks of Eye"] == 2
    until(game, "move")
    assert not [word for word in game.moment.noted if word.startswith("fired of")]


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


# --- support, transports and doubts
def test_a_die_says_how_much_support_each_side_has_and_its_player_divides_it() -> None:
    game = Game(system(BOOK), SUPPORT, seed=1)
    assert game.now.kind == "support"
    do(game, "support", "", "own", dice=["support 3"])
    assert (game.now.kind, game.now.side) == ("take", "own")
    for name in ("Eye", "Hammer", "Eye"):
        do(game, "take", name)
    do(game, "support", "", "enemy", dice=["support 1"])
    do(game, "take", "Dart")
    stock = game.moment.position.stock
    left = {name: stock[f"air attacks of {name}"] for name in ("Eye", "Hammer", "Spook", "Dart")}
    assert left == {"Eye": 2, "Hammer": 1, "Spook": 0, "Dart": 1}
    assert game.now.kind == "side-roll"


def test_one_roll_for_each_kind_under_t13_b() -> None:
    home = system(BOOK)
    game = Game(home, SUPPORT, rules_for(home, "T13=b"), seed=1)
    do(game, "support", "", "own", "satellite", dice=["support 2"])
    assert game.now.kind == "support", "only the one satellite can be taken: nobody is asked"
    assert game.moment.position.stock["air attacks of Eye"] == 2
    do(game, "support", "", "own", "ground attack", dice=["support 1"])
    assert game.moment.position.stock["air attacks of Hammer"] == 1


def test_a_transport_gev_carries_infantry_and_both_are_lost() -> None:
    game = game_at(BOOK, SUPPORT, "move", "own", side_a="own")
    assert game.moment.units["Swift"].aboard == "Marines aboard"
    do(game, "dismount", "Marines", "Swift")
    assert game.moment.units["Marines"].rides == ""
    hit = game_at(BOOK, SUPPORT, "fire", "enemy", side_a="own")
    put(hit, "Swift", at=Place(14, 5.9, 80))
    assert do(hit, "fire", "Diggers", "Swift", dice=["to hit 6", "attack 6", "defence 1"]) == "removed"
    assert hit.moment.units["Swift"].destroyed
    assert hit.moment.units["Marines"].destroyed


def test_a_shell_from_orbit_that_misses_harms_nobody_under_t8_b() -> None:
    game = game_at(BOOK, ORBIT, "fire", "own", "T8=b", side_a="enemy")
    do(game, "fire", "Eye", "Ziggurat", dice=["to hit 1"])
    assert game.moment.tasks == ()


def test_what_the_book_has_not_is_no_doubt_of_it() -> None:
    doubts = set(type(system(BOOK).rules).readings())
    assert {"T2", "T3", "T4", "T6", "T8", "T12", "T13"} <= doubts
    assert not {"T1", "T5", "T7", "T9", "T10", "T11"} & doubts


def test_a_walker_sees_who_hides_in_cover_under_t16_b_only() -> None:
    for reading, seen in (("", False), ("T16=b", True)):
        game = game_at(BOOK, RAID, "fire", "own", reading, side_a="enemy")
        firer, target = "Wasps", "Pocket"
        put(game, firer, target_kind="walker")
        ground = game.book.table.ground
        wood = next(patch for patch in ground.patches if patch.ground != "open")
        middle = [sum(float(corner[axis]) for corner in wood.corners) / len(wood.corners) for axis in (0, 1)]
        put(game, target, at=Place(*middle, 0.0), target_kind="non-vehicle")
        put(game, firer, at=Place(middle[0], middle[1] - 7, 0.0))
        said = {each.why_not for each in game.book.options(game.moment, firer) if each.target == target}
        assert any("hides in cover" in each for each in said) is not seen, said
