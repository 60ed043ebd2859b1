"""A whole turn in a real browser: once by mouse, once by keyboard only."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import expect

CELL = """
from pz8widgets import Play
play = Play("pz8-ww2", "whole-turn", seed=1)
play
"""


def opened(lab: Any, page: Any, name: str) -> Any:
    lab.write(name, "# A played table", CELL)
    lab.open(page, name)
    lab.run_all(page)
    shown = page.locator(".pz8-play").first
    expect(shown.get_by_text("enemy: move")).to_be_visible()
    return shown


def test_a_turn_by_mouse(lab: Any, page: Any) -> None:
    shown = opened(lab, page, "by-mouse.ipynb")
    shown.get_by_role("button", name="Sherman", exact=True).click()
    shown.get_by_label("Go to").select_option(index=0)
    shown.get_by_role("button", name="Go", exact=True).click()
    expect(shown.locator(".pz8-log")).to_contain_text("Sherman: move")
    shown.get_by_role("button", name="End the step").click()
    expect(shown.get_by_text("own: fire")).to_be_visible()
    shown.get_by_role("button", name="fire Sherman").click()
    expect(shown.locator(".pz8-knowing").last).to_contain_text("destroyed")
    shown.get_by_role("button", name="Roll it, die by die").click()
    shown.get_by_role("button", name="Roll all").click()
    expect(shown.locator(".pz8-log")).to_contain_text("fire Sherman")
    page.get_by_role("button", name="↶ Undo").click()
    expect(shown.locator(".pz8-log")).not_to_contain_text("fire Sherman")
    lab.screenshot(page, "played-table")
    assert lab.errors(page) == []
    assert page.script_errors == []
    assert page.left_loopback() == []


def test_a_turn_by_keyboard(lab: Any, page: Any) -> None:
    shown = opened(lab, page, "by-keyboard.ipynb")

    def press(button: Any) -> None:
        button.focus()
        page.keyboard.press("Enter")

    picture = shown.locator(".pz8-pane").first
    press(shown.get_by_role("button", name="Sherman", exact=True))
    expect(shown.get_by_label("Base", exact=True)).to_have_value("Sherman (firer)")
    picture.focus()
    page.keyboard.press("ArrowLeft")
    expect(shown.get_by_text("Sherman: move @14,6^270")).to_be_visible()
    for _ in range(4):
        page.keyboard.press("ArrowLeft")
    expect(shown.get_by_role("alert")).to_contain_text("its move is 4")
    page.keyboard.press("ArrowRight")
    press(shown.get_by_role("button", name="Do it"))
    expect(shown.locator(".pz8-log")).to_contain_text("Sherman: move @11,6")
    press(shown.get_by_role("button", name="End the step"))
    press(shown.get_by_role("button", name="fire Sherman"))
    press(shown.get_by_role("button", name="Roll it, die by die"))
    press(shown.get_by_role("button", name="Roll", exact=True))
    expect(shown.locator(".pz8-log").or_(shown.locator(".pz8-steps"))).not_to_have_count(0)
    assert lab.errors(page) == []
    assert page.script_errors == []
