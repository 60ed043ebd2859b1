"""Forces and scenarios of pz8-colonial: what lies on the table, and what is measured there."""

from dataclasses import replace
from itertools import combinations
from math import dist
from typing import Any

import pytest

from pz8edu.asking import answer, line_answer
from pz8edu.board.contact import base_holds, in_contact
from pz8edu.board.tabletop import BoardState, Place
from pz8edu.errors import BadInput
from pz8edu.systems import system
from pz8edu.systems.pz8_colonial.forces import FORCES, Force
from pz8edu.systems.pz8_colonial.scenarios import SCENARIOS, Scenario
from pz8edu.systems.pz8_colonial.tabletop import SHELL, ColonialTable, ShellTable
from pz8edu.systems.pz8_colonial.words import Side, Troop

COLONIAL = system("pz8-colonial")
RULES: Any = COLONIAL.rules


def set_up(name: str) -> tuple[Any, BoardState]:
    table = COLONIAL.tabletop(name)
    return table, BoardState(table.places(), *table.chosen())


def put(state: BoardState, name: str, **place: float) -> BoardState:
    return replace(state, places={**state.places, name: state.places[name]._replace(**place)})


def check(question: str, **inputs: Any) -> Any:
    found = line_answer({"system": "pz8-colonial", "board": question, "inputs": inputs})
    return found["result"]


@pytest.mark.parametrize("name", FORCES.names())
def test_every_force_keeps_to_the_sizes_of_units(name: str) -> None:
    force = FORCES[name]
    for unit in force.units:
        if unit.troop in (Troop.MACHINE_GUN, Troop.ARTILLERY):
            assert 2 <= unit.men <= 4
            assert force.side is Side.EUROPEAN or unit.troop is Troop.ARTILLERY
            continue
        # The Boers all had rifles, whatever the half of section 2 says of Natives.
        firearms = 0 if force.nation == "boer" else unit.firing if armed(unit) else 0
        assert check("unit-size", side=force.side.value, men=unit.men, firearms=firearms) == {"legal": True}


def armed(unit: Any) -> bool:
    return unit.weapon is not None and RULES.weapons[unit.weapon].firearm


def test_every_scenario_has_one_force_of_each_side() -> None:
    for name in SCENARIOS.names():
        european, native = SCENARIOS[name].forces
        assert (european.side, native.side) == (Side.EUROPEAN, Side.NATIVE)


@pytest.mark.parametrize("name", COLONIAL.tabletops)
def test_everybody_has_room_on_every_table(name: str) -> None:
    table, state = set_up(name)
    field = table.battlefield(state)
    x0, y0, x1, y1 = field.extent
    for unit, _, (x, y) in table.figures(state):
        assert x0 <= x <= x1, unit
        assert y0 <= y <= y1, unit
    touching = [(a.name, b.name) for a, b in combinations(field.units, 2) if in_contact(a, b)]
    assert touching == ([("Lancers", "Jihadiya")] if name == "lancers" else [])
    for unit, standing in table.standing.items():
        figures = [list(at) for at in standing.places(state.places[unit])]
        assert len(figures) == standing.figures
        assert check("cohesion", figures=figures) == {"coherent": True}


@pytest.mark.parametrize("name", COLONIAL.tabletops)
def test_every_table_shows_itself_and_asks_what_the_rules_can_answer(name: str) -> None:
    table, state = set_up(name)
    scene = table.scene(state, RULES)
    assert scene.title
    assert scene.svg().startswith("<svg")
    figures = len(scene.of_role("figure")) + len(scene.of_role("under the shell"))
    assert figures == sum(1 for _ in table.figures(state))
    assert all(unit in scene.describe() for unit in table.standing)
    assert table.facts(state, RULES)
    asked = table.asked(state, RULES)
    if name in FORCES.names():
        assert asked is None
        return
    assert asked.why_not == ""
    odds = answer(COLONIAL.calculators[asked.calculator], asked.inputs, RULES)
    assert sum(odds.fractions().values()) == 1


def test_every_pair_of_units_can_be_chosen() -> None:
    for name in SCENARIOS.names():
        table, state = set_up(name)
        for shooter in table.standing:
            for target in table.standing:
                if shooter == target:
                    continue
                state = replace(state, shooter=shooter, target=target)
                table.facts(state, RULES)
                asked = table.asked(state, RULES)
                if asked is not None and not asked.why_not:
                    answer(COLONIAL.calculators[asked.calculator], asked.inputs, RULES)


