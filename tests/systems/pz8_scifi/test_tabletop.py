"""Pz8 Sci-Fi on the table: what the board measures, refuses and fills in, and units whose state changes."""

from dataclasses import replace
from fractions import Fraction
from itertools import permutations

import pytest

from pz8edu.asking.ask import answer
from pz8edu.board.position import Place
from pz8edu.board.tabletop import BoardState
from pz8edu.errors import BadInput
from pz8edu.systems import system
from pz8edu.systems.pz8_scifi.points import OneSample, sample_cost
from pz8edu.systems.pz8_scifi.ruleset import SciFi
from pz8edu.systems.pz8_scifi.setups import SATELLITE, UnitOnTable
from pz8edu.systems.pz8_scifi.tabletop import SciFiTable, tabletop
from pz8edu.systems.pz8_ww2 import setups as ww2
from pz8edu.systems.pz8_ww2.words import Condition, Cover
from tests.systems.on_the_table import Tables, changed

BOOK = system("pz8-scifi")
RULES = BOOK.rules
assert isinstance(RULES, SciFi)
SUPPORT, SMALL = "what-is-in-orbit", "two-tanks"
SKIRMISH, RAID, ORBIT = "the-big-skirmish", "the-one-day-conflict", "the-seven-thousand-years-war"
State = BoardState[ww2.UnitOnTable]
TABLES = Tables("pz8-scifi")
start, asked, fact = TABLES.start, TABLES.asked, TABLES.fact


def put(state: State, name: str, x: float, y: float, facing: float = 0) -> State:
    return state.at(state.position.moved(name, Place(x, y, facing)))


# --- every table, every pair
@pytest.mark.parametrize("name", BOOK.tabletops)
def test_every_table_is_drawn_and_told(name: str) -> None:
    table = BOOK.tabletop(name)
    assert isinstance(table, SciFiTable) == (name in (SKIRMISH, RAID, ORBIT, SUPPORT, SMALL))
    state = table.opening()
    scene = table.scene(state, RULES)
    assert scene.title
    riding = {name for name, unit in state.units.items() if unit.rides}
    assert {base.name for base in scene.bases} >= set(state.units) - riding
    assert all(each.name and each.value for each in table.facts(state, RULES))
    assert table.asked(state, RULES) is not None


@pytest.mark.parametrize("name", [SKIRMISH, RAID, ORBIT])
def test_every_pair_asks_a_question_with_odds_or_is_refused_with_a_reason(name: str) -> None:
    table, state = start(name)
    calculators, refused = set(), set()
    units = [name for name, unit in state.units.items() if not unit.rides]
    pairs = [*permutations(units, 2), *((one, two) for one in table.aircraft for two in units)]
    for number, (shooter, target) in enumerate(pairs):
        chosen = replace(state, shooter=shooter, target=target)
        found = asked(table, chosen)
        assert BOOK.calculators[found.calculator].situation.read(found.inputs)
        assert found.why_not == "" or found.why_not.endswith(".")
        calculators.add(found.calculator)
        refused.add(bool(found.why_not))
        if number % 7 == 0:
            odds = answer(BOOK.calculators[found.calculator], found.inputs, RULES)
            assert sum(odds.fractions().values()) == 1
            scene = table.scene(chosen, RULES)
            clear = (*scene.of_role("sight: clear"), *scene.of_role("shot"))
            assert (len(clear), len(scene.of_role("sight: blocked"))) == ((0, 1) if found.why_not else (1, 0))
            assert table.facts(chosen, RULES)
    assert refused == {True, False}
    assert (
        calculators
        >= {SKIRMISH: {"transport-fire"}, RAID: {"gev-fire"}, ORBIT: {"indirect-fire", "air-attack"}}[name]
    )


