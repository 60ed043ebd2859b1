"""Every doubtful place of a book is told: a reading with its answers, or a doubt with one sensible answer."""

from __future__ import annotations

import pytest

from pz8edu.pages.outcome_meanings import outcome_meaning
from pz8edu.pages.printed_sections import printed_sections
from pz8edu.systems import system

DOUBTS = {
    "asp-ww2": 24,
    "panzer8-expansion": 14,
    "panzertroops": 29,
    "pz8-aerial-1935": 32,
    "pz8-colonial": 30,
    "pz8-divisional": 37,
    "pz8-divisional-2010": 30,
}
"""How many doubtful places each book has, numbered from 1."""


@pytest.mark.parametrize(("system_id", "number"), DOUBTS.items())
def test_no_doubt_is_told_nowhere(system_id: str, number: int) -> None:
    rules = system(system_id).rules
    settled = {each.doubt for page in printed_sections(rules).values() for each in page.doubts}
    told = {*rules.readings(), *settled, *rules.left_out()}
    assert {f"R{place}" for place in range(1, number + 1)} - told == set()


@pytest.mark.parametrize("system_id", ["pz8-divisional", "pz8-divisional-2010"])
def test_a_unit_is_destroyed_by_all_the_points_it_can_bear(system_id: str) -> None:
    book = system(system_id)
    meaning = outcome_meaning(book.calculators["barrage"], "destroyed", book.rules)
    assert meaning is not None
    assert "all the fatigue points it can bear" in meaning.says
    assert "driven into another enemy" in meaning.says
