"""The course as a whole: two lessons open at once, the map after a lesson, a kernel that has ended."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

FIRST, SECOND, MAP = (
    f"lessons/{name}.ipynb" for name in ("00-start-here", "pz8-divisional/04-equals", "00-map")
)
LOST = """() => {
    const panel = jupyterapp.shell.currentWidget.node;
    const used = [...panel.querySelectorAll('svg [fill^="url(#"]')];
    const own = (each) => {
        const found = document.getElementById(each.getAttribute('fill').slice(5, -1));
        return found && panel.contains(found);
    };
    return [used.length, used.filter((each) => !own(each)).length];
}"""
"""How many boxes of the shown notebook have a pattern, and how many one that lies elsewhere."""


def go(lab, page: Page, name: str) -> None:
    """Open a notebook beside those that are open, as a link does."""
    page.evaluate(
        "async (path) => { await jupyterapp.commands.execute('docmanager:open', { path }); }", lab.path(name)
    )
    page.wait_for_function(
        "(path) => jupyterapp.shell.currentWidget?.context?.path === path", arg=lab.path(name)
    )
    lab.wait_until_open(page)


def answer(page: Page, words: str, guess: str) -> None:
    """Guess in the shown notebook, and be fairly sure."""
    shown = page.locator(".jp-NotebookPanel:not(.lm-mod-hidden)")
    quiz = shown.locator(".pz8", has_text=words).first
    bar = quiz.locator(".pz8-guess input")
    if bar.count():
        bar.fill(guess)
        quiz.get_by_role("button", name="That is my guess").click()
    else:
        quiz.get_by_placeholder("a fraction").first.fill(guess)
        quiz.get_by_role("button", name="Check").click()
    quiz.get_by_role("button", name="Fairly sure").click()
    expect(quiz.get_by_text(re.compile(r"Yes\.|Near enough\."))).to_be_visible()


def test_two_lessons_are_open_and_the_map_shows_what_was_done(lab, fresh_page):
    page = fresh_page
    page.set_viewport_size({"width": 1440, "height": 1250})
    for name in (MAP, FIRST, SECOND):
        lab.make_lesson(lab.folder / name)
    page.goto(lab.url(MAP))
    lab.wait_until_visited(page)
    link = page.locator(".jp-NotebookPanel:not(.lm-mod-hidden) .pz8-box", has_text="Next:")
    expect(link).to_contain_text("Start here: one shot")

    go(lab, page, FIRST)
    lab.wait_until_idle(page)
    page.get_by_text("how often does one shot of the Panzer IV destroy").wait_for()
    lab.screenshot(page, "course-1-first-screen")
    answer(page, "how often does one shot of the Panzer IV destroy", "14")
    page.locator(".pz8-tree svg").first.wait_for()
    answer(page, "How many times as often", "3/2")
    assert page.evaluate(LOST)[1] == 0

    go(lab, page, SECOND)
    lab.wait_until_idle(page)
    answer(page, "How often does the attacker take the ground?", "5/12")
    shown = page.locator(".jp-NotebookPanel:not(.lm-mod-hidden)")
    shown.locator(".pz8-tree svg").first.wait_for()
    shown.locator(".pz8-tree svg").first.scroll_into_view_if_needed()
    used, lost = page.evaluate(LOST)
    assert used > 0
    assert lost == 0, "the first lesson is hidden, and so would be its patterns"
    lab.screenshot(page, "course-2-second-lesson")
    for field in shown.locator(".widget-dropdown.pz8-field").all():
        label, box = field.locator("label").bounding_box(), field.locator("select").bounding_box()
        whole = field.bounding_box()
        assert label
        assert box
        assert whole
        assert label["y"] + label["height"] <= box["y"] + 1
        assert box["y"] + box["height"] <= whole["y"] + whole["height"] + 1, "it covers what comes next"

    go(lab, page, MAP)
    expect(link).to_contain_text("What must the die show?")
    expect(shown.get_by_text(re.compile(r"^1 of \d+ lessons"))).to_be_visible()
    lab.screenshot(page, "course-3-map")
    assert page.script_errors == []


def test_a_question_has_the_whole_width_and_no_empty_count_ends_a_lesson(lab, fresh_page):
    page = fresh_page
    page.set_viewport_size({"width": 1440, "height": 900})
    lab.make_lesson(lab.folder / SECOND)
    lab.show(page, SECOND)
    lab.wait_until_visited(page)
    card = page.locator(".pz8-asking:not(.pz8-at-table) > .pz8-card:has(.pz8-acts)").first
    asked, acts = card.locator(".pz8-asked"), card.locator(".pz8-acts")
    expect(acts).to_be_visible()
    assert card.bounding_box()["width"] > 1000
    assert acts.bounding_box()["x"] > asked.bounding_box()["x"] + asked.bounding_box()["width"]
    expect(page.get_by_role("heading", name="How sure were you?")).to_be_hidden()
    expect(page.get_by_text("No guess has been made yet")).to_be_hidden()
    page.set_viewport_size({"width": 390, "height": 844})
    page.wait_for_timeout(500)
    assert acts.bounding_box()["y"] > asked.bounding_box()["y"] + asked.bounding_box()["height"]
    assert lab.errors(page) == []


def test_a_lesson_whose_kernel_has_ended_runs_again_when_somebody_comes_back(lab, fresh_page):
    page = fresh_page
    for name in (FIRST, MAP):
        lab.make_lesson(lab.folder / name)
    page.goto(lab.url(FIRST))
    lab.wait_until_visited(page)
    answer(page, "how often does one shot of the Panzer IV destroy", "14")
    go(lab, page, MAP)
    lab.wait_until_idle(page)
    lab.server.shut_kernels_down()
    page.wait_for_timeout(11_000)  # JupyterLab asks every ten seconds which kernels there are
    go(lab, page, FIRST)
    shown = page.locator(".jp-NotebookPanel:not(.lm-mod-hidden)")
    expect(shown.get_by_text("You have answered this rightly before").first).to_be_visible()
    lab.wait_until_idle(page)
    expect(page.locator(".jp-Dialog")).to_have_count(0)
    lab.screenshot(page, "course-4-come-back")
    shown.get_by_role("button", name="Roll", exact=True).first.click()
    expect(shown.locator(".pz8-steps .pz8-fell, .pz8-steps .pz8-falls").first).to_be_visible()
    assert lab.troubles(page) == []
