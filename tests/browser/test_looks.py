"""One notebook as a desk, a small laptop and a phone see it, and in the dark: seen whole, and readable."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

ROLLED = """
from IPython.display import display
from pz8edu import sweep
from pz8widgets import Calculator, Desk, Tabletop
shot = Calculator("pz8-ww2", "direct-fire", attack=5, defence=4, over_half_range=True)
for label, face in (("to hit", 6), ("attack", 4), ("defence", 3)):
    shot.throw(label, face)
shot
"""
TABLES = """
display(sweep("pz8-ww2", "hq-save", over=["result", "target_quality"]), shot.play.tree)
Desk("pz8-ww2", "to-hit", second="hit_on=3")
"""
BOARD = 'Tabletop("pz8-ww2", "first-shot")'
BOARDS = """
from pz8widgets import Tabletop
stepped = Tabletop("pz8-aerial-1935", "stuka-over-the-bridge")
stepped.step_through()
display(stepped, Tabletop("pz8-naval", "cape-matapan"), Tabletop("pz8-divisional", "ridge-1941"))
"""
FOLDED = ".jp-OutputArea-output .jupyter-widget-Collapse:not(.jupyter-widget-Collapse-open)"
UNFOLDED = f"""() => {{
    document.querySelectorAll('.jp-OutputArea-output details').forEach((one) => {{ one.open = true; }});
    document.querySelectorAll('{FOLDED} .jupyter-widget-Collapse-header').forEach((one) => one.click());
}}"""
SHOWN = """async (number) => {
    const { content, node } = jupyterapp.shell.currentWidget;
    await content.scrollToItem(number, 'start');
    content.widgets[number].node.querySelector('.jp-Cell-outputWrapper').scrollIntoView();
}"""
FAINT = """() => {
  const linear = (c) => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  const light = ([r, g, b]) => 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
  const rgba = (text) => [...text.match(/[\\d.]+/g).map(Number), 1].slice(0, 4);
  const over = (top, below) => below.map((c, i) => top[i] * top[3] + c * (1 - top[3]));
  const faint = [];
  const written = '.jp-OutputArea-output *:not(svg *, .pz8-unseen, option, style)';
  for (const one of document.querySelectorAll(written)) {
    const own = [...one.childNodes].filter((part) => part.nodeType === 3).map((part) => part.data.trim());
    const text = one.placeholder || one.value || own.join('');
    if (!text || !one.checkVisibility() || one.closest('.pz8-die, .pz8-pips, .bk-Figure')) continue;
    const behind = [];
    for (let at = one; at; at = at.parentElement) {
      behind.push(rgba(getComputedStyle(at).backgroundColor));
      if (behind.at(-1)[3] === 1) break;
    }
    const ground = behind.reduceRight((below, top) => over(top, below), [255, 255, 255]);
    const ink = getComputedStyle(one, one.placeholder && !one.value ? '::placeholder' : null).color;
    const [a, b] = [light(over(rgba(ink), ground)), light(ground)].sort((x, y) => y - x);
    if ((a + 0.05) / (b + 0.05) < 4.5) faint.push(`${text.slice(0, 30)}: ${ink} on ${ground}`);
  }
  return faint;
}"""

WHITE = """() => [...document.querySelectorAll('.pz8-card *:not(option, .pz8-picture *, defs *)')]
    .filter((one) => one.checkVisibility())
    .filter((one) => {
        const { fill, fillOpacity, backgroundColor } = getComputedStyle(one);
        const ground = one instanceof SVGElement ? fill : backgroundColor;
        return ground === 'rgb(255, 255, 255)' && fillOpacity !== '0';
    })
    .map((one) => one.outerHTML.slice(0, 90))"""
"""What is still white in the dark."""


@pytest.fixture(scope="module")
def lab(kept_lab: Any) -> Any:
    """Two notebooks, each for two tests that run it from the top; an open one is not written again."""
    kept_lab.write("looks.ipynb", "# Looks", ROLLED, BOARD, TABLES)
    kept_lab.write("boards-looked-at.ipynb", "from IPython.display import display", BOARDS)
    return kept_lab


@pytest.fixture
def looked_at(lab: Any, page: Any) -> Any:
    lab.open(page, "looks.ipynb")
    lab.run_all(page)
    page.locator(".pz8-pane[data-ready]").wait_for()
    assert lab.errors(page) == []
    return page


def dressed(page: Any, wide: int, tall: int, side_bar: bool) -> None:
    page.set_viewport_size({"width": wide, "height": tall})
    page.evaluate(
        """(open) => { const { shell } = jupyterapp;
            shell.collapseRight(); open ? shell.expandLeft() : shell.collapseLeft(); }""",
        side_bar,
    )
    page.wait_for_timeout(500)


def test_nothing_must_be_scrolled_after_a_roll_and_a_phone_shows_all(looked_at: Any, lab: Any) -> None:
    page = looked_at
    calculator, board = page.locator(".pz8-throws"), page.locator(".pz8-board")
    for wide, tall, side_bar in ((1440, 900, True), (1024, 768, False)):
        dressed(page, wide, tall, side_bar)
        lowest = page.locator(".jp-WindowedPanel-outer").bounding_box()
        seen = lowest["y"] + lowest["height"]
        page.evaluate(SHOWN, 1)
        for part in (".pz8-number", ".pz8-outcome", ".pz8-path", ".pz8-part-known"):
            box = calculator.locator(part).last.bounding_box()
            assert lowest["y"] <= box["y"], (wide, part)
            assert box["y"] + box["height"] <= seen, (wide, part)
        page.evaluate(SHOWN, 2)
        page.wait_for_timeout(300)
        for part in (".pz8-pane", ".pz8-facts", ".pz8-known"):
            box = board.locator(part).first.bounding_box()
            assert box["y"] + box["height"] <= seen, (wide, part)
        assert "Chance of “destroyed”" in board.locator(".pz8-facts").inner_text()
        lab.screenshot(page, f"looks-{wide}")
    dressed(page, 390, 844, False)
    right = page.locator(".jp-WindowedPanel-outer").bounding_box()
    edge = right["x"] + right["width"]
    page.evaluate(SHOWN, 1)
    outcomes = calculator.locator(".pz8-outline .pz8-tag")
    assert outcomes.count() == 5
    for part in (outcomes, calculator.locator(".pz8-now"), calculator.locator("button:visible")):
        assert all(box["x"] + box["width"] <= edge for box in (each.bounding_box() for each in part.all()))
    assert calculator.locator(".pz8-now").first.bounding_box()["width"] > 150, "a bar is no speck"
    page.evaluate(SHOWN, 2)
    page.wait_for_timeout(300)
    for button in board.locator(".pz8-tools :is(button, select):visible").all():
        box = button.bounding_box()
        assert box["x"] + box["width"] <= edge


def test_everything_is_readable_in_the_dark(looked_at: Any) -> None:
    page = looked_at
    in_the_dark(page)
    page.set_viewport_size({"width": 1440, "height": 4000})
    page.wait_for_timeout(800)
    assert page.evaluate(FAINT) == []
    assert page.evaluate(WHITE) == [], "trees are dark, too"
    assert page.locator(".jp-OutputArea-output img").count() == 1, "the tree brings its own paper"


def in_the_dark(page: Any) -> None:
    page.evaluate("jupyterapp.commands.execute('apputils:change-theme', { theme: 'JupyterLab Dark' })")
    page.wait_for_function("() => document.body.dataset.jpThemeLight === 'false'")


@pytest.fixture
def boards(lab: Any, page: Any) -> Any:
    lab.open(page, "boards-looked-at.ipynb")
    lab.run_all(page)
    page.locator(".pz8-pane[data-ready]").nth(2).wait_for()
    assert lab.errors(page) == []
    return page


def test_odds_stand_beside_a_board_and_on_a_phone_below_it(boards: Any, lab: Any) -> None:
    page = boards
    dressed(page, 1280, 2600, False)
    for table in page.locator(".pz8-table").all():
        board, odds = (table.locator(part).first.bounding_box() for part in (".pz8-pane", ".pz8-answers"))
        assert odds["x"] >= board["x"] + board["width"]
        assert abs(odds["y"] - board["y"]) < 40
        assert odds["width"] >= 239
    lab.screenshot(page, "boards-1280")
    dressed(page, 390, 5200, False)
    for card in page.locator(".pz8-board").all():
        edge = card.bounding_box()
        parts = (".pz8-pane", ".pz8-answers", ".pz8-facts")
        board, odds, facts = (card.locator(part).first.bounding_box() for part in parts)
        assert board["width"] > 0.8 * edge["width"]
        assert board["y"] + board["height"] <= odds["y"] < facts["y"]
        for part in card.locator("button:visible, select:visible, .pz8-pane").all():
            box = part.bounding_box()
            assert edge["x"] <= box["x"]
            assert box["x"] + box["width"] <= edge["x"] + edge["width"] + 1
    lab.screenshot(page, "boards-390")


def test_boards_and_the_cards_below_a_calculator_are_readable_in_the_dark(boards: Any, lab: Any) -> None:
    page = boards
    in_the_dark(page)
    page.set_viewport_size({"width": 1440, "height": 5200})
    page.evaluate(UNFOLDED)
    page.wait_for_timeout(2000)
    assert page.evaluate(FAINT) == []
    terms = page.locator(".pz8-calculator dt, .pz8-calculator dd").all()
    boxes = [box for box in (term.bounding_box() for term in terms) if box]
    assert all(a["y"] + a["height"] <= b["y"] + 1 for a, b in pairwise(boxes)), "words over words"
    buttons = page.locator(".pz8-more button")
    assert buttons.count() >= 7
    for number in range(buttons.count()):
        buttons.nth(number).click()
        page.wait_for_timeout(1500)
        lab.screenshot(page, f"boards-dark-{number}")
        assert page.evaluate(FAINT) == [], buttons.nth(number).inner_text()
