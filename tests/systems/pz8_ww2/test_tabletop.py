"""Pz8 WW2 on the table: what the board measures, refuses and fills in, and units that change their state."""

from dataclasses import replace
from fractions import Fraction

import pytest

from pz8edu.asking.ask import answer
from pz8edu.board.position import Marker, Place
from pz8edu.board.tabletop import BoardState
from pz8edu.errors import BadInput
from pz8edu.systems import system
from pz8edu.systems.pz8_ww2.setups import UnitOnTable
from pz8edu.systems.pz8_ww2.tabletop import Ww2Table, tabletop
from pz8edu.systems.pz8_ww2.words import Condition
from tests.systems.on_the_table import Tables

WW2 = system("pz8-ww2")
RULES = WW2.rules
State = BoardState[UnitOnTable]
TABLES = Tables("pz8-ww2")
asked = TABLES.asked


def start(name: str = "whole-turn", shooter: str = "", target: str = "") -> tuple[Ww2Table, State]:
    table = tabletop(name)
    state = table.opening()
    return table, replace(state, shooter=shooter or state.shooter, target=target or state.target)


def put(state: State, name: str, x: float, y: float, facing: float = 0) -> State:
    return state.at(state.position.moved(name, Place(x, y, facing)))


def facts(table: Ww2Table, state: State, name: str) -> tuple[str, str]:
    return next((fact.value, fact.remark) for fact in table.facts(state, RULES) if fact.name == name)


# --- section 5: who touches a building fights the nearest inside (R38)
def test_who_touches_a_building_fights_whom_it_shelters() -> None:
    table, state = start(shooter="Grenadiers", target="A rifles")
    touching = put(state, "Grenadiers", 15, 10, 90)
    found = asked(table, touching)
    assert (found.calculator, found.why_not) == ("close-combat", "")
    odds = answer(WW2.calculators["close-combat"], found.inputs, RULES)
    assert odds.fraction("destroyed") == Fraction(5, 12)
    back = replace(touching, shooter="A rifles", target="Grenadiers")
    assert asked(table, back).calculator == "close-combat"
    beside = put(state, "Grenadiers", 14.99, 10, 90)
    assert asked(table, beside).calculator == "direct-fire"


def test_only_the_nearest_inside_is_fought_and_woods_are_no_building() -> None:
    table, state = start(shooter="Grenadiers", target="A rifles")
    nearer = put(put(state, "Grenadiers", 15, 10, 90), "A HQ", 16.2, 10)
    assert asked(table, nearer).calculator == "direct-fire"
    assert asked(table, replace(nearer, target="A HQ")).calculator == "close-combat"
    wood = put(put(state, "Grenadiers", 9, 11, 90), "A rifles", 12, 11)
    assert asked(table, wood).calculator == "direct-fire"


# --- section 4: guns
def test_a_gun_moves_only_on_its_tractor() -> None:
    table, state = start(shooter="6-pdr", target="Pz III")
    assert facts(table, state, "Move") == ("0″", "a gun moves only limbered to a tractor (§4)")
    assert not table.scene(state, RULES).of_role("reachable")
    limbered = state.at(state.position.with_unit("6-pdr", limbered=True))
    assert facts(table, limbered, "Move")[0] == "4″"
    assert table.scene(limbered, RULES).of_role("reachable")
    assert "limbered" in table.scene(limbered, RULES).describe()


def test_the_remark_on_moves_follows_a_variant() -> None:
    table, state = start(shooter="Pz III", target="Sherman")
    inches, remark = facts(table, state, "Move")
    assert (inches, remark) == ("4″", "hatched; 1 inch of rough ground costs 2, of road 0.5 (§4)")
    other = table.facts(state, RULES.variant(rough_cost=3))
    assert next(fact.remark for fact in other if fact.name == "Move") == remark.replace("costs 2", "costs 3")


# --- a refused shot is never a clear line
@pytest.mark.parametrize(
    ("moves", "changes", "says"),
    [
        ({"Sherman": (22, 6)}, {}, "out of 8″"),
        ({}, {"turretless": True}, "out of arc"),
        ({}, {"condition": Condition.SUPPRESSED}, "over half of"),
    ],
)
def test_a_refused_shot_is_no_clear_line(
    moves: dict[str, tuple[float, float]], changes: dict[str, object], says: str
) -> None:
    table, state = start(shooter="Pz III", target="Sherman")
    assert table.scene(state, RULES).of_role("sight: clear")
    for name, (x, y) in moves.items():
        state = put(state, name, x, y)
    if "turretless" in changes:
        state = put(state, "Pz III", 9, 5.5, 270)
    state = state.at(state.position.with_unit("Pz III", **changes))
    assert asked(table, state).why_not
    scene = table.scene(state, RULES)
    assert not scene.of_role("sight: clear")
    (line,) = scene.of_role("sight: blocked")
    assert says in line.label
    assert asked(table, state).why_not in line.words


