"""Every book's sequence of play stands as a table, in the book's order."""

import pytest

from pz8edu.core.rulebook.sequence import Step
from pz8edu.systems import ids, system

TWO_MOVES = ["settle", "movement", "fire", "movement", "fire"]


@pytest.mark.parametrize("system_id", ids())
def test_the_sequence_of_play_is_printed_with_its_section(system_id: str) -> None:
    rules = system(system_id).rules
    steps = list(rules.sequence.values())
    assert rules.tables()["sequence"].row is Step
    assert rules.tables()["sequence"].section
    assert len(steps) >= 4
    assert all(each.what for each in steps)
    assert [each.step for each in steps] == sorted(each.step for each in steps)


@pytest.mark.parametrize("system_id", ["pz8-ww2", "pz8-1950", "pz8-1975", "pz8-scifi", "pz8-naval"])
def test_who_moves_first_is_fired_at_first(system_id: str) -> None:
    steps = [(each.side, each.what) for each in system(system_id).rules.sequence.values()]
    assert [what.split()[0] for _, what in steps[:5]] == TWO_MOVES
    assert [side for side, _ in steps] == ["both", "A", "B", "B", "A", "both"]


@pytest.mark.parametrize("system_id", ["pz8-divisional", "pz8-divisional-2010"])
def test_both_sides_fight_in_both_combat_phases(system_id: str) -> None:
    steps = system(system_id).rules.sequence
    assert [each.step for each in steps.values() if each.what == "every combat"] == ["3", "7"]
    assert {each.side for each in steps.values() if each.what == "every combat"} == {"both"}
