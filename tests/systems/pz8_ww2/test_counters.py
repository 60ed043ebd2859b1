"""Counters and aircraft on the tables of Pz8 WW2 (sections 11 and 12): what they ask and what they change."""

from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from typing import Any

import pytest

from pz8edu.asking.ask import answer, ask
from pz8edu.board.position import Marker
from pz8edu.board.scene import Base
from pz8edu.board.tabletop import Asked, BoardState
from pz8edu.core import Enumerating
from pz8edu.core.rulebook.ruleset import printed_rules
from pz8edu.errors import BadInput
from pz8edu.systems import system
from pz8edu.systems.pz8_ww2.fire import Struck, shell_on_table
from pz8edu.systems.pz8_ww2.ruleset import Ww2
from pz8edu.systems.pz8_ww2.setups import UnitOnTable
from pz8edu.systems.pz8_ww2.situations import ShellOnTable
from pz8edu.systems.pz8_ww2.tabletop import SMOKE_POINT, ShellTable, Ww2Table, tabletop
from pz8edu.systems.pz8_ww2.words import Condition, Quality

WW2 = system("pz8-ww2")
RULES = printed_rules(Ww2)
DIE = range(1, 7)
State = BoardState[UnitOnTable]


def start(name: str, shooter: str, target: str = "") -> tuple[Ww2Table, State]:
    table = tabletop(name)
    return table, replace(table.opening(), shooter=shooter, target=target)


def put(state: State, name: str, x: float, y: float) -> State:
    return state.at(state.position.moved(name, state.places[name]._replace(x=x, y=y)))


def asked(table: Ww2Table, state: State, rules: Ww2 = RULES) -> Asked:
    found = table.asked(state, rules)
    assert found is not None
    return found


def facts(table: Ww2Table, state: State) -> dict[str, tuple[str, str]]:
    return {fact.name: (fact.value, fact.remark) for fact in table.facts(state, RULES)}


# --- minefields (section 11)
def test_who_enters_an_unknown_counter_meets_a_mine_with_the_chance_of_the_fakes() -> None:
    table, state = start("minefield", "Grenadiers")
    assert table.asked(state, RULES) is None
    inside = put(state, "Grenadiers", 7.5, 4.7)
    found = asked(table, inside)
    assert found.calculator == "minefield"
    assert (found.inputs["known"], found.inputs["fake_per_real"]) == ("unknown", 2)
    assert answer(WW2.calculators["minefield"], found.inputs, RULES).fraction("fake") == Fraction(2, 3)
    assert found.counted == ("it stops for one turn", "the counter is turned, then removed (R11)")
    assert "Enters" in facts(table, inside)
    assert asked(table, replace(inside, target="Maxim")).calculator == "minefield"


def test_a_counter_that_was_turned_is_known_and_then_goes() -> None:
    table, state = start("minefield", "StuG III")
    inside = put(state, "StuG III", 7.5, 3.5)
    unknown = Marker("mine", 7.5, 3.5, "enemy")
    for kind, known in (("real mine", "real"), ("fake mine", "fake")):
        turned = inside.position.without_marker(unknown).with_marker(unknown._replace(kind=kind))
        found = asked(table, inside.at(turned))
        assert (found.inputs["known"], found.inputs["armoured"], found.inputs["defence"]) == (known, True, 3)
    gone = put(inside.at(inside.position.without_marker(unknown)), "StuG III", 7.4, 3)
    assert table.asked(gone, RULES) is None
    assert (
        len(table.scene(gone, RULES).of_role("mine")) == len(table.scene(inside, RULES).of_role("mine")) - 1
    )


def test_engineers_are_immune_to_mines_and_remove_wire() -> None:
    table, state = start("minefield", "Pioneers")
    mined = asked(table, put(state, "Pioneers", 7.6, 6))
    real = dict(mined.inputs) | {"known": "real"}
    assert answer(WW2.calculators["minefield"], real, RULES).fractions() == {"ok": 1}
    wired = asked(table, put(state, "Pioneers", 7.9, 8.5))
    assert (wired.calculator, wired.inputs["immune"]) == ("wire", True)
    assert wired.counted == ("it stops", "the wire section is removed")


