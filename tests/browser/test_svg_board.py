"""A board drawn as SVG, as where no Bokeh is: dragged by mouse, moved by keys, and Python answers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

CELL = """
import sys
sys.modules["bokeh"] = None
from pz8widgets import Tabletop
table = Tabletop("pz8-ww2", "first-shot")
table
"""


@pytest.fixture(scope="module")
def lab(kept_lab: Any) -> Any:
    kept_lab.write("svg.ipynb", CELL)
    return kept_lab


@pytest.fixture
def board(lab: Any, page: Any) -> Iterator[Any]:
    lab.open(page, "svg.ipynb")
    lab.run_all(page)
    assert lab.errors(page) == []
    pane = page.locator(".pz8-pane")
    pane.locator("[data-base=T-34]").wait_for()
    yield pane
    assert lab.errors(page) == []
    assert page.script_errors == []
    assert page.left_loopback() == []


def middle(board: Any, name: str) -> tuple[float, float]:
    """Where it is drawn now: asked at once, since Python may be drawing the board anew."""
    x, y = board.evaluate(
        """(el, name) => { const box = el.querySelector(`[data-base="${name}"] rect`).getBoundingClientRect();
             return [box.x + box.width / 2, box.y + box.height / 2]; }""",
        name,
    )
    return x, y


def test_a_base_goes_along_with_a_hand_and_python_answers_the_drop(board: Any, page: Any, lab: Any) -> None:
    facts = page.locator(".pz8-measured")
    before, (x, y) = facts.inner_text(), middle(board, "T-34")
    page.mouse.move(x, y)
    page.mouse.down()
    for step in range(1, 7):
        page.mouse.move(x - 8 * step, y + 4 * step)
    on_the_way = middle(board, "T-34")
    assert on_the_way == pytest.approx((x - 48, y + 24), abs=2)  # before Python has drawn it there
    page.mouse.up()
    expect(facts).not_to_have_text(before, use_inner_text=True)
    page.wait_for_timeout(800)
    assert middle(board, "T-34") == pytest.approx((x - 48, y + 24), abs=2)
    lab.screenshot(page, "svg-board")


def test_a_base_is_picked_and_moved_by_keys_and_keeps_the_focus(board: Any, page: Any) -> None:
    base = board.locator("[data-base=T-34]")
    base.focus()
    page.keyboard.press("Enter")
    expect(base).to_have_attribute("aria-pressed", "true")
    expect(base).to_be_focused()
    before = middle(board, "T-34")
    page.keyboard.press("ArrowLeft")
    page.wait_for_timeout(600)
    assert middle(board, "T-34")[0] < before[0] - 20
    expect(board.locator("[data-base=T-34]")).to_be_focused()
    assert "T-34" in board.locator("[role=status]").inner_text()
    page.keyboard.press("+")
    page.wait_for_timeout(600)
    assert board.locator("svg").get_attribute("viewBox").split()[2] != "772"


def test_a_tap_chooses_who_fires_and_at_whom(board: Any, page: Any) -> None:
    page.mouse.click(*middle(board, "Pz IV"))
    expect(board.locator("[data-base='Pz IV']")).to_have_attribute("aria-pressed", "true")
    assert board.get_by_role("button", name="T-34").first.get_attribute("aria-label").startswith("T-34: ")
