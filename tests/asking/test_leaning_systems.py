"""Every calculator of every system with loaded dice: at an even chance the formulas are the usual odds."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import pz8edu

EXAMPLES = sorted((Path(__file__).parents[1] / "systems").glob("*/examples.jsonl"))


def one_of_each(page: Path) -> dict[str, dict[str, Any]]:
    """One example a calculator, the last of the page."""
    asked = [
        json.loads(line)["ask"] for line in page.read_text(encoding="utf-8").splitlines() if line.strip()
    ]
    return {line["calculator"]: line for line in asked if "calculator" in line}


@pytest.mark.whole_domain(4)
@pytest.mark.parametrize("page", EXAMPLES, ids=lambda page: page.parent.name)
def test_dice_that_lean_may_be_fair(page: Path) -> None:
    for line in one_of_each(page).values():
        inputs = line.get("inputs") or {}
        try:
            odds = pz8edu.ask(line["system"], line["calculator"], inputs, reading=line.get("reading"))
        except pz8edu.BadInput:  # an example of what is refused
            continue
        assert odds.what_if(leaning="d6", face=6).formula().at("1/6").fractions() == odds.fractions()
        for p in ("1/100", "1/2"):
            assert sum(odds.what_if(leaning="d6", face=1).formula().at(p).fractions().values()) == 1


def test_a_tie_that_is_always_rolled_again_has_no_odds() -> None:
    odds = pz8edu.ask("pz8-ww2", "side-roll", reading="R25=b")
    with pytest.raises(pz8edu.BadInput, match="never decides"):
        odds.what_if(leaning="d6", face=1).formula().at(1)