# --- wire (section 11; R26)
@pytest.mark.parametrize(
    ("name", "immune", "refused"),
    [
        ("Grenadiers", False, False),
        ("StuG III", True, False),
        ("Trucks", False, True),
        ("BA-10", False, True),
    ],
)
def test_who_is_caught_by_wire(name: str, immune: bool, refused: bool) -> None:
    table, state = start("minefield", name)
    found = asked(table, put(state, name, 10, 1.7))
    assert (found.calculator, found.inputs["immune"]) == ("wire", immune)
    assert ("cannot cross wire (§11)" in found.why_not) is refused


def test_what_a_counter_leaves_behind() -> None:
    table, state = start("minefield", "Pioneers")
    wire, mine = Marker("wire", 7.9, 8.5, "enemy"), Marker("mine", 7.6, 6.0, "enemy")
    for name, cleared in (("Pioneers", True), ("StuG III", True), ("Grenadiers", False)):
        assert not any("enters" in event for event in table.befalls(name, state, RULES))
        inside = put(state, name, wire.x, wire.y)
        left = table.befalls(name, inside, RULES).get("enters wire", inside.position)
        assert (wire not in left.markers) is cleared
        inside = put(state, name, mine.x, mine.y)
        assert mine not in table.befalls(name, inside, RULES)["enters mine"].markers


def test_wire_stays_and_who_stands_in_it_can_still_fire() -> None:
    table, state = start("minefield", "Grenadiers")
    inside = put(state, "Grenadiers", 8.4, 8.5)
    assert asked(table, inside).calculator == "wire"
    assert asked(table, replace(inside, target="Maxim")).calculator == "direct-fire"
    hurt = inside.at(inside.position.with_unit("Grenadiers", condition=Condition.DISORGANIZED))
    assert asked(table, hurt).inputs["target_condition"] is Condition.DISORGANIZED


# --- smoke (section 11; R33)
def test_smoke_hangs_to_the_end_of_the_next_fire_phase() -> None:
    table, state = start("minefield", "StuG III", "45 mm")
    assert "smoke" in asked(table, state).why_not
    labels = [base.label for base in table.scene(state, RULES).of_role("unit: smoke")]
    assert labels == ["fresh smoke"]
    later = table.befalls("StuG III", state, RULES)["the Fire phase ends"]
    assert [marker.kind for marker in later.markers if "smoke" in marker.kind] == ["smoke"]
    assert "smoke" in asked(table, state.at(later)).why_not
    gone = table.befalls("StuG III", state.at(later), RULES)["the Fire phase ends"]
    assert not any("smoke" in marker.kind for marker in gone.markers)
    assert "smoke" not in asked(table, state.at(gone)).why_not
    assert len(gone.markers) == len(state.position.markers) - 1


def test_artillery_alone_fires_smoke_and_as_its_shot_is_measured() -> None:
    table, state = start("minefield", "105 mm", SMOKE_POINT)
    found = asked(table, state)
    assert (found.calculator, found.why_not) == ("smoke", "")
    assert {"mode": "direct", "over_half_range": False, "cover": "open"}.items() <= found.inputs.items()
    assert facts(table, state)["Needs"][0] == "4 or more"
    hurt = state.at(state.position.with_unit("105 mm", condition=Condition.SUPPRESSED))
    assert asked(table, hurt).why_not == "105 mm is suppressed and does not fire (§6)."
    rifles = replace(state, shooter="StuG III")
    assert "no artillery" in asked(table, rifles).why_not
    assert asked(table, put(state, SMOKE_POINT, 1.8, 2)).why_not


