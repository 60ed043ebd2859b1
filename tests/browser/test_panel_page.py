"""A Panel page of one's own in a real browser: all that it asks for it gets, and from its own server."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

SERVER = """
import ipywidgets as w
import panel as pn
from pz8widgets import Calculator, Tabletop
from pz8widgets.apps.panel_page import panel_pane, scripts

def page():
    return panel_pane(w.VBox([Calculator("pz8-ww2", "rally"), Tabletop("pz8-ww2", "first-shot")]))

server = pn.serve(page, address="127.0.0.1", show=False, start=False, static_dirs=scripts())
print(server.port, flush=True)
server.run_until_shutdown()
"""


@pytest.fixture
def address(chromium_path: str, tmp_path: Path) -> Iterator[str]:
    """Where a page with a calculator and a board is served."""
    log = (tmp_path / "server.log").open("w")
    with subprocess.Popen(
        [sys.executable, "-c", SERVER], stdout=subprocess.PIPE, stderr=log, text=True
    ) as server:
        assert server.stdout is not None
        numbers = (line for line in server.stdout if line.strip().isdigit())
        yield f"http://127.0.0.1:{next(numbers).strip()}/"
        server.kill()  # asked to end, Bokeh's server waits for as long as a page is open


def test_a_page_of_ones_own_asks_nobody_else_and_misses_nothing(address: str, fresh_page: Page) -> None:
    page, complaints, missed, got = fresh_page, [], [], []
    page.on("console", lambda line: complaints.append(line.text) if line.type == "error" else None)
    page.on("requestfailed", lambda request: missed.append(request.url))
    page.on("response", lambda answer: (missed if answer.status >= 400 else got).append(answer.url))
    page.goto(address)
    expect(page.locator(".pz8-pane")).to_have_attribute("data-ready", "yes")
    page.get_by_role("button", name=re.compile("Roll|Play|Step")).first.wait_for()
    laid_out = page.locator(".pz8-table").first.evaluate("(table) => getComputedStyle(table).display")
    assert laid_out == "grid", "the page's own styles come after ours"
    page.evaluate("() => document.fonts.ready")
    assert page.evaluate("() => [...document.fonts].filter(({ status }) => status === 'error').length") == 0
    assert page.left_loopback() == []
    assert missed == []
    assert complaints == []
    assert page.script_errors == []
    assert any(url.endswith("/icons.ttf") for url in got)
