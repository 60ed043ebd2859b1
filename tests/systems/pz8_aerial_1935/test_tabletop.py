"""The Pz8 aerial rules on the board: squadrons, scenarios, what is measured, and what the board asks."""

from dataclasses import replace
from itertools import pairwise

import pytest

import pz8edu
from pz8edu.asking.ask import answer
from pz8edu.board.hexes import facing_bearing, hex_centre, hex_distance
from pz8edu.board.position import Place
from pz8edu.board.tabletop import BoardState
from pz8edu.errors import BadInput
from pz8edu.show.default_style import SYMBOLS
from pz8edu.systems import system
from pz8edu.systems.pz8_aerial_1935.scenarios import SCENARIOS, SQUADRONS, Scenario, Squadron
from pz8edu.systems.pz8_aerial_1935.tabletop import Machine, Sky, tabletop
from pz8edu.systems.pz8_aerial_1935.words import Fate, Side

AERIAL = system("pz8-aerial-1935")
RULES = AERIAL.rules


def start(name: str) -> tuple[Sky, BoardState[Machine]]:
    table = tabletop(name)
    return table, table.opening()


def moved(state: BoardState[Machine], name: str, at: tuple[int, int], facing: int) -> BoardState[Machine]:
    place = Place(*hex_centre(at), float(facing_bearing(facing)), state.places[name].altitude)
    return state.at(state.position.moved(name, place))


def test_squadrons_fly_printed_aircraft() -> None:
    flown = {each.aircraft for name in SQUADRONS.names() for each in SQUADRONS[name].members}
    assert {each for each in flown if isinstance(each, str)} <= {*RULES.aircraft, *RULES.aircraft_ww1}
    assert len(RULES.aircraft) == 17
    assert len(RULES.aircraft_ww1) == 9
    for name in SQUADRONS.names():
        ww1 = {each.aircraft in RULES.aircraft_ww1 for each in SQUADRONS[name].members}
        assert ww1 == {SQUADRONS[name].section == "12"}


def test_minimum_and_damaged_mps_of_the_printed_aircraft() -> None:
    for name, mps in {
        "CR42": (2, 2, 1),
        "Meteor": (3, 5, 2),
        "F-86 Sabre": (4, 6, 2),
        "RE8": (1, 2, 1),
    }.items():
        found = pz8edu.ask("pz8-aerial-1935", "minimum-mp", mp=RULES.named(name).mp)
        assert tuple(found.values()) == mps


@pytest.mark.parametrize("name", SCENARIOS.names())
def test_every_scenario_is_ready_to_play(name: str) -> None:
    assert AERIAL.tabletops == SCENARIOS.names()
    table, state = start(name)
    places = table.start().places
    assert places == {each: table.settle(each, place, table.start()) for each, place in places.items()}
    hexes = [table.at(each, state) for each in state.places]
    assert len(set(hexes)) == len(hexes)
    assert set(hexes) <= table.field
    for each, machine in state.units.items():
        altitude = table.altitude(each, state)
        assert 1 <= altitude <= machine.performance(altitude, RULES).ceiling + machine.damaged
    for rules in (
        RULES,
        RULES.variant(R4="b", R10="cone120", R11="wedge120", R12="b"),
        RULES.variant(R15="b"),
    ):
        scene = table.scene(state, rules)
        assert {base.name for base in scene.bases} == set(state.places)
        assert scene.of_role("hex: reachable")
        assert table.facts(state, rules)
        asked = table.asked(state, rules)
        assert asked is not None
        odds = answer(AERIAL.calculators[asked.calculator], asked.inputs, rules)
        assert sum(odds.fractions().values()) == 1
    assert table.scene(state, RULES)._repr_svg_().startswith("<svg")
    assert "plain hex" in table.scene(state, RULES).describe()