def test_who_has_fired_hides_again_in_the_next_turn() -> None:
    table, state = start("minefield", "StuG III", "45 mm")
    fired = state.at(state.position.with_unit("45 mm", fired=True))
    assert table.befalls("StuG III", fired, RULES)["the turn ends"].units == state.units
    assert "the turn ends" not in table.befalls("StuG III", state, RULES)


# --- aircraft (section 12)
def test_an_aircraft_fills_in_the_air_attack_with_the_guns_near_its_target() -> None:
    table, state = start("air-attack", "Ju 87", "H39")
    found = asked(table, state)
    assert (found.calculator, found.why_not) == ("air-attack", "")
    assert found.inputs["aa_guns"] == 2
    assert found.counted == ("AA gun within 6″: 25 mm AA", "AA gun within 6″: AA trucks")
    given = {"attack": 3, "defence": 2, "armoured": True, "aa_guns": 2}
    assert answer(WW2.calculators["air-attack"], found.inputs, RULES).fractions() == (
        ask("pz8-ww2", "air-attack", given).fractions()
    )
    assert facts(table, state)["Needs"] == ("6 or more", "4 or more, −2 for 2 AA guns near the target")
    away = put(state, "25 mm AA", 14.6, 5.4)
    assert asked(table, away).inputs["aa_guns"] == 1
    assert asked(table, away, RULES.variant(aa_radius=7)).inputs["aa_guns"] == 2
    lost = state.at(state.position.with_unit("AA trucks", condition=Condition.DESTROYED))
    assert asked(table, lost).inputs["aa_guns"] == 1


def test_the_guns_of_the_other_side_do_not_spoil_an_attack() -> None:
    table, state = start("air-attack", "Potez 63", "Pz III")
    found = asked(table, state)
    assert (found.inputs["aa_guns"], found.inputs["quality"]) == (0, Quality.GREEN)
    assert asked(table, replace(state, target="H39")).why_not == "H39 is on the same side."


def test_air_attacks_are_counted_down_and_cover_and_headquarters_count() -> None:
    table, state = start("air-attack", "Ju 87", "Chasseurs")
    assert asked(table, state).inputs["cover"] == "rough"
    assert asked(table, replace(state, target="Colonel")).inputs["hq"] is True
    assert dict(state.position.stock) == {"air attacks of Ju 87": 2, "air attacks of Potez 63": 1}
    spent = state.at(state.position.with_stock("air attacks of Ju 87", 0))
    assert asked(table, spent).why_not == "Ju 87 has no attack left (§12)."
    assert "0 attacks left" in table.scene(spent, RULES).describe()


def test_a_wreck_burns_on_the_road_and_blocks_the_sight_of_everybody() -> None:
    table, state = start("air-attack", "H39", "Colonel")
    (wreck,) = table.scene(state, RULES).of_role("unit: wreck")
    assert isinstance(wreck, Base)
    assert wreck.name == "R35"
    assert "the wreck of R35" in facts(table, state)["Sight"][1]
    assert table.asked(replace(state, target="R35"), RULES) is None


def test_aircraft_block_no_sight() -> None:
    table, state = start("air-attack", "37 mm", "H39")
    state = state.at(state.position.with_unit("H39", side="own"))
    over = put(state, "Ju 87", 10.5, 4.2)
    assert asked(table, over).why_not == asked(table, state).why_not


# --- a shell that deviates onto a unit and damages it (section 5; R8)
def shells(state: State, rules: Ww2 = RULES) -> dict[str, Fraction]:
    table = tabletop("shelling")
    assert isinstance(table, ShellTable)
    return {
        str(end): chance
        for end, chance in Enumerating()
        .tree(shell_on_table, table.aimed_at(state, rules), rules)
        .distribution.fractions()
        .items()
    }


