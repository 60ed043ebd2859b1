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
from pz8edu.packing.axes import ASKED, STILL
from pz8edu.packing.pack import read_pack
from pz8edu.systems import ids, system
from pz8widgets.book.site import write_site

LARGE = 85_000
"""So many bytes a lesson should have at most, beside what all share."""
WHOLE, FULL = 25_000_000, 200
"""So many bytes the site should have at most, and so many calculators at least that are packed in full."""
SO_FAR = "in full, an input without end so far or in steps"
FIRST, CHANGE = 100, 5
"""So many milliseconds, nine times of ten: until a page has its first answer, and a change is answered."""
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
        missed = name == "whole site" and sum(map(len, written)) > WHOLE
        print(
            f"{name}: {len(some)} files, {told}, {packed:.1f} MB compressed; the largest {largest:.0f} kB"
            f"{short(missed)}"
        )
    for file in sorted((site / "lessons").rglob("*.html")):
        if (size := file.stat().st_size) > LARGE:
            name = file.relative_to(site).as_posix()
            print(f"  {name}: {size / 1e3:.0f} kB, more than {LARGE / 1e3:.0f}{short(True)}")
    in_full(site)


def in_full(site: Path) -> None:
    """How many calculators are packed with all their inputs, how many of them so far, and the others."""
    homes = [home for home in map(system, ids()) if (site / f"books/{home.id}.html").is_file()]
    found: dict[str, list[str]] = {"in full": [], SO_FAR: [], "in part": [], "not at all": []}
    for home in homes:
        for name in home.calculators:
            found[how_packed(site / f"packs/{home.id}/{name}.js")].append(f"{home.id}/{name}")
    few = len(homes) == len(ids()) and len(found["in full"]) < FULL
    for how, names in found.items():
        print(f"packed {how}: {len(names)}{short(few and how == 'in full')}")
        for each in names if how != "in full" else ():
            print(f"  {each}")


def how_packed(file: Path) -> str:
    """How much of a calculator the file of its pack has."""
    if not file.is_file():
        return "not at all"
    inputs = read_pack(file.read_text(encoding="utf-8")).inputs
    only = {axis.only for axis in inputs if not axis.whole}
    return "in part" if {STILL, ASKED} & {*only} else SO_FAR if any(only) else "in full"


def short(missed: bool) -> str:
    """What stands behind a number that misses its goal."""
    return "  SHORT" if missed else ""


def times(page: Page, name: str, files: Sequence[Path]) -> None:
    """Until a page has its first answer, and until a turned input is answered, also with an open tree."""
    ready, turned, with_tree = [], [], []
    for file in files:
        page.goto(file.as_uri())
        page.wait_for_function("document.documentElement.dataset.ready")
        ready.append(page.evaluate("(performance.getEntriesByName('ready')[0] || {}).startTime || 0"))
        took = page.evaluate(TURNS)
        tree = page.evaluate("calculators.length > 0 && calculators[0].name in trees")
        (with_tree if tree else turned).extend(took)
    print(f"{name}: first answer {spread(ready)}{short(tenth(ready) > FIRST)}")
    for what, each in (("without a tree", turned), ("with its tree open", with_tree)):
        print(f"{name}: a change {what} {spread(each)} of {len(each)}{short(tenth(each) > CHANGE)}")


def tenth(times: Iterable[float]) -> float:
    """What nine of ten times are below."""
    listed = sorted(times) or [0.0]
    return listed[min(len(listed) - 1, 9 * len(listed) // 10)]


def spread(times: Iterable[float]) -> str:
    """The middle, the ninth tenth and the slowest of some milliseconds."""
    listed = sorted(times) or [0.0]
    return f"p50 {statistics.median(listed):.1f} ms, p90 {tenth(listed):.1f} ms, at most {listed[-1]:.1f} ms"


if __name__ == "__main__":
    main(sys.argv[1:])
