"""The kilometre map of both editions: what it measures, what it fills in, and what the readings change."""

from dataclasses import replace
from typing import Any

import pytest

from pz8edu import BadInput, ask
from pz8edu.board.position import Place, Position
from pz8edu.board.tabletop import Asked, BoardState
from pz8edu.systems import system
from pz8edu.systems.pz8_divisional.tabletop import FORMS as NEW_FORMS
from pz8edu.systems.pz8_divisional_2010.kilometre_map import DivisionalTable
from pz8edu.systems.pz8_divisional_2010.scenarios import Scenario, UnitOnTable

OLD, NEW = "pz8-divisional-2010", "pz8-divisional"
BOTH = [OLD, NEW]
TABLES = [(name, table) for name in BOTH for table in system(name).tabletops]


def start(table: DivisionalTable, **moved: tuple[float, float]) -> BoardState[UnitOnTable]:
    position: Position[UnitOnTable] = table.start()
    for name, at in moved.items():
        position = position.moved(name, Place(*at))
    return table.opening().at(position)


def table_of(name: str, which: str) -> DivisionalTable:
    table = system(name).tabletop(which)
    assert isinstance(table, DivisionalTable)
    return table


def asked(name: str, table: DivisionalTable, state: BoardState[UnitOnTable], **readings: str) -> Asked:
    found = table.asked(state, system(name).rules.variant(readings))
    assert found is not None
    return found


@pytest.mark.whole_domain(6)
@pytest.mark.parametrize(("name", "which"), TABLES)
def test_every_map_shows_itself_and_asks_what_the_rules_answer(name: str, which: str) -> None:
    table, rules = table_of(name, which), system(name).rules
    names = list(table.start().places)
    for shooter in ("", names[0], *table.chosen()[:1]):
        for target in ("", names[-1], *table.chosen()[1:]):
            if target and target == shooter:
                continue
            state = replace(start(table), shooter=shooter, target=target if shooter else "")
            scene = table.scene(state, rules)
            assert scene.kind == "kilometres"
            assert len(scene.bases) == len(names)
            assert table.facts(state, rules)
            found = table.asked(state, rules)
            assert (found is None) == (not shooter)
            if found is not None:
                odds = ask(name, found.calculator, dict(found.inputs))
                assert sum(odds.fractions().values()) == 1


@pytest.mark.parametrize("name", BOTH)
def test_every_formation_parades_with_the_bases_that_are_counted(name: str) -> None:
    book = system(name)
    for formation in book.boards["division-strength"].situation.fields()["division"].domain.options:  # type: ignore[attr-defined]
        which = formation.lower().replace(" ", "-")
        strength = ask(name, "division-strength", division=formation)
        assert len(table_of(name, which).start().places) == strength["bases"]


def test_two_alike_on_one_garrison_are_several_attackers() -> None:
    table = table_of(NEW, "ridge-1941")
    found = asked(NEW, table, start(table))
    assert found.calculator == "multi-combat"
    assert found.inputs["attackers"] == 2
    assert found.inputs["defender_fort"] is True
    away = start(table, **{"II./Panzer": (20, 5)})
    found = asked(NEW, table, away)
    assert found.calculator == "combat"
    assert found.inputs["attacker_quality"] == "elite"
    assert "attacker_quality" not in asked(OLD, table_of(OLD, "ridge-1941"), away).inputs


def test_a_garrison_is_the_defender_whoever_is_chosen() -> None:
    table = table_of(NEW, "ridge-1941")
    chosen = replace(start(table), shooter="1/6 Rajputana", target="I./Panzer")
    found = asked(NEW, table, chosen)
    assert found.inputs["defender_type"] == "infantry"
    assert found.inputs["defender_fort"] is True


def test_an_empty_battery_in_contact_is_overrun() -> None:
    table = table_of(NEW, "sinai-1967")
    found = asked(NEW, table, start(table))
    assert found.inputs["defender_out_of_ammo"] is True
    assert ask(NEW, found.calculator, dict(found.inputs)).fraction("defender-destroyed") == 1
    swapped = replace(start(table), shooter="2nd Battery", target="79th Tank")
    assert asked(NEW, table, swapped).inputs == found.inputs


def test_who_sees_the_target() -> None:
    table = table_of(NEW, "spotter-1941")
    state = start(table)
    assert asked(NEW, table, state).inputs["batteries"] == 3
    # the mound adds 3 km and the forest takes 3: the recon unit sees 9 km, off the mound 6
    further = start(table, **{"Aufklärung": (13, 16), "II./IR 1": (13, 11)})
    assert "not spotted" in asked(NEW, table, further).why_not
    near = start(table, **{"Aufklärung": (13, 16), "II./IR 1": (19, 13)})
    assert not asked(NEW, table, near).why_not
    in_contact = start(table, **{"Aufklärung": (13, 16), "II./IR 1": (21, 13)})
    assert "not spotted" in asked(NEW, table, in_contact).why_not