def test_the_board_asks_what_the_specification_works_out() -> None:
    for name, inputs in (
        ("head-on", {"distance": 1, "t_att": 3, "t_can_return": True}),
        ("on-the-tail", {"distance": 1, "t_att": 3, "t_can_return": False}),
        ("rear-gunner", {"distance": 2, "t_att": 1, "t_can_return": True}),
    ):
        table, state = start(name)
        asked = table.asked(state, RULES)
        assert asked is not None
        assert (asked.calculator, asked.why_not) == ("exchange", "")
        wanted = {"a_att": 3, "a_def": 2, "t_def": 2, **inputs}
        assert {key: asked.inputs[key] for key in wanted} == wanted


def test_the_board_measures_what_the_checks_say() -> None:
    table, state = start("rear-gunner")
    verdicts = set()
    for q, r, facing in ((1, 5, 1), (4, 3, 4), (3, 3, 0), (5, 3, 3), (0, 7, 2), (4, 2, 5)):
        there = moved(state, "Spitfire 2", (q, r), facing)
        for firer, target in (("Spitfire 2", "Stuka 2"), ("Stuka 2", "Spitfire 2")):
            here, other = table.flying(firer, there), table.flying(target, there)
            weapon, found = table.bears(firer, target, there, RULES)
            check = pz8edu.ask(
                "pz8-aerial-1935", "may-fire", q=here.q, r=here.r, facing=here.facing, alt=here.altitude,
                weapon=weapon.value, target=list(other.at), target_alt=other.altitude,
            )  # fmt: skip
            assert check["verdict"] == found.verdict
            assert found.distance == hex_distance(here.at, other.at)
            verdicts.add(found.verdict)
            asked = table.asked(replace(there, shooter=firer, target=target), RULES)
            assert asked is not None
            assert (asked.why_not == "") is found.allowed
    assert verdicts >= {"may fire", "out of arc", "out of range"}


def test_reach_on_the_board_is_that_of_the_check() -> None:
    table, state = start("mig-alley")
    here = table.flying("Sabre 1", state)
    occupied = [list(table.at(other, state)) for other in state.units if other != "Sabre 1"]
    check = pz8edu.ask(
        "pz8-aerial-1935", "reachable-count", mp=11, alt=3, max_alt=5, q=here.q, r=here.r, facing=here.facing,
        occupied=occupied,
    )  # fmt: skip
    assert len(table.reached("Sabre 1", state, RULES)) == check["states"]
    shown = table.scene(state, RULES)
    assert len(shown.of_role("hex: reachable")) + len(shown.of_role("ending")) == check["hexes"]
    corner = moved(state, "Sabre 1", (0, 0), 0)
    assert {end.at for end in table.reached("Sabre 1", corner, RULES)} <= table.field
    assert not table.scene(replace(state, before=state.position), RULES).of_role("hex: reachable")


def test_a_gunner_reaches_upwards_and_nobody_answers() -> None:
    table, state = start("rear-gunner")
    above = moved(state, "Hurricane 1", table.at("Spitfire 2", state), 1)
    away = moved(above, "Spitfire 2", (0, 0), 0)
    asked = table.asked(replace(away, shooter="Stuka 2", target="Hurricane 1"), RULES)
    assert asked is not None
    assert asked.why_not == ""
    assert (asked.inputs["a_weapon"], asked.inputs["a_target_higher"]) == ("rear", True)
    assert not asked.inputs["t_can_return"]
    back = table.asked(replace(away, shooter="Hurricane 1", target="Stuka 2"), RULES)
    assert back is not None
    assert back.why_not == "Stuka 2 is at level 2, not at that of Hurricane 1 (§5)."


def test_a_damaged_aircraft_at_its_ceiling_dives_first() -> None:
    table, state = start("hit-at-the-ceiling")
    ends = table.reached("Me 109 B", state, RULES)
    assert {end.altitude for end in ends} == {1, 2}
    fact = next(fact for fact in table.facts(state, RULES) if fact.name == "Can end in")
    assert fact.remark == "spending 1 to 3 MPs (§3); it must dive first, to level 2 (§5)"
    asked = table.asked(state, RULES)
    assert asked is not None
    assert asked.inputs["a_damaged"]


