"""Panzertroops on the table: the example battle, and how the state of a miniature changes the question."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pz8edu.asking.ask import answer
from pz8edu.board.battlefield import SMOKE
from pz8edu.board.position import Marker, Place
from pz8edu.board.tabletop import BoardState
from pz8edu.systems import system
from pz8edu.systems.panzertroops.miniatures import Miniature
from pz8edu.systems.panzertroops.shooting import HALF_TURN, SHELLS
from pz8edu.systems.panzertroops.words import Morale, Mover, Target
from tests.systems.on_the_table import Tables, changed, put

BOOK = system("panzertroops")
RULES = BOOK.rules
State = BoardState[Miniature]
TABLES = Tables("panzertroops")
start, asked, fact = TABLES.start, TABLES.asked, TABLES.fact


# --- the example battle (PT-29): its dice are test vectors
SHOTS = {
    "German 2 at the BAR man": ("German 2", "BAR"),
    "German 3 at American 6": ("German 3", "American 6"),
    "German 4 at the sergeant": ("German 4", "Sergeant McDonald"),
    "American 3 at German 3": ("American 3", "German 3"),
    "American 4 at German 3": ("American 4", "German 3"),
    "BAR man at German 3": ("BAR", "German 3"),
}


def example_rolls() -> list[dict[str, Any]]:
    lines = (Path(__file__).parent / "examples.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line)["ask"]["inputs"] for line in lines if '"example-roll"' in line]


@pytest.mark.parametrize("roll", example_rolls(), ids=lambda roll: str(roll["shot"]))
def test_the_table_of_stenay_measures_what_the_book_tells(roll: dict[str, Any]) -> None:
    table, state = start("stenay", *SHOTS[roll["shot"]])
    found = asked(table, state)
    assert (found.calculator, found.why_not) == ("fire", "")
    assert found.inputs["firepower"] + found.inputs["penalty"] == roll["net_firepower"]
    assert found.inputs["defense"] == roll["defense"]
    if roll.get("save_roll") is not None:
        assert found.inputs["cover"] == roll["cover"]


def test_every_shot_of_the_example_battle_is_told() -> None:
    assert {roll["shot"] for roll in example_rolls()} == set(SHOTS)


@pytest.mark.parametrize("firer", ["LMG", "German 1"])
def test_the_lmg_and_rifleman_1_reach_nobody(firer: str) -> None:
    table, state = start("stenay", firer)
    for target, unit in state.units.items():
        if unit.side == "own":
            assert "PT-9" in asked(table, replace(state, target=target)).why_not
    in_woods = asked(table, replace(state, target="American 1")).why_not
    assert "5″ is the range into or through the woods (PT-9)" in in_woods


def test_schmidt_is_out_of_the_range_of_his_smg() -> None:
    table, state = start("stenay", "Schmidt", "American 6")
    assert "5″ is the range" in asked(table, state).why_not


# --- the turn, PT-12 and PT-13
def test_who_moved_pays_for_it_in_attacking_fire_only() -> None:
    table, state = start("stenay", "BAR", "German 3")
    assert asked(table, state).inputs["penalty"] == -2
    assert fact(table, state, "Fires")[0] == "attacking fire, step 3"
    theirs = state.at(state.position.with_stock(HALF_TURN, 2))
    assert asked(table, theirs).inputs["penalty"] == 0
    assert fact(table, theirs, "Fires")[0] == "defensive fire, step 5"
    still = changed(state, "BAR", posture="infantry-stationary")
    assert asked(table, still).inputs["penalty"] == 0


def test_a_turret_pays_less_than_a_hull_and_a_gun_that_moved_is_silent() -> None:
    table, state = start("tank-duel")
    assert asked(table, state).inputs["penalty"] == -1
    assert asked(table, changed(state, "Sherman 76", mount="roof")).inputs["penalty"] == -2
    gun = replace(state, shooter="57 mm", target="Grenadier")
    gun = put(gun, "57 mm", 22.6, 4.4, 330)
    moved = changed(gun, "57 mm", posture="gun-moving")
    assert "no attacking fire (PT-13)" in asked(table, moved).why_not
    assert "PT-13" not in asked(table, moved.at(moved.position.with_stock(HALF_TURN, 2))).why_not


# --- armour, PT-10, PT-11 and PT-14
@pytest.mark.parametrize(
    ("facing", "defence", "face"), [(230, 16, "front"), (90, 11, "side"), (0, 11, "rear")]
)
def test_turning_a_hull_shows_another_armour(facing: float, defence: int, face: str) -> None:
    table, state = start("tank-duel")
    turned = put(state, "Panther", 13.2, 14.4, facing)
    assert asked(table, turned).inputs["defense"] == defence
    assert fact(table, turned, "Defence") == (str(defence), f"{face} armour (PT-11)")


def test_a_wall_hides_the_hull_and_the_turret_counts() -> None:
    table, state = start("tank-duel", "Panther", "Sherman 75")
    hidden = asked(table, state)
    assert hidden.inputs["cover"] == "hard"
    assert hidden.inputs["defense"] == RULES.vehicles["M-4 A2 Sherman"].front
    away = changed(state, "Sherman 75", turret=Fraction(180))
    assert asked(table, away).inputs["defense"] == RULES.vehicles["M-4 A2 Sherman"].side_rear
    open_ground = put(away, "Sherman 75", 6.2, 10.5, 10)
    assert asked(table, open_ground).inputs["cover"] == "none"
    assert asked(table, open_ground).inputs["defense"] == RULES.vehicles["M-4 A2 Sherman"].front


def test_a_rifle_has_nothing_against_armour_and_a_rocket_nothing_against_men() -> None:
    table, state = start("tank-duel", "Bazooka", "Grenadier")
    assert asked(table, state).why_not == "The bazooka has no firepower against soft targets (PT-10)."
    table, state = start("artillery-support", "Rifles", "PaK 40")
    assert asked(table, state).inputs["target"] is Target.MAN


def test_a_hull_gun_fires_only_ahead() -> None:
    table, state = start("tank-duel", "Jagdpanther", "57 mm")
    assert "30° to either side (PT-8)" in asked(table, put(state, "Jagdpanther", 22.2, 16.2, 120)).why_not
    assert asked(table, put(state, "Jagdpanther", 22.2, 16.2, 150)).why_not == ""
    assert table.scene(state, RULES).of_role("arc")


def test_the_morale_of_the_crew_and_its_quality_are_asked() -> None:
    table, state = start("tank-duel")
    found = asked(table, state)
    assert (found.calculator, found.inputs["elite"], found.inputs["already_immobilised"]) == (
        "tank-shot",
        True,
        False,
    )
    stuck = changed(state, "Panther", immobilised=True, figure="green")
    assert asked(table, stuck).inputs["already_immobilised"] is True
    assert asked(table, stuck).inputs["green"] is True
    assert "Panther · immobilised" in {base.shown for base in table.scene(stuck, RULES).bases}
    assert fact(table, replace(stuck, shooter="Panther", target=""), "Move") == (
        "0″",
        "it is immobilised (PT-25)",
    )
    broken = changed(state, "Sherman 76", morale=Morale.BROKEN)
    assert asked(table, broken).calculator == "fire"
    assert asked(table, broken).inputs["broken"] is True


# --- lines of fire, PT-7 and PT-9
def test_a_wreck_blocks_and_smoke_does() -> None:
    table, state = start("tank-duel", "Sherman 75", "Panther")
    assert asked(table, state).why_not == ""
    behind = put(state, "Panther", 7.4, 18.4, 180)
    assert asked(table, behind).why_not == "The line of fire is blocked by the wreck of Pz IV (PT-7)."
    smoke = state.at(state.position.with_marker(Marker("smoke", 9.5, 11)))
    assert asked(table, smoke).why_not == "The line of fire is blocked by smoke (PT-7)."
    assert len(table.scene(smoke, RULES).of_role("terrain: smoke")) == 1


def test_an_afv_that_a_man_stands_behind_is_hard_cover() -> None:
    table, state = start("tank-duel", "Sherman 76", "Grenadier")
    assert asked(table, state).inputs["cover"] == "none"
    behind = put(state, "Grenadier", 13.3, 15.6)
    found = asked(table, behind)
    assert (found.inputs["cover"], found.why_not) == ("hard", "")
    assert found.counted[-1] == "Grenadier behind Panther"
    gone = changed(behind, "Panther", destroyed=True)
    assert asked(table, gone).inputs["cover"] == "hard"
    apart = put(behind, "Grenadier", 13.6, 17.6)
    assert asked(table, apart).why_not == "The line of fire is blocked by Panther (PT-7)."


def test_who_stands_high_sees_over_men_but_not_over_a_higher_hill() -> None:
    table, state = start("artillery-support", "Observers", "Volksgrenadier")
    assert "the long hill" in asked(table, state).why_not
    table, state = start("stenay", "American 5", "German 2")
    between = put(put(state, "American 5", 9.5, 4.0), "American 3", 10.4, 9.0)
    assert asked(table, between).why_not == "The line of fire is blocked by American 3 (PT-7)."
    high = put(put(between, "American 5", 12.9, 6.4), "American 3", 12.25, 9.0)
    assert asked(table, high).why_not == ""


def test_who_shot_out_of_the_edge_of_a_wood_is_exposed() -> None:
    table, state = start("artillery-support", "Rifles", "HMG")
    near = put(state, "Rifles", 14.4, 8.6)
    assert asked(table, near).why_not == ""
    hidden = changed(near, "HMG", exposed=False)
    assert "5″ is the range into or through the wood (PT-9)" in asked(table, hidden).why_not
    out = replace(hidden, shooter="HMG", target="Rifles")
    assert asked(table, out).why_not == ""


# --- satchel charges, flamethrowers, shells, smoke (PT-21 to PT-23, PT-26)
def test_a_charge_runs_through_the_fire_of_those_who_see_its_carrier() -> None:
    table, state = start("satchel-charge")
    found = asked(table, state)
    assert found.calculator == "satchel-run"
    assert found.inputs["target_defense"] == RULES.vehicles["Panzer VI B King Tiger"].side_rear
    assert found.counted == (
        "defensive fire where he stands: King Tiger (5), Rifle 2 (1), Rifle 3 (1), Recruit (0)",
    )
    rally = changed(state, "Recruit", morale=Morale.GOOD)
    assert asked(table, rally).inputs["defensive_shots"] == [5, 1, 1, 1]
    fewer = changed(changed(rally, "Recruit", destroyed=True), "King Tiger", spent=True)
    assert asked(table, fewer).inputs["defensive_shots"] == [1, 1]
    before, after = (
        answer(BOOK.calculators["satchel-run"], asked(table, each).inputs, RULES) for each in (state, fewer)
    )
    assert before.fraction("carrier killed") > after.fraction("carrier killed")
    pinned = changed(state, "Engineer", pinned=True)
    assert "it is pinned (PT-19)" in asked(table, pinned).why_not


def test_a_flamethrower_asks_for_its_fuel() -> None:
    table, state = start("satchel-charge", "Flame", "King Tiger")
    found = asked(table, state)
    assert (found.calculator, found.inputs["penalty"]) == ("flamethrower-shot", -2)
    assert asked(table, changed(state, "Flame", spent=True)).why_not == "Flame has used up what it fires."


def test_shells_come_in_attacking_fire_where_the_team_sees() -> None:
    table, state = start("artillery-support")
    found = asked(table, state)
    assert (found.calculator, found.inputs["rounds"], found.inputs["firepower"]) == ("indirect-mission", 2, 5)
    more = state.at(state.position.with_stock(SHELLS, 4))
    assert asked(table, more).inputs["rounds"] == 4
    theirs = state.at(state.position.with_stock(HALF_TURN, 2))
    assert asked(table, theirs).why_not == "Indirect fire is never defensive fire (PT-23)."


def test_off_table_mortars_reach_ten_inches_less() -> None:
    table, state = start("artillery-support")
    for mortar, why_not in (
        ("light-mortar", "HMG is 15.6″ from the edge; off-table, a light-mortar reaches 5″ (PT-23)."),
        ("medium-mortar", ""),
    ):
        assert asked(table, changed(state, "Observers", weapon=mortar)).why_not == why_not


@pytest.mark.parametrize(
    ("firer", "limited", "why_not"),
    [("81 mm", False, ""), ("Chaffee", True, ""), ("Rifles", False, "has no smoke")],
)
def test_smoke_is_fired_at_a_point(firer: str, limited: bool, why_not: str) -> None:
    table, state = start("artillery-support", firer, "Smoke here")
    found = asked(table, state)
    assert (found.calculator, found.inputs) == ("smoke-round", {"limited": limited})
    assert bool(found.why_not) is bool(why_not)
    assert why_not in found.why_not


# --- morale, PT-24
def test_one_alone_checks_the_morale_of_its_group() -> None:
    table, state = start("satchel-charge", "Engineer")
    alone = asked(table, replace(state, target=""))
    assert alone.calculator == "morale-check"
    assert alone.inputs == {"elite": False, "green": False, "leaderless": False, "immobilised": False}
    assert alone.counted == (
        "its group, within 3″: Engineer, Sergeant, MMG",
        "men on foot must be formed in groups of 6 or more (PT-24)",
    )
    apart = put(replace(state, target=""), "Sergeant", 20, 2)
    assert (asked(table, apart).inputs["leaderless"], asked(table, apart).inputs["elite"]) == (True, True)
    tank = asked(table, replace(state, shooter="King Tiger", target=""))
    assert (tank.inputs["leaderless"], tank.inputs["immobilised"]) == (False, True)


@pytest.mark.parametrize(("answer", "leaderless"), [("a", ["57 mm"]), ("b", ["57 mm", "Tiger"]), ("c", [])])
def test_a_reading_says_whose_crews_are_leaderless(answer: str, leaderless: list[str]) -> None:
    table, state = start("half-track")
    rules = RULES.variant({"T8": answer})
    checks = {
        name: table.asked(replace(state, shooter=name, target=""), rules)
        for name in ("57 mm", "Tiger", "BAR")
    }
    assert [name for name, check in checks.items() if check.inputs["leaderless"]] == leaderless


@pytest.mark.parametrize(("answer", "penalty"), [("a", -2), ("b", -1)])
def test_a_reading_says_what_a_roof_gun_loses_after_a_move(answer: str, penalty: int) -> None:
    table, state = start("half-track", "M-3", "Rider")
    moved = changed(state, "M-3", moved=True, looks_out=True)
    assert table.asked(moved, RULES.variant({"T7": answer})).inputs["penalty"] == penalty


@pytest.mark.parametrize(("answer", "loss"), [("a", 0), ("b", 2)])
def test_a_reading_says_whether_moved_observers_direct_shells_worse(answer: str, loss: int) -> None:
    rules = RULES.variant({"T10": answer})
    table, state = start("artillery-support")
    still = table.asked(state, rules)
    moved = table.asked(changed(state, state.shooter, posture="infantry-run"), rules)
    assert moved.inputs["defense"] - still.inputs["defense"] == loss
    assert len(moved.counted) - len(still.counted) == (loss > 0)
    assert table.observers_moved(state.units[state.shooter], rules) == 0


@pytest.mark.parametrize(("answer", "silent"), [("a", False), ("b", True)])
def test_a_reading_says_whether_mortars_fire_smoke(answer: str, silent: bool) -> None:
    table, state = start("artillery-support")
    refused = table.asked(replace(state, shooter="81 mm", target="Smoke here"), RULES.variant({"T9": answer}))
    assert (
        refused.why_not == "81 mm (medium-mortar) has no smoke: guns of 75 mm or more have (PT-26)."
    ) is silent


# --- movement, PT-2 and PT-4
HILL = ((0, 0), (30, 0), (30, 20), (0, 20))
STRIP = ((10, 0), (20, 0), (20, 20), (10, 20))
COPSE = ((14, 5.6), (15.3, 6.8), (14, 8))


@pytest.mark.parametrize(
    ("name", "ground", "roads", "hill_last", "wanted"),
    [
        ("Bazooka", "wood", [], False, 8 * 4),
        ("Bazooka", "wood", [], True, 8 * 4),
        ("Bazooka", "hill", [], False, 8 * 2),
        ("Sherman 76", "hill", [((15, 0), (15, 20))], False, 8),
        ("Sherman 76", "rough", [((15, 0), (15, 20))], True, 8),
    ],
)
def test_what_lies_on_a_steep_hill_divides_a_move_again(
    name: str, ground: str, roads: list[Any], hill_last: bool, wanted: int
) -> None:
    table, state = start("tank-duel")
    lie = [
        replace(table.setup.patches[0], ground=kind, corners=corners)
        for kind, corners in (("steep hill", HILL), (ground, STRIP))
    ]
    setup = replace(table.setup, patches=tuple(lie[::-1] if hill_last else lie), roads=())
    steep = replace(table, setup=setup)
    if roads:
        steep = replace(table, setup=replace(setup, roads=(replace(table.setup.roads[0], points=roads[0]),)))
    here = state.position.moved(name, Place(15, 4, 0))
    assert steep.way_to(name, Place(15, 12), BoardState(here), RULES).spent == wanted


def test_men_go_round_a_wood_on_a_steep_hill() -> None:
    table, state = start("tank-duel")
    lie = [
        replace(table.setup.patches[0], ground=kind, corners=corners)
        for kind, corners in (("steep hill", HILL), ("wood", COPSE))
    ]
    bare = replace(table, setup=replace(table.setup, patches=tuple(lie), roads=()))
    runs = changed(state, "Bazooka", moves=Mover.RUN, posture="infantry-stationary")
    here = BoardState(runs.position.moved("Bazooka", Place(15, 5.5)))
    way = bare.way_to("Bazooka", Place(15, 8.1), here, RULES)
    assert way.is_legal
    assert len(way.path) > 2, "straight it would cost 6.3 of 6 inches"


def test_smoke_takes_nothing_from_the_ground_under_it() -> None:
    table, state = start("tank-duel")
    position = state.position.moved("Bazooka", Place(15, 10))
    clear = table.way_to("Bazooka", Place(18, 10), BoardState(position), RULES)
    hidden = position.with_marker(Marker(SMOKE, 17.5, 10.0))
    assert table.way_to("Bazooka", Place(18, 10), BoardState(hidden), RULES) == clear
    assert clear.spent > 3


def test_nobody_runs_twice_and_wheels_keep_out_of_woods() -> None:
    table, state = start("stenay", "American 1")
    assert fact(table, state, "Move") == (
        "3″",
        "it ran before: never two turns in a row (PT-2); a wall or hedge takes 1″",
    )
    assert fact(table, changed(state, "American 1", posture="infantry-assault"), "Move")[0] == "6″"
    table, state = start("artillery-support", "Truck")
    assert {"wood", "rough", "buildings", "wall", "hedge"} == table.going(state.units["Truck"], RULES).closed
