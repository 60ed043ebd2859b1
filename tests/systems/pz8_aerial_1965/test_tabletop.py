"""Jets on the board: squadrons, rosters of missiles, what is measured, and what the board asks."""

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

import pz8edu
from pz8edu.asking.ask import answer
from pz8edu.board.hexes import facing_bearing, hex_centre
from pz8edu.board.position import Place
from pz8edu.board.tabletop import Asked, BoardState
from pz8edu.errors import BadInput
from pz8edu.systems import system
from pz8edu.systems.pz8_aerial_1935.words import Fate, Side
from pz8edu.systems.pz8_aerial_1965.scenarios import SCENARIOS, SQUADRONS, Scenario, Squadron
from pz8edu.systems.pz8_aerial_1965.tabletop import Fighter, Sky, tabletop
from pz8edu.systems.pz8_aerial_1965.words import Bloc, Weapon

AERIAL = system("pz8-aerial-1965")
RULES = AERIAL.rules
State = BoardState[Fighter]


def start(name: str) -> tuple[Sky, State]:
    table = tabletop(name)
    return table, table.opening()


def moved(state: State, name: str, at: tuple[int, int], facing: int, level: int | None = None) -> State:
    level = state.places[name].altitude if level is None else level
    place = Place(*hex_centre(at), float(facing_bearing(facing)), level)
    return state.at(state.position.moved(name, place))


def changed(state: State, name: str, **changes: object) -> State:
    return state.at(state.position.with_unit(name, **changes))


def asked_of(table: Sky, state: State, shooter: str = "", target: str = "", rules: Any = RULES) -> Asked:
    asked = table.asked(
        replace(state, shooter=shooter or state.shooter, target=target or state.target), rules
    )
    assert asked is not None
    return asked


def chance(asked: Asked, word: str) -> Fraction:
    return answer(AERIAL.calculators[asked.calculator], asked.inputs, RULES).fraction(word)


@pytest.mark.parametrize("name", SCENARIOS.names())
def test_every_scenario_is_ready_to_play(name: str) -> None:
    assert AERIAL.tabletops == SCENARIOS.names()
    assert len(AERIAL.tabletops) >= 3
    table, state = start(name)
    places = table.start().places
    assert places == {each: table.settle(each, place, table.start()) for each, place in places.items()}
    hexes = [table.at(each, state) for each in state.places]
    assert len(set(hexes)) == len(hexes)
    assert set(hexes) <= table.field
    for each, fighter in state.units.items():
        altitude = table.altitude(each, state)
        assert 1 <= altitude <= fighter.performance(altitude, RULES).ceiling + fighter.damaged
    for rules in (RULES, RULES.variant(R4="b", R10="cone120", R12="b"), RULES.variant(R15="b", R20="b")):
        scene = table.scene(state, rules)
        assert {base.name for base in scene.bases} == set(state.places)
        assert scene.of_role("hex: reachable")
        assert table.facts(state, rules)
    assert table.scene(state, RULES)._repr_svg_().startswith("<svg")


@pytest.mark.parametrize("name", SCENARIOS.names())
def test_every_pair_asks_or_is_refused_with_a_reason(name: str) -> None:
    table, state = start(name)
    for shooter, one in state.units.items():
        for target, other in state.units.items():
            for fires in (None, *Weapon):
                asked = asked_of(table, changed(state, shooter, fires=fires), shooter, target)
                odds = answer(AERIAL.calculators[asked.calculator], asked.inputs, RULES)
                assert sum(odds.fractions().values()) == 1
                if one.side is other.side:
                    assert asked.why_not == f"{target} is on the same side."
                elif asked.why_not:
                    assert "(§" in asked.why_not


def test_the_boards_ask_the_worked_examples() -> None:
    for name, calculator, word, wanted in (
        ("radar-and-heat", "hs-missile", "destroyed", "5/12"),
        ("two-atolls", "hs-missile", "destroyed", "1/12"),
        ("at-low-level", "hs-missile", "destroyed", "7/12"),
        ("cannon-at-one-hex", "cannon-exchange", "A ok / T ok", "493/864"),
    ):
        table, state = start(name)
        asked = asked_of(table, state)
        assert (asked.calculator, asked.why_not) == (calculator, "")
        assert chance(asked, word) == Fraction(wanted)
    table, state = start("radar-and-heat")
    radar = asked_of(table, state, "Phantom 1", "MiG 21 B")
    assert (radar.calculator, radar.inputs["distance"], radar.why_not) == ("rh-missile", 10, "")
    assert radar.counted == ("1 of 4 RH missiles",)
    assert chance(radar, "destroyed") == Fraction(5, 12)  # the pilot of the MiG is a Veteran
    table, state = start("two-atolls")
    assert asked_of(table, state).counted == ("2 of 2 HS missiles",)


