"""What pages for paper and for a wall are made of: a lesson's prose and questions, dice, a whole page."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import tempfile
from collections.abc import Sequence
from html import escape
from itertools import islice
from pathlib import Path
from typing import Any

from pz8edu.core.tree.tree import Tree
from pz8edu.errors import BadInput
from pz8widgets.course.lesson import Lesson, Question
from pz8widgets.course.pages import FOOT, HEAD, REMARK
from pz8widgets.course.wording import as_html, filled
from pz8widgets.page.glossary import LINKED

HERE = Path(__file__).parent
HEADING = re.compile(r"^#+ .*$", re.MULTILINE)
MOST_LEAVES = 12
"""A tree with more ends is too large for a page of paper."""
CHROMIUM = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
"""A browser that prints, by the names it has."""
SECONDS = 120


def fits(tree: Tree[Any]) -> bool:
    """Can a tree be drawn on a page?"""
    return 2 <= sum(1 for _ in islice(tree.paths(), MOST_LEAVES + 1)) <= MOST_LEAVES


def listed(heading: str, lines: Sequence[str]) -> str:
    """A heading with a list; nothing where there is nothing to list."""
    items = "".join(f"<li>{as_html(line)}</li>" for line in lines)
    return f"<h2>{heading}</h2><ul>{items}</ul>" if items else ""


def asked_html(question: Question) -> str:
    """What is asked, with the choices where there are some."""
    question = question.still
    choices = "".join(f"<li>{escape(choice)}</li>" for choice in question.choices or ())
    return as_html(filled(question.text, question.values)) + (
        f"<ul class='choices'>{choices}</ul>" if choices else ""
    )


def inner(text: str) -> str:
    """A short text as HTML, without a paragraph of its own."""
    return as_html(text).strip().removeprefix("<p>").removesuffix("</p>")


def prose_before(lesson: Lesson) -> dict[str, str]:
    """What the notebook tells before each question, without headings, links and its way on."""
    found: dict[str, str] = {}
    told: list[str] = []
    for cell in json.loads(lesson.notebook.read_text(encoding="utf-8")).get("cells", ()):
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            plain = LINKED.sub(r"\1", FOOT.sub("", HEAD.sub("", source)))
            told.append(HEADING.sub("", REMARK.sub("", plain)).strip())
        elif asked := re.search(r'Quiz\("([^"]+)"\)', source):
            found[asked[1]] = "\n\n".join(told)
            told = []
    return found


PIPS = {1: "4", 2: "08", 3: "048", 4: "0268", 5: "02468", 6: "023568"}
"""On which of nine places, row by row, a die has its pips."""


def die_svg(face: int) -> str:
    """A picture of a die."""
    places = (divmod(int(place), 3) for place in PIPS[face])
    pips = "".join(f'<circle cx="{7 + 8 * x}" cy="{7 + 8 * y}" r="2.6"/>' for y, x in places)
    square = (
        '<rect x="1" y="1" width="28" height="28" rx="5" fill="none" stroke="#1f2933" stroke-width="1.5"/>'
    )
    return f'<svg viewBox="0 0 30 30" role="img" aria-label="{face}">{square}{pips}</svg>'


def page(title: str, body: str, kind: str) -> str:
    """A page that needs nothing else."""
    css = (HERE / "teacher.css").read_text(encoding="utf-8")
    return (
        f'<!doctype html><html lang="en-GB"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width"><style>{css}</style></head>'
        f'<body class="{kind}">{body}</body></html>\n'
    )


def as_pdf(page: Path) -> Path | None:
    """Print a page beside itself as a PDF; None where there is no Chromium on the path.

    Raises BadInput where it does not print.
    """
    browser = next(filter(None, map(shutil.which, CHROMIUM)), None)
    if browser is None:
        return None
    found = page.with_suffix(".pdf")
    with tempfile.TemporaryDirectory() as profile:
        command = [browser, "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}"]
        command += ["--no-pdf-header-footer", f"--print-to-pdf={found.resolve()}", page.resolve().as_uri()]
        try:
            subprocess.run(command, check=True, capture_output=True, timeout=SECONDS)
        except (subprocess.SubprocessError, OSError) as fault:
            raise BadInput(f"{page.name} could not be printed by {Path(browser).name}: {fault}") from None
    return found
