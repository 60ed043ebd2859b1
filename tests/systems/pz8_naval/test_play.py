"""Whole turns of Pz8 Naval: zones, smoke, salvos, raids, torpedoes, repair, night, and who is Side A."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

import pz8edu
from pz8edu.board.position import Place
from pz8edu.core.umpire.enumerating import Enumerating
from pz8edu.games.game import Game
from pz8edu.systems import system
from pz8edu.systems.pz8_naval.play_damage import Taken, next_damage
from pz8edu.systems.pz8_naval.ship import Ship
from pz8edu.systems.pz8_naval.situations import Salvo
from pz8edu.systems.pz8_naval.words import Hit
from pz8edu.turns.choice import Choice
from tests.systems.in_play import choice, do, game_at, laws, put, stand, until, why_not

BOOK = "pz8-naval"
STRAIT, MATAPAN, NIGHT, PLATE, BROADSIDES = (
    "denmark-strait",
    "cape-matapan",
    "night-at-matapan",
    "river-plate",
    "broadsides",
)
SIDE_ROLL = {
    True: ["both roll 1: you 6", "both roll 1: the other side 2"],
    False: ["both roll 1: you 3", "both roll 1: the other side 5"],
}
A, B = {"side_a": "south"}, {"side_a": "north"}


def moves(game: Game, name: str) -> dict[str, str]:
    """The moves of a ship: why, and kind."""
    return {each.why: each.kind for each in game.choices(name)}


# --- who is Side A, and when it is night
def test_side_a_is_thrown_for_before_every_turn() -> None:
    game = Game(system(BOOK), STRAIT)
    assert do(game, "side-roll", dice=SIDE_ROLL[False]) == "you are B"
    assert (game.now.kind, game.now.side) == ("move", "north")
    while game.moment.turn == 1:
        do(game, "pass")
    assert game.now.kind == "side-roll"
    assert do(game, "side-roll", dice=SIDE_ROLL[True]) == "you are A"
    assert (game.now.kind, game.now.side) == ("move", "south")


def test_night_falls_when_the_turns_of_daylight_are_over() -> None:
    game = Game(system(BOOK), MATAPAN, seed=3)
    assert do(game, "daylight", dice=["daylight turns 1 1"]) == "2"
    dark = []
    while game.moment.turn < 4:
        if game.now.kind == "side-roll":
            do(game, "side-roll")
            dark.append(game.book.table.is_night(game.moment.picked("Barham", "Zara")))
        else:
            do(game, "pass")
    assert dark == [False, False, True]


# --- movement
def test_a_ship_goes_one_zone_or_turns_broadside() -> None:
    game = game_at(BOOK, STRAIT, "move", "south", **A)
    assert moves(game, "Hood") == {"broadside": "move", "forward": "move", "backward off the table": "leave"}
    do(game, "move", "Hood")
    assert game.moment.places["Hood"].facing == 90
    ahead = game_at(BOOK, STRAIT, "move", "south", **A)
    ahead.play(next(each for each in ahead.choices("Hood") if each.why == "forward"))
    assert ahead.moment.places["Hood"][1:3] == (1.5, 0)
    assert why_not(ahead, "move", "Prince of Wales", way=(Place(2, 2.5),)) == (
        "Prince of Wales moves one zone forward or backward, not to zone 3 (§3)."
    )
    assert why_not(ahead, "move", "Prince of Wales", way=(Place(2, 6.5),)) == (
        "Prince of Wales may not cross the central line: no ship does (§3)."
    )


def test_smoke_belongs_to_a_move_backward_and_shields_for_the_turn() -> None:
    game = game_at(BOOK, BROADSIDES, "move", "south", **A)
    assert why_not(game, "smoke", "Hood", way=(Place(3, 3.5),)) == (
        "Hood lays smoke only when it moves backward (§3)."
    )
    do(game, "smoke", "Hood")
    hood = game.moment.places["Hood"]
    assert (hood.y, hood.facing, game.moment.units["Hood"].smoke) == (1.5, 180, True)
    do(game, "pass")
    assert (game.now.kind, game.now.side) == ("announce", "north")
    do(game, "announce", "Bismarck", "Hood")
    shot = choice(game, "fire", "Bismarck", "Hood").asked
    assert shot is not None
    assert shot.inputs["smoke"]
    until(game, "announce", "south")
    assert why_not(game, "announce", "Hood", "Bismarck") == "Hood is behind smoke and does not fire (§4)."
    while game.moment.turn == 1:
        do(game, "pass")
    assert not game.moment.units["Hood"].smoke


def test_a_ship_that_stays_lies_broadside_and_one_stopped_by_hits_does_nothing_else() -> None:
    game = game_at(BOOK, BROADSIDES, "move", "south", **A)
    put(game, "Hood", h=3)
    assert moves(game, "Hood") == {"broadside": "move"}
    assert why_not(game, "smoke", "Hood", way=(Place(3, 1.5),)) == (
        "Hood is 3 hull, 1 turret, immobilised and stays in zone 3 (§5)."
    )
    assert game.moment.places["Prince of Wales"].facing == 0
    do(game, "pass")
    assert game.moment.places["Prince of Wales"].facing == 90


def test_a_ship_that_leaves_does_not_come_back_and_is_no_target() -> None:
    game = game_at(BOOK, STRAIT, "move", "south", **A)
    do(game, "leave", "Hood")
    assert game.book.is_out("Hood", game.moment)
    assert "Hood" not in set(game.book.targets(game.moment, "north"))
    assert "Hood" not in {base.name for base in game.book.table.scene(game.moment.picked(), game.rules).bases}


# --- fire
def test_who_shares_a_target_takes_one_off_the_first_to_fire_too() -> None:
    game = game_at(BOOK, BROADSIDES, "announce", "south", **B)
    do(game, "announce", "Hood", "Bismarck")
    do(game, "announce", "Prince of Wales", "Bismarck")
    for name in ("Hood", "Prince of Wales"):
        shot = choice(game, "fire", name).asked
        assert shot is not None
        assert shot.inputs["multi"]


def test_by_the_other_reading_nobody_announces_and_only_the_second_takes_one_off() -> None:
    game = game_at(BOOK, BROADSIDES, "fire", "south", reading="R5=b", **B)
    first = choice(game, "fire", "Hood", "Bismarck")
    assert first.asked is not None
    assert not first.asked.inputs["multi"]
    game.play(first, ["to straddle 1"])
    second = choice(game, "fire", "Prince of Wales", "Bismarck").asked
    assert second is not None
    assert (second.inputs["multi"], second.inputs["first_of_many"]) == (True, False)


def test_a_salvo_lands_with_every_hit() -> None:
    """Straddle on a 5 at three zones; 6 + 4 against 1 + 5: three damages, H, T, and a critical.

    Hood adds 1 to the critical die: 5 is D3 H, and a 2 halved is 1.
    """
    game = game_at(BOOK, BROADSIDES, "announce", "north", **A)
    do(game, "announce", "Bismarck", "Hood")
    dice = ["to straddle 5", "firer 6", "target 1", "damage 1: hit: damage 2", "damage 2: hit: damage 3"]
    more = ["damage 3: hit: damage 6", "damage 3: hit: critical 4", "damage 3: hit: D3 2"]
    assert do(game, "fire", "Bismarck", dice=[*dice, *more]) == "H3 T2"
    hood = game.moment.units["Hood"]
    assert (hood.h, hood.t, hood.sunk) == (3, 2, False)


def test_a_ship_fires_its_guns_once_and_forgets_its_target_after_the_phase() -> None:
    game = game_at(BOOK, NIGHT, "announce", "south", **B)
    do(game, "announce", "Warspite", "Fiume")
    do(game, "announce", "Valiant", "Zara")
    do(game, "pass")
    do(game, "fire", "Warspite", dice=["to straddle 1"])
    assert why_not(game, "fire", "Warspite", "Fiume") == "Warspite has fired its guns in this step (§4)."
    assert "no longer" not in why_not(game, "fire", "Warspite", "Zara")
    do(game, "pass")
    assert {each.fires_at for each in game.moment.units.values()} == {""}


def test_what_is_out_of_reach_says_so() -> None:
    game = game_at(BOOK, BROADSIDES, "announce", "north", **A)
    assert why_not(game, "announce", "Prinz Eugen", "Hood") == (
        "Prinz Eugen is behind smoke and does not fire (§4)."
    )
    put(game, "Prinz Eugen", smoke=False)
    assert why_not(game, "announce", "Prinz Eugen", "Hood") == (
        "Hood is 4 zones away; 12-8 guns reach 3 zones (§4)."
    )


def test_a_battle_cruiser_fires_both_batteries_or_the_main_one_alone() -> None:
    game = game_at(BOOK, PLATE, "announce", "north", **A)
    do(game, "announce", "Graf Spee", "Exeter")
    assert {each.note for each in game.choices("Graf Spee") if each.kind == "fire"} == {
        "both batteries",
        "main battery",
    }
    odds = {
        note: game.odds(choice(game, "fire", "Graf Spee", note=note))
        for note in ("both batteries", "main battery")
    }
    assert all(found is not None and sum(found.fractions().values()) == 1 for found in odds.values())
    assert (
        do(game, "fire", "Graf Spee", "Exeter", "main battery", dice=["battery 1: to straddle 1"]) == "H0 T0"
    )


# --- torpedoes and raids
def test_torpedoes_run_one_zone_and_are_spent() -> None:
    game = game_at(BOOK, PLATE, "fire", "south", **B)
    assert why_not(game, "torpedo", "Exeter", "Graf Spee", note="1 salvo") == (
        "Graf Spee is 2 zones away; torpedoes run 1 zone (§11)."
    )
    put(game, "Exeter", at=Place(1.8, 3.5, 90))
    dice = ["salvo 1: torpedoes 2", "salvo 2: torpedoes 5"]
    assert do(game, "torpedo", "Exeter", "Graf Spee", "2 salvos", dice=dice) == "H2 T0"
    assert game.moment.position.stock["torpedo salvos of Exeter"] == 1
    assert {each.note for each in game.choices("Exeter") if each.kind == "torpedo"} == {"1 salvo"}
    put(game, "Ajax", at=Place(3.6, 3.5, 90))
    do(game, "torpedo", "Exeter", dice=["salvo 1: torpedoes 6"])
    assert why_not(game, "torpedo", "Exeter", "Graf Spee", note="1 salvo") == (
        "Exeter has no torpedo salvo left in this step (§11; R23)."
    )


@pytest.mark.parametrize(("reading", "guns"), [("R23=c", False), ("R23=a", True)])
def test_torpedoes_instead_of_guns_or_beside_them(reading: str, guns: bool) -> None:
    game = game_at(BOOK, PLATE, "announce", "south", reading=reading, **B)
    put(game, "Exeter", at=Place(1.8, 3.5, 90))
    do(game, "announce", "Exeter", "Graf Spee")
    until(game, "fire")
    do(game, "torpedo", "Exeter", "Graf Spee", "1 salvo", dice=["salvo 1: torpedoes 6"])
    assert any(each.kind == "fire" for each in game.choices("Exeter")) is guns


def test_a_side_flies_two_raids_a_turn_from_its_stock() -> None:
    game = game_at(BOOK, MATAPAN, "fire", "south", **B)
    raid = choice(game, "raid", "Formidable", "Vittorio Veneto")
    odds = game.odds(raid)
    assert odds is not None
    assert odds.fractions()["H0 T0"] == Fraction(1, 2)
    assert do(game, "raid", "Formidable", "Vittorio Veneto", dice=["raid 1: raid 3"]) == "H3 T0"
    put(game, "Barham", at=Place(1.5, 3.5, 90), fires_at="Zara")
    put(game, "Zara", at=Place(1.5, 5.5, 90))
    assert do(game, "raid", "Formidable", "Zara", dice=["raid 1: raid 4"]) == "H0 T0"
    assert game.moment.noted["raided north"] == game.moment.turn
    assert not [each for each in game.choices() if each.kind == "raid"]
    assert why_not(game, "raid", "Formidable", "Zara") == "South flies no more raids this turn (§8; R15)."
    stand(game, replace(game.book.ends_turn(game.moment), tasks=()).note(**B))
    assert game.moment.position.stock["raids of Formidable"] == 0
    assert not game.book.raids_left("south", game.moment)


def test_two_raids_one_after_the_other_are_the_two_raids_at_one_blow() -> None:
    game = game_at(BOOK, MATAPAN, "fire", "south", **B)
    raid = choice(game, "raid", "Formidable", "Vittorio Veneto")
    assert raid.asked is not None
    both = replace(raid, asked=replace(raid.asked, inputs={**raid.asked.inputs, "raids": 2}))
    found: dict[object, Fraction] = {}
    for outcome, chance in laws(game, raid).items():
        moment = game.book.lands(game.moment, raid, outcome)
        again = next(each for each in game.book.choices(moment, "Formidable") if each.target == raid.target)
        for after, share in laws(game, again).items():
            found[after] = found.get(after, Fraction(0)) + chance * share
    assert found == laws(game, both)


def test_a_carrier_with_raids_every_turn_flies_again() -> None:
    game = game_at(BOOK, MATAPAN, "fire", "south", reading="R15=b", **B)
    for _ in range(2):
        do(game, "raid", "Formidable", "Vittorio Veneto", dice=["raid 1: raid 6"])
    assert not game.book.raids_left("south", game.moment)
    assert game.book.raids_left("south", game.book.ends_turn(game.moment)) == 2


# --- planes from the land (section 8)
BOMBERS = "matapan-bombers"


def test_a_raid_from_the_land_enters_and_then_flies_with_the_odds_of_the_book() -> None:
    game = game_at(BOOK, BOMBERS, "fire", "south", **B)
    assert why_not(game, "raid", "Blenheims", "Zara") == "No raid of Blenheims has entered the table (§8)."
    enter = choice(game, "enter", "Blenheims")
    found: dict[object, Fraction] = {}
    for entered, chance in laws(game, enter).items():
        after = game.book.lands(game.moment, enter, entered)
        raids = [each for each in game.book.choices(after, "Blenheims") if each.target == "Zara"]
        assert bool(raids) is bool(entered)
        ends = laws(game, raids[0]) if raids else {"H0 T0": Fraction(1)}
        for ship, share in ends.items():
            found[str(ship)] = found.get(str(ship), Fraction(0)) + chance * share
    raid = choice_of(game, "raid", "Blenheims", "Zara")
    assert raid.asked is not None
    at_one_blow = replace(raid, asked=replace(raid.asked, inputs={**raid.asked.inputs, "land_based": True}))
    assert raid.asked.inputs["weapon"] == "bomb"
    assert found == {str(ship): chance for ship, chance in laws(game, at_one_blow).items()}
    assert found["H0 T0"] == Fraction(2, 3) + Fraction(1, 3) * Fraction(1, 2)


def choice_of(game: Game, kind: str, unit: str, target: str) -> Choice:
    """A choice that may be illegal now."""
    found = game.book.options(game.moment, unit)
    return next(each for each in found if (each.kind, each.target) == (kind, target))


@pytest.mark.parametrize(("reading", "again"), [("R18=a", 2), ("R18=b", 1)])
def test_each_raid_rolls_once_a_turn_until_it_comes_or_once_for_the_game(reading: str, again: int) -> None:
    game = game_at(BOOK, BOMBERS, "fire", "south", reading=reading, **B)
    step = game.moment.step
    assert do(game, "enter", "Blenheims", dice=["entry 4"]) == "stays away"
    assert do(game, "enter", "Blenheims", dice=["entry 5"]) == "enters"
    assert why_not(game, "enter", "Blenheims") == "No raid of Blenheims is to enter any more this turn (§8)."
    assert game.moment.position.stock["raids of Blenheims"] == again
    do(game, "raid", "Formidable", "Zara", dice=["raid 1: raid 6"])
    do(game, "raid", "Blenheims", "Zara", dice=["raid 1: raid 1"])
    assert (game.moment.units["Zara"].h, game.moment.units["Zara"].t) == (0, 1), "bombs inflict T"
    assert not game.book.raids_left("south", game.moment), "two a turn, whoever flies them"
    stand(game, replace(game.book.ends_turn(game.moment), tasks=(), step=step).note(**B))
    assert any(each.kind == "enter" for each in game.choices("Blenheims")) is (again == 2)


# --- doubts of whole turns
def test_at_night_nobody_flies_by_t2_b() -> None:
    for reading, flies in (("", True), ("T2=b", False)):
        game = game_at(BOOK, BOMBERS, "fire", "south", reading=reading, **B)
        stock = {**game.moment.position.stock, "turns of daylight": 0}
        stand(game, game.moment.at(replace(game.moment.position, stock=stock)))
        assert {"raid", "enter"} <= {each.kind for each in game.choices()} if flies else True
        if not flies:
            assert why_not(game, "raid", "Formidable", "Zara") == "Formidable do not fly at night (T2)."


@pytest.mark.parametrize(("reading", "silent"), [("T3=a", False), ("T3=b", True)])
def test_smoke_lies_for_the_turn_or_until_its_side_moves_again(reading: str, silent: bool) -> None:
    """South is Side B in two turns: it lays smoke in step 3, and would fire in step 2 of the next turn."""
    game = game_at(BOOK, BROADSIDES, "move", "south", reading=reading, **B)
    do(game, "smoke", "Hood")
    until(game, "repair")
    while game.moment.turn == 1:
        do(game, "pass")
    do(game, "side-roll", dice=SIDE_ROLL[False])
    until(game, "announce", "south")
    assert game.moment.units["Hood"].smoke is silent
    told = [each.why_not for each in game.book.options(game.moment, "Hood")]
    assert all(("behind smoke" in each) is silent for each in told)
    until(game, "move", "south")
    do(game, "pass")
    assert not game.moment.units["Hood"].smoke


def test_by_t4_b_only_the_npo_leaves() -> None:
    game = game_at(BOOK, STRAIT, "move", "south", reading="T4=b", **A)
    assert why_not(game, "leave", "Hood") == "Hood stays: only the NPO withdraws out of the table (T4)."
    rules = system(BOOK).rules.variant(T4="b")
    solo = Game(system(BOOK), STRAIT, rules, solo="north").book
    assert solo.why_not_leave("Bismarck", game.moment) == ""  # type: ignore[attr-defined]
    assert solo.why_not_leave("Hood", game.moment)  # type: ignore[attr-defined]


def test_by_t5_b_a_crippled_ship_is_not_sunk_by_the_damages_that_fall_with_it() -> None:
    """Crippled and then an H: as they fall the H sinks her; a Crippled that is taken last does not."""
    dice = ["to straddle 6", "firer 3", "target 1", "damage 1: hit: damage 6", "damage 1: hit: critical 1"]
    for reading, sunk in (("T5=a", True), ("T5=b", False)):
        game = game_at(BOOK, BROADSIDES, "fire", "south", reading=f"R5=b, {reading}", **B)
        shot = choice(game, "fire", "Hood", "Bismarck")
        odds = game.odds(shot)
        assert odds is not None
        assert sum(odds.fractions().values()) == 1
        do(game, "fire", "Hood", "Bismarck", dice=[*dice, "damage 2: hit: damage 2"])
        assert game.moment.units["Bismarck"].sunk is sunk
        assert game.moment.units["Bismarck"].h == 4


def test_the_best_order_is_that_of_all_orders_of_the_hits_that_sinks_least() -> None:
    """All pairs of hits of two damages, in both orders, against what the question says."""
    rules = system(BOOK).rules
    hit = pz8edu.ask(BOOK, "hit-result").fractions()
    ship = Ship(4, 4)
    best: dict[bool, Fraction] = {}
    for (one, first), (two, second) in product(hit.items(), repeat=2):
        after = [(ship.struck(Hit(a), rules), Hit(b)) for a, b in ((one, two), (two, one))]
        ends = [each.sunk or each.struck(last, rules).sunk for each, last in after]
        best[min(ends)] = best.get(min(ends), Fraction(0)) + first * second

    def two_damages(umpire: Any, situation: Any, rules: Any) -> Any:
        taken = umpire.in_turn("damage", (False, False), next_damage, Taken(ship), rules)
        return taken.read("sunk", lambda each: each.at_last(rules).sunk)

    law = Enumerating(draw=False).tree(two_damages, Salvo(), rules).distribution
    assert law.fractions() == best


# --- repair, and the end
def test_what_is_repaired_is_chosen_after_the_die() -> None:
    game = game_at(BOOK, BROADSIDES, "repair", "south", **A)
    assert do(game, "repair", "Hood", dice=["repair 5"]) == "H0 T1"
    assert (game.now.kind, game.now.side) == ("mend", "south")
    do(game, "mend", "", "", "T")
    assert (game.moment.units["Hood"].h, game.moment.units["Hood"].t) == (1, 0)
    failed = game_at(BOOK, BROADSIDES, "repair", "south", **A)
    assert do(failed, "repair", "Hood", dice=["repair 4"]) == "H1 T1"


def test_a_ship_that_is_crippled_does_nothing_and_can_be_sunk() -> None:
    game = game_at(BOOK, NIGHT, "announce", "south", **B)
    assert game.book.is_out("Pola", game.moment)
    assert not list(game.book.options(replace(game.moment, step=0), "Pola"))
    do(game, "announce", "Warspite", "Pola")
    until(game, "fire")
    do(game, "fire", "Warspite", dice=["to straddle 3", "firer 6", "target 5", "damage 1: hit: damage 2"])
    assert game.moment.units["Pola"].sunk


def test_one_whole_turn_by_hand_laid_dice() -> None:
    game = Game(system(BOOK), BROADSIDES)
    do(game, "side-roll", dice=SIDE_ROLL[True])
    game.play(next(each for each in game.choices("Hood") if each.why == "forward"))
    until(game, "announce", "north")
    do(game, "announce", "Bismarck", "Hood")
    assert do(game, "fire", "Bismarck", dice=["to straddle 4"]) == "H1 T1"
    until(game, "announce", "south")
    do(game, "announce", "Hood", "Bismarck")
    until(game, "fire")
    fire = choice(game, "fire", "Hood").asked
    assert fire is not None
    assert (fire.inputs["range"], fire.inputs["broadside"], fire.inputs["turret_hits"]) == (2, False, 1)
    assert do(game, "fire", "Hood", dice=[]) == "H0 T0", "needs a 7: no die can straddle"
    assert do(game, "repair", "Hood", dice=["repair 1"]) == "H1 T1"
    assert (game.moment.turn, game.now.kind) == (2, "side-roll")


def test_a_side_without_ships_that_count_has_lost() -> None:
    game = game_at(BOOK, PLATE, "move", "south", **A)
    put(game, "Graf Spee", h=3)
    assert game.result == "south wins: north has lost 1/2 of its units (house rule)"


def test_every_scenario_plays() -> None:
    assert system(BOOK).played == system(BOOK).tabletops


@pytest.mark.parametrize("reading", ["R15=a", "R15=b"])
def test_nobody_flies_a_raid_of_another(reading: str) -> None:
    """A carrier has one raid for every ten aircraft; under R15=b two a turn at most (section 8)."""
    game = game_at(BOOK, BOMBERS, "fire", "south", reading=reading, **B)
    step = game.moment.step
    for _ in range(2):
        do(game, "raid", "Formidable", "Zara", dice=["raid 1: raid 6"])
    assert why_not(game, "raid", "Formidable", "Zara") == (
        "South flies no more raids this turn (§8; R15)."
        if reading == "R15=a"
        else "Formidable can fly no more raids (§8; R15)."
    )
    again = replace(game.book.ends_turn(game.moment), tasks=(), step=step).note(**B)
    assert game.book.has_flown("Formidable", again) is (reading == "R15=a")
    stand(game, again)
    if reading == "R15=a":
        assert why_not(game, "raid", "Formidable", "Zara") == "Formidable can fly no more raids (§8; R15)."
    do(game, "enter", "Blenheims", dice=["entry 5"])
    do(game, "raid", "Blenheims", "Zara", dice=["raid 1: raid 6"])
    assert why_not(game, "raid", "Blenheims", "Zara").startswith(
        "No raid of Blenheims has entered" if reading == "R15=a" else "Blenheims can fly no more raids"
    )
    assert min(game.moment.position.stock.values()) >= 0


# --- readings and numbers that a table looks at
def test_ships_on_both_sides_of_the_central_line_fire_under_every_way_to_count() -> None:
    needs = []
    for reading in ("R2=a", "R2=b", "R2=c"):
        game = game_at(BOOK, BROADSIDES, "fire", "south", f"R5=b,{reading}", side_a="north")
        firer, target = "Hood", "Bismarck"
        put(game, firer, at=Place(2, 3.5, 90))
        put(game, target, at=Place(2, 4.5, 90))
        assert choice(game, "fire", firer, target).asked is not None
        needs.append(game.book.table.needed(game.moment.picked(firer, target), game.rules))
    assert (needs[0], needs[1]) == (needs[2], needs[2] + 1)


def test_a_ship_is_stopped_by_the_number_of_the_rules_in_force() -> None:
    home = system(BOOK)
    game = Game(home, BROADSIDES, home.rules.variant(immobilised_part=1), seed=1)
    stand(game, replace(game.moment, tasks=()).note(side_a="south"))
    put(game, "Hood", h=4, at=Place(2, 2.5, 90))
    game.play(next(each for each in game.choices("Hood") if each.why == "forward"))
    assert 3 < game.moment.places["Hood"].y < 4
