"""asp games World War 2 on the table: metres at a scale, detection, needed scores, answers, air attacks."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import pytest

from pz8edu.asking.ask import answer
from pz8edu.board.position import Marker, Place
from pz8edu.board.tabletop import BoardState
from pz8edu.systems import system
from pz8edu.systems.asp_ww2.stands import Stand
from pz8edu.systems.asp_ww2.tabletop import AspTable
from pz8edu.systems.asp_ww2.words import Grade, Light, Option, Shooter, Sky, Target
from tests.systems.on_the_table import Tables, changed

BOOK = system("asp-ww2")
RULES = BOOK.rules
State = BoardState[Stand]
TABLES = Tables("asp-ww2")
start, asked, fact = TABLES.start, TABLES.asked, TABLES.fact


def put(table: AspTable, state: State, name: str, x: int, y: int, facing: float | None = None) -> State:
    """A stand elsewhere; x and y in metres."""
    place = Place(float(x * table.scale), float(y * table.scale), facing)
    return state.at(state.position.moved(name, place))


def test_a_name_on_the_board_says_neither_its_grade_nor_twice_that_it_is_a_bghq() -> None:
    table, state = start("crossroads")
    shown = {base.name: base for base in table.scene(state, RULES).bases}
    assert shown["BGHQ"].shown == "BGHQ"
    assert shown["Tiger"].shown == "Tiger · FIRE"
    assert "grade B" in shown["Tiger"].describe()


# --- the scale, U1
def test_metres_are_inches_by_the_scale_of_the_models() -> None:
    table, state = start("crossroads")
    assert table.ground.extent[2:] == (36, 21)
    assert table.scene(state, RULES).bases[0].size == 3
    smaller = replace(table, setup=replace(table.setup, scale="6mm"))
    assert smaller.ground.extent[2:] == (12, 7)
    for each in (table, smaller):
        assert each.metres(each.opening(), "Sherman 1", "Tiger") == pytest.approx(391, abs=1)


# --- the worked example of AS-16: a Sherman at a Tiger needs 4, in its flank 2
@pytest.mark.parametrize(("facing", "needs", "arc"), [(190, 4, "front"), (100, 2, "flank"), (10, 1, "rear")])
def test_a_sherman_at_a_tiger(facing: float, needs: int, arc: str) -> None:
    table, state = start("crossroads")
    turned = put(table, state, "Tiger", 1240, 1330, facing)
    found = asked(table, turned)
    inputs = found.inputs["a"] if found.calculator == "engagement" else found.inputs
    assert inputs["need"] == needs
    assert fact(table, turned, "Arc")[0] == arc
    hit = {shape.role for shape in table.scene(turned, RULES).shapes if shape.words == f"the {arc} is hit"}
    assert hit == {f"face: {'side' if arc == 'flank' else arc}"}


def test_both_sides_of_an_engagement_are_filled_in() -> None:
    table, state = start("crossroads")
    found = asked(table, state)
    assert (found.calculator, found.why_not) == ("engagement", "")
    assert found.names == {"A": "Sherman 1", "B": "Tiger"}
    assert found.inputs["a"] == {
        "detect": 1,
        "grade": Grade.B,
        "markers": 0,
        "fire_marker": False,
        "need": 4,
        "bonus": 0,
    }
    assert (found.inputs["b"]["need"], found.inputs["b"]["detect"]) == (2, 2)
    assert found.counted == ("Sherman 1 needs 4", "Tiger needs 2")
    assert sum(answer(BOOK.calculators["engagement"], found.inputs, RULES).chances().values()) == 1


def test_the_state_of_a_stand_is_asked_and_stands_on_its_base() -> None:
    table, state = start("crossroads")
    hit = changed(state, "Sherman 1", pinned=True, markers=2, fire_marker=True)
    inputs = asked(table, hit).inputs["a"]
    assert (inputs["need"], inputs["markers"], inputs["fire_marker"]) == (5, 2, True)
    assert "+1 shooter pinned" in asked(table, hit).counted[0]
    shown = {base.name: base.shown for base in table.scene(hit, RULES).bases}
    assert shown["Sherman 1"] == "Sherman 1 · pinned · 2 markers · FIRE"
    assert "not towards the enemy" in fact(table, hit, "Move")[1]
    worse = changed(hit, "Sherman 1", repulsed=True)
    assert asked(table, worse).inputs["a"]["need"] == 7
    assert asked(table, worse, RULES.variant(R5="b")).inputs["a"]["need"] == 6


def test_skirt_plates_and_the_option_of_the_shot_count() -> None:
    table, state = start("crossroads", "Sherman 2", "StuG")
    flank = put(table, state, "StuG", 2400, 1300, 100)
    found = asked(table, flank)
    assert found.calculator == "effect"
    assert found.inputs["need"] == 3 + 1 - 1
    assert found.counted[0] == "Sherman 2 needs 3: 3, +1 option C, −1 flank of the target"
    assert found.counted[1].startswith("no answer: Sherman 2 lies outside the arc of StuG")
    assert asked(table, changed(flank, "StuG", skirts=False)).inputs["need"] == 2
    assert asked(table, changed(flank, "Sherman 2", option=Option.B)).inputs["need"] == 2


def test_an_option_that_a_command_point_does_not_buy_is_refused() -> None:
    table, state = start("crossroads")
    rash = changed(state, "Sherman 1", option=Option.E)
    assert asked(table, rash).why_not == "Option E takes 4 points; grade B has 3 (U4)."
    assert asked(table, changed(rash, "Sherman 1", mobile=True)).why_not == ""
    assert asked(table, rash, RULES.variant(R11="b")).why_not == ""
    assert asked(table, changed(state, "Sherman 1", option=Option.A)).why_not == (
        "Option A of Sherman 1 has no shot (U5)."
    )


# --- detection and sight, AS-7, AS-14, AS-23, AS-25, AS-26
def test_light_and_weather_change_what_is_seen() -> None:
    table, state = start("crossroads", "Tiger", "Sherman 1")
    day = asked(table, state).inputs["a"]["detect"]
    assert day == 1
    for changes, detect in (
        ({"light": Light.DUSK}, 1),
        ({"light": Light.DUSK, "weather": Sky.ADVERSE}, 4),
        ({"light": Light.NIGHT}, None),
    ):
        darker = replace(table, setup=replace(table.setup, **changes))
        found = darker.asked(state, RULES)
        assert found is not None
        got = found.inputs["a"]["detect"]
        assert got == detect, changes
        assert bool(found.why_not) is (detect is None)


def test_who_is_inside_woods_or_houses_is_seen_only_from_near() -> None:
    table, state = start("village", "Company B", "HMG")
    far = asked(table, state).why_not
    assert far == "HMG is inside the village: it is seen only within 250 m (AS-7)."
    at_the_edge = put(table, state, "HMG", 1560, 1100, 180)
    assert "inside" not in asked(table, at_the_edge).why_not


def test_features_and_smoke_block_sight() -> None:
    table, state = start("village", "Engineers", "Marder")
    assert asked(table, state).why_not == "Marder is not in sight: the rise is in the way (AS-7)."
    table, state = start("crossroads")
    smoke = Marker("mortar smoke", float(1180 * table.scale), float(1010 * table.scale))
    hidden = state.at(state.position.with_marker(smoke))
    assert asked(table, hidden).why_not == "Tiger is not in sight: smoke is in the way (AS-7)."


def test_houses_and_trenches_are_hard_cover() -> None:
    table, state = start("village")
    found = asked(table, state)
    assert found.inputs["a"]["need"] == RULES.score(Shooter.RIFLE_GROUP, Target.INFANTRY) + 2
    assert fact(table, state, "Cover of the target")[0] == "hard"
    assert fact(table, replace(state, target="Fallschirm"), "Cover of the target")[0] == "hard"
    out = changed(replace(state, target="Fallschirm"), "Fallschirm", dug_in=False)
    assert fact(table, out, "Cover of the target")[0] == "none"


# --- refusals in the book's words
@pytest.mark.parametrize(
    ("which", "shooter", "target", "why_not"),
    [
        ("crossroads", "Sherman 1", "Sherman 2", "Sherman 2 is on the same side."),
        ("crossroads", "Kampfgruppe HQ", "Sherman 1", "HMG has no effect on MA: a dash in Table U7."),
        ("village", "Volkssturm", "Churchill", "BARG reaches 500 m (U7)."),
        ("air-attack", "Counter battery", "Column", "C Battery has no effect on SMT: a dash in Table U7."),
        ("air-attack", "Panzer IV", "Typhoons", "Med Guns has no effect on AC: a dash in Table U7."),
        (
            "air-attack",
            "Column",
            "BGHQ",
            "A stand that has no weapon has no effect on Inf: a dash in Table U7.",
        ),
    ],
)
def test_what_is_refused_and_why(which: str, shooter: str, target: str, why_not: str) -> None:
    table, state = start(which, shooter, target)
    assert asked(table, state).why_not.endswith(why_not)


# --- off-table fire and aircraft, AS-1, AS-19
def test_batteries_off_the_table_need_no_detection() -> None:
    table, state = start("village", "25-pounders", "HMG")
    found = asked(table, state)
    assert (found.calculator, found.why_not, found.inputs["late_british"]) == ("effect", "", True)
    lost = changed(state, "BGHQ", destroyed=True)
    assert asked(table, lost).why_not == "The BGHQ of 25-pounders is lost (AS-1)."
    table, state = start("air-attack", "Counter battery", "Battery")
    assert asked(table, state).why_not == ""
    silent = changed(state, "Battery", fire_marker=False)
    assert "has not fired" in asked(table, silent).why_not


def test_an_attack_flies_through_everything_that_reaches_it() -> None:
    table, state = start("air-attack")
    found = asked(table, state)
    assert (found.calculator, found.why_not) == ("air-attack", "")
    assert [shot["need"] for shot in found.inputs["shots"]] == [6, 6, 4]
    assert found.counted[0] == "shots on the way in: Flak (6+), Flak 2 (6+), Messerschmitts (4+)"
    assert found.counted[2] == "before it attacks, it detects it surely (AS-19)"
    assert fact(table, state, "Command points")[0] == "4"
    without = changed(changed(state, "Flak 2", destroyed=True), "Flak", pinned=True)
    assert [shot["need"] for shot in asked(table, without).inputs["shots"]] == [7, 4]
    odds = [
        answer(BOOK.calculators["air-attack"], asked(table, each).inputs, RULES) for each in (state, without)
    ]
    assert odds[0].fraction("aircraft destroyed") > odds[1].fraction("aircraft destroyed")
    flown = changed(state, "Typhoons", attacks=3)
    assert asked(table, flown).why_not == "Typhoons has flown its 3 attacks (sequence, step 4)."
    away = put(table, state, "Typhoons", 1180, 560, 180)
    assert "which fires forward (AS-18)" in asked(table, away).why_not
    night = replace(table, setup=replace(table.setup, light=Light.NIGHT))
    assert {shot["bonus"] for shot in asked(night, state).inputs["shots"]} == {RULES.night_aircraft}


def test_bombers_attack_only_what_stands_still_for_ever() -> None:
    table, state = start("air-attack")
    bomber = changed(state, "Typhoons", shoots=Shooter.BOMBER)
    assert "in static targets" in asked(table, bomber).why_not
    hill = put(table, bomber, "Column", 600, 780, 90)
    assert "in static targets" not in asked(table, hill).why_not, "a hill is a minor feature"


def test_the_board_asks_for_command_points_as_the_group_is_led() -> None:
    table, state = start("crossroads", "BGHQ", "")
    led = replace(changed(state, "BGHQ", cautious=True, radio=True), target="")
    assert asked(table, led).inputs == {"grade": Grade.B, "style": "cautious", "radio": True}


def test_an_aircraft_that_has_left_the_table_shoots_at_nobody() -> None:
    table, state = start("air-attack")
    told = asked(table, changed(state, "Messerschmitts", repulsed=True)).counted[0]
    assert told == "shots on the way in: Flak (6+), Flak 2 (6+)"


def test_fighters_and_flak_shoot_at_aircraft_without_detection() -> None:
    for shooter, target, need in (("Spitfires", "Messerschmitts", 4), ("Flak", "Typhoons", 6)):
        table, state = start("air-attack", shooter, target)
        found = asked(table, state)
        assert (found.calculator, found.inputs["need"], found.why_not) == ("effect", need, "")


# --- command, AS-10 to AS-13, AS-20
def test_command_points_grow_with_the_distance_to_the_hq() -> None:
    table, state = start("crossroads")
    assert fact(table, state, "Command points")[0] == "1"
    far = put(table, state, "BGHQ", 2850, 130, 0)
    assert fact(table, far, "Command points")[0] == "2"
    assert fact(table, far, "Option")[1] == "one CP buys A, B, C, D, G (U5)"


def test_one_stand_alone_makes_its_own_test() -> None:
    table, state = start("crossroads")
    for name, question in (("BGHQ", "command-points"), ("Grenadiers", "suppression-removal")):
        assert asked(table, replace(state, shooter=name, target="")).calculator == question
    back = changed(replace(state, shooter="Grenadiers", target=""), "Grenadiers", repulsed=True)
    assert asked(table, back).calculator == "morale-test"
    assert table.asked(replace(state, shooter="Sherman 1", target=""), RULES) is None


def test_a_battle_group_tests_when_enough_are_shaken() -> None:
    table, state = start("crossroads")
    assert fact(table, state, "Battle group")[0] == "stands"
    names = [name for name, stand in state.units.items() if stand.side == "own"]
    for name in names[:4]:
        state = changed(state, name, repulsed=True)
    assert fact(table, state, "Battle group")[0] == "must test its morale"


def test_a_move_shrinks_in_bad_going_and_wheels_keep_out_of_woods() -> None:
    table, state = start("crossroads", "Half-tracks")
    move, going = table.allowance("Half-tracks", state, RULES)
    assert (move, going.of("buildings"), going.closed) == (12, 2, {"wood"})
    move, going = table.allowance("Rifle Group", state, RULES)
    assert (move, going.of("buildings"), going.of("wood")) == (6, 1, 1)
    assert table.allowance("Sherman 1", state, RULES)[1].of("wood") == Fraction(3)


def test_the_reach_range_and_arc_of_who_acts_are_drawn_and_of_the_lost_are_not() -> None:
    table, state = start("crossroads")
    roles = {shape.role for shape in table.scene(state, RULES).shapes}
    assert {"reachable", "range"} <= roles
    lost = {shape.role for shape in table.scene(changed(state, state.shooter, destroyed=True), RULES).shapes}
    assert not lost & {"reachable", "range", "arc"}
    assert list(table.measures(replace(state, shooter=""), RULES)) == []
