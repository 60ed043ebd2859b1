"""What every rule system has: a section for each question, a rule that cites it, tables to play on."""

from __future__ import annotations

import pytest

from pz8edu.rulebook.parts import parts_of, with_sections
from pz8edu.systems import ids, system

SIXTEEN = (
    "asp-ww2",
    "panzer8-expansion",
    "panzertroops",
    "pz8-1950",
    "pz8-1975",
    "pz8-aerial-1935",
    "pz8-aerial-1965",
    "pz8-coastal",
    "pz8-colonial",
    "pz8-divisional",
    "pz8-divisional-2010",
    "pz8-naval",
    "pz8-scifi",
    "pz8-space",
    "pz8-ww1",
    "pz8-ww2",
)


def test_there_are_sixteen_systems() -> None:
    assert ids() == SIXTEEN


@pytest.mark.parametrize("system_id", ids())
def test_every_question_has_its_section_and_comes_to_a_rule_that_cites_it(system_id: str) -> None:
    home = system(system_id)
    for question, sections in with_sections(home):
        assert sections, question.id
        reached = {
            name
            for part in parts_of(home, [question])
            for each in (part, *part.hooks)
            for name in each.sections
        }
        assert reached & set(sections), f"{question.kind} {question.id}: {sections}, its functions {reached}"


@pytest.mark.parametrize("system_id", ids())
def test_there_are_three_tables_to_play_on(system_id: str) -> None:
    home = system(system_id)
    assert len(set(home.tabletops)) >= 3
    for name in home.tabletops:
        table = home.tabletop(name)
        state = table.opening()
        assert state.places, name
        assert table.scene(state, home.rules), name
        found = table.asked(state, home.rules)
        assert found is None or found.calculator in home.calculators, name