def test_readings_of_fire_change_the_map() -> None:
    table = table_of(OLD, "spotter-1941")
    beside = start(table, **{"Aufklärung": (5, 2), "II./IR 1": (5, 4), "I./Artillerie": (17, 13)})
    assert not asked(OLD, table, beside).why_not
    assert "not spotted" in asked(OLD, table, beside, R22="b").why_not
    hidden = start(table, **{"1st Rifles": (20, 14.5), "2nd Rifles": (22, 13)})
    assert not asked(OLD, table, hidden).why_not
    assert asked(OLD, table, hidden, R15="b").why_not
    touched = start(table, **{"1st Rifles": (10, 14)})
    assert "in contact" in asked(OLD, table, touched).why_not
    assert "in contact" not in asked(OLD, table, touched, R16="b").why_not
    far = start(table, **{"III./Artillerie": (3.5, 13), "2nd Rifles": (22, 13)})
    state = replace(far, shooter="III./Artillerie")
    assert "out of range" in asked(OLD, table, state).why_not
    assert "out of range" not in asked(OLD, table, state, R29="b").why_not


def test_a_spent_battery_does_not_fire_in_the_revised_edition_only() -> None:
    for name, said in ((OLD, ""), (NEW, "out of ammo")):
        table = table_of(name, "ridge-1941")
        state = replace(start(table), shooter="31st Field Rgt", target="I./Panzer")
        assert said in asked(name, table, state).why_not


def test_one_unit_alone_rallies() -> None:
    table = table_of(NEW, "ridge-1941")
    state = replace(start(table), shooter="2nd Camerons", target="")
    found = asked(NEW, table, state)
    assert (found.calculator, found.why_not) == ("rally", "")
    assert found.inputs == {"quality": "average", "objectives_lost": 0, "fp": 1}
    lost = start(table, Recon=(41, 12))
    assert asked(NEW, table, replace(lost, shooter="2nd Camerons", target="")).inputs["objectives_lost"] == 1
    away = start(table, **{"2nd Camerons": (20, 9)})
    assert "rallies within 12" in asked(NEW, table, replace(away, shooter="2nd Camerons", target="")).why_not
    headquarters = replace(start(table), shooter="Div HQ", target="")
    seen = table.measured(headquarters, system(NEW).rules.variant(R20="b"))
    assert "never rallies" in seen.why_not_rally(seen.field.unit("Div HQ"))


def test_the_way_back_is_blocked_by_the_next_enemy() -> None:
    table = table_of(OLD, "ridge-1941")
    moves: dict[str, Any] = {"II./Panzer": (20, 5), "I./Panzer": (27.5, 12), "Recon": (33, 12)}
    found = asked(OLD, table, start(table, **moves))
    assert found.inputs["defender_blocked_at"] == 3
    assert (
        asked(OLD, table, start(table, **moves | {"Recon": (33, 14)})).inputs["defender_blocked_at"] is None
    )
    # towards its own HQ, at (38, 12), the way is the same; with the HQ in the north it is another
    north = moves | {"4th Div HQ": (29, 22)}
    assert asked(OLD, table, start(table, **north), R18="b").inputs["defender_blocked_at"] is None


def test_every_objective_has_its_flag_and_its_name() -> None:
    table, rules = table_of(NEW, "ridge-1941"), system(NEW).rules
    scene = table.scene(start(table), rules)
    flags = [shape.at for shape in scene.of_role("objective")]  # type: ignore[union-attr]
    assert flags == [(41, 12), (6, 12)]
    assert "objective: depot" in scene.describe()


def test_bases_stay_on_the_map() -> None:
    table = table_of(OLD, "ridge-1941")
    assert table.settle("Recon", Place(-3, 99), table.start()) == Place(0.5, 23.5)


def test_bad_scenarios_are_refused() -> None:
    given: dict[str, Any] = {
        "title": "Too many",
        "width": 10,
        "height": 10,
        "own": "German Pz Division 1941",
        "units": [{"name": f"HQ {n}", "kind": "hq", "x": n, "y": 1} for n in range(2)],
    }
    with pytest.raises(BadInput, match="has 1 units of hq"):
        Scenario.read(given).musters(system(NEW).rules)  # type: ignore[arg-type]
    with pytest.raises(BadInput, match="unknown unit"):
        Scenario.read(given | {"chosen": "HQ 7"})
    given["units"][1]["side"] = "enemy"
    with pytest.raises(BadInput, match="formation"):
        Scenario.read(given)
    with pytest.raises(BadInput, match="unknown"):
        system(OLD).tabletop("sinai-1967")
    assert set(NEW_FORMS) == {"barrage", "combat", "minefield", "multi-combat", "rally"}