def test_a_volley_is_measured_as_the_board_checks_do() -> None:
    table, state = set_up("mission-station")
    asked = table.asked(state, RULES)
    assert asked.calculator == "volley-losses"
    assert asked.inputs["distance"] == pytest.approx((6**2 + 10**2) ** 0.5, abs=1e-6)
    fire = {
        name: asked.inputs[name]
        for name in ("figures", "weapon", "distance", "quality", "aimed", "target_cover")
    }
    assert check("fire-parameters", **fire) == {
        "in_range": True,
        "dice": 10,
        "needed": 3,
        "over_half": False,
    }
    moved = table.asked(put(state, "1st section", y=8.25), RULES)
    assert asked.inputs["aimed"]
    assert not moved.inputs["aimed"]


def test_who_may_not_fire_hears_why() -> None:
    table, state = set_up("mission-station")
    own = table.asked(replace(state, target="2nd section"), RULES)
    assert own.why_not == "2nd section is on the same side."
    hidden = table.asked(put(state, "Left horn", x=35.0, y=23.9), RULES)
    assert hidden.why_not.startswith("Sight is blocked by the terraces")
    far = table.asked(replace(state, shooter="Musketeers", target="1st section"), RULES)
    assert far.why_not == "15.7 inches of 12: out of range."
    laager, commando = set_up("laager")
    riders = laager.asked(replace(commando, shooter="1st corporalship"), RULES)
    assert riders.why_not == ""
    assert riders.inputs["mounted_native"]
    lancers, charge = set_up("lancers")
    lancers_fire = lancers.asked(put(charge, "Lancers", y=6.0), RULES)
    assert lancers_fire.calculator == "volley-losses"
    assert lancers_fire.why_not == ""


def test_in_contact_the_front_ranks_fight() -> None:
    table, state = set_up("lancers")
    asked = table.asked(state, RULES)
    assert asked.calculator == "melee-unit"
    assert asked.inputs["pairs"] == 8
    assert asked.inputs["a"]["cavalry"]
    assert asked.inputs["a"]["shield_revolver_lance"]
    assert not asked.inputs["b"]["defending"]
    assert [fact.value for fact in table.facts(state, RULES) if fact.name == "Charge"] == ["in contact"]


def test_a_charge_is_measured_to_contact() -> None:
    table, state = set_up("lancers")
    back = put(state, "Lancers", y=2.0)
    question = table.charge(back)
    assert question.distance == 7
    assert check("charge", **question.plain()) == {"verdict": "charge", "reach": 18}
    into_the_khor = table.charge(replace(back, target="Ansar"))
    assert into_the_khor.bad
    assert check("charge", **into_the_khor.plain())["reach"] == 12


def test_cavalry_that_wins_rides_on_to_the_end_of_its_charge() -> None:
    table, state = set_up("lancers")
    back = put(state, "Lancers", y=2.0)
    (path,) = table.scene(back, RULES).of_role("path")
    assert path.points == ((15.0, 2.0), (15.0, 20.0))
    assert table.scene(put(state, "Lancers", x=1.0, y=1.0), RULES).of_role("path") != ()
    assert set_up("mission-station")[0].scene(set_up("mission-station")[1], RULES).of_role("path") == ()
    counter = [fact.value for fact in table.facts(back, RULES) if fact.name == "Counter-move"]
    assert counter == ["3″"]


def test_the_shell_falls_on_whom_the_blast_finds() -> None:
    table, state = set_up("the-pass")
    assert isinstance(table, ShellTable)
    for x, y in ((21.2, 16.4), (19.6, 15.2), (6.0, 5.0), (30.0, 1.0)):
        here = put(state, SHELL, x=x, y=y)
        everybody = [list(at) for _, _, at in table.figures(here)]
        affected = check("blast", gun="light", impact=[x, y], figures=everybody)["affected"]
        asked = table.asked(here, RULES)
        inputs = asked.inputs
        assert inputs["cover"] + inputs["open"] + len(inputs["leaders"]) == len(affected)
        assert len(table.scene(here, RULES).of_role("under the shell")) == len(affected)
    own = table.asked(put(state, SHELL, x=6.0, y=5.0), RULES).inputs
    assert own == {"cover": 0, "open": 3, "leaders": [["nco", "open"]]}
    assert "called 19″, Riflemen are 20″ away" in [fact.value for fact in table.facts(state, RULES)]


