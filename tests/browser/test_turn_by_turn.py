"""A rule turn after turn, in a real browser."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

CELL = """
from pz8widgets import TurnByTurn
TurnByTurn("pz8-ww2", "rally-chain", condition="suppressed", quality="green")
"""


def test_turns_are_stepped_through_and_the_formula_is_found(lab: Any, page: Any) -> None:
    lab.write("turns.ipynb", "# Turn after turn", CELL)
    lab.open(page, "turns.ipynb")
    lab.run_all(page)
    shown = page.locator(".pz8-calculator")
    picture = shown.get_by_role("figure", name="A column for every turn")
    expect(picture.locator("svg").first).to_be_visible()
    expect(shown.get_by_text("Half the time it is over by turn 10")).to_be_visible()
    expect(shown.get_by_role("heading", name="After turn 3")).to_be_visible()
    shown.get_by_role("button", name="Next turn").click()
    expect(shown.get_by_role("heading", name="After turn 4")).to_be_visible()
    box = picture.bounding_box()
    picture.click(position={"x": box["width"] * 0.97, "y": 60})
    expect(shown.get_by_role("heading", name="After turn 37")).to_be_visible()
    shown.get_by_role("button", name="elite").click()
    expect(shown.get_by_text("Half the time it is over by turn 3")).to_be_visible()
    shown.get_by_role("button", name="What if?").click()
    expect(shown.get_by_text("If it ends, it always ends “ok”.")).to_be_visible()
    expect(shown.locator("math").first).to_be_visible()
    lab.screenshot(page, "turn-by-turn")
    assert lab.errors(page) == []
    assert page.script_errors == []
    assert page.left_loopback() == []
