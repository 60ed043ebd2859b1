"""Two rule texts side by side, in a real browser."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

CELL = """
from pz8widgets import Compare
Compare("pz8-ww2", "direct-fire", second="hit_on=3", attack=5, defence=4)
"""


def test_two_rule_texts_are_compared_here_and_everywhere(lab: Any, page: Any) -> None:
    lab.write("variants.ipynb", "# Two rule texts", CELL)
    lab.open(page, "variants.ipynb")
    lab.run_all(page)
    shown = page.locator(".pz8-calculator")
    expect(shown.get_by_text("end differently").first).to_be_visible()
    field = shown.get_by_role("textbox", name="The second rules: what departs from the book")
    field.fill("hit_on=5, R9=b")
    field.press("Tab")
    expect(shown.get_by_text("Do mines and wire roll to hit? (§11)")).to_be_visible()
    expect(shown.get_by_text("4 → 5")).to_be_visible()
    shown.get_by_role("listbox").select_option(["Cover", "Quality"])
    shown.get_by_role("button", name="Compare everywhere").click()
    expect(shown.get_by_text("situations change, most of all")).to_be_visible()
    lab.screenshot(page, "compare")
    assert lab.errors(page) == []
    assert page.script_errors == []
    assert page.left_loopback() == []
