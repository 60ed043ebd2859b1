"""A calculator in a real browser: roll, choose faces, take back; what the page says is what the rules say."""

from __future__ import annotations

import re

import pytest

from pz8edu import ask

SHOT = {"attack": 5, "defence": 4, "over_half_range": True}
CELL = """
from pz8widgets.calculator import Calculator
Calculator("pz8-ww2", "direct-fire", attack=5, defence=4, over_half_range=True, seed=3)
"""


@pytest.fixture
def calculator(lab, page):
    """The calculator of a shot on the page."""
    lab.write("shot.ipynb", "# One shot", CELL)
    lab.open(page, "shot.ipynb")
    lab.run_all(page)
    shown = page.locator(".pz8-calculator")
    shown.get_by_text("To hit: 5 or more on a D6", exact=True).wait_for()
    yield shown
    assert lab.errors(page) == []
    assert page.script_errors == []
    assert page.left_loopback() == []


def bars(shown) -> dict[str, tuple[str, ...]]:
    """The odds on the page: outcome -> the fractions of its row, as a screen reader gets them."""
    rows = shown.locator("table.pz8-knowing tr")
    return {
        row.locator("th").inner_text(): tuple(
            cell.text_content() or "" for cell in row.locator(".pz8-unseen, .pz8-whole").all()
        )
        for row in rows.all()
    }


def test_a_shot_is_rolled_die_by_die(calculator, lab, page):
    exact = {word: str(chance) for word, chance in ask("pz8-ww2", "direct-fire", SHOT).fractions().items()}
    assert bars(calculator) == {word: (chance,) for word, chance in exact.items()}
    lab.screenshot(page, "calculator-1-before")

    calculator.get_by_role("button", name="6", exact=True).click()
    calculator.get_by_text("Damage: D6 + 5 against D6 + 4", exact=True).wait_for()
    lab.screenshot(page, "calculator-2-hit")
    now = bars(calculator)
    assert now["ok"] == ("29/36", "5/12")
    assert now["destroyed"] == ("5/54", "5/18")

    for place, face in ((0, "4"), (0, "3")):
        calculator.locator(".pz8-picker").nth(place).get_by_role("button", name=face, exact=True).click()
        page.wait_for_timeout(300)
    calculator.locator(".pz8-path").wait_for()
    assert calculator.locator(".pz8-outcome").inner_text() == "Suppressed"
    assert "5/108" in calculator.locator(".pz8-path").inner_text()
    lab.screenshot(page, "calculator-3-end")
    calculator.get_by_role("button", name="Undo").click()
    calculator.locator(".pz8-outcome").wait_for(state="detached")
    calculator.get_by_role("button", name="Again").click()
    calculator.get_by_text("before any die has fallen").wait_for()
    assert bars(calculator) == {word: (chance,) for word, chance in exact.items()}
