"""A calculator in a real browser: roll, choose faces, take back; what the page says is what the rules say."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import expect

from pz8edu import ask

SHOT = {"attack": 5, "defence": 4, "over_half_range": True}
CELL = """
from pz8widgets import Calculator
Calculator("pz8-ww2", "direct-fire", attack=5, defence=4, over_half_range=True, seed=3)
"""
CARDS = (
    "The rule",
    "Readings",
    "Change the rules",
    "The arithmetic",
    "Given what happened",
    "Play it 1,000 times",
    "Export",
)


@pytest.fixture(scope="module")
def lab(kept_lab: Any) -> Any:
    """One notebook for all tests here: each runs it from the top."""
    kept_lab.write("shot.ipynb", "# One shot", CELL)
    return kept_lab


@pytest.fixture
def calculator(lab: Any, page: Any) -> Iterator[Any]:
    """The calculator of a shot on the page, as new."""
    lab.open(page, "shot.ipynb")
    lab.run_all(page)
    shown = page.locator(".pz8-calculator")
    shown.get_by_text("To hit: 5 or more on a D6", exact=True).wait_for()
    yield shown
    assert lab.errors(page) == []
    assert page.script_errors == []
    assert page.left_loopback() == []


def bars(shown: Any) -> dict[str, tuple[str, ...]]:
    """The odds on the page: outcome -> the fractions of its row, as a screen reader gets them."""
    return {
        row.locator("th").inner_text(): tuple(row.locator(".pz8-unseen, .pz8-whole").all_text_contents())
        for row in shown.locator("table.pz8-knowing tr").all()
    }


def wait_for_bars(page: Any, shown: Any, wanted: dict[str, tuple[str, ...]]) -> None:
    """Wait until the page shows these odds."""
    for _ in range(60):
        if bars(shown) == wanted:
            return
        page.wait_for_timeout(100)
    assert bars(shown) == wanted


def exact() -> dict[str, tuple[str, ...]]:
    return {word: (str(share),) for word, share in ask("pz8-ww2", "direct-fire", SHOT).fractions().items()}


def test_a_shot_is_rolled_die_by_die(calculator: Any, lab: Any, page: Any) -> None:
    assert bars(calculator) == exact()
    calculator.get_by_role("button", name="to hit 6").click()
    calculator.get_by_text("Damage: D6 + 5 against D6 + 4", exact=True).wait_for()
    now = ask("pz8-ww2", "damage", attack=5, defence=4).fractions()
    after = {"ok": now["none"]} | {word: share for word, share in now.items() if word != "none"}
    wanted = {word: (*exact()[word], str(share)) for word, share in after.items()}
    wait_for_bars(page, calculator, wanted)
    lab.screenshot(page, "calculator-hit")

    calculator.get_by_role("button", name="attack 4").click()
    calculator.get_by_text("+ 5 = 9").wait_for()
    falling = "one => getComputedStyle(one).animationName"
    assert calculator.locator(".pz8-falls").first.evaluate(falling) == "pz8-fall"
    page.emulate_media(reduced_motion="reduce")
    assert calculator.locator(".pz8-falls").first.evaluate(falling) == "none"
    calculator.get_by_role("button", name="defence 3").click()
    expect(calculator.locator(".pz8-outcome")).to_have_text("Suppressed")
    within = "all => all.length && all.every(each => each.scrollWidth <= each.clientWidth + 1)"
    assert calculator.locator(".pz8-side").evaluate_all(within)
    expect(calculator.locator(".pz8-path")).to_contain_text("5/108")
    expect(calculator.locator(".pz8-tree svg desc")).to_contain_text("suppressed, 5/108 (taken)")
    lab.screenshot(page, "calculator-end")

    calculator.get_by_role("button", name="Undo").click()
    calculator.locator(".pz8-outcome").wait_for(state="detached")
    calculator.get_by_role("button", name="Start over").click()
    calculator.get_by_text("before any die has fallen").wait_for()
    wait_for_bars(page, calculator, exact())
    roll = calculator.get_by_role("button", name="Roll", exact=True)
    roll.click()
    calculator.get_by_text("you rolled").wait_for()


def test_the_situation_changes_the_odds(calculator: Any, page: Any) -> None:
    calculator.get_by_role("group", name="Cover").get_by_role("button", name="rough").click()
    calculator.get_by_text("To hit: 6 on a D6", exact=True).wait_for()
    slider = calculator.get_by_role("slider", name="Attack")
    slider.focus()
    slider.press("ArrowRight")
    odds = ask("pz8-ww2", "direct-fire", SHOT | {"cover": "rough", "attack": 6}).fractions()
    wait_for_bars(page, calculator, {word: (str(share),) for word, share in odds.items()})


def test_words_tell_their_meaning_on_hover_on_focus_and_when_touched(calculator: Any, page: Any) -> None:
    told = calculator.get_by_role("tooltip")
    heading = calculator.locator(".pz8-title").first
    modifier = calculator.locator(".pz8-why abbr").filter(has_text="target over half range")
    modifier.hover()
    expect(told).to_contain_text("1 is taken from the roll, because of this: target over half range (§5).")
    expect(told).to_contain_text("half range: Half of how far a weapon reaches")
    heading.hover()
    expect(told).to_have_count(0)

    suppressed = calculator.locator(".pz8-knowing abbr").filter(has_text="suppressed")
    calculator.locator(".pz8-knowing abbr").first.focus()
    expect(told).to_contain_text("Nothing is wrong with it")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    expect(suppressed).to_be_focused()
    expect(told).to_contain_text("It may neither move nor fire until it rallies")
    assert suppressed.get_attribute("aria-describedby") == told.get_attribute("id")
    assert suppressed.get_attribute("title") is None
    page.keyboard.press("Escape")
    expect(told).to_have_count(0)
    stops = "card => [...card.querySelectorAll('abbr[tabindex]')].filter(one => one.tabIndex === 0).length"
    assert calculator.locator(".pz8-part-known").evaluate(stops) == 1

    box = suppressed.bounding_box()
    touch = page.context.new_cdp_session(page)
    point = {"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}
    heading.click()
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [point]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    touch.detach()
    expect(told).to_contain_text("It may neither move nor fire until it rallies")
    page.wait_for_timeout(300)
    expect(told).to_be_visible()


def test_the_keyboard_is_enough(calculator: Any, page: Any) -> None:
    calculator.get_by_role("button", name="to hit 4").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    calculator.get_by_text("you rolled 5").wait_for()
    calculator.get_by_role("group", name="attack", exact=True).wait_for()
    page.keyboard.press("4")
    calculator.get_by_role("group", name="attack", exact=True).wait_for(state="detached")
    page.keyboard.press("3")
    calculator.locator(".pz8-outcome").wait_for()
    expect(calculator.get_by_role("status").first).to_contain_text("Outcome: suppressed")
    page.keyboard.press("u")
    calculator.locator(".pz8-outcome").wait_for(state="detached")
    page.keyboard.press("a")
    calculator.get_by_text("before any die has fallen").wait_for()
    card = calculator.locator(".pz8-part-situation").bounding_box()
    page.mouse.click(card["x"] + card["width"] - 9, card["y"] + 9)
    for key in ("r", "u", "x", "m", "6"):
        page.keyboard.press(key)
    calculator.get_by_text("you rolled 6").wait_for()
    page.keyboard.press("a")
    calculator.get_by_text("before any die has fallen").wait_for()
    kinds = "jupyterapp.shell.currentWidget.content.widgets.map((cell) => cell.model.type)"
    assert page.evaluate(kinds) == ["markdown", "code"], "JupyterLab has not taken the keys for itself"
    unnamed = calculator.evaluate(
        """root => [...root.querySelectorAll("button, input, select, [role=slider]")].filter(one =>
            !(one.textContent || one.getAttribute("aria-label") || one.labels?.[0]?.innerText)
        ).map(one => one.outerHTML)"""
    )
    assert unnamed == []


def test_a_group_is_one_tab_stop_and_roll_comes_first(calculator: Any, page: Any) -> None:
    stops = calculator.evaluate(
        """root => [...root.querySelectorAll("button, input, select, summary, [tabindex='0']")]
            .filter(one => one.tabIndex === 0 && !one.disabled && one.checkVisibility())
            .map(one => one.getAttribute("aria-label") || one.textContent)"""
    )
    fields = ["yes", "open", "average", "no", "Attack", "Defence", "no", "front", "ok", "no", "average"]
    assert stops[:15] == ["Roll", "To hit", "to hit 1", "ok", *fields], "a word of each card, and the buttons"
    assert len(stops) == 17, "the target's quality, what these mean, and the cards below"
    calculator.get_by_role("button", name="open").focus()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(calculator.get_by_role("button", name="bunker")).to_be_focused()
    page.keyboard.press("ArrowRight")
    expect(calculator.get_by_role("button", name="open")).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(calculator.get_by_role("button", name="yes").first).to_be_focused()
    calculator.get_by_text("What these mean").click()
    expect(calculator.locator("dd").first).to_contain_text("farther away than half")


def test_every_card_below_opens_and_closes(calculator: Any, lab: Any, page: Any) -> None:
    for title in CARDS:
        calculator.get_by_role("button", name=title, exact=True).click()
        heading = calculator.get_by_role("heading", name=re.compile(re.escape(title)))
        heading.wait_for()
        if title.startswith("Play"):
            calculator.get_by_role("button", name="Play", exact=True).click()
            expect(calculator.locator(".pz8-piled")).to_have_text(re.compile(r"^[1-9]\d? games?$"))
            calculator.get_by_role("button", name="Stop").click()
            stopped = calculator.locator(".pz8-piled").inner_text()
            page.wait_for_timeout(400)
            assert calculator.locator(".pz8-piled").inner_text() == stopped
            page.emulate_media(reduced_motion="reduce")
            calculator.get_by_role("button", name="Other dice").click()
            calculator.get_by_text("1,000 games with seed 2").wait_for(timeout=2000)
        if title == "Change the rules":
            calculator.get_by_role("spinbutton", name="Score that hits with direct fire (§5)").fill("3")
            page.keyboard.press("Tab")
            calculator.get_by_text("in force: hit_on=3").wait_for()
            calculator.get_by_role("button", name="As printed").click()
            calculator.get_by_text("as printed", exact=True).wait_for()
    with page.expect_download() as saved:
        calculator.get_by_text("odds (CSV)").click()
    assert "destroyed,5/54,9.26 %" in saved.value.path().read_text(encoding="utf-8")
    with page.expect_download() as drawn:
        calculator.get_by_role("button", name="tree (PNG)").click()
    assert drawn.value.path().read_bytes().startswith(b"\x89PNG")
    calculator.get_by_role("button", name="Close").click()
    heading.wait_for(state="detached")


def test_a_narrow_page_shows_one_card_under_the_other(calculator: Any, lab: Any, page: Any) -> None:
    page.set_viewport_size({"width": 700, "height": 1000})
    page.evaluate("jupyterapp.commands.execute('application:toggle-left-area')")
    page.wait_for_timeout(500)
    parts = ("steps", "known", "tree")
    boxes = [calculator.locator(f".pz8-part-{name}").bounding_box() for name in parts]
    assert boxes[0]["y"] < boxes[1]["y"] < boxes[2]["y"]
    right = page.viewport_size["width"]
    assert all(box["x"] + box["width"] <= right for box in boxes)
    lab.screenshot(page, "calculator-narrow")


POOL = """
from pz8edu import system
from pz8edu.core import Calculator as Question
from pz8widgets import Calculator

WW2 = system("pz8-ww2")


def volley(umpire, situation, rules):
    return "broken" if umpire.sum_of("volley", 12) >= 40 else "holds"


Calculator(Question("volley", "Volley", "2", WW2.calculators["side-roll"].situation, volley), rules=WW2.rules)
"""


def test_many_values_drop_down_in_one_line(lab: Any, page: Any) -> None:
    lab.write("volley.ipynb", "# Twelve dice", POOL)
    lab.open(page, "volley.ipynb")
    lab.run_all(page)
    choice = page.locator(".pz8-picker select")
    choice.wait_for()
    box, label = choice.bounding_box(), page.locator(".pz8-picker label").first.bounding_box()
    assert 25 <= box["height"] <= 40
    assert box["width"] >= 80
    assert label["y"] + label["height"] <= box["y"] + 1
    choice.select_option(label="41")
    page.get_by_text("Broken", exact=True).first.wait_for()
