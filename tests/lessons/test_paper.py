"""Every lesson as it lies there: nothing in it is fetched, nothing needs a kernel, and its page is whole."""

from __future__ import annotations

import re
from pathlib import Path

import nbformat
import pytest

from pz8edu.lab import FIRST
from pz8widgets.export import page_html
from pz8widgets.regenerate import VIEW, lessons_in

LESSONS = Path(__file__).resolve().parents[2] / "lessons"
ALL = lessons_in(LESSONS)
FETCHED = re.compile(r"""(src=|url\(|@import|<link|<script|<iframe)\s*["']?(https?:)?//|<script""")


@pytest.mark.parametrize("path", ALL, ids=[path.relative_to(LESSONS).as_posix() for path in ALL])
def test_a_lesson_needs_neither_a_kernel_nor_a_network_to_be_read(path: Path) -> None:
    notebook = nbformat.read(path, as_version=4)
    assert "widgets" not in notebook["metadata"]
    for cell in notebook["cells"]:
        if cell["cell_type"] == "markdown":
            text = "".join(cell["source"])
            assert not FETCHED.search(text)
            assert not re.search(r"\$[^$\n]*\\", text), "nothing on paper sets mathematics"
        for output in cell.get("outputs", []):
            data = output.get("data", {})
            assert output["output_type"] != "error"
            assert VIEW not in data, "the number of a widget means nothing to another kernel"
            assert not FETCHED.search(data.get("text/html", "") + data.get("image/svg+xml", ""))


def test_the_first_page_goes_on_paper_with_everything_it_shows() -> None:
    page = page_html(LESSONS / FIRST, ALL)
    assert not re.search(r"<script|<link\b|@import", page)
    assert not re.search(r"""\ssrc=["'](?!data:)""", page)
    for cell in nbformat.read(LESSONS / FIRST, as_version=4)["cells"]:
        for output in cell.get("outputs", []):
            told = re.sub("<[^>]*>", " ", output["data"].get("text/html", ""))
            assert all(word in page for word in re.findall(r"[A-Za-z]{5,}", told))
