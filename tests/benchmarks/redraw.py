"""How fast a board follows a hand, in JupyterLab on this machine: run by hand, not by pytest.

    python tests/benchmarks/redraw.py [drags]

Starts JupyterLab and headless Chromium, drags a base with the mouse (30 times by default), and prints the
time from the message that leaves the page to the redrawn board: on the way, and when the base is let go.
The size of the saved notebook with the state of its widgets comes last.
"""

from __future__ import annotations

import importlib.util
import statistics
import sys
import tempfile
from pathlib import Path
from types import ModuleType

from playwright.sync_api import Page, sync_playwright

HERE = Path(__file__).resolve().parent
LIMIT = 50

WATCH = """() => {
  const doc = Bokeh.documents.find((doc) => doc.get_model_by_name("answer"));
  const model = (name) => doc.get_model_by_name(name);
  const log = (window.redraws = []);
  let told = null, painted = 0;
  model("drag").properties.data.change.connect(() => {
    const { number, last } = model("drag").data;
    if (number.length) told = { number: number[0], last: last[0], at: performance.now() };
  });
  for (const sheet of ["ground", "lines", "unit shapes", "measurements"])
    model(sheet).properties.data.change.connect(() => {
      const which = told;
      requestAnimationFrame(() => { if (which === told) painted = performance.now() });
    });
  model("answer").properties.data.change.connect(() => {
    const which = told;
    if (which && model("answer").data.number[0] === which.number)
      requestAnimationFrame(() => log.push({ last: which.last, took: painted - which.at }));
  });
}"""


def browser_tests() -> ModuleType:
    """The fixtures of the browser tests, which know how to start JupyterLab."""
    spec = importlib.util.spec_from_file_location("browser_fixtures", HERE.parent / "browser" / "conftest.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def drag(page: Page, number: int) -> None:
    """Take the T-34 from where it is along a short way, as a hand does that rests before it lets go."""
    area = page.locator(".pz8-pane").bounding_box()
    assert area is not None
    x, y = page.evaluate(
        """() => { const { x, y, unit } = Bokeh.documents.find((doc) => doc.get_model_by_name("grips"))
             .get_model_by_name("grips").data;
             const i = [...unit].indexOf("T-34"); return [x[i], y[i]]; }"""
    )
    scale = area["width"] / 16
    left, top = area["x"] + x * scale, area["y"] + (8 - y) * scale
    step = (7 if number % 2 else -7, 3 if number % 4 < 2 else -3)
    page.mouse.move(left, top)
    page.mouse.down()
    for count in range(1, 13):
        page.mouse.move(left + count * step[0], top + count * step[1])
        page.wait_for_timeout(16)
    page.wait_for_timeout(120)
    page.mouse.up()
    page.wait_for_timeout(250)


def report(name: str, times: list[float]) -> float:
    """Print the median and the 90th percentile of some times in milliseconds; answer the latter."""
    p90 = statistics.quantiles(times, n=10)[-1] if len(times) > 1 else times[0]
    print(f"{name:28} median {statistics.median(times):5.1f} ms   p90 {p90:5.1f} ms   ({len(times)} redraws)")  # noqa: T201
    return p90


def main(drags: int) -> int:
    """Measure and print; exit code 1 if a redraw after a drag takes longer than it may."""
    fixtures = browser_tests()
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        server = fixtures.Server(Path(home))
        chromium = next(filter(None, map(fixtures.shutil.which, fixtures.CHROMIUM_NAMES)))
        browser = playwright.chromium.launch(executable_path=chromium, args=fixtures.CHROMIUM_FLAGS)
        try:
            server.wait_until_up()
            lab = fixtures.Lab(server, server.new_folder())
            lab.write("redraw.ipynb", f"%run -n {HERE / 'example_board.py'}\nexample_board()")
            page = browser.new_page(viewport={"width": 1500, "height": 1000})
            lab.open(page, "redraw.ipynb")
            lab.run_all(page)
            page.locator(".pz8-pane[data-ready]").wait_for()
            page.wait_for_timeout(1000)
            page.evaluate(WATCH)
            for number in range(drags):
                drag(page, number)
            redraws = page.evaluate("() => redraws")
            page.evaluate("() => jupyterapp.commands.execute('docmanager:save')")
            page.wait_for_timeout(1500)
            size = (lab.folder / "redraw.ipynb").stat().st_size
            browser.close()
        finally:
            server.stop()
    report("on the way", [entry["took"] for entry in redraws if not entry["last"]])
    p90 = report("after the base is let go", [entry["took"] for entry in redraws if entry["last"]])
    print(f"{'saved notebook':28} {size / 1000:.1f} kB with the state of its widgets")  # noqa: T201
    return 0 if p90 <= LIMIT else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 30))