def test_a_file_that_names_what_the_book_has_not_is_refused() -> None:
    unit = {"name": "X", "side": "own", "x": 1, "y": 1}
    with pytest.raises(BadInput, match="Medium MBT"):
        UnitOnTable.read(unit | {"sample": "Medium Tank"})
    with pytest.raises(BadInput, match="unknown input 'hq'"):
        UnitOnTable.read(unit | {"sample": "Infantry", "hq": True})
    with pytest.raises(BadInput, match="unknown table"):
        tabletop("the-war-for-nothing")


def test_nothing_is_typed_in_a_file_that_a_table_of_the_book_holds() -> None:
    for name in BOOK.tabletops:
        for unit in BOOK.tabletop(name).start().units.values():
            rows = RULES.sample_rows[unit.sample]
            assert (unit.movement, unit.attack, unit.defence) == (
                rows.movement,
                rows.weapon or "",
                rows.target,
            )
            assert unit.what == unit.sample


# --- fire
def test_the_factors_are_those_of_the_sample_unit_and_hitech_counts() -> None:
    table, state = start(SKIRMISH, "Stork", "Steamroller")
    found = asked(table, state)
    assert (found.calculator, found.inputs["attack"], found.inputs["hitech"]) == ("direct-fire", 5, True)
    assert fact(table, state, "Needs") == (
        "4 or more",
        "4 or more, −1 target over half range, +1 hi-tech fire control",
    )
    plain = changed(state, "Stork", hitech=False)
    assert asked(table, plain).inputs["hitech"] is False
    assert fact(table, plain, "Needs")[0] == "5 or more"
    heavy = put(replace(state, shooter="Steamroller", target="Guards"), "Steamroller", 12, 9.6)
    close = put(heavy, "Guards", 16, 9.6)
    assert asked(table, close).inputs["attack"] == 5
    other = table.asked(close, RULES.variant(R45="b"))
    assert other is not None
    assert other.inputs["attack"] == 4


def test_walkers_see_over_everything_and_tanks_do_not() -> None:
    table, state = start(SKIRMISH, "Heron", "Rabble")
    behind = put(put(state, "Heron", 14.5, 3.4), "Rabble", 14.5, 9.6)
    assert fact(table, behind, "Sight") == ("clear", "Sight is clear: walkers always see and are seen (§5).")
    assert not asked(table, behind).why_not
    tank = put(replace(behind, shooter="Terrier"), "Terrier", 14.5, 3.4)
    tank = put(tank, "Heron", 27, 1)
    assert "blocked by the slag heap" in asked(table, tank).why_not


def test_whoever_carries_shares_the_damage() -> None:
    table, state = start(SKIRMISH, "Stork", "Weasel")
    state = put(state, "Weasel", 12, 9.5, 90)
    found = asked(table, state)
    assert (found.calculator, found.counted) == ("transport-fire", ("Infantry aboard: the same damage (§6)",))
    assert found.inputs["passenger_condition"] is Condition.OK
    hurt = changed(state, "Weasel", passenger_condition=Condition.SUPPRESSED)
    assert asked(table, hurt).inputs["passenger_condition"] is Condition.SUPPRESSED
    assert "Weasel · Infantry (suppressed) aboard" in {base.shown for base in table.scene(hurt, RULES).bases}
    for gone in ({"passenger": ""}, {"passenger_condition": Condition.DESTROYED}):
        assert asked(table, changed(state, "Weasel", **gone)).calculator == "direct-fire"


def test_what_may_be_changed_by_hand_is_what_a_unit_has() -> None:
    table, state = start(SKIRMISH)
    assert set(table.changes("Stork", state, RULES)) == {"condition", "fired"}
    carrier = table.changes("Weasel", state, RULES)
    assert set(carrier) == {"condition", "fired", "passenger", "passenger_condition"}
    for word, values in carrier.items():
        for value in values:
            assert changed(state, "Weasel", **{word: value}).units["Weasel"]
    orbit, above = start(ORBIT)
    assert orbit.changes("Eye", above, RULES) == {}


