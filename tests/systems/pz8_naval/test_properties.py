"""Pz8 Naval over its whole domain: any allowed input is answered, bad input in one sentence, odds behave."""

import json
import random
from fractions import Fraction
from typing import Any

import pytest

import pz8edu
from pz8edu.asking.json_lines import batch, line_answer
from pz8edu.core import Enumerating, Scripted, Waiting
from pz8edu.errors import BadInput
from pz8edu.systems.pz8_naval.air_raids import raids_this_turn
from pz8edu.systems.pz8_naval.cruisers import salvos_at_once
from pz8edu.systems.pz8_naval.damage import salvo
from pz8edu.systems.pz8_naval.factors import gun_row, main_battery, sample_batteries, sample_ship
from pz8edu.systems.pz8_naval.situations import Salvo
from pz8edu.systems.pz8_naval.words import Gun, Show
from tests.systems.whole_domain import ANSWERS, WholeDomain

DOMAIN = WholeDomain("pz8-naval")
NAVAL, INTERFACE = DOMAIN.system, DOMAIN.interface
lines, chance = DOMAIN.lines, DOMAIN.chance


def fits_together(line: dict[str, Any]) -> bool:
    """Do the inputs go together: a ship in its own half, two ships of one scale?"""
    i = line["inputs"]
    if line.get("board") == "legal-moves":
        return (i["zone"] <= 4) is (i["side"] == "south")
    if line.get("chain") == "gunnery-duel":
        late = ("Exeter", "Ajax", "Achilles", "Graf Spee (main only)")
        return (i["x"] in late) is (i["y"] in late)
    return True


@pytest.mark.whole_domain(3)
@pytest.mark.parametrize(("kind", "name"), DOMAIN.questions)
def test_every_input_is_answered(kind: str, name: str) -> None:
    memo: dict[Any, Any] = {}
    for line in lines(kind, name, 8 if name == "gunnery-duel" else 40):
        answer = line_answer(line, memo)
        assert list(answer) == [ANSWERS[kind] if fits_together(line) else "error"], line
        if kind == "calculators":
            DOMAIN.check_odds(name, answer["outcomes"])


def test_a_thousand_mixed_lines_as_one_batch() -> None:
    mixed = [line for kind, name in DOMAIN.questions if kind != "chains" for line in lines(kind, name, 40)]
    random.Random(1941).shuffle(mixed)
    answers = [json.loads(text) for text in batch(map(json.dumps, mixed[:960]))]
    assert len(answers) == 960
    assert {next(iter(answer)) for answer in answers} == {"outcomes", "result", "error"}


# --- monotone where the rule is
def test_farther_and_more_hindered_shots_straddle_less() -> None:
    for gun in Gun:
        near = [chance("straddle", "straddle", gun=gun, range=zones) for zones in (1, 2, 3, 4)]
        assert near == sorted(near, reverse=True)
        hits = [chance("straddle", "straddle", gun=gun, range=1, turret_hits=t) for t in range(6)]
        assert hits == sorted(hits, reverse=True)


def test_attack_helps_and_defence_protects() -> None:
    sunk = ("crippled", "sunk")
    by_attack = [chance("salvo", *sunk, att=att) for att in range(7)]
    by_defence = [chance("salvo", *sunk, target_def=defence) for defence in range(1, 8)]
    assert by_attack == sorted(by_attack)
    assert by_defence == sorted(by_defence, reverse=True)


def test_damage_done_already_makes_sinking_likelier() -> None:
    sinks = [chance("salvo", "sunk", range=1, h=h) for h in range(5)]
    assert sinks == sorted(sinks)
    assert chance("salvo", "sunk", h=7, target_def=4) == chance("salvo", "sunk", h=4, target_def=4)


def test_four_zones_is_a_knife_edge() -> None:
    assert chance("straddle", "straddle", range=4) == Fraction(1, 6)
    for hindrance in ({"broadside": False}, {"turret_hits": 1}, {"multi": True}, {"smoke": True}):
        assert chance("straddle", "straddle", range=4, **hindrance) == 0
        assert chance("straddle", "straddle", range=4, target_crippled=True, **hindrance) == Fraction(1, 6)


def test_matapan_torpedoes() -> None:
    raids = pz8edu.ask("pz8-naval", "air-raid", raids=2, target_att=5, target_def=5)
    assert sum(raids.fraction(word) for word in ("H3 T0", "H4 T0", "crippled T0", "sunk")) == Fraction(7, 18)
    assert raids.fraction("H0 T0") == Fraction(1, 4)
    points = pz8edu.ask("pz8-naval", "air-raid-points")
    assert points.map(int).expectation() == 1


