"""Pz8 1950/1975 on the table: what helicopters and missiles add to what is measured, asked and drawn."""

from dataclasses import replace

import pytest

from tests.systems.on_the_table import Tables, changed

TABLES = Tables("pz8-1950")
RULES = TABLES.rules
start, asked = TABLES.start, TABLES.asked


def test_nothing_is_measured_while_there_are_not_two() -> None:
    table, state = start("helicopters")
    assert table.measured(replace(state, target=""), RULES) is None
    assert table.asked(replace(state, target=""), RULES) is None


def test_a_helicopter_is_seen_whatever_lies_between_and_without_cover() -> None:
    table, state = start("helicopters", "Strela", "Gunship")
    shot = table.measured(state, RULES)
    assert shot.sight.says == "A helicopter sees everything and is always seen (§5)."
    assert (shot.cover.value, shot.blocked) == ("open", None)
    ground = table.measured(replace(state, target="PT-76"), RULES)
    assert ground.sight.says != shot.sight.says
    from_above = table.measured(replace(state, shooter="Gunship", target="Company"), RULES)
    assert from_above.sight.says == shot.sight.says
    assert from_above.cover.says != shot.cover.says


def test_a_shot_at_a_helicopter_is_a_question_of_its_own() -> None:
    table, state = start("helicopters", "Strela", "Gunship")
    found = asked(table, state)
    assert found.calculator == "helicopter-fire"
    assert (found.inputs["weapon"], found.inputs["guided"]) == ("sam", True)
    guns = asked(table, replace(state, shooter="HMG"))
    assert (guns.calculator, guns.inputs["weapon"]) == ("helicopter-fire", "small-arms")
    assert asked(table, replace(state, shooter="Gunship", target="Company")).calculator == "direct-fire"


def test_only_a_sam_has_nothing_for_the_ground() -> None:
    table, state = start("helicopters", "Strela", "Air cavalry")
    sentence = "A SAM has no Attack Factor: it is for helicopters only (§8)."
    assert asked(table, state).why_not == sentence
    assert asked(table, replace(state, shooter="HMG")).why_not != sentence
    assert asked(*start("missiles-against-tanks")).why_not == ""


def test_an_aircraft_without_a_target_asks_nothing() -> None:
    table, state = start("helicopters")
    assert table.asked(replace(state, shooter="Skyhawk", target=""), RULES) is None
    target = next(name for name, unit in state.units.items() if unit.side == "own")
    against = asked(table, replace(state, shooter="Skyhawk", target=target))
    assert "sam_teams" in against.inputs


@pytest.mark.parametrize(("unit", "label"), [("Sagger", "Sagger · ATGW left"), ("T-62", None)])
def test_what_is_fired_once_says_whether_it_is_left(unit: str, label: str | None) -> None:
    table, state = start("missiles-against-tanks")
    bases = {base.name: base.label for base in table.scene(state, RULES).bases}
    assert bases[unit] == label
    if label is not None:
        fired = table.scene(changed(state, unit, missile_fired=True), RULES)
        assert next(base.label for base in fired.bases if base.name == unit) == "Sagger · ATGW fired"
    else:
        assert state.units[unit].missile == ""
