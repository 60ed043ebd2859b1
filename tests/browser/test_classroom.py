"""The served classroom in a real browser: it shows a table at once, and nothing leaves the machine."""

from __future__ import annotations

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from typing import Any

import pytest

SECONDS_TO_START = 60


@pytest.fixture
def classroom() -> Iterator[str]:
    """The address of a classroom on this machine."""
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    command = [sys.executable, "-m", "pz8widgets.apps.classroom", "--port", str(port), "--no-browser"]
    with subprocess.Popen(command) as server:
        try:
            for _ in range(10 * SECONDS_TO_START):
                try:
                    socket.create_connection(("127.0.0.1", port), 1).close()
                    break
                except OSError:
                    assert server.poll() is None, "the classroom has ended"
                    time.sleep(0.1)
            yield f"http://127.0.0.1:{port}/"
        finally:
            server.terminate()


def test_the_classroom_stays_on_this_machine(classroom: str, page: Any) -> None:
    page.goto(classroom)
    bar = page.locator("table.pz8-bars .pz8-bar").first
    bar.wait_for()
    image = bar.evaluate("bar => getComputedStyle(bar).backgroundImage")
    assert image.startswith('url("data:image/svg+xml'), "outcomes keep their patterns on a served page"
    page.get_by_text("This board in words").wait_for()
    page.get_by_label("Show").select_option(label="Direct fire, complete")
    page.get_by_role("heading", name="Direct fire, complete").wait_for()
    page.get_by_role("button", name="Roll", exact=True).click()
    page.get_by_role("button", name="Undo", exact=True).wait_for()
    fonts = page.evaluate("[...document.fonts].filter(f => f.status == 'loaded').map(f => f.family)")
    assert any("Awesome" in family for family in fonts), "symbols are drawn by a font from this server"
    assert page.left_loopback() == []
    assert page.script_errors == []
