"""A lesson is found as it was left: loaded again, and opened again after its kernel has ended.

Visited are a page with every kind of widget, and the first page; `python -m tests.lessons.visits` visits all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import nbformat
import pytest
from playwright.sync_api import Page, Route, expect

from pz8widgets.regenerate import as_lesson, lessons_in

LESSONS = Path(__file__).resolve().parents[2] / "lessons"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "name" in metafunc.fixturenames:
        living = [path for path in lessons_in(LESSONS) if '"cell_type": "code"' in path.read_text("utf-8")]
        every = [path.relative_to(LESSONS).as_posix() for path in living]  # the glossary only says
        sample = ["00-start-here.ipynb"]
        metafunc.parametrize("name", every if metafunc.config.getoption("visits") else sample)


@contextmanager
def waiting_for_a_kernel(lab, page: Page) -> Iterator[None]:
    """All kernels have ended, and a notebook opened in this block gets none before its end."""
    page.goto("about:blank")
    lab.server.shut_kernels_down()
    sessions = re.compile(r"/api/sessions\b")
    asked: list[Route] = []
    waiting = True

    def hold(route: Route) -> None:
        if waiting and route.request.method == "POST":
            asked.append(route)
        else:
            route.continue_()

    page.route(sessions, hold)
    yield
    waiting = False  # who asks from now on is not held: nobody would let it go
    for route in asked:
        route.continue_()
    page.unroute(sessions)


@pytest.fixture
def kinds(lab) -> None:
    """A lesson, kinds.ipynb, with a widget of every kind."""
    cells = (
        "# Every kind of widget",
        "from pz8widgets import Calculator, Desk, Tabletop, TurnByTurn",
        'Calculator("pz8-ww2", "direct-fire", attack=5, defence=4, armoured=True)',
        'Tabletop("pz8-ww2", "first-shot")',
        'TurnByTurn("pz8-ww2", "rally-chain")',
        'Desk("pz8-ww2", "to-hit", second="hit_on=3")',
    )
    lab.make_lesson(lab.write("kinds.ipynb", *cells))


def test_a_page_with_every_kind_of_widget_is_found_as_it_was_left(lab, fresh_page, kinds):
    page = fresh_page
    page.goto(lab.url("kinds.ipynb"))
    lab.wait_until_visited(page)
    before = lab.widgets(page)
    assert len(before) == 4
    calculator = page.locator(".pz8-calculator").first
    calculator.get_by_role("button", name="to hit 6").click()
    expect(calculator.get_by_text("Damage: D6 + 5 against D6 + 4", exact=True)).to_be_visible()
    lab.screenshot(page, "visits-1-first")

    page.reload()
    lab.wait_until_open(page)
    lab.check_alive(page, len(before))
    assert lab.widgets(page) == before
    expect(calculator.get_by_text("Damage: D6 + 5 against D6 + 4", exact=True)).to_be_visible()
    pane = page.locator(".pz8-pane").first
    pane.scroll_into_view_if_needed()
    expect(pane).to_have_attribute("data-ready", "yes")
    lab.screenshot(page, "visits-2-loaded-again")

    with waiting_for_a_kernel(lab, page):
        page.goto(lab.url("kinds.ipynb"))
        lab.wait_until_open(page)
        expect(page.get_by_role("img", name="the tree of every way it can go")).to_be_visible()
        expect(page.locator(".jp-Notebook [data-mime-type='text/html']")).to_have_count(len(before))
        assert lab.troubles(page) == []
        lab.screenshot(page, "visits-3-still")
    lab.wait_until_visited(page, before)
    lab.screenshot(page, "visits-4-again")
    assert page.script_errors == []
    assert page.left_loopback() == []


def test_a_lesson_is_visited_twice(lab, fresh_page, name):
    page = fresh_page
    lab.make_lesson(lab.folder / "lessons" / name)
    page.goto(lab.url(f"lessons/{name}"))
    lab.wait_until_visited(page)
    before = lab.widgets(page)
    with waiting_for_a_kernel(lab, page):
        page.goto(lab.url(f"lessons/{name}"))
        lab.wait_until_open(page)
        expect(page.locator(".jp-Notebook [data-mime-type='text/html']").first).to_be_attached()
        assert lab.troubles(page) == []
    lab.wait_until_visited(page, before)
    assert page.script_errors == []
    assert page.left_loopback() == []


def test_a_lesson_that_nobody_trusts_waits_to_be_run(lab, page):
    """A stranger's page must not run by being looked at."""
    path = lab.write("stranger.ipynb", "# A stranger's lesson", "print(6 * 7)")
    notebook = nbformat.read(path, as_version=4)
    as_lesson(notebook)
    nbformat.write(notebook, path)
    lab.open(page, "stranger.ipynb")
    page.wait_for_timeout(1000)
    assert page.get_by_text("42", exact=True).count() == 0
    lab.run_all(page)
    expect(page.get_by_text("42", exact=True)).to_be_visible()
