"""What every rule system has: a section for each question, a rule that cites it, tables to play on."""

from __future__ import annotations

import pytest

from pz8edu.pages.parts import parts_of, with_sections
from pz8edu.systems import ids, system
from tests.systems.books import SIXTEEN


def test_there_are_sixteen_systems() -> None:
    assert set(SIXTEEN) <= set(ids())


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


@pytest.mark.parametrize("system_id", SIXTEEN)
def test_there_are_three_tables_to_play_on(system_id: str) -> None:
    assert len(set(system(system_id).tabletops)) >= 3


@pytest.mark.whole_domain(4)
@pytest.mark.parametrize("system_id", ids())
def test_every_table_can_be_opened_drawn_and_asked(system_id: str) -> None:
    home = system(system_id)
    for name in home.tabletops:
        table = home.tabletop(name)
        state = table.opening()
        assert state.places, name
        assert table.scene(state, home.rules), name
        found = table.asked(state, home.rules)
        assert found is None or found.calculator in home.calculators, name


@pytest.mark.whole_domain(4)
@pytest.mark.parametrize("system_id", SIXTEEN)
def test_the_state_of_a_unit_in_hand_is_one_of_those_it_can_be_given_and_each_is_asked_about(
    system_id: str,
) -> None:
    home = system(system_id)
    for table in map(home.tabletop, home.tabletops):
        state = table.opening()
        for name, unit in state.units.items():
            for word, values in table.changes(name, state, home.rules).items():
                assert getattr(unit, word) in values, (name, word)
                for value in {values[-1]} - {getattr(unit, word)} if name == state.shooter else ():
                    after = state.at(state.position.with_unit(name, **{word: value}))
                    found = table.asked(after, home.rules)
                    assert found is None or found.calculator in home.calculators
            for event, position in table.befalls(name, state, home.rules).items():
                assert position != state.position, event
                assert table.scene(state.at(position), home.rules)
