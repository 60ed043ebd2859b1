"""Every section that a book prints stands on a page for players, with a heading and sentences of its own."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

import pytest

from pz8edu import BadInput, rule_of
from pz8edu.asking.catalogue import listing_of
from pz8edu.core import Ruleset
from pz8edu.pages.beside import told_beside
from pz8edu.pages.printed_sections import (
    ENTRIES,
    FILE,
    PrintedSection,
    _headings,
    cite,
    in_force,
    printed_sections,
    with_headings,
)
from pz8edu.pages.sections import belongs, sections_of
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


# --- books without numbers
@pytest.fixture
def named(monkeypatch: pytest.MonkeyPatch) -> Iterator[Ruleset]:
    """The rules of a book whose sections have headings only."""
    sections = {
        "AS-17": PrintedSection("AS-17", "Results table", (), ()),
        "U7": PrintedSection("U7", "Scores", (), ()),
    }
    monkeypatch.setattr("pz8edu.pages.printed_sections._sections", lambda _kind: sections)
    _headings.cache_clear()
    yield system("asp-ww2").rules
    _headings.cache_clear()


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("AS-17", "Results table (AS-17)"),
        ("§AS-17", "Results table (AS-17)"),
        ("it has no shot (AS-17).", "it has no shot (Results table, AS-17)."),
        ("a dash in Table U7.", "a dash in Scores (U7)."),
        ("sections AS-17, U7", "Results table (AS-17), Scores (U7)"),
        ("no effect (Table U7; R5)", "no effect (Scores, U7; R5)"),
        ("a U-boat of type U77, AS-1", "a U-boat of type U77, AS-1"),
    ],
)
def test_a_book_without_numbers_is_cited_by_its_headings(named: Ruleset, text: str, told: str) -> None:
    assert with_headings(text, named) == told
    assert with_headings(told, named) == told, "once is enough"


def test_people_read_headings_in_lists_pages_and_refusals(named: Ruleset) -> None:
    assert cite("AS-17", named) == "Results table (AS-17)"
    assert "(section AS-16, Results table, AS-17)" in listing_of("asp-ww2", "shot")
    assert "Results table (AS-17)" in repr(rule_of("asp-ww2", "AS-17"))


def test_a_printed_number_is_cited_as_it_is() -> None:
    rules = system("pz8-ww2").rules
    assert cite("10", rules) == "§10"
    assert with_headings("out of range (§7)", rules) == "out of range (§7)"


@pytest.mark.parametrize("system_id", ids())
def test_headings_can_stand_in_html(system_id: str) -> None:
    headings = [each.heading for each in printed_sections(system(system_id).rules).values()]
    assert [heading for heading in headings if set(heading) & set('<>&"')] == []


# --- what a page says
@pytest.mark.parametrize(
    ("system_id", "section", "heading"),
    [("pz8-coastal", "3a", "Setting speeds"), ("pz8-coastal", "13", "Acknowledgements")],
)
def test_a_printed_section_without_a_question_says_what_it_is(
    system_id: str, section: str, heading: str
) -> None:
    page = rule_of(system_id, section)
    assert page.title.endswith(f"section {section}: {heading}")
    assert page.blocks[0].says


def test_a_section_that_the_book_has_not_is_refused() -> None:
    with pytest.raises(BadInput, match="unknown section or question of pz8-ww2 '16'"):
        rule_of("pz8-ww2", "16")


def test_a_heading_finds_its_section() -> None:
    assert repr(rule_of("pz8-ww2", "Rally")) == repr(rule_of("pz8-ww2", "10"))


def test_the_doubts_of_a_child_join_those_of_its_parents() -> None:
    told = {(each.doubt, each.owner) for each in printed_sections(system("pz8-1975").rules)["5"].doubts}
    assert {("R8", "pz8-ww2"), ("R28", "pz8-ww2"), ("R39", "pz8-1950"), ("R38", "pz8-1975")} <= told
    assert ("R40", "pz8-1950") not in told, "named among those that it is without"


def test_deck_guns_torpedoes_and_speeds_stand_where_the_book_has_them() -> None:
    numbers, tables = system("pz8-coastal").rules.numbers(), system("pz8-coastal").rules.tables()
    assert numbers["deck_gun"].section == "11"
    assert tables["torpedoes"].section == "10"
    assert tables["handiness"].section == "3a, 4"


SPECIFICATION = re.compile(r"\bC\d: |\((?:T\d+|Table E\d)\)|\bof T\d|specification")
"""Numbers that only a specification has."""


@pytest.mark.parametrize("system_id", ids())
def test_no_title_and_no_help_speaks_of_the_specification(system_id: str) -> None:
    assert SPECIFICATION.findall(json.dumps(system(system_id).interface())) == []
