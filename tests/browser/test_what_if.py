"""The card "What if a die is loaded?" in a real browser: sliders moved by keys, what the page then says."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

from pz8edu import ask

CELL = """
from pz8widgets import Calculator
calculator = Calculator("pz8-ww2", "direct-fire", attack=5, defence=4)
calculator
"""
SHOT = ask("pz8-ww2", "direct-fire", attack=5, defence=4)


def row_of(card: Any, outcome: str) -> Any:
    """The chances of an outcome in the bars, as a screen reader gets them."""
    rows = card.locator("table.pz8-knowing tr")
    return rows.filter(has=card.page.get_by_role("rowheader", name=outcome, exact=True))


def test_a_die_is_loaded_and_a_chance_is_freed(lab: Any, page: Any) -> None:
    lab.write("loaded.ipynb", "# A loaded die", CELL)
    lab.open(page, "loaded.ipynb")
    lab.run_all(page)
    page.get_by_role("button", name="What if a die is loaded?").click()
    card = page.locator(".pz8-card").filter(has=page.get_by_role("heading", name="What if a die is loaded?"))
    curves = card.get_by_role("figure", name="Chance of every outcome against p")
    curves.locator("svg").wait_for()
    lab.screenshot(page, "what-if")

    slider = card.get_by_role("slider", name="p, the chance of a 6 on every D6")
    expect(slider).to_have_attribute("aria-valuetext", "1/6 = 16.7 %")
    assert card.locator(".pz8-chance .slider-container").bounding_box()["width"] > 400
    slider.focus()
    for _ in range(10):
        slider.press("ArrowRight")
    loaded = SHOT.what_if(leaning="d6").at("1/3").fractions()
    for outcome, chance in loaded.items():
        expect(row_of(card, outcome)).to_contain_text(str(chance))
    expect(card.get_by_text("With p =")).to_contain_text("destroyed 17.1 %")
    expect(slider).to_have_attribute("aria-valuetext", "1/3 = 33.3 %")
    lab.screenshot(page, "what-if-leaning")

    card.get_by_role("button", name="six chances of its own").click()
    four = card.get_by_role("slider", name="a 4: p4")
    four.focus()
    for _ in range(5):
        four.press("ArrowRight")
    expect(four).to_have_attribute("aria-valuetext", "1/4 = 25.0 %")
    expect(card.get_by_role("slider", name="a 1: p1")).to_have_attribute("aria-valuetext", "3/20 = 15.0 %")
    chances = {face: "1/4" if face == 4 else "3/20" for face in range(1, 7)}
    destroyed = SHOT.what_if(loaded="d6").at(chances).fractions()["destroyed"]
    expect(row_of(card, "destroyed")).to_contain_text(str(destroyed))
    lab.screenshot(page, "what-if-own")
    card.get_by_role("button", name="Fair again").click()
    expect(four).to_have_attribute("aria-valuetext", "1/6 = 16.7 %")

    card.get_by_role("combobox", name="Which die, or which chance?").select_option("the chance of “to hit”")
    hit = card.get_by_role("slider", name="p, the chance of “to hit”")
    expect(hit).to_have_attribute("aria-valuetext", "1/2 = 50.0 %")
    hit.focus()
    hit.press("ArrowLeft")
    expect(hit).to_have_attribute("aria-valuetext", "29/60 = 48.3 %")
    hit.press("End")
    expect(row_of(card, "destroyed")).to_contain_text("5/18")
    lab.screenshot(page, "what-if-to-hit")

    assert lab.errors(page) == []
    assert page.script_errors == []
    assert page.left_loopback() == []