def test_a_turretless_gun_has_an_arc_and_a_turret_has_none() -> None:
    table, state = start(shooter="Pz III", target="Sherman")
    assert not table.scene(state, RULES).of_role("arc")
    assert table.scene(state.at(state.position.with_unit("Pz III", turretless=True)), RULES).of_role("arc")


# --- command radius
def test_the_command_radius_is_that_of_the_side_that_fires() -> None:
    table, state = start(shooter="Pz III", target="Sherman")
    for shooter, middle in (("Pz III", (2, 7)), ("Sherman", (20, 9)), ("", (2, 7))):
        (ring,) = table.scene(replace(state, shooter=shooter, target=""), RULES).of_role("command radius")
        assert ring.centre == middle


# --- the state of a unit
def test_a_unit_that_was_hit_shows_it_and_the_calculator_knows() -> None:
    table, state = start(shooter="Pz III", target="Sherman")
    hit = state.at(state.position.with_unit("Sherman", condition=Condition.DISORGANIZED))
    assert asked(table, hit).inputs["target_condition"] is Condition.DISORGANIZED
    assert "disorganized" in facts(table, hit, "Target")[0]
    assert {base.name: base.condition for base in table.scene(hit, RULES).bases}["Sherman"] == "disorganized"
    back = replace(hit, shooter="Sherman", target="Pz III")
    assert asked(table, back).inputs["disorganized"] is True
    assert facts(table, back, "Move") == ("0″", "it is disorganized (§6)")


def test_a_lost_vehicle_stays_as_a_wreck_and_other_lost_units_are_gone() -> None:
    table, state = start(shooter="Pz III", target="6-pdr")
    position = state.position
    for name in ("Sherman", "A rifles"):
        position = position.with_unit(name, condition=Condition.DESTROYED)
    lost = put(put(state.at(position), "Sherman", 13.5, 4.5), "Pz III", 9, 5.5, 90)
    scene = table.scene(lost, RULES)
    assert [base.name for base in scene.of_role("unit: wreck")] == ["Sherman"]
    assert "A rifles" not in {base.name for base in scene.bases}
    assert "the wreck of Sherman" in facts(table, lost, "Sight")[1]
    assert table.asked(replace(lost, target="Sherman"), RULES) is None


def test_smoke_is_a_counter_and_who_has_fired_is_seen() -> None:
    table, state = start(shooter="Pz III", target="Sherman")
    smoked = state.at(state.position.with_marker(Marker("smoke", 12, 5.75)))
    assert "smoke" in asked(table, smoked).why_not
    hidden = put(put(state, "Grenadiers", 6, 9.5), "A rifles", 13, 11)
    hidden = replace(hidden, shooter="Pz III", target="A rifles")
    hidden = put(hidden, "Pz III", 7, 11, 90)
    assert "hides in cover" in asked(table, hidden).why_not
    assert not asked(table, hidden.at(hidden.position.with_unit("A rifles", fired=True))).why_not


# --- section 8: early anti-tank guns
def test_an_early_at_gun_counts_one_less_against_armour_only() -> None:
    table, state = start(shooter="6-pdr", target="Pz III")
    early = state.at(state.position.with_unit("6-pdr", attack="37-47mm", early_at_gun=True))
    assert asked(table, early).inputs["attack"] == 1
    assert asked(table, state.at(early.position.with_unit("6-pdr", early_at_gun=False))).inputs["attack"] == 2
    assert asked(table, replace(early, target="Grenadiers")).inputs["attack"] == 2
    assert "early AT gun" in table.scene(early, RULES).describe()
    better = RULES.variant(early_at_gun=0)
    assert better.attack_factor("37-47mm", armoured=True, early=True) == 2
    assert RULES.variant(early_at_gun=-9).attack_factor("20mm", armoured=True, early=True) == 0


def test_the_book_of_1950_prints_no_early_at_guns() -> None:
    assert "early_at_gun" in system("pz8-1950").rules.left_out()
    with pytest.raises(BadInput, match="does not print early_at_gun"):
        system("pz8-1950").rules.variant(early_at_gun=-1)
