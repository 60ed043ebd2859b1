"""From the map to Bayes' rule with nothing but keys: found, guessed, told why, and on to the next."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

MAP, LESSON = "lessons/00-map.ipynb", "lessons/pz8-colonial/06-how-many-snipers.ipynb"
FOCUSED = """() => {
    const at = document.activeElement, shown = jupyterapp.shell.currentWidget.node;
    const label = at.closest("label")?.innerText ?? at.getAttribute("aria-label");
    const words = [at.placeholder, at.value, at.innerText, label, at.title];
    return shown.contains(at) ? words.filter(Boolean).join(" ") : "";
}"""
PATH = "(path) => jupyterapp.shell.currentWidget?.context?.path === path"
MOST = 80
"""So many presses of a key are too many for anything on a page."""


def tab_to(page: Page, found: Callable[[str], bool]) -> int:
    """Press Tab until what has the focus is the wanted thing; how often it took."""
    for presses in range(1, MOST):
        page.keyboard.press("Tab")
        if found(page.evaluate(FOCUSED)):
            return presses
    raise AssertionError(f"not reached with {MOST} presses; now at {page.evaluate(FOCUSED)!r}")


def answered(page: Page, panel: Any, right: int) -> None:
    """Check what was guessed, be fairly sure, and read that it is right, as so many are now."""
    tab_to(page, lambda words: words.startswith("Check"))
    page.keyboard.press("Enter")
    tab_to(page, lambda words: words.startswith("Fairly sure"))
    page.keyboard.press("Enter")
    expect(panel.get_by_text("Yes.", exact=True)).to_have_count(right)


def test_a_person_with_a_keyboard_goes_from_the_map_to_bayes_rule(lab: Any, fresh_page: Any) -> None:
    page = fresh_page
    for name in (MAP, LESSON):
        lab.make_lesson(lab.folder / name)
    page.goto(lab.url(MAP))
    lab.wait_until_visited(page)
    tab_to(page, lambda words: "Bayes' rule" in words)
    lab.screenshot(page, "keyboard-1-map")
    page.keyboard.press("Enter")
    here = lab.path(LESSON)
    page.wait_for_function(PATH, arg=here)
    lab.wait_until_open(page)
    lab.wait_until_idle(page)
    panel = page.locator(".jp-NotebookPanel:not(.lm-mod-hidden)")
    expect(panel.get_by_role("button", name="Check").first).to_be_visible()
    lab.wait_until_idle(page)

    tab_to(page, lambda words: "Three" in words)
    for key in ("Space", "ArrowDown", "ArrowDown", "ArrowDown"):
        page.keyboard.press(key)
    answered(page, panel, 1)
    tab_to(page, lambda words: "a fraction" in words)
    page.keyboard.type("160/379")
    answered(page, panel, 2)
    lab.screenshot(page, "keyboard-2-bayes")
    tab_to(page, lambda words: words.endswith("→"))
    page.keyboard.press("Enter")
    page.wait_for_function("(path) => jupyterapp.shell.currentWidget?.context?.path !== path", arg=here)
    assert page.script_errors == []