def test_hidden_troops_are_seen_from_five_inches_or_when_they_fire() -> None:
    table, state = start(SKIRMISH, "Bulldog", "Guards")
    assert "hides in cover" in asked(table, put(state, "Bulldog", 10.6, 11)).why_not
    assert not asked(table, put(state, "Bulldog", 12.8, 11)).why_not
    fired = changed(put(state, "Bulldog", 10.6, 11), "Guards", fired=True)
    assert not asked(table, fired).why_not


def test_rockets_have_a_forward_arc_and_a_minimum() -> None:
    table, state = start(ORBIT, "Organ", "Ziggurat")
    assert not asked(table, state).why_not
    assert "outside its arc" in asked(table, put(state, "Organ", 2, 13, 200)).why_not
    assert "below the minimum of 5" in asked(table, put(state, "Organ", 11.5, 10.2, 90)).why_not


# --- GEV
@pytest.mark.parametrize(
    ("shooter", "hits"), [("Pocket", True), ("Riflemen", True), ("Anvil", False), ("Carrier", False)]
)
def test_only_light_guns_and_infantry_hit_a_gev(shooter: str, hits: bool) -> None:
    table, state = start(RAID, shooter, "Splinter")
    near = put(put(state, shooter, 8, 2.5), "Splinter", 11, 2.5)
    found = asked(table, near)
    assert found.calculator == "gev-fire"
    assert found.counted == ("any damage removes a GEV (§6)",)
    assert (found.why_not == "") is hits
    assert hits or "has no weapon (§12)" in found.why_not or "only Light guns and Infantry" in found.why_not


def test_ground_does_not_cover_a_gev_and_does_not_slow_it() -> None:
    table, state = start(RAID, "Pocket", "Needle")
    wood = put(state, "Needle", 10.5, 7.5)
    assert fact(table, wood, "Cover") == ("open", "Needle is a GEV: no ground covers it (§11).")
    assert fact(table, wood, "Sight")[0] == "clear"
    other = put(replace(wood, target="Wasps"), "Wasps", 10.5, 7.5)
    assert asked(table, other).inputs["cover"] is Cover.ROUGH
    raid = replace(state, shooter="Needle", target="Pocket")
    assert fact(table, raid, "Move") == ("18″", "hatched; ground neither slows nor helps it (§4)")
    way = replace(put(raid, "Needle", 15, 3), before=raid.position)
    (line,) = table.scene(way, RULES).of_role("move")
    assert line.role == "move: legal"
    (area,) = table.scene(raid, RULES).of_role("reachable")
    assert area.words


def test_a_gev_halves_armour_also_in_contact() -> None:
    table, state = start(RAID, "Needle", "Anvil")
    near = put(put(state, "Needle", 14, 11), "Anvil", 18, 11, 270)
    found = asked(table, near)
    assert (found.calculator, found.inputs["from_flyer"], found.inputs["facing"]) == (
        "direct-fire",
        True,
        "front",
    )
    contact = asked(table, put(near, "Needle", 17.05, 11))
    assert contact.calculator == "close-combat"
    assert (contact.inputs["defence"], contact.inputs["armoured"]) == (2, False)
    assert contact.counted == ("Defence 4 halved: attacked by a GEV (§9)",)
    tank = asked(
        table, put(put(replace(near, target="Wasps", shooter="Anvil"), "Wasps", 14, 11), "Needle", 1, 1)
    )
    assert "from_flyer" in tank.inputs
    assert tank.inputs["from_flyer"] is False


@pytest.mark.parametrize("condition", [Condition.DISORGANIZED, Condition.SUPPRESSED, Condition.DESTROYED])
def test_any_damage_removes_a_gev_and_leaves_no_wreck(condition: Condition) -> None:
    table, state = start(RAID)
    hit = changed(state, "Needle", condition=condition)
    scene = table.scene(hit, RULES)
    assert "Needle" not in {base.name for base in scene.bases}
    assert table.asked(hit, RULES) is None
    lost = changed(state, "Anvil", condition=Condition.DESTROYED)
    assert [base.name for base in table.scene(lost, RULES).of_role("unit: wreck")] == ["Anvil"]