def test_out_of_action_at_once_is_as_likely_for_hood() -> None:
    for hood in (False, True):
        assert chance("hit-result", "crippled", "sunk", hood=hood) == Fraction(1, 18)


# --- the same rule for every umpire
@pytest.mark.whole_domain(3)
@pytest.mark.parametrize("name", [name for name in INTERFACE["calculators"] if name != "side-roll"])
def test_sampling_agrees_with_the_tree(name: str) -> None:
    DOMAIN.check_sampling(name)


@pytest.mark.parametrize("name", [name for name in INTERFACE["calculators"] if name != "side-roll"])
def test_every_calculator_can_be_played_die_by_die(name: str) -> None:
    DOMAIN.check_die_by_die(name, lines("calculators", name, 12))


def test_a_salvo_by_hand() -> None:
    dice = {"to straddle": 5, "firer": 6, "target": 4, "damage 1: hit: damage": 6}
    with pytest.raises(Waiting) as waiting:
        Scripted(dice).play(salvo, Salvo(), NAVAL.rules)
    assert waiting.value.missing == ("damage 1: hit: critical",)
    dice |= {"damage 1: hit: critical": 3, "damage 1: hit: D3": 5, "damage 2: hit: damage": 5}
    told = Salvo(show=Show.STATES)
    assert str(Scripted(dice).play(salvo, told, NAVAL.rules)) == "H3 T1"
    with pytest.raises(BadInput, match="to straddle"):
        Scripted(dice | {"to straddle": 7}).play(salvo, told, NAVAL.rules)


def test_trees_are_small_enough_to_read() -> None:
    tree = Enumerating().tree(NAVAL.calculators["salvo"].rule, Salvo(), NAVAL.rules)
    assert tree.leaves <= 20


# --- what no calculator asks
def test_torpedoes_in_one_fire_phase() -> None:
    for reading, wanted in (("a", (3, 3)), ("b", (1, 1)), ("c", (3, 0))):
        rules = NAVAL.rules.variant(R23=reading)
        assert (salvos_at_once(3, False, rules), salvos_at_once(3, True, rules)) == wanted


def test_land_based_raids_come_once_or_wait() -> None:
    for reading in "ab":
        assert chance("air-raid-points", "0", reading=f"R18={reading}", land_based=True, raids=2) == Fraction(
            25, 36
        )


def test_raids_are_a_stock_or_come_every_turn() -> None:
    every_turn = NAVAL.rules.variant(R15="b")
    assert [raids_this_turn((3,), flown, NAVAL.rules) for flown in range(4)] == [2, 2, 1, 0]
    assert [raids_this_turn((3,), flown, every_turn) for flown in range(4)] == [2, 2, 2, 2]
    assert (raids_this_turn((2, 1), 0, NAVAL.rules), raids_this_turn((2, 1), 0, every_turn)) == (2, 3)


def test_guns_find_their_rows() -> None:
    rows = {18: "18-14", 14: "18-14", 13: "18-14", 12: "12-8", 9: "12-8", 8: "12-8"}
    assert {inches: str(gun_row(Fraction(inches), 7, NAVAL.rules)) for inches in rows} == rows
    assert gun_row(Fraction("5.9"), 11, NAVAL.rules) is Gun.CRUISER_LIGHT
    with pytest.raises(BadInput, match=r"no row .* holds 6 inches"):
        gun_row(Fraction(6), 7, NAVAL.rules)


def test_printed_ranges_are_those_of_the_guns() -> None:
    for name, battery in sample_batteries(NAVAL.rules).items():
        section = 11 if name.partition(" (")[0] in NAVAL.rules.river_plate else 7
        scores = NAVAL.rules.scores[battery.gun(section, NAVAL.rules)]
        assert battery.range == sum(score is not None for score in scores)


def test_ships_that_are_not_there() -> None:
    with pytest.raises(BadInput, match="Hood"):
        sample_ship("Hod", NAVAL.rules)
    with pytest.raises(BadInput, match="air raids"):
        main_battery(sample_ship("Formidable", NAVAL.rules))


