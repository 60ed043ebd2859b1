"""How large the book is and how quickly it answers: run by hand, not by pytest.

    python -m tests.benchmarks.book [SITE]

Opens every lesson and every calculator of a written book from its files in headless Chromium; without a SITE
a book of one rulebook is written first. Prints sizes, the time until a page is ready, and the time from a
turned input to new bars and a new tree, laid out.
"""

from __future__ import annotations

import gzip
import os
import statistics
import sys
import tempfile
from collections.abc import Iterable, Sequence
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from pz8edu.lab import lessons_folder
from pz8edu.packing.pack import read_pack
from pz8widgets.book.site import write_site

LARGE = 85_000
"""So many bytes a lesson should have at most, beside what all share."""
PLACES = ("chromium", "chromium-browser", "google-chrome")
TURNS = """() => {
  const [one] = calculators, took = [];
  if (!one) return took;
  one.selects.forEach((select, place) => {
    for (let at = 0; at < one.pack.inputs[place].values.length && at < 12; at++) {
      const begun = performance.now();
      select.value = at;
      select.onchange();
      document.body.offsetHeight;
      took.push(performance.now() - begun);
    }
  });
  return took;
}"""


def main(arguments: Sequence[str]) -> None:
    """Measure a book."""
    with tempfile.TemporaryDirectory() as folder:
        site = Path(arguments[0]) if arguments else Path(folder)
        if not arguments:
            print(write_site(site, ["pz8-ww2"], lessons_folder()))
        sizes(site)
        with sync_playwright() as play:
            chromium = next(filter(None, map(found, PLACES)), None)
            browser = play.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            page = browser.new_page()
            for name, files in (
                ("lessons", sorted((site / "lessons").rglob("*.html"))),
                ("calculators", sorted((site / "books").glob("*/*.html"))),
            ):
                times(page, name, files)


def found(name: str) -> str | None:
    """A browser of this name on the path."""
    places = (Path(each) / name for each in os.environ["PATH"].split(os.pathsep))
    return next((str(place) for place in places if place.is_file()), None)


def sizes(site: Path) -> None:
    """The whole folder, its packs and its lessons, as they are and compressed."""
    files = [file for file in site.rglob("*") if file.is_file()]
    for name, some in (
        ("whole site", files),
        ("packs", [file for file in files if "packs" in file.parts and ".tree" not in file.name]),
        ("trees", [file for file in files if file.name.endswith(".tree.js")]),
        ("lessons", list((site / "lessons").rglob("*.html"))),
    ):
        written = [file.read_bytes() for file in some]
        told = f"{sum(map(len, written)) / 1e6:.1f} MB"
        packed = sum(len(gzip.compress(each, 6)) for each in written) / 1e6
        largest = max(map(len, written), default=0) / 1e3
        print(f"{name}: {len(some)} files, {told}, {packed:.1f} MB compressed; the largest {largest:.0f} kB")
    for file in sorted((site / "lessons").rglob("*.html")):
        if (size := file.stat().st_size) > LARGE:
            print(f"  {file.relative_to(site).as_posix()}: {size / 1e3:.0f} kB, more than {LARGE / 1e3:.0f}")
    packs = [file for file in (site / "packs").rglob("*.js") if file.name.count(".") == 1]
    axes = [read_pack(file.read_text(encoding="utf-8")).inputs for file in packs]
    full = sum(not any(axis.only and len(axis.values) == 1 for axis in inputs) for inputs in axes)
    print(f"packed: {len(packs)} calculators and chains, {full} of them with all their inputs")


def times(page: Page, name: str, files: Sequence[Path]) -> None:
    """Until a page is ready, and until a turned input is answered."""
    ready, turned = [], []
    for file in files:
        page.goto(file.as_uri())
        page.wait_for_function("document.documentElement.dataset.ready")
        ready.append(page.evaluate("(performance.getEntriesByName('ready')[0] || {}).startTime || 0"))
        turned += page.evaluate(TURNS)
    print(f"{name}: ready {spread(ready)}; a change {spread(turned)} of {len(turned)}")


def spread(times: Iterable[float]) -> str:
    """The middle, the ninth tenth and the slowest of some milliseconds."""
    listed = sorted(times) or [0.0]
    tenth = listed[min(len(listed) - 1, 9 * len(listed) // 10)]
    return f"p50 {statistics.median(listed):.1f} ms, p90 {tenth:.1f} ms, at most {listed[-1]:.1f} ms"


if __name__ == "__main__":
    main(sys.argv[1:])