def test_who_is_tailed() -> None:
    table, state = start("on-the-tail")
    tails = [fact.value for fact in table.facts(state, RULES) if fact.name == "Tailed"]
    assert tails == ["Me 109 B by Spitfire 2"]
    turned = moved(state, "Me 109 B", table.at("Me 109 B", state), 2)
    assert "Tailed" not in {fact.name for fact in table.facts(turned, RULES)}


def test_ground_attacks() -> None:
    table, state = start("stuka-over-the-bridge")
    asked = table.asked(state, RULES)
    assert asked is not None
    assert asked.calculator == "ground-attack"
    assert asked.inputs == {"weapon": "bombs", "altitude": 1, "over3": False, "dive_bomber": True}
    far = moved(state, "Stuka 1", (0, 0), 0)
    assert table.forbidden(far, RULES) == "Bridge is 7 hexes away; a ground attack needs the next hex (§9)."
    strafing = moved(state, "Escort", table.at("Stuka 1", state), 0)
    asked = table.asked(replace(moved(strafing, "Stuka 1", (0, 0), 0), shooter="Escort"), RULES)
    assert asked is not None
    assert asked.why_not == ""
    assert asked.inputs == {"weapon": "strafing", "altitude": 3, "over3": False, "dive_bomber": False}
    high = at_level(state, "Stuka 1", 2)
    assert table.forbidden(high, RULES) == "Stuka 1 is a dive bomber and attacks from level 1 (§9)."


def test_squadrons_enter_around_the_middle_of_their_sides() -> None:
    table, state = start("battle-over-the-channel")
    for side, column, facing in ((Side.A, 0, 0), (Side.B, 21, 3)):
        members = [each for each in state.units.values() if each.side is side]
        hexes = [table.at(each.name, state) for each in members]
        assert [q + r // 2 for q, r in hexes] == [column] * 4
        assert {table.flying(each.name, state).facing for each in members} == {facing}
        assert all(hex_distance(a, b) == 1 for a, b in pairwise(hexes))
    levels = {name: table.altitude(name, state) for name in state.units}
    assert (levels["Spitfire 1"], levels["Hurricane 1"], levels["Me 109 A"]) == (4, 3, 3)
    assert table.forbidden(replace(state, target="Hurricane 1"), RULES) == "Hurricane 1 is on the same side."
    assert table.asked(replace(state, target=""), RULES) is None


def test_a_base_snaps_to_the_middle_of_a_hex() -> None:
    table, state = start("head-on")
    place = table.settle("Hurricane 1", Place(3.2, -1.6, 50), state.position)
    assert table.settle("Hurricane 1", place, state.position) == place
    assert place.facing == 30
    outside = table.settle("Hurricane 1", Place(-40, 12, 275), state.position)
    assert (outside.x, outside.y, outside.facing) == (0, 0, 270)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"firer": "Spitfire 9"}, "Spitfire"),
        ({"a": "raf-1941"}, "raf-1940"),
        ({"placed": [{"name": "Me 110", "column": 1, "row": 1, "facing": 0, "altitude": 2}]}, "Bf 110"),
        ({"placed": [{"name": "Bf 110", "column": 22, "row": 1, "facing": 0, "altitude": 2}]}, "22 by 28"),
        ({"placed": [{"name": "Bf 110", "column": 1, "row": 1, "facing": 6, "altitude": 2}]}, "from 0 to 5"),
        ({"b": "raf-1940"}, "twice"),
        ({"ground": [{"name": "Bridge", "column": 1, "row": 1}] * 2}, "twice"),
    ],
)
def test_a_scenario_that_cannot_be(given: dict[str, object], words: str) -> None:
    plain = {"title": "x", "section": "5", "a": "raf-1940", "b": "luftwaffe-1940"}
    with pytest.raises(BadInput, match=words):
        Scenario.read(plain | given)


