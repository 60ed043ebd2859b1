"""A table set up in a real browser: dragged by mouse, and everything by keys and lists; then played."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

CELL = """
from pz8widgets import SetUp
page = SetUp("pz8-ww2", "whole-turn")
page
"""


def opened(lab: Any, page: Any, name: str) -> Any:
    lab.write(name, "# A table", CELL)
    lab.open(page, name)
    lab.run_all(page)
    shown = page.locator(".pz8-play").first
    expect(shown.get_by_text("Put down")).to_be_visible()
    return shown


def test_a_table_is_set_up_by_mouse_and_played(lab: Any, page: Any) -> None:
    shown = opened(lab, page, "set-up-by-mouse.ipynb")
    pane = shown.locator(".pz8-pane").first
    expect(pane).to_have_attribute("data-ready", "yes")
    page.wait_for_timeout(300)
    box = pane.bounding_box()

    def pixel(x: float, y: float) -> tuple[float, float]:
        return box["x"] + x / 24 * box["width"], box["y"] + (14 - y) / 14 * box["height"]

    page.mouse.move(*pixel(9, 5.5))
    page.mouse.down()
    page.mouse.move(*pixel(6, 9), steps=8)
    page.mouse.up()
    expect(shown.get_by_role("heading", name="Pz III")).to_be_visible()
    expect(shown.get_by_role("textbox", name="From the west")).not_to_have_value("9")
    page.get_by_role("button", name="↶ Undo").click()
    expect(shown.get_by_role("textbox", name="From the west")).to_have_value("9")
    shown.get_by_role("combobox", name="What", exact=True).select_option("mine")
    shown.get_by_role("button", name="Put it down").click()
    expect(shown.get_by_role("heading", name="mine")).to_be_visible()
    shown.get_by_role("button", name="Play it").click()
    expect(page.get_by_text("Farm: move").first).to_be_visible()
    assert lab.errors(page) == []
    assert page.script_errors == []
    assert page.left_loopback() == []


def test_a_table_is_set_up_by_keys(lab: Any, page: Any) -> None:
    shown = opened(lab, page, "set-up-by-keys.ipynb")
    shown.get_by_role("combobox", name="Base", exact=True).select_option(label="Sherman")
    expect(shown.get_by_role("heading", name="Sherman")).to_be_visible()
    west = shown.get_by_role("textbox", name="From the west")
    expect(west).to_have_value("15")
    shown.locator(".pz8-pane").first.focus()
    page.keyboard.press("ArrowLeft")
    expect(west).to_have_value("14")
    shown.get_by_role("textbox", name="Name", exact=True).fill("Pz III")
    page.keyboard.press("Tab")
    expect(shown.get_by_role("alert").first).to_contain_text("is there twice")
    shown.get_by_role("textbox", name="Name", exact=True).fill("Firefly")
    page.keyboard.press("Tab")
    expect(shown.get_by_role("heading", name="Firefly")).to_be_visible()
    copy = shown.get_by_role("button", name="Copy", exact=True).first
    copy.focus()
    page.keyboard.press("Enter")
    expect(shown.get_by_role("heading", name="Firefly 2")).to_be_visible()
    assert lab.errors(page) == []
    assert page.script_errors == []
