"""What the Panzer8 Expansion prints and no die decides: who calls fire, who fits where, what pages say."""

from __future__ import annotations

import pytest

from pz8edu import rule_of
from pz8edu.errors import BadInput
from pz8edu.pages.outcome_meanings import outcome_meaning
from pz8edu.systems import system
from tests.systems.on_the_table import Tables

BOOK = system("panzer8-expansion")
RULES = BOOK.rules
TABLES = Tables("panzer8-expansion")


def test_a_pill_box_holds_one_element_and_a_bunker_two() -> None:
    assert (RULES.works["pill box"].elements, RULES.works["bunker"].elements) == (1, 2)
    assert "no mortars" in RULES.works["bunker"].note


def test_soviet_and_french_observers_have_telephones_before_1944() -> None:
    early = [row for name, row in RULES.observers.items() if "before 1944" in name]
    assert {row.calls_by for row in early} == {"telephone"}
    assert len(early) == 2
    assert RULES.observers["FOO of a Soviet Guard Tank unit from summer 1944"].must == "stay in a lorry"


def test_there_is_no_section_16() -> None:
    with pytest.raises(BadInput, match="16"):
        rule_of("panzer8-expansion", "16")


def test_cavalry_is_cited_where_its_number_stands() -> None:
    table, state = TABLES.start("hidden-defenders", "Cossacks", "Trench")
    assert RULES.numbers()["cavalry_attack"].section == "10"
    assert "cavalry starts close combat (§10) +2" in TABLES.asked(table, state).counted


@pytest.mark.parametrize(
    ("question", "word", "reading", "words"),
    [
        ("communication-test", "failure", "R10=a", "repeated in the next turn"),
        ("communication-test", "failure", "R10=b", "the mission is lost"),
        ("wire-clearing", "failure", "R8=a", "roll again in the next fire phase"),
        ("wire-clearing", "failure", "R8=b", "stand still another whole turn first"),
    ],
)
def test_what_a_failure_means_follows_the_reading(question: str, word: str, reading: str, words: str) -> None:
    name, letter = reading.split("=")
    meaning = outcome_meaning(BOOK.calculators[question], word, RULES.variant({name: letter}))
    assert meaning is not None
    assert words in meaning.says


@pytest.mark.parametrize(
    ("section", "words"),
    [
        ("10.1", "spend a whole movement phase"),
        ("11.1", "as many dummies"),
        ("11.2", "on a map"),
        ("12", "before he fires"),
        ("13", "supply dump for one whole turn"),
        ("14", "one of its missions besides the counter"),
        ("15", "neither move nor delay it"),
        ("15", "A British barrage may roll"),
        ("17.2", "a bunker two"),
    ],
)
def test_pages_say_what_players_must_do(section: str, words: str) -> None:
    assert words in " ".join(" ".join(block.says) for block in rule_of("panzer8-expansion", section).blocks)