def test_a_squadron_that_cannot_be() -> None:
    plain = {"name": "x", "nation": "x", "section": "7"}
    for member, words in (
        ({"name": "a", "aircraft": "Spitfir"}, "Spitfire"),
        ({"name": "a", "aircraft": "Spitfire", "load": "strafing"}, "needs no load"),
    ):
        with pytest.raises(BadInput, match=words):
            Squadron.read(plain | {"members": [member]})
    with pytest.raises(BadInput, match="head-on"):
        AERIAL.tabletop("head-onn")


def at_level(state: BoardState[Machine], name: str, altitude: int) -> BoardState[Machine]:
    return state.at(state.position.moved(name, state.places[name]._replace(altitude=altitude)))


def test_an_aircraft_that_climbs_is_measured_where_it_is() -> None:
    table, state = start("on-the-tail")
    assert table.forbidden(state, RULES) == ""
    climbed = at_level(state, "Me 109 B", 3)
    assert table.forbidden(climbed, RULES) == "Me 109 B is at level 3, not at that of Spitfire 2 (§5)."
    heights = {base.name: base.height for base in table.scene(climbed, RULES).bases}
    assert heights == {"Spitfire 2": 2, "Me 109 B": 3, "Bf 110": 3}
    both = at_level(climbed, "Spitfire 2", 3)
    assert table.forbidden(both, RULES) == ""
    assert table.flying("Spitfire 2", both).altitude == 3
    assert table.reached("Spitfire 2", both, RULES) != table.reached("Spitfire 2", state, RULES)
    assert "level 3" in next(fact.value for fact in table.facts(both, RULES) if fact.name == "Firer")


def test_levels_go_from_1_to_the_printed_maximum() -> None:
    table, state = start("on-the-tail")
    for name, machine in state.units.items():
        for wished, expected in ((-3, 1), (1, 1), (9, machine.data(RULES).altitude)):
            place = state.places[name]._replace(altitude=wished)
            assert table.settle(name, place, state.position).altitude == expected
    damaged, state = start("hit-at-the-ceiling")
    for name, place in state.places.items():
        assert damaged.settle(name, place, state.position) == place


def test_a_ground_attack_is_asked_from_the_level_of_the_aircraft() -> None:
    table, state = start("stuka-over-the-bridge")
    low, high = table.asked(state, RULES), table.asked(at_level(state, "Stuka 1", 2), RULES)
    assert low is not None
    assert high is not None
    assert (low.inputs["altitude"], high.inputs["altitude"]) == (1, 2)
    assert (low.why_not, high.why_not) == ("", "Stuka 1 is a dive bomber and attacks from level 1 (§9).")
    assert table.settle("Bridge", state.places["Bridge"], state.position).altitude is None


def changed(state: BoardState[Machine], name: str, **changes: object) -> BoardState[Machine]:
    return state.at(state.position.with_unit(name, **changes))


def test_who_is_out_of_the_game_is_gone_and_nobody_fires_at_him() -> None:
    table, state = start("on-the-tail")
    for fate, words in (
        (Fate.DESTROYED, "Me 109 B is destroyed (§5)."),
        (Fate.LEFT, "Me 109 B has left the table (§10)."),
    ):
        out = changed(state, "Me 109 B", fate=fate)
        assert {base.name for base in table.scene(out, RULES).bases} == {"Spitfire 2", "Bf 110"}
        for chosen in (out, replace(out, shooter="Me 109 B", target="Spitfire 2")):
            asked = table.asked(chosen, RULES)
            assert asked is not None
            assert asked.why_not == words
        facts = {fact.name: fact.value for fact in table.facts(out, RULES)}
        assert facts[fate.value.capitalize()] == "Me 109 B"
        assert "Tailed" not in facts
    kills = next(fact for fact in table.facts(changed(state, "Me 109 B", fate=Fate.DESTROYED), RULES)[::-1])
    assert (kills.name, kills.value) == ("Kills", "1 (British) to 0 (German)")
    assert "after 3 games" in kills.remark