def test_a_unit_turns_with_its_figures() -> None:
    table, _ = set_up("mission-station")
    assert isinstance(table, ColonialTable)
    gatling = table.standing["Gatling"]
    north = gatling.places(Place(10, 10, 0))
    east = gatling.places(Place(10, 10, 90))
    assert set(north) == {(10.5, 10.5), (9.5, 10.5), (10.5, 9.5), (9.5, 9.5)}
    assert set(east) == set(north)
    assert east[0] == (10.5, 9.5)
    line = table.standing["1st section"].places(Place(10, 10, 90))
    assert {x for x, _ in line} == {10.0}


def test_names_that_nobody_has() -> None:
    with pytest.raises(BadInput, match="did you mean 'zulu-impi'"):
        COLONIAL.tabletop("zulu-imp")
    with pytest.raises(BadInput, match="unit of the two forces"):
        Scenario.read(
            {
                "title": "x",
                "width": 10,
                "height": 10,
                "european": "british-column",
                "native": "zulu-impi",
                "positions": [{"unit": "Nobody", "x": 1, "y": 1}],
            }
        )
    with pytest.raises(BadInput, match="are called 'a'"):
        Force.read(
            {
                "name": "x",
                "side": "native",
                "nation": "zulu",
                "units": [{"name": "a", "men": 8}, {"name": "a", "men": 8}],
            }
        )
    with pytest.raises(BadInput, match="has a gun"):
        Force.read(
            {
                "name": "x",
                "side": "native",
                "nation": "zulu",
                "units": [{"name": "a", "men": 4, "troop": "artillery"}],
            }
        )


def recoils(table: Any, state: BoardState, rules: Any = RULES) -> list[Any]:
    return [shape for shape in table.scene(state, rules).of_role("path") if shape.label.startswith("recoil")]


def test_both_sides_of_an_undecided_fight_recoil_from_each_other() -> None:
    table, state = set_up("lancers")
    assert (state.shooter, state.target) == ("Lancers", "Jihadiya")
    field = table.battlefield(state)
    one, other = recoils(table, state)
    assert [arrow.label for arrow in (one, other)] == ["recoil 2″", "recoil 2″"]
    for arrow, name, enemy in ((one, "Lancers", "Jihadiya"), (other, "Jihadiya", "Lancers")):
        (x, y), (to_x, to_y) = arrow.points
        assert arrow.arrow
        assert dist((x, y), (to_x, to_y)) == pytest.approx(2)
        assert base_holds(field.unit(name), (x, y)), "it begins at the edge of the unit"
        middle = tuple(map(float, field.unit(enemy).at))
        assert dist((to_x, to_y), middle) == pytest.approx(dist((x, y), middle) + 2)
        assert name in arrow.words
    (fact,) = [fact for fact in table.facts(state, RULES) if fact.name == "Recoil"]
    assert fact.value == "2″ each"
    longer = recoils(table, state, RULES.variant(recoil=3))
    assert [arrow.label for arrow in longer] == ["recoil 3″", "recoil 3″"]
    assert recoils(table, state, RULES.variant(recoil=0)) == []


def test_there_is_no_recoil_without_a_fight_nor_over_the_edge() -> None:
    table, state = set_up("lancers")
    place = state.places["Lancers"]
    apart = put(state, "Lancers", y=place.y - 2)
    assert recoils(table, apart) == []
    assert all(fact.name != "Recoil" for fact in table.facts(apart, RULES))
    assert recoils(table, replace(state, target="")) == []
    x0, y0, x1, y1 = map(float, table.battlefield(state).extent)
    for x, y in ((x0 + 1, (y0 + y1) / 2), (x1 - 1, (y0 + y1) / 2), ((x0 + x1) / 2, y0 + 1)):
        target = state.places["Jihadiya"]
        edge = put(state, "Jihadiya", x=x, y=y)
        edge = put(edge, "Lancers", x=x + place.x - target.x, y=y + place.y - target.y)
        for arrow in recoils(table, edge):
            if x0 <= arrow.points[0][0] <= x1 and y0 <= arrow.points[0][1] <= y1:
                assert x0 <= arrow.points[1][0] <= x1
                assert y0 <= arrow.points[1][1] <= y1
