"""Whole turns in a real browser: a game of each family by mouse, one by keyboard only, a hand on a board."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

from playwright.sync_api import TimeoutError as NotInTime
from playwright.sync_api import expect

from tests.share import Share

CELL = """
from pz8widgets import Play
play = Play("pz8-ww2", "whole-turn", seed=1)
play
"""


FAMILIES = {
    "stands": ("asp-ww2", "village"),
    "squad": ("panzertroops", "tank-duel"),
    "hexes in the air": ("pz8-aerial-1935", "on-the-tail"),
    "hexes in space": ("pz8-space", "can-you-outrun-it"),
    "vessels": ("pz8-coastal", "guns-by-night"),
    "figures": ("pz8-colonial", "lancers"),
    "kilometres": ("pz8-divisional", "spotter-1941"),
    "zones": ("pz8-naval", "river-plate"),
    "squares": ("pz8-ww1", "strongpoint"),
}
"""Tanks by inches are played by the other tests."""
CHOICES = 3
LINE = ".pz8-log th[scope=row]"


def opened(lab: Any, page: Any, name: str) -> Any:
    lab.write(name, "# A played table", CELL)
    lab.open(page, name)
    lab.run_all(page)
    shown = page.locator(".pz8-play").first
    expect(shown.get_by_text("Farm: move")).to_be_visible()
    return shown


def test_a_turn_by_mouse(lab: Any, page: Any) -> None:
    shown = opened(lab, page, "by-mouse.ipynb")
    shown.get_by_role("button", name="Sherman", exact=True).click()
    shown.get_by_label("Go to").select_option(index=0)
    shown.get_by_role("button", name="Go", exact=True).click()
    expect(shown.locator(".pz8-log")).to_contain_text("Sherman: move")
    shown.get_by_role("button", name="End the step").click()
    expect(shown.get_by_text("Road: fire")).to_be_visible()
    expect(shown.locator(".pz8-knowing").last).to_contain_text("destroyed")
    shown.get_by_role("button", name="Roll it, die by die").click()
    pips = shown.locator(".pz8-pips .jupyter-button")
    expect(pips).to_have_count(6)
    assert {pip.bounding_box()["width"] for pip in pips.all()} == {32}
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
    picture.focus()
    page.keyboard.press("+")
    expect(shown.get_by_role("button", name="Fit")).to_be_enabled()
    page.keyboard.press("0")
    expect(shown.get_by_role("button", name="Fit")).to_be_disabled()
    press(shown.get_by_role("button", name="Sherman", exact=True))
    expect(shown.get_by_label("Base", exact=True)).to_have_value("Sherman (firer)")
    picture.focus()
    page.keyboard.press("ArrowLeft")
    expect(shown.get_by_text("Sherman: move 1″ west, facing west")).to_be_visible()
    for _ in range(4):
        page.keyboard.press("ArrowLeft")
    expect(shown.get_by_role("alert")).to_contain_text("its move is 4")
    page.keyboard.press("ArrowRight")
    press(shown.get_by_role("button", name="Do it"))
    expect(shown.locator(".pz8-log")).to_contain_text("Sherman: move 4″ west")
    press(shown.get_by_role("button", name="End the step"))
    press(shown.get_by_role("button", name="Roll it, die by die"))
    press(shown.get_by_role("button", name="Roll all"))
    expect(shown.locator(".pz8-log")).to_contain_text("fire Sherman")
    expect(shown.locator(".widget-readout")).to_have_text("3")
    picture.focus()
    page.keyboard.press("[")
    expect(shown.locator(".pz8-here[aria-current=true]").first).to_be_visible()
    press(shown.get_by_role("button", name="Play on from here"))
    expect(shown.get_by_text("Road: fire")).to_be_visible()
    assert lab.errors(page) == []
    assert page.script_errors == []


def next_button(shown: Any) -> Any:
    """What comes next: the dice of a choice, the first choice that is offered, the first place, the end."""
    for name in ("Roll all", "Roll it, die by die"):
        if shown.get_by_role("button", name=name).is_visible():
            return shown.get_by_role("button", name=name)
    choice = shown.locator(".pz8-choice button:visible")
    if choice.count():
        return choice.first
    go_to = shown.get_by_label("Go to").is_visible()
    return shown.get_by_role("button", name="Go" if go_to else "End the step", exact=True)


def last_line(shown: Any) -> str:
    """The last line of the game; empty before there is one."""
    told = shown.locator(LINE)
    return told.first.inner_text(timeout=1_000) if told.count() else ""


def act_until(shown: Any, before: str, family: str) -> None:
    """Press on until the game has gone on; the page is drawn anew while a hand is on its way."""
    for _ in range(8):
        pressed = ""
        with suppress(NotInTime):
            pressed = next_button(shown).inner_text(timeout=1_000)
            next_button(shown).click(timeout=5_000)
        for _ in range(30):
            with suppress(NotInTime):
                if last_line(shown) != before:
                    return
                if next_button(shown).inner_text(timeout=1_000) != pressed:
                    break
            shown.page.wait_for_timeout(100)
    raise AssertionError(f"nothing happens: {family}")


def test_a_game_of_each_family_by_mouse(lab: Any, page: Any, share: Share) -> None:
    families = share(FAMILIES, 3)
    tables = ", ".join(
        f"Play({book!r}, {table!r}, seed=2)" for book, table in map(FAMILIES.__getitem__, families)
    )
    lab.write("families.ipynb", "# Played tables", f"from pz8widgets import Play\ndisplay({tables})")
    lab.open(page, "families.ipynb")
    lab.run_all(page)
    expect(page.locator(".pz8-play")).to_have_count(len(families))
    for number, family in enumerate(families):
        shown = page.locator(".pz8:has(> .pz8-play)").nth(number)
        events = shown.locator(".pz8-log tbody tr, .pz8-log tr:has(td)")
        for _ in range(CHOICES):
            if not shown.get_by_role("heading", level=3).first.is_visible():
                break
            act_until(shown, last_line(shown), family)
        assert events.count() >= CHOICES, family
    assert lab.errors(page) == []
    assert page.script_errors == []


def test_a_hand_on_the_board_is_told_the_odds_and_zooms(lab: Any, page: Any) -> None:
    shown = opened(lab, page, "by-hand.ipynb")
    shown.get_by_role("button", name="Sherman", exact=True).click()
    picture = shown.locator(".pz8-pane canvas").first

    def at(x: float, y: float) -> tuple[float, float]:
        """Where a place lies in the window now: what is told above a board may move it."""
        box = picture.bounding_box()
        step = box["width"] / 24
        return box["x"] + x * step, box["y"] + box["height"] - y * step

    def hold(x: float, y: float) -> None:
        page.mouse.move(*at(x, y), steps=6)

    def rest(x: float, y: float, told: str) -> None:
        """Rest there until it is told, as a hand does whose board has moved away under it."""
        words = shown.get_by_text(told)
        for _ in range(10):
            hold(x, y)
            with suppress(NotInTime):
                words.wait_for(timeout=10_000)
                break
            hold(x - 0.4, y)
        expect(words).to_be_visible()

    expect(shown.get_by_label("Base", exact=True)).to_have_value("Sherman (firer)")
    rest(13, 8, "If Sherman stood here")
    rest(5, 12, "Sherman may not stand there")
    hold(15, 6)
    page.mouse.down()
    hold(13, 6)
    expect(shown.get_by_text("If Sherman stood here")).to_be_visible()
    expect(shown.get_by_role("button", name="Do it")).to_be_hidden()
    page.mouse.up()
    expect(shown.get_by_text("Sherman: move 2″ west")).to_be_visible()
    shown.get_by_role("button", name="Do it").click()
    expect(shown.locator(".pz8-log")).to_contain_text("Sherman: move")
    shown.get_by_role("button", name="6-pdr", exact=True).click()
    shown.get_by_role("button", name="Threat map").click()
    expect(shown.get_by_text("6-pdr, place by place")).to_be_visible()
    hold(18, 3.5)
    page.mouse.down()
    hold(6, 3.5)
    page.mouse.up()
    expect(shown.get_by_role("alert")).to_be_visible()
    fit = shown.get_by_role("button", name="Fit")
    expect(fit).to_be_disabled()
    page.mouse.move(5, 5)
    hold(12, 12)
    page.mouse.wheel(0, -300)
    page.wait_for_timeout(400)
    expect(fit).to_be_disabled()
    page.mouse.click(*at(12, 12))
    page.mouse.wheel(0, -300)
    expect(fit).to_be_enabled()
    lab.screenshot(page, "zoomed-table")
    fit.click()
    expect(fit).to_be_disabled()
    assert lab.errors(page) == []
    assert page.script_errors == []
