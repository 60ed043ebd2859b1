"""How the first lesson opens where Python runs in the browser: run by hand, not by pytest.

    python -m tests.benchmarks.lite SITE

Serves a site that `python -m pz8widgets.apps.lite SITE` has built, opens its first lesson in headless
Chromium, with a profile of its own as a reader has, until a question takes a guess, then twice more with a
warm cache, of which the quicker counts; answers both questions, drags a tank, and looks whether the chance
follows. Exit code 1 where a warm cache takes longer than WARM, or anything is asked of another machine.
"""

from __future__ import annotations

import functools
import http.server
import sys
import tempfile
import threading
import time

from playwright.sync_api import Page, expect, sync_playwright

from tests.benchmarks.book import found
from tests.browser.conftest import CHROMIUM_FLAGS, CHROMIUM_NAMES

WARM = 10.0
"""Seconds until the first question takes a guess, with a warm cache, on a quiet machine."""
PATIENCE = 600.0
LESSON = "lab/index.html?path=00-start-here.ipynb"
SURE = "Even chances"


class Quiet(http.server.SimpleHTTPRequestHandler):
    """A server of files that tells nothing."""

    def log_message(self, *_: object) -> None:
        """Nothing is told."""


def first_control(page: Page, address: str) -> float:
    """Open the lesson; seconds until its first question has taken a guess."""
    start = time.monotonic()
    page.goto(address)
    quiz = page.locator(".pz8", has_text="how often does one shot of the Panzer IV destroy").first
    sure = quiz.get_by_role("button", name=SURE)
    while time.monotonic() < start + PATIENCE:
        guess, take = quiz.locator(".pz8-guess input"), quiz.get_by_role("button", name="That is my guess")
        if take.count():
            guess.first.fill("14")
            take.first.click()
            page.wait_for_timeout(200)
            if sure.count() and sure.first.is_visible():
                return time.monotonic() - start
        page.wait_for_timeout(200)
    raise TimeoutError(f"no question has taken a guess within {PATIENCE:g} s")


def answered_and_dragged(page: Page) -> tuple[str, str]:
    """Answer both questions rightly and drag the tank beyond half range; its chance before and after."""
    first = page.locator(".pz8", has_text="how often does one shot of the Panzer IV destroy").first
    first.get_by_role("button", name=SURE).click()
    expect(first.get_by_text("Near enough.")).to_be_visible()
    second = page.locator(".pz8", has_text="How many times as often").first
    second.get_by_placeholder("a fraction").first.fill("3/2")
    second.get_by_role("button", name="Check").click()
    second.get_by_role("button", name="Nearly certain").click()
    expect(second.get_by_text("Yes.")).to_be_visible()
    table = page.locator(".pz8-bare")
    destroyed = table.get_by_role("row", name="destroyed").last
    before = destroyed.text_content() or ""
    tank = table.locator("[data-base='T-34']").first
    tank.scroll_into_view_if_needed()
    box = tank.bounding_box()
    assert box is not None
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(x, y)
    page.mouse.down()
    wide = table.locator("svg").first.bounding_box()
    assert wide is not None
    for step in range(1, 11):
        page.mouse.move(x + wide["width"] * 2.6 / 16 * step / 10, y)
    page.mouse.up()
    expect(destroyed).not_to_have_text(before)
    return before, destroyed.text_content() or ""


def main(site: str) -> int:
    """Measure and print."""
    handler = functools.partial(Quiet, directory=site)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    home = f"http://127.0.0.1:{server.server_address[1]}/"
    expect.set_options(timeout=1000 * PATIENCE)
    with sync_playwright() as play, tempfile.TemporaryDirectory() as profile:
        chromium = next(filter(None, map(found, CHROMIUM_NAMES)), None)
        context = play.chromium.launch_persistent_context(
            profile, executable_path=chromium, args=CHROMIUM_FLAGS, viewport={"width": 1500, "height": 1300}
        )
        context.set_default_timeout(1000 * PATIENCE)
        left: list[str] = []
        own = (home, "data:", "blob:")
        context.on("request", lambda asked: None if asked.url.startswith(own) else left.append(asked.url))
        took = []
        for name in ("empty", "warm", "warm"):
            page = context.new_page()
            took.append(first_control(page, home + LESSON))
            print(f"{name} cache: the first question takes a guess after {took[-1]:.1f} s", flush=True)
            if len(took) == 3:
                before, after = answered_and_dragged(page)
                print(f"both questions answered; the tank dragged: {before!r} became {after!r}", flush=True)
            page.close()
        context.close()
    print(f"asked of other machines: {left or 'nothing'}")
    return 0 if min(took[1:]) <= WARM and not left else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