def test_a_shell_that_deviates_damages_friend_and_foe() -> None:
    """By hand: four dice out of six miss; then a point out of 36; then two dice against each other."""
    table, state = start("shelling", "")
    assert isinstance(table, ShellTable)
    found = shells(state)
    assert sum(found.values()) == 1
    destroyed = Fraction(sum(attack + 4 - defence >= 3 for attack in DIE for defence in DIE), 36)
    for name, points in table.falls(state, RULES).under.items():
        assert found[f"{name}/destroyed"] == Fraction(4, 6) * Fraction(points, 36) * destroyed
        assert sum(chance for end, chance in found.items() if end.startswith(name)) == Fraction(points, 54)
    assert set(table.falls(state, RULES).under) == {"Rifles", "Machine guns", "Own scouts"}


def test_a_shell_at_a_unit_is_indirect_fire_and_more() -> None:
    table, state = start("shelling", "")
    assert isinstance(table, ShellTable)
    on_rifles = put(state, "aiming point", 8, 9)
    direct = ask("pz8-ww2", "indirect-fire", attack=4, defence=0).fractions()
    found = shells(on_rifles)
    for condition in ("ok", "disorganized", "suppressed", "destroyed"):
        assert found[f"Rifles/{condition}"] == direct[condition]
    assert found["Machine guns/destroyed"] > 0
    said = facts(table, on_rifles)
    assert said["Fires"] == ("105 mm battery, medium-artillery", "at Rifles")
    assert said["Rifles"][0] == "0 of 36 points"
    assert "destroyed 24.1 %" in said["Rifles"][1]
    eight = RULES.variant(R7="b")
    assert sum(shells(on_rifles, eight).values()) == 1


def test_what_a_shell_did_stands_on_the_base() -> None:
    table, state = start("shelling", "")
    assert isinstance(table, ShellTable)
    end = Struck("Rifles", Condition.DISORGANIZED)
    hit = state.at(table.struck(state.position, end))
    assert hit.units["Rifles"].condition is Condition.DISORGANIZED
    assert "disorganized" in table.scene(hit, RULES).describe()
    assert shells(hit)["Rifles/suppressed"] > shells(state)["Rifles/suppressed"]
    assert table.struck(state.position, Struck("nothing")) == state.position
    gone = state.at(table.struck(state.position, Struck("Rifles", Condition.DESTROYED)))
    assert "Rifles" not in shells(gone)
    with pytest.raises(BadInput, match="Riffles"):
        ShellOnTable.read({"units": [], "target": "Riffles"})


# --- the score that is needed
def test_the_needed_score_and_the_face_of_armour_only() -> None:
    table, state = start("whole-turn", "Pz III", "Sherman")
    shown = facts(table, state)
    assert shown["Needs"] == ("4 or more", "4 or more, −1 target over half range, +1 elite shooter")
    assert "Face hit" in shown
    soft = facts(table, replace(state, target="A rifles"))
    assert "Face hit" not in soft


# --- every table
@pytest.mark.whole_domain(6)
@pytest.mark.parametrize("name", WW2.tabletops)
def test_every_pair_asks_what_the_rules_answer_or_says_why_not(name: str) -> None:
    table = tabletop(name)
    opening = table.opening()
    pairs: list[tuple[str, str]] = [*permutations(opening.places, 2), *((one, "") for one in opening.places)]
    for shooter, target in pairs:
        state = replace(opening, shooter=shooter, target=target)
        scene = table.scene(state, RULES)
        riding = {name for name, unit in opening.units.items() if unit.rides}
        assert {base.name for base in scene.bases} >= set(opening.places) - riding
        assert all(fact.value for fact in table.facts(state, RULES))
        found: Any = table.asked(state, RULES)
        if found is None:
            living = {name for name, unit in opening.units.items() if not unit.destroyed} - riding
            assert not target or not {shooter, target} <= living
            continue
        situation = WW2.calculators[found.calculator].situation
        assert situation.read(dict(found.inputs)), (shooter, target)
        assert not found.why_not or found.why_not.endswith((".", "range"))