def test_only_a_damaged_aircraft_leaves_the_table() -> None:
    table, state = start("your-own-aircraft")
    leaving = [fact.value for fact in table.facts(state, RULES) if fact.name == "May leave"]
    assert leaving == ["Morane 1"]
    assert Fate.LEFT in table.changes("Morane 1", state, RULES)["fate"]
    assert Fate.LEFT not in table.changes("Dewoitine 1", state, RULES)["fate"]
    edge = moved(state, "Dewoitine 1", (0, 0), 2)
    stuck = {fact.name: fact for fact in table.facts(edge, RULES)}["Can end in"]
    assert (stuck.value, stuck.remark) == ("no hex", "it leaves the table and is withdrawn (§3, R9)")
    assert Fate.LEFT in table.changes("Dewoitine 1", edge, RULES)["fate"]
    inland = moved(state, "Morane 1", (4, 3), 0)
    assert "May leave" not in {fact.name for fact in table.facts(inland, RULES)}
    assert all(end.at in table.field for end in table.ends("Morane 1", inland, RULES))


def test_what_a_player_changes_by_hand_is_asked() -> None:
    table, state = start("on-the-tail")
    assert table.changes("Spitfire 2", state, RULES)["turned180"] == (False, True)
    asked = table.asked(changed(state, "Spitfire 2", turned180=True), RULES)
    assert asked is not None
    assert asked.inputs["a_turned180"]
    assert "turned 180°" in table.scene(changed(state, "Spitfire 2", turned180=True), RULES).describe()
    table, state = start("shturmovik")
    assert table.changes("Shturmovik", state, RULES)["load"] == (None, "rockets")
    asked = table.asked(changed(state, "Shturmovik", over3=True), RULES)
    assert asked is not None
    assert asked.inputs["over3"]


def test_a_flight_in_hand_says_its_cost_and_an_occupied_hex_is_named() -> None:
    table, state = start("on-the-tail")
    for at, facing, words in (
        ((4, 3), 1, "2 or 3 MPs"),
        ((3, 4), 1, "too few MPs"),
        ((0, 7), 1, "out of reach"),
    ):
        there = replace(moved(state, "Spitfire 2", at, facing), before=state.position)
        flight = next(fact for fact in table.facts(there, RULES) if fact.name == "Flight")
        assert (flight.value, flight.remark) == (words, "at least 2 of 6 MPs must be spent (§3)")
    same = moved(state, "Spitfire 2", table.at("Me 109 B", state), 1)
    both = [fact.value for fact in table.facts(same, RULES) if fact.name == "One hex"]
    assert both == ["Spitfire 2 and Me 109 B"]


def test_every_pair_asks_or_is_refused_with_a_reason() -> None:
    for name in SCENARIOS.names():
        table, state = start(name)
        for shooter in state.units:
            for target in state.places:
                if shooter != target:
                    asked = table.asked(replace(state, shooter=shooter, target=target), RULES)
                    assert asked is not None
                    if asked.why_not:
                        assert "(§" in asked.why_not or "same side" in asked.why_not
                    odds = answer(AERIAL.calculators[asked.calculator], asked.inputs, RULES)
                    assert sum(odds.fractions().values()) == 1


@pytest.mark.parametrize(
    ("name", "target", "symbol"),
    [("stuka-over-the-bridge", "Bridge", "bridge"), ("shturmovik", "Column", "truck")],
)
def test_a_target_on_the_ground_is_drawn_and_named_as_what_it_is(name: str, target: str, symbol: str) -> None:
    table = AERIAL.tabletop(name)
    (base,) = [each for each in table.scene(table.opening(), RULES).bases if each.name == target]
    assert base.symbol == symbol
    assert SYMBOLS[symbol]
    assert base.shown == f"{target} · on the ground"
