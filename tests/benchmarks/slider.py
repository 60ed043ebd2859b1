"""How fast a calculator follows a slider, in JupyterLab on this machine: run by hand, not by pytest.

    python tests/benchmarks/slider.py [steps]

Starts JupyterLab and headless Chromium, moves the Attack slider of a shot with the arrow keys (40 steps by
default), and prints the time from the key to the bars and to the tree as they are painted. The browser paints
as soon as it can: a screen of 60 Hz would let each wait for up to 17 ms more, whatever the program does.
The size of the saved notebook with the state of its widgets comes last.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parent))
from redraw import LIMIT, browser_tests, report

CELL = 'from pz8widgets import Calculator\nCalculator("pz8-ww2", "direct-fire", attack=3, defence=3, hq=True)'

WATCH = """() => {
  const root = document.querySelector(".pz8-calculator");
  window.told = { at: 0, bars: 0, tree: 0 };
  const pressed = () => { window.told = { at: performance.now(), bars: 0, tree: 0 }; };
  window.addEventListener("keydown", pressed, true);
  const painted = (what) => requestAnimationFrame(() => { told[what] = performance.now() - told.at; });
  for (const [what, where] of [["bars", ".pz8-knowing"], ["tree", ".pz8-tree"]]) {
    const seen = ({ target, addedNodes }) => target.parentElement?.closest(where) ||
      [...addedNodes].some((node) => node.closest && (node.closest(where) || node.querySelector(where)));
    const heard = (changes) => { if (told.at && !told[what] && changes.some(seen)) painted(what); };
    new MutationObserver(heard).observe(root, { childList: true, subtree: true, characterData: true });
  }
}"""


def main(steps: int) -> int:
    """Measure and print; exit code 1 if the bars take longer than they may."""
    fixtures = browser_tests()
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        server = fixtures.Server(Path(home))
        chromium = next(filter(None, map(fixtures.shutil.which, fixtures.CHROMIUM_NAMES)))
        browser = playwright.chromium.launch(executable_path=chromium, args=fixtures.CHROMIUM_FLAGS)
        try:
            server.wait_until_up()
            lab = fixtures.Lab(server, server.new_folder())
            lab.write("slider.ipynb", CELL)
            page = browser.new_page(viewport={"width": 1600, "height": 1000})
            lab.open(page, "slider.ipynb")
            lab.run_all(page)
            page.locator(".pz8-tree svg").wait_for()
            page.wait_for_timeout(1500)
            page.evaluate(WATCH)
            slider = page.get_by_role("slider", name="Attack")
            slider.focus()
            times = []
            for number in range(steps):
                page.keyboard.press("ArrowRight" if number // 3 % 2 == 0 else "ArrowLeft")
                page.wait_for_timeout(400)
                times.append(page.evaluate("() => told"))
            page.evaluate("() => jupyterapp.commands.execute('docmanager:save')")
            page.wait_for_timeout(1500)
            size = (lab.folder / "slider.ipynb").stat().st_size
            browser.close()
        finally:
            server.stop()
    seen = [entry for entry in times if entry["bars"] and entry["tree"]]
    p90 = report("the bars", [entry["bars"] for entry in seen])
    report("the tree", [entry["tree"] for entry in seen])
    print(f"{'saved notebook':28} {size / 1000:.1f} kB with the state of its widgets")  # noqa: T201
    return 0 if p90 <= LIMIT else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 40))