def test_nobody_fires_in_the_dead_zone() -> None:
    table, state = start("dead-zone")
    why = asked_of(table, state).why_not
    assert why == "MiG 21 C is 3 hexes away; in hexes reach cannon 1 to 2, HS missiles 4 to 12 (§5)."
    near = moved(state, "MiG 21 C", table.at("MiG 21 C", moved(state, "MiG 21 C", (4, 4), 0)), 0)
    assert asked_of(table, near).calculator == "cannon-exchange"
    assert asked_of(table, near).why_not == ""


def test_the_weapon_is_that_which_bears_or_that_which_was_chosen() -> None:
    table, state = start("radar-and-heat")
    assert asked_of(table, state).calculator == "hs-missile"
    radar = asked_of(table, changed(state, "Phantom 2", fires=Weapon.RH))
    assert radar.why_not == "MiG 21 A is 6 hexes away; in hexes reach RH missiles 7 to 24 (§5)."
    assert radar.inputs["distance"] == 7
    turned = moved(state, "MiG 21 A", table.at("MiG 21 A", state), 1)
    why = asked_of(table, turned).why_not
    assert why == "MiG 21 A does not fly in the same direction as Phantom 2, which HS missiles need (§5)."
    higher = moved(state, "MiG 21 A", table.at("MiG 21 A", state), 0, 4)
    assert asked_of(table, higher).why_not == "MiG 21 A is at level 4, not at that of Phantom 2 (§5)."
    aside = moved(state, "MiG 21 A", (3, 1), 0)
    assert asked_of(table, aside).why_not == "MiG 21 A is not in the firing arc of Phantom 2 (§5)."


def test_missiles_run_out() -> None:
    table, state = start("radar-and-heat")
    for left, counted in ((4, "3 of 4 HS missiles"), (2, "2 of 2 HS missiles")):
        salvo = asked_of(table, changed(state, "Phantom 2", hs=left, salvo=3))
        assert salvo.counted == (counted,)
        assert salvo.inputs["missiles"] == min(3, left)
    labels = {base.name: base.shown for base in table.scene(state, RULES).bases}
    assert labels["Phantom 2"] == "Phantom 2 · 4 HS 4 RH"
    spent = changed(state, "Phantom 2", hs=0, rh=1)
    labels = {base.name: base.shown for base in table.scene(spent, RULES).bases}
    assert labels["Phantom 2"] == "Phantom 2 · 0 HS 1 RH"
    empty = asked_of(table, changed(spent, "Phantom 2", fires=Weapon.HS))
    assert empty.why_not == "Phantom 2 has no HS missiles left (§1)."
    assert empty.counted == ()


def test_the_state_of_both_goes_into_the_question() -> None:
    table, state = start("radar-and-heat")
    whole, hurt = asked_of(table, state), asked_of(table, changed(state, "MiG 21 A", damaged=True))
    assert (whole.inputs["target_damaged"], hurt.inputs["target_damaged"]) == (False, True)
    assert chance(hurt, "destroyed") == Fraction(13, 18)
    assert "damaged" in table.scene(changed(state, "MiG 21 A", damaged=True), RULES).describe()
    both = changed(state, "MiG 21 A", damaged=True, turned180=True)
    labels = {base.name: base.shown for base in table.scene(both, RULES).bases}
    assert labels["MiG 21 A"] == "MiG 21 A · damaged · turned 180° · 2 HS"
    table, state = start("cannon-at-one-hex")
    turned = changed(changed(state, "Mirage 2", turned180=True), "MiG 21 C", damaged=True)
    inputs = asked_of(table, turned).inputs
    assert (inputs["a_turned180"], inputs["t_damaged"], inputs["t_can_return"]) == (True, True, True)
    tail = asked_of(table, moved(state, "MiG 21 C", table.at("MiG 21 C", state), 0))
    assert not tail.inputs["t_can_return"]
    gone = asked_of(table, changed(state, "MiG 21 C", fate=Fate.DESTROYED))
    assert gone.why_not == "MiG 21 C is destroyed (§5)."