# --- what supports
def test_satellites_and_ground_attacks_ask_their_own_questions() -> None:
    table, state = start(ORBIT)
    eye = asked(table, state)
    assert (eye.calculator, eye.inputs["attack"], eye.inputs["hitech"]) == ("indirect-fire", 3, True)
    assert asked(table, replace(state, target="Diggers")).inputs["attack"] == 5
    assert asked(table, replace(state, target="Diggers")).inputs["cover"] is Cover.BUNKER
    hammer = asked(table, replace(state, shooter="Hammer"))
    assert (hammer.calculator, hammer.inputs["attack"], hammer.inputs["hitech"]) == ("air-attack", 4, False)
    assert "same side" in asked(table, replace(state, target="Pikemen")).why_not
    assert "only Light guns and Infantry" in asked(table, replace(state, target="Gnat")).why_not
    assert fact(table, state, "Needs") == ("3 or more", "4 or more, +1 hi-tech fire control")


@pytest.mark.parametrize(("name", "section"), [("Eye", "§5"), ("Hammer", "§11")])
def test_support_is_counted_down(name: str, section: str) -> None:
    table, state = start(ORBIT, name)
    assert asked(table, state).why_not == ""
    one = state.at(state.position.with_stock(f"air attacks of {name}", 1))
    assert asked(table, one).counted == (f"{name}: 1 attack left",)
    assert f"{name} · 1 attack left" in {base.shown for base in table.scene(one, RULES).bases}
    none = state.at(state.position.with_stock(f"air attacks of {name}", 0))
    assert asked(table, none).why_not == f"{name} has no attack left ({section})."
    assert fact(table, none, "Shooter")[0].endswith("0 attacks left")


def test_what_supports_blocks_no_sight() -> None:
    table, state = start(ORBIT, "Ploughshare", "Ziggurat")
    for name, each in table.aircraft.items():
        assert not asked(table, put(state, name, 8, 13.5)).why_not, each
    over = put(state, "Eye", 9.4, 9.8)
    assert asked(table, over) == asked(table, state)
    assert {each.aircraft for each in table.aircraft.values()} > {SATELLITE}


def test_a_shot_from_orbit_that_misses() -> None:
    table = tabletop("a-shot-from-orbit")
    state = table.opening()
    found = table.asked(state, RULES)
    assert found is not None
    odds = answer(BOOK.calculators["deviation"], found.inputs, RULES)
    assert odds.fraction("Diggers") == odds.fraction("Colossus") == Fraction(1, 36)
    told = {each.name: (each.value, each.remark) for each in table.facts(state, RULES)}
    assert told["Fires"] == ("the satellite, rockets", "at bare ground")
    assert told["Diggers"][0] == "1 of 36 points"
    eight = table.asked(state, RULES.variant(R7="b"))
    assert eight is not None
    odds = answer(BOOK.calculators["deviation"], eight.inputs, RULES.variant(R7="b"))
    assert odds.fraction("Diggers") == Fraction(1, 48)


# --- points (section 14)
def test_the_points_on_the_table_are_those_of_the_formula() -> None:
    table, state = start(SKIRMISH)
    total = sum(
        sample_cost(OneSample(name=name, quality=unit.quality, hitech=hitech), RULES)
        for unit in state.units.values()
        if unit.side == "own" and isinstance(unit, UnitOnTable) and not unit.rides
        for name, hitech in ((unit.sample, unit.hitech), (unit.passenger, False))
        if name
    )
    assert fact(table, state, "Points")[0] == f"own {float(total)}, enemy 80.75"
    lost = changed(state, "Weasel", condition=Condition.DESTROYED)
    assert table.points("own", lost, RULES) == total - 11 - Fraction(7, 2)
