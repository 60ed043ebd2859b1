"""The gallery of dice problems, written from the suite: `python -m tests.benchmarks.suite.gallery`.

Each problem stands on a page of `lessons/` with the very lines that the suite runs and tests; the prose at
the top and at the end of a page is kept. Afterwards `python -m pz8widgets.regenerate` runs the page.
"""

from __future__ import annotations

import json
from itertools import groupby
from pathlib import Path
from typing import Any

from tests.benchmarks.suite.written import Problem, lines, problems

LESSONS = Path(__file__).parents[3] / "lessons"
PAGES = {
    "02-gallery-of-dice-problems": ("one pool", "sums", "explode", "reroll", "given", "symbols"),
    "03-gallery-of-fights-and-cards": (
        "mixed dice",
        "several pools",
        "dependent rule",
        "to the end",
        "decisions",
        "cards",
    ),
}
"""The pages, with the kinds of problems on each."""

FIRST, LAST = "## How to read it\n", "## Your turn\n"
"""The problems of a page stand between these two cells."""


def cells_of(page: str) -> list[dict[str, Any]]:
    """A title and a cell of code for each problem of a page."""
    chosen = [problem for problem in problems() if problem.kind in PAGES[page]]
    found: list[dict[str, Any]] = []
    for kind, group in groupby(chosen, key=lambda problem: problem.kind):
        heading = f"## {kind.capitalize()}\n\n"
        for problem in group:
            found += [cell("markdown", f"{heading}{said(problem)}"), code_cell(problem)]
            heading = ""
    return found


def said(problem: Problem) -> str:
    """The title of a problem as a sentence."""
    return problem.title if problem.title.endswith("?") else f"{problem.title}."


def code_cell(problem: Problem) -> dict[str, Any]:
    """The lines of a problem, in sight."""
    code = cell("code", "\n".join(lines("ours", problem.name)))
    return code | {
        "metadata": {"jupyter": {"source_hidden": False}},
        "execution_count": None,
        "outputs": [],
    }


def cell(kind: str, source: str) -> dict[str, Any]:
    return {"cell_type": kind, "metadata": {}, "source": source.splitlines(keepends=True)}


def written(cells: list[dict[str, Any]], page: str) -> list[dict[str, Any]]:
    """The cells of a page: its own prose, with all problems between."""
    texts = ["".join(cell["source"]) for cell in cells]
    first = next(place for place, text in enumerate(texts) if text.startswith(FIRST))
    last = next(place for place, text in enumerate(texts) if text.startswith(LAST))
    return [*cells[: first + 2], *cells_of(page), *cells[last:]]


def main() -> None:
    for page in PAGES:
        path = LESSONS / f"{page}.ipynb"
        notebook = json.loads(path.read_text(encoding="utf-8"))
        notebook["cells"] = written(notebook["cells"], page)
        for number, each in enumerate(notebook["cells"], 1):
            each["id"] = f"cell-{number:02d}"
        text = json.dumps(notebook, indent=1, ensure_ascii=False, sort_keys=True)
        path.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
