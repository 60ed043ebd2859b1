"""Every section that a book prints stands on a page for players, with a heading and sentences of its own."""

from __future__ import annotations

import re

import pytest

from pz8edu.core.rulebook.beside import told_beside
from pz8edu.core.rulebook.printed_sections import (
    ENTRIES,
    FILE,
    in_force,
    printed_sections,
)
from pz8edu.core.rulebook.sections import belongs, sections_of
from pz8edu.systems import ids, system


@pytest.mark.parametrize("system_id", ids())
def test_every_section_has_a_heading_and_says_what_players_must_and_may_do(system_id: str) -> None:
    rules = system(system_id).rules
    sections = printed_sections(rules)
    assert sections, "no sections.toml"
    for each in sections.values():
        assert each.heading, each.name
        assert each.rule, each.name
        for told in (*each.rule, *each.doubts):
            said = in_force(told, rules)
            assert re.fullmatch(r"[A-Z0-9+−“\"(].*[.:)]”?", said), said
            assert "{" not in said, said


@pytest.mark.parametrize("system_id", ids())
def test_whatever_is_cited_stands_in_a_printed_section(system_id: str) -> None:
    home = system(system_id)
    printed = printed_sections(home.rules)
    cited = {name for told in home.rules.declared().values() for name in sections_of(told.section)}
    cited |= {name for each in home.questions for name in sections_of(each.section or "")}
    gone = {name for name in cited if not any(belongs(each, name) or belongs(name, each) for each in printed)}
    assert sorted(gone) == []


@pytest.mark.parametrize("system_id", ids())
def test_a_file_of_sections_has_known_entries_alone(system_id: str) -> None:
    for name, lines in told_beside(type(system(system_id).rules), FILE).items():
        assert set(lines) <= set(ENTRIES), name


@pytest.mark.parametrize("system_id", ids())
def test_a_doubt_is_settled_once(system_id: str) -> None:
    doubts = [
        each for section in printed_sections(system(system_id).rules).values() for each in section.doubts
    ]
    told = [(each.doubt, each.owner) for each in doubts]
    assert sorted(told) == sorted(set(told))
    readings = system(system_id).rules.readings()
    assert [each.doubt for each in doubts if each.doubt in readings and each.owner == system_id] == []
