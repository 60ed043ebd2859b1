"""Motion where it teaches: the needed score, the paths of a second shot, cards; none where none is wanted."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

SHOT = """
from pz8widgets import Calculator
shot = Calculator("pz8-ww2", "direct-fire", attack=5, defence=4)
shot
"""
SHOTS = """
target = {"attack": 5}, {"defence": 4}
phase = Calculator("pz8-ww2", "fire-phase", shots=[target[0]], target=target[1])
phase
"""
CARDS = """
cards = Calculator("pz8-colonial", "card-colours", seed=1)
cards
"""
NEEDED = """(line) => {
    const { left, width, transitionDuration } = getComputedStyle(line, "::after");
    return [parseFloat(left), parseFloat(width), parseFloat(transitionDuration)];
}"""
ANIMATED = "(part) => getComputedStyle(part).animationName"


@pytest.fixture(params=["no-preference", "reduce"])
def moves(request: Any, page: Any) -> bool:
    """Whether the system asks for motion."""
    page.emulate_media(reduced_motion=request.param)
    return bool(request.param == "no-preference")


@pytest.fixture
def moving(moves: bool, lab: Any, page: Any) -> Any:
    lab.write("moving.ipynb", "# Moving", SHOT, SHOTS, CARDS, "more = 1")
    lab.open(page, "moving.ipynb")
    lab.run_all(page)
    assert lab.errors(page) == []
    return page


def test_what_changes_is_seen_to_move_unless_the_system_asks_for_rest(
    moving: Any, moves: bool, lab: Any
) -> None:
    page = moving
    shot, phase, cards = (page.locator(".pz8-throws").nth(number) for number in range(3))

    line = shot.locator(".pz8-needed > div")
    assert line.evaluate(NEEDED) == [108, 104, 0.35 if moves else 0], "4, 5 and 6 of six faces"
    faces = [line.locator("button").nth(number).bounding_box() for number in (3, 5)]
    assert faces[0]["x"] - line.bounding_box()["x"] == pytest.approx(108, abs=1)
    assert faces[1]["x"] + faces[1]["width"] - faces[0]["x"] == pytest.approx(104, abs=1)
    line.evaluate("(line) => line.addEventListener('transitionrun', () => { window.moved = true; })")
    page.evaluate("() => { window.moved = false; }")
    shot.get_by_role("group", name="Over half range").get_by_role("button", name="yes").click()
    page.wait_for_function("() => document.querySelector('.pz8-needed.pz8-want-5:not(.pz8-want-4)')")
    page.wait_for_timeout(600)
    assert line.evaluate(NEEDED)[:2] == [144, 68], "one worse: 5 and 6"
    assert page.evaluate("() => window.moved") is moves

    tree = phase.locator(".pz8-tree > svg")
    assert tree.evaluate(ANIMATED) == "none", "it has not grown yet"
    before = tree.locator("path").count()
    phase.get_by_role("button", name="Add one").first.click()
    expect(phase.locator(".pz8-grown")).to_have_count(1)
    assert tree.locator("path").count() > before
    assert tree.evaluate(ANIMATED) == ("pz8-unroll" if moves else "none")

    assert cards.locator(".pz8-deck").count() == 0
    cards.get_by_role("button", name="Draw", exact=True).click()
    expect(cards.locator(".pz8-deck")).to_have_count(1)
    drawn = cards.locator(".pz8-drawn")
    assert drawn.count() == 3
    assert drawn.first.evaluate(ANIMATED) == ("pz8-leave" if moves else "none")
    lab.screenshot(page, f"motion-{'on' if moves else 'off'}")
    assert page.script_errors == []