def test_facts_say_the_dice_the_weapons_and_who_is_tailed() -> None:
    table, state = start("radar-and-heat")
    facts = {fact.name: fact for fact in table.facts(state, RULES)}
    assert facts["HS missiles"].value == "1 HS: D6+2 against D6+2"
    assert facts["HS missiles"].remark.endswith("(§5b)")
    assert facts["Weapons"].value == "cannon: out of range; HS missiles: may fire; RH missiles: out of range"
    assert facts["Return fire"].value == "no"
    assert facts["Activated at a time"].value == "1 American, 1 North Vietnamese"
    table, state = start("hit-at-the-ceiling")
    facts = {fact.name: fact for fact in table.facts(state, RULES)}
    assert "it must dive first, to level 4" in facts["Can end in"].remark
    assert {end.altitude for end in table.reached("MiG 19 C", state, RULES)} == {4}
    away = moved(state, "Mystere", (0, 6), 0)
    assert {end.altitude for end in table.reached("MiG 19 C", away, RULES)} == {3, 4}
    table, state = start("cannon-at-one-hex")
    facts = {fact.name: fact.value for fact in table.facts(state, RULES)}
    assert (facts["Cannon"], facts["Return fire"]) == ("hits on 4–6", "yes")
    tail = moved(state, "MiG 21 C", table.at("MiG 21 C", state), 0)
    assert "MiG 21 C by Mirage 2" in [fact.value for fact in table.facts(tail, RULES)]


def test_the_board_measures_what_the_checks_say() -> None:
    table, state = start("radar-and-heat")
    for name in state.units:
        for other in state.units:
            for weapon in Weapon if name != other else ():
                here, there = table.flying(name, state), table.flying(other, state)
                check = pz8edu.ask(
                    "pz8-aerial-1965", "may-fire", q=here.q, r=here.r, facing=here.facing, alt=here.altitude,
                    weapon=weapon.value, target=list(there.at), target_alt=there.altitude,
                    target_facing=there.facing,
                )  # fmt: skip
                found = table.bearing(name, weapon, other, state, RULES)
                assert check == {"distance": found.distance, "verdict": found.verdict}
    here = table.flying("Phantom 2", state)
    occupied = [list(table.at(other, state)) for other in state.units if other != "Phantom 2"]
    inputs = {"mp": 7, "alt": 3, "max_alt": 6, "q": here.q, "r": here.r, "facing": 0, "occupied": occupied}
    check = pz8edu.ask("pz8-aerial-1965", "reachable-count", inputs)
    assert len(table.ends("Phantom 2", state, RULES)) == check["states"]


def test_an_arc_without_a_target_is_that_of_all_weapons() -> None:
    table, state = start("cannon-at-one-hex")
    cells = [cell for cell in table.scene(state, RULES).of_role("hex: in arc") if cell.label]
    assert {cell.label for cell in cells} == {"4–6", "5–6"}
    alone = table.scene(replace(state, target=""), RULES)
    assert len(alone.of_role("hex: in arc")) > len(cells)
    assert table.asked(replace(state, target=""), RULES) is None


def test_what_a_player_may_change() -> None:
    table, state = start("radar-and-heat")
    changes = table.changes("Phantom 1", state, RULES)
    assert {name: list(values) for name, values in changes.items()} == {
        "damaged": [False, True],
        "turned180": [False, True],
        "fate": [Fate.FLYING, Fate.DESTROYED],
        "hs": [0, 1, 2, 3, 4],
        "rh": [0, 1, 2, 3, 4],
        "fires": [None, Weapon.CANNON, Weapon.HS, Weapon.RH],
        "salvo": [1, 2, 3, 4],
    }
    for name, table_of in ((name, tabletop(name)) for name in SCENARIOS.names()):
        opening = table_of.opening()
        for unit, fighter in opening.units.items():
            for word, values in table_of.changes(unit, opening, RULES).items():
                assert getattr(fighter, word) in values, (name, unit, word)


