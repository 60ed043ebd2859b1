"""The designer's desk in a real browser: a number changed, the sentence read, the variant saved."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from pz8edu import read_variant

CELL = """
from pz8widgets import Desk
Desk("pz8-ww2", "direct-fire", attack=5, defence=4)
"""


def test_a_number_is_changed_its_effect_is_said_and_the_variant_is_saved(lab: Any, page: Any) -> None:
    lab.write("desk.ipynb", "# The desk", CELL)
    lab.open(page, "desk.ipynb")
    lab.run_all(page)
    shown = page.locator(".pz8-calculator")
    search = shown.get_by_role("textbox", name="Find a number, a table cell or a reading")
    search.fill("hit_on")
    search.press("Tab")
    field = shown.get_by_role("textbox", name="Score that hits with direct fire (§5)")
    field.fill("99")
    field.press("Tab")
    expect(shown.get_by_role("alert")).to_contain_text("hit_on must be a whole number")
    field.fill("3")
    field.press("Tab")
    expect(shown.get_by_text("Destroyed rises from 5/36 to 5/27, by 5/108")).to_be_visible()
    lab.screenshot(page, "desk")
    shown.get_by_role("button", name="Where it matters").click()
    shown.get_by_role("listbox").select_option(["Cover", "Quality"])
    shown.get_by_role("button", name="Compare everywhere").click()
    expect(shown.get_by_text("9 of 9 situations change. Everywhere alike")).to_be_visible()
    shown.locator(".pz8-heat").scroll_into_view_if_needed()
    lab.screenshot(page, "desk-everywhere")
    shown.get_by_role("button", name="Ask backwards").click()
    shown.get_by_role("button", name="Which number counts most").click()
    expect(shown.get_by_text("it depends most on destroyed_by")).to_be_visible()
    lab.screenshot(page, "desk-backwards")
    shown.get_by_role("button", name="Another designer").click()
    other = shown.get_by_role("textbox", name="The text of a variant file")
    other.fill('base = "pz8-ww2"\ntitle = "Steady"\n[changes]\nrally_on = 3')
    shown.get_by_role("button", name="What is different").click()
    expect(shown.get_by_text("From Steady to the second rules: 2 changes")).to_be_visible()
    lab.screenshot(page, "desk-another-designer")
    shown.get_by_role("button", name="Keep it").click()
    title = shown.get_by_role("textbox", name="Title")
    title.fill("Quick fire")
    title.press("Tab")
    shown.get_by_role("button", name="Save").click()
    expect(shown.get_by_text("Saved as")).to_be_visible()
    kept = read_variant(lab.folder / "quick-fire.toml")
    assert (kept.title, kept.rules.departures()) == ("Quick fire", {"hit_on": 3})
    shown.get_by_role("button", name="Copy: The rules as text").click()
    lab.screenshot(page, "desk-keep")
    page.set_viewport_size({"width": 390, "height": 844})
    page.evaluate("jupyterapp.commands.execute('application:toggle-left-area')")
    page.wait_for_timeout(500)
    cards = shown.locator(".pz8-card")
    for place in range(cards.count()):
        box = cards.nth(place).bounding_box()
        assert box is None or box["x"] + box["width"] <= 390, (
            "a narrow page has its cards one under the other"
        )
    lab.screenshot(page, "desk-narrow")
    assert lab.errors(page) == []
    assert page.script_errors == []
    assert page.left_loopback() == []