@pytest.mark.parametrize(
    ("tons", "step", "nearest", "up", "down"),
    [
        (0, 10000, 0, 0, 0),
        (19999, 10000, 2, 2, 1),
        (20000, 10000, 2, 2, 2),
        (20001, 10000, 2, 3, 2),
        (24999, 10000, 2, 3, 2),
        (25000, 10000, 3, 3, 2),
        (5000, 5000, 1, 1, 1),
        (7499, 5000, 1, 2, 1),
        (7500, 5000, 2, 2, 1),
    ],
)
def test_tonnage_at_and_beside_an_exact_multiple(
    tons: int, step: int, nearest: int, up: int, down: int
) -> None:
    found = pz8edu.ask("pz8-naval", "defence-formula", tons=tons, tons_per_point=step)
    assert found == {"nearest": nearest, "up": up, "down": down}


def test_the_step_of_section_11_is_a_number_of_the_ruleset() -> None:
    rules = NAVAL.rules.variant(tons_for_point_of_cruiser=4000)
    found = pz8edu.ask("pz8-naval", "defence-formula", tons=8000, tons_per_point=5000, rules=rules)
    assert found == {"nearest": 2, "up": 2, "down": 2}


# --- variants
def test_a_designer_changes_a_number_a_cell_and_a_reading() -> None:
    rules = NAVAL.rules.variant({"straddle/18-14/zone_4": 5, "repair_on": 4, "R9": "b"})
    assert str(rules) == "pz8-naval(repair_on=4, straddle/18-14/zone_4=5, R9=b)"
    assert pz8edu.ask("pz8-naval", "straddle", range=4, rules=rules).fraction("straddle") == Fraction(1, 3)
    assert pz8edu.ask("pz8-naval", "repair", h=1, rules=rules).fraction("H0 T0") == Fraction(1, 2)
    harsh = NAVAL.rules.variant({"critical/5/result": "sunk"})
    assert pz8edu.ask("pz8-naval", "hit-result", rules=harsh).fraction("sunk") == Fraction(1, 18)
    with pytest.raises(BadInput, match="withdraws_up_to"):
        NAVAL.rules.variant(withdraws_up_to=5)


# --- bad input
@pytest.mark.parametrize(
    ("ask", "words"),
    [
        ({"calculator": "straddle", "inputs": {"gun": "18-15"}}, "18-14"),
        ({"calculator": "straddle", "inputs": {"range": 5}}, "from 1 to 4"),
        ({"calculator": "straddle", "inputs": {"rnage": 2}}, "range"),
        ({"calculator": "straddle", "inputs": {"turret_hits": -1}}, "from 0 to 5"),
        ({"calculator": "salvo", "inputs": {"target_def": 0}}, "from 1 to 7"),
        ({"calculator": "apply-hits", "inputs": {}}, "hits is required"),
        ({"calculator": "gun-damage", "inputs": {"defence": 3}}, "def"),
        ({"calculator": "repair", "inputs": {"choice": "hull"}}, "H, T"),
        ({"calculator": "air-raid", "inputs": {"raids": 3}}, "from 1 to 2"),
        ({"calculator": "npo-move", "inputs": {"depth": 2.5}}, "whole number"),
        ({"chain": "repair-all", "inputs": {"damage_points": 4, "turns": 0}}, "from 1 to 50"),
        ({"chain": "gunnery-duel", "inputs": {"x": "Bismark", "y": "Hood", "turns": 1}}, "Bismarck"),
        ({"chain": "closing", "inputs": {"turns": None}}, "from 1 to 3"),
        ({"board": "legal-moves", "inputs": {"zone": 5, "side": "south"}}, "from 1 to 4"),
        ({"board": "attack-formula", "inputs": {"calibre": 2, "guns": 8}}, "from 3 to 18"),
        ({"board": "attack-formula", "inputs": {"calibre": 8, "guns": 8, "section": 9}}, "7, 11"),
        ({"board": "range", "inputs": {"zone_a": 0, "zone_b": 4}}, "from 1 to 8"),
        ({"calculator": "straddle", "inputs": {}, "reading": "R4=d"}, "a, b, c"),
        ({"calculator": "straddle", "inputs": {}, "reading": "R3=a"}, "R"),
    ],
)  # fmt: skip
def test_bad_input_gets_one_sentence(ask: dict[str, Any], words: str) -> None:
    answer = line_answer({"system": "pz8-naval"} | ask)
    assert list(answer) == ["error"]
    assert words in answer["error"]
    assert "\n" not in answer["error"]