def test_squadrons_fly_printed_jets_or_rate_their_own() -> None:
    flown = [each for name in SQUADRONS.names() for each in SQUADRONS[name].members]
    assert {each.type_name for each in flown if isinstance(each.aircraft, str)} == set(RULES.jets)
    own = {each.type_name: each.jet(RULES) for each in flown if not isinstance(each.aircraft, str)}
    lightning = own["English Electric Lightning"]
    assert (lightning.mp, lightning.attack, lightning.defence, lightning.altitude) == (8, 4, 3, 6)
    assert (own["MiG 17"].mp, own["MiG 17"].altitude, own["MiG 17"].carries(Weapon.HS)) == (3, 5, 0)
    assert {SQUADRONS[name].bloc for name in SQUADRONS.names()} == set(Bloc)


def test_minimum_mps_of_the_printed_jets() -> None:
    minimum = {"Mig 19": 2, "Mig 21": 3, "F5": 2, "A4 Skyhawk": 1, "Saab 35 Draken": 3}
    for name, least in minimum.items():
        mp = RULES.jets[name].mp
        assert pz8edu.ask("pz8-aerial-1965", "minimum-mp", mp=mp)["min_mp"] == least
    fast = {name for name, jet in RULES.jets.items() if jet.mp > RULES.fast_above}
    assert fast == {"Mig 21", "F 104", "F4E Phantom", "F5", "Mirage III", "Saab 35 Draken"}


PLAIN = {
    "title": "x",
    "section": "5",
    "a": "phantoms-1972",
    "b": "vietnamese-migs-1972",
    "columns": 9,
    "rows": 9,
}


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"firer": "Phantom 9"}, "Phantom"),
        ({"a": "phantoms"}, "phantoms-1972"),
        ({"ground": []}, "ground"),
        ({"placed": [{"name": "MiG 19", "column": 9, "row": 1, "facing": 0, "altitude": 2}]}, "9 by 9"),
        ({"placed": [{"name": "MiG 19", "column": 1, "row": 1, "facing": 0, "altitude": 8}]}, "1 to 7"),
    ],
)  # fmt: skip
def test_a_scenario_that_cannot_be(given: dict[str, object], words: str) -> None:
    with pytest.raises(BadInput, match=words):
        Scenario.read(PLAIN | given)


def test_a_squadron_that_cannot_be() -> None:
    plain = {"name": "x", "nation": "x", "section": "7"}
    for member, words in (
        ({"name": "a", "aircraft": "Mig 22"}, "Mig 21"),
        ({"name": "a", "aircraft": "Mig 21", "hs": 3}, "at most 2 HS missiles"),
        ({"name": "a", "aircraft": "Mig 21", "rh": 1}, "at most 0 RH missiles"),
    ):
        with pytest.raises(BadInput, match=words):
            Squadron.read(plain | {"members": [member]})
    assert Scenario.read(PLAIN).squadron(Side.B).bloc is Bloc.THIRD_WORLD
    with pytest.raises(BadInput, match="dead-zone"):
        AERIAL.tabletop("dead-zon")


# --- what is drawn
def test_a_jet_that_enters_later_has_all_its_missiles_and_one_on_the_table_its_saved_state() -> None:
    table, _ = start("two-atolls")
    for side, member, _, placed in table.scenario.at_start():
        fresh = table.unit(side, member, None)
        assert (fresh.hs, fresh.rh) == (member.missiles(Weapon.HS), member.missiles(Weapon.RH))
        assert fresh.fires is None
        standing = table.unit(side, member, placed)
        assert (standing.damaged, standing.fires, standing.salvo) == (
            placed.damaged,
            placed.fires,
            placed.salvo,
        )


def test_with_a_target_the_weapon_in_use_is_drawn_and_without_one_all_of_them() -> None:
    table, state = start("two-atolls")
    heat = table.aimed(state, RULES)
    assert set(heat.values()) == {""}
    everything = table.aimed(replace(state, target=""), RULES)
    cannon = {at: faces for at, faces in everything.items() if faces}
    assert set(heat) < set(everything)
    assert cannon == {(2, 6): "4–6", (3, 6): "5–6", (3, 5): "5–6", (2, 7): "5–6"}


def test_a_plan_of_missiles_names_its_target_in_words() -> None:
    from pz8edu.systems.pz8_aerial_1965.chains import Fired, parts
    from pz8edu.systems.pz8_aerial_1965.words import Salvo

    for end in Salvo:
        salvos, target = parts(Fired(2, end))
        assert (salvos.name, str(salvos.value)) == ("salvos", "2")
        assert (target.name, target.value) == ("target", end)
