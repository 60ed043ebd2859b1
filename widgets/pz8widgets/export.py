"""Lessons on paper: HTML pages that need no kernel, no network and no other file, and print well.

`python -m pz8widgets.export LESSON... [--out FOLDER]` writes the lessons named, or all of them, as they were
saved, with a still picture for each widget. What the questions open (calculators, boards, chains) comes at
the end, on a page of its own, to be handed out after the guesses. A link to a lesson that is not written with
it is plain text.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import unquote

from pz8edu.errors import BadInput
from pz8edu.lab import SETTINGS, lessons_folder
from pz8edu.printing.saving import save_text
from pz8widgets.course.course import lesson_at
from pz8widgets.course.lesson import Question
from pz8widgets.course.opened import opened
from pz8widgets.course.wording import as_html, filled
from pz8widgets.line_by_line import notebook, text_of
from pz8widgets.regenerate import lessons_in

LINK = re.compile(r'<a href="([^":#]+)\.ipynb(#[^"]*)?"([^>]*)>(.*?)</a>', re.DOTALL)
"""A link to another notebook."""
LIVE = re.compile(r"<!--live-->.*?<!--/live-->", re.DOTALL)
"""What is said to somebody who sits before JupyterLab."""


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
    page = notebook(lesson.name, text_of(lesson))
    for cell in page.cells:
        if cell.cell_type == "markdown":
            cell.source = LIVE.sub("", cell.source)
    page.cells += after_the_guesses(lesson)
    where = {"metadata": {"name": lesson.stem, "path": str(lesson.parent)}}
    html, _ = exporter.from_notebook_node(page, where)
    pages = {each.resolve() for each in linked}

    def led(link: re.Match[str]) -> str:
        there = (lesson.parent / f"{unquote(link[1])}.ipynb").resolve()
        if there not in pages:
            return f"<span{link[3]}>{link[4]}</span>"
        return f'<a href="{link[1]}.html{link[2] or ""}"{link[3]}>{link[4]}</a>'

    return LINK.sub(led, html)


def after_the_guesses(lesson: Path) -> list[Any]:
    """What the questions of a lesson tell and open, as a cell for the end of its page; none for nothing.

    Raises BadInput for a lesson whose data are wrong.
    """
    import nbformat.v4 as nb

    data = lesson.with_suffix(".toml")
    questions = lesson_at(data).questions.values() if data.is_file() else ()
    parts = [part for question in questions for part in opened_html(question)]
    if not parts:
        return []
    html = f"<div class='pz8-opened'><h2>After your guesses</h2>{''.join(parts)}</div>"
    shown = nb.new_output("display_data", data={"text/html": html})  # type: ignore[no-untyped-call]
    return [nb.new_code_cell(outputs=[shown])]  # type: ignore[no-untyped-call]


def opened_html(question: Question) -> list[str]:
    """The words after a question, and a still picture of everything that it opens."""
    question = question.still
    stills = [opened(entry)._repr_mimebundle_()["text/html"] for entry in question.opens]
    return [as_html(filled(question.after, question.values)) if question.after else "", *stills]


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
    sys.modules["rfc3987_syntax"] = None  # type: ignore[assignment] # jsonschema takes two seconds for it
    sys.exit(main())
