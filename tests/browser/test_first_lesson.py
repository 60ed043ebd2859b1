"""Lesson 00 as a newcomer meets it: guess, roll the shot, move the tank, answer a question."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from pz8edu import ask

SHOT = {"attack": 5, "defence": 4, "armoured": True}
LESSON = "lessons/00-start-here.ipynb"


@pytest.fixture
def lesson(lab, page):
    """The first lesson, which runs itself; nothing on it complains, and nothing leaves this machine."""
    page.set_viewport_size({"width": 1500, "height": 1300})
    lab.make_lesson(lab.folder / LESSON)
    lab.show(page, LESSON)
    lab.wait_until_visited(page)
    yield page
    assert lab.errors(page) == []
    assert page.script_errors == []
    assert page.left_loopback() == []


COVERED = """() => [...document.querySelectorAll(".pz8-lesson .pz8 button")].filter(button => {
  const { x, y, width, height } = button.getBoundingClientRect();
  const seen = width && y > 60 && y + height < innerHeight - 60;
  const covered = at => !button.contains(document.elementFromPoint(at, y + height / 2));
  return seen && [x + 3, x + width / 2].some(covered);
}).map(button => button.textContent)"""
"""The buttons in sight over which something else lies."""


def answered(page, words, guess):
    """Write a guess and check it; returns the card of the question."""
    quiz = page.locator(".pz8", has_text=words).first
    quiz.get_by_placeholder("a fraction").first.fill(guess)
    quiz.get_by_role("button", name="Check").click()
    return quiz


def on_the_bar(page, percent):
    """Set a guess on the bar; returns the card of the question."""
    quiz = page.locator(".pz8", has_text="how often does one shot of the Panzer IV destroy").first
    quiz.locator(".pz8-guess input").fill(str(percent))
    quiz.get_by_role("button", name="That is my guess").click()
    return quiz


def test_a_newcomer_guesses_rolls_and_moves_the_tank(lesson, lab):
    page = lesson
    pane = page.locator(".pz8-bare .pz8-pane")
    expect(pane).to_have_attribute("data-ready", "yes")
    expect(pane).to_be_in_viewport(ratio=1)
    expect(page.locator(".pz8-calculator")).to_have_count(0)
    expect(page.get_by_role("row", name="destroyed")).to_have_count(0)
    guess = on_the_bar(page, 50)
    guess.get_by_role("button", name="Even chances").click()
    expect(guess.get_by_text("That is the chance to")).to_be_visible()
    guess.get_by_role("button", name="Hint 1 of 3").click()
    expect(guess.get_by_text("First it must hit")).to_be_visible()
    on_the_bar(page, 14)
    expect(guess.get_by_text("Near enough.")).to_be_visible()
    lab.screenshot(page, "lesson-1-guess")

    shown = page.locator(".pz8-calculator").first
    shown.get_by_role("button", name="to hit 6").click()
    shown.get_by_text("Damage: D6 + 5 against D6 + 4", exact=True).wait_for()
    shown.get_by_role("button", name="attack 5").click()
    shown.get_by_role("button", name="defence 4").click()
    expect(shown.locator(".pz8-outcome")).to_contain_text("Suppressed")
    page.wait_for_timeout(300)
    lab.screenshot(page, "lesson-2-rolled")
    assert page.evaluate(COVERED) == []

    second = answered(page, "How many times as often", "3/2")
    second.get_by_role("button", name="Nearly certain").click()
    expect(second.get_by_text("Yes.")).to_be_visible()
    table = page.locator(".pz8-bare")
    pane.scroll_into_view_if_needed()
    page.wait_for_timeout(300)
    far = ask("pz8-ww2", "direct-fire", SHOT, over_half_range=True)
    near = ask("pz8-ww2", "direct-fire", SHOT)
    destroyed = table.get_by_role("row", name="destroyed").last
    expect(destroyed).to_contain_text(str(near["destroyed"]))
    box = pane.bounding_box()
    assert box is not None

    def pixel(x: float, y: float) -> tuple[float, float]:
        return box["x"] + x / 16 * box["width"], box["y"] + (7 - y) / 7 * box["height"]

    page.mouse.move(*pixel(7.4, 2.75))
    page.mouse.down()
    for step in range(1, 11):
        page.mouse.move(*pixel(7.4 + 2.4 * step / 10, 2.75))
        page.wait_for_timeout(15)
    page.mouse.up()
    expect(destroyed).to_contain_text(str(far["destroyed"]))
    lab.screenshot(page, "lesson-3-dragged")


def test_the_progress_of_a_learner_lies_beside_the_lessons(lesson, lab):
    page = lesson
    guess = on_the_bar(page, 14)
    guess.get_by_role("button", name="Fairly sure").click()
    expect(guess.get_by_text("Near enough.")).to_be_visible()
    kept = lab.folder / "lessons" / ".pz8edu-progress.json"
    assert '"start-destroyed"' in kept.read_text(encoding="utf-8")
    assert '"confidence": "3/4"' in kept.read_text(encoding="utf-8")


def test_a_lesson_is_a_room_without_jupyterlab_until_the_workshop_is_opened(lesson):
    page = lesson
    around = page.locator(
        "#jp-top-panel, #jp-bottom-panel, .jp-SideBar, .jp-NotebookPanel-toolbar, .jp-cell-toolbar"
    )
    seen = lambda: [each for each in around.all() if each.is_visible()]  # noqa: E731
    assert seen() == []
    expect(page.get_by_text("show the code")).to_have_count(0)
    page.get_by_role("button", name="Workshop").click()
    expect(page.locator("#jp-top-panel")).to_be_visible()
    expect(page.locator(".jp-SideBar.jp-mod-left")).to_be_visible()
    page.get_by_role("button", name="Leave the workshop").click()
    expect(page.locator("#jp-top-panel")).to_be_hidden()
    assert seen() == []
