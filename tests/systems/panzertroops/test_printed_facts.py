"""What Panzertroops prints and no die decides: crews, carriers, options, organisations, Side A."""

from __future__ import annotations

from dataclasses import replace

import pytest

from pz8edu import rule_of
from pz8edu.asking.ask import answer
from pz8edu.pages.printed_sections import printed_sections
from pz8edu.systems import system
from tests.systems.on_the_table import Tables, changed

BOOK = system("panzertroops")
RULES = BOOK.rules
TABLES = Tables("panzertroops")
start, asked, fact = TABLES.start, TABLES.asked, TABLES.fact


# --- PT-1, PT-17
def test_a_weapon_without_its_whole_crew_does_not_fire() -> None:
    table, state = start("satchel-charge", "MMG", "Sergeant")
    team = state.units["MMG"]
    assert team.crew(RULES) == 2
    assert "crew_lost" in table.changes("MMG", state, RULES)
    enemy = next(name for name, unit in state.units.items() if unit.side != team.side)
    alone = changed(replace(state, target=enemy), "MMG", crew_lost=1)
    assert asked(table, alone).why_not.startswith("MMG needs a crew of 2 to fire and has 1;")
    assert "crew incomplete" in alone.units["MMG"].harm


def test_what_one_man_fires_asks_for_no_crew() -> None:
    table, state = start("stenay")
    assert state.units["American 1"].crew(RULES) == 1
    assert "crew_lost" not in table.changes("American 1", state, RULES)


# --- PT-5
def test_the_german_jeep_tows_nothing_and_the_american_a_light_gun() -> None:
    rows = RULES.soft_vehicles
    assert rows["Kübelwagen or jeep"].tows == "nothing"
    assert rows["US jeep"].tows == "an AT gun of 57 mm or less"
    assert "American" in RULES.carriers["jeep"].note
    assert RULES.soft_vehicles["motorcycle with sidecar"].men == 3
    assert RULES.riders_outside == 6


# --- U5
FITTED = [row.option for row in RULES.vehicle_options.rows if row.points and (row.gun or row.machine_guns)]


@pytest.mark.parametrize("option", FITTED)
def test_the_formula_gives_the_printed_price_of_an_option(option: str) -> None:
    row = RULES.vehicle_options[option]
    listed = RULES.vehicles[row.vehicle]
    guns = listed.guns.replace(row.instead_of, row.gun) if row.gun else listed.guns
    inputs = {"vehicle": row.vehicle, "speed": listed.speed, "front": listed.front}
    inputs |= {"side_rear": listed.side_rear}
    plain = {"guns": listed.guns.split(), "machine_guns": listed.machine_guns}
    more = {"guns": guns.split(), "machine_guns": listed.machine_guns + row.machine_guns}
    ask = BOOK.boards["vehicle-points"]
    without, fitted = (answer(ask, inputs | each, RULES)["value"] for each in (plain, more))
    assert fitted - without == pytest.approx(row.points)


def test_every_option_is_of_a_listed_vehicle() -> None:
    assert {row.vehicle for row in RULES.vehicle_options.rows} <= set(RULES.vehicles)
    assert RULES.value("vehicle_options/StuG III with AT gun/points") == 6


# --- PT-30
def test_squads_are_counted() -> None:
    rows = RULES.organisations
    assert rows["German infantry squad"].men == 1 + 2 + 6
    assert rows["Panzergrenadier squad"].men == 1 + 2 + 4 + 1
    assert rows["Volkssturm squad"].men == 1 + 2 + 3 + 2 + 1
    assert rows["weapons section of infantry"].men == 3 + 2 * 2 + 11
    assert rows["US tank company"].vehicles == 3 * 5 + 2
    assert rows["German tank company"].vehicles == 3 * 4 + 2
    assert "organisations" in repr(rule_of("panzertroops", "PT-30"))


# --- who is Side A, PT-26, PT-24
def test_who_is_side_a_stands_before_the_first_step() -> None:
    first = RULES.sequence.rows[0]
    assert (first.step, first.side) == ("0", "both")
    assert "offensive" in first.what
    doubts = printed_sections(RULES)["sequence"].doubts
    assert [each.doubt for each in doubts] == ["side-a"]


def test_nobody_has_smoke_in_bad_weather() -> None:
    table, state = start("artillery-support")
    gun, point = next(iter(state.units)), "Smoke here"
    armed = changed(replace(state, shooter=gun, target=point), gun, weapon="at-medium", fires="", vehicle="")
    stormy = replace(table, setup=replace(table.setup, bad_weather=True))
    assert "bad" not in asked(table, armed).why_not
    assert asked(stormy, armed).why_not == "The weather is bad: neither side can use smoke (PT-26)."


@pytest.mark.parametrize("morale", ["shaken", "broken"])
def test_the_shaken_and_the_broken_do_not_go_nearer(morale: str) -> None:
    table, state = start("stenay", "German 2", "BAR")
    unit = changed(state, "German 2", morale=type(state.units["German 2"].morale)(morale))
    assert fact(table, unit, "Move")[1].endswith(f"{morale}: not nearer to the enemy (PT-24)")


@pytest.mark.parametrize(
    ("section", "words"),
    [
        ("PT-15", "soft targets in hard cover"),
        ("PT-16", "Armour-piercing fire is never split"),
        ("PT-17", "Weapons of the enemy may not be used"),
        ("PT-24", "surrenders to any enemy who is now within 3 inches"),
        ("PT-24", "groups of 6 or more, each with a noncom or officer"),
        ("PT-26", "Russian tanks carry none"),
        ("PT-27", "The scenario says who wins"),
    ],
)
def test_pages_say_what_players_must_do(section: str, words: str) -> None:
    assert words in " ".join(" ".join(block.says) for block in rule_of("panzertroops", section).blocks)
