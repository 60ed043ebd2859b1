"""Lessons on paper: HTML pages that need no kernel, no network and no other file, and print well.

`python -m pz8widgets.export LESSON... [--out FOLDER]` writes the lessons named, or all of them, as they were
saved, with a still picture for each widget. Where the kit is installed, the same page comes from
`jupyter nbconvert --to html --template pz8edu LESSON`.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Collection, Sequence
from pathlib import Path
from urllib.parse import unquote

from pz8edu.errors import BadInput
from pz8edu.lab import SETTINGS, lessons_folder
from pz8edu.printing.saving import save_text
from pz8widgets.line_by_line import notebook, text_of
from pz8widgets.regenerate import lessons_in

LINK = re.compile(r'(?<=href=")([^":#]+)\.ipynb(?=[#"])')
"""A link to another notebook."""


def page_html(lesson: Path, linked: Collection[Path] = ()) -> str:
    """A lesson as one page; its links to the lessons in `linked` lead to their pages.

    Raises BadInput for what is no notebook.
    """
    from nbconvert import HTMLExporter

    exporter = HTMLExporter(  # type: ignore[no-untyped-call]
        template_name="pz8edu",
        extra_template_basedirs=[str(SETTINGS / "nbconvert" / "templates")],
        exclude_anchor_links=True,
        embed_images=True,
    )
    where = {"metadata": {"name": lesson.stem, "path": str(lesson.parent)}}
    html, _ = exporter.from_notebook_node(notebook(lesson.name, text_of(lesson)), where)
    pages = {each.resolve() for each in linked}

    def led(link: re.Match[str]) -> str:
        there = (lesson.parent / f"{unquote(link[1])}.ipynb").resolve()
        return f"{link[1]}.html" if there in pages else link[0]

    return LINK.sub(led, html)


def pages_of(lessons: Sequence[Path], out: Path | None) -> dict[Path, Path]:
    """Where the page of each lesson goes: beside it, or into `out` in the folders that it has."""
    if out is None:
        return {lesson: lesson.with_suffix(".html") for lesson in lessons}
    top = os.path.commonpath([lesson.resolve().parent for lesson in lessons])
    return {lesson: out / lesson.resolve().relative_to(top).with_suffix(".html") for lesson in lessons}


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the pages; 0 when all went well, 2 for bad input (said in one sentence on standard error)."""
    parser = argparse.ArgumentParser(prog="python -m pz8widgets.export", description=__doc__)
    parser.add_argument("lessons", nargs="*", type=Path, help="lessons; all of them if none is named")
    parser.add_argument("--out", type=Path, help="folder for the pages; beside the lessons if none is named")
    chosen = parser.parse_args(arguments)
    try:
        lessons = chosen.lessons or lessons_in(lessons_folder())
        for lesson, page in pages_of(lessons, chosen.out).items():
            html = page_html(lesson, lessons)
            page.parent.mkdir(parents=True, exist_ok=True)
            save_text(page, html)
            print(page)
    except BadInput as fault:
        print(f"export: {fault}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
