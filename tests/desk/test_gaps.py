"""A variant that leaves a gap in a table of dice is told in a sentence, and the desk goes around it."""

from __future__ import annotations

import pytest

from pz8edu import BadInput, ask, sensitivity, system
from pz8edu.core.rulebook.table import row_of_die

ASP = system("asp-ww2")


def test_a_die_that_no_row_has() -> None:
    first = next(iter(ASP.rules.zones))
    gap = ASP.rules.variant({f"zones/{first}/first": 2})
    assert row_of_die(ASP.rules.zones, 1) is ASP.rules.zones[first]
    with pytest.raises(BadInput, match="no row of the zones table has the die 1"):
        ask("asp-ww2", "climate-zone", rules=gap)


def test_the_desk_leaves_out_what_cannot_be() -> None:
    word = next(iter(ask("asp-ww2", "climate-zone")))
    found = sensitivity(ASP, "climate-zone", outcome=word)
    assert any(effect.name.startswith("zones/") and effect.gains for effect in found)


def test_the_key_of_a_row_is_no_cell() -> None:
    aerial = system("pz8-aerial-1935")
    found = sensitivity(aerial, "to-hit", distance=2, outcome="hit")
    assert {name.rpartition("/")[2] for name in (each.name for each in found) if "/" in name} <= {"needed"}
