"""The pages of a lesson as they are written out: their numbers, their head, and the way on."""

from __future__ import annotations

import json
import os.path
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pz8widgets.course.course import Course, lesson_at
from pz8widgets.course.folder import course_folder
from pz8widgets.course.lesson import Lesson
from pz8widgets.course.wording import LIVE, refreshed
from pz8widgets.page.glossary import LINKED, PAGE, glossary

MAP = "00-map.ipynb"
PRACTICE = "practice.ipynb"
HEAD = re.compile(r"(<!--head-->).*?(<!--/-->)", re.DOTALL)
WORDS = re.compile(r"(<!--words-->).*?(<!--/-->)", re.DOTALL)
TORN = re.compile(r"(?<=\S)[ \t]*\n(?=<!--=)")
"""Before a number between marks that begins a line: Markdown takes it for HTML and tears the sentence."""
REMARK = re.compile(r"<!--.*?-->", re.DOTALL)
FOOT = re.compile(r"(<!--foot-->).*?(<!--/-->)", re.DOTALL)


def write_out(cells: Sequence[Any], notebook: Path) -> str:
    """Write a lesson's numbers, its head and its foot into its text cells; answers with the book it is about.

    A page without a data file beside it stays as it is. Raises BadInput for a claim that does not hold.
    """
    data = notebook.resolve().with_suffix(".toml")
    if notebook.name == PAGE:
        write_words(cells)
    if not data.is_file():
        return ""
    lesson, course = lesson_at(data), Course(course_folder(data.parent))
    lesson.check()
    top, end, words = head(lesson, course), foot(lesson, course), glossary()
    known: set[str] = set() if lesson.of_a_book else words.of_rules()
    for cell in cells:
        if cell.cell_type == "markdown":
            text = refreshed(FOOT.sub(r"\1\2", HEAD.sub(r"\1\2", cell.source)), lesson.values)
            text = TORN.sub(" ", text)
            text = words.linked(text, way(lesson, course.folder / PAGE), known)
            text = HEAD.sub(lambda found: f"{found[1]}{top}{found[2]}", text)
            cell.source = FOOT.sub(lambda found: f"{found[1]}{end}{found[2]}", text)
    return lesson.system or lesson.path.parent.name


def write_words(cells: Sequence[Any]) -> None:
    """Write all words into their page."""
    words = glossary()
    for cell in cells:
        if cell.cell_type == "markdown":
            cell.source = WORDS.sub(lambda found: f"{found[1]}\n{words.page()}\n{found[2]}", cell.source)


def head(lesson: Lesson, course: Course) -> str:
    """What a lesson is about, how long it takes, and what to know first."""
    ideas = [course.concepts[each] for each in lesson.concepts]
    needed = dict.fromkeys(need for idea in ideas for need in idea.needs if need not in lesson.concepts)
    told = [f"**{lesson.minutes} minutes**"]
    if ideas:
        told.append("about " + ", ".join(f"*{idea.title}*" for idea in ideas))
    if needed:
        links = (linked(course, need, lesson) for need in needed)
        told.append(f"good to know first: {', '.join(links)}")
    aims = "; ".join(lesson.aims)
    return f"\n{' · '.join(told)}\n" + (f"\n*After it you can* {aims}.\n" if aims else "")


def linked(course: Course, concept: str, here: Lesson) -> str:
    """An idea as a link to the first lesson that teaches it."""
    title = course.concepts[concept].title
    for track in course.tracks:
        for name in track.lessons:
            if concept in course.lesson(name).concepts:
                return f"[{title}]({way(here, course.folder / f'{name}.ipynb')})"
    return title


def foot(lesson: Lesson, course: Course) -> str:
    """The way back, to the map, and on: from track to track, and from the last lesson to practice."""
    name = lesson.path.relative_to(course.folder).with_suffix("").as_posix()
    order = list(dict.fromkeys(each for track in course.tracks for each in track.lessons))
    told = [f"[The map]({way(lesson, course.folder / MAP)})"]
    place = order.index(name) if name in order else -1
    if place > 0:
        before = course.lesson(order[place - 1])
        told.insert(0, f"[← {before.title}]({way(lesson, before.notebook)})")
    if 0 <= place < len(order) - 1:
        after = course.lesson(order[place + 1])
        told.append(f"[{after.title} →]({way(lesson, after.notebook)})")
        return f"\n**Next, “{after.title}”:** {opening(after)}\n\n{' · '.join(told)}\n"
    told.append(f"[Practice →]({way(lesson, course.folder / PRACTICE)})")
    return f"\n{' · '.join(told)}\n"


def opening(lesson: Lesson) -> str:
    """The first paragraph of a lesson, without links and marks: it ends with what one wants to know."""
    cells = json.loads(lesson.notebook.read_text(encoding="utf-8")).get("cells", ())
    text = "\n\n".join("".join(each["source"]) for each in cells if each["cell_type"] == "markdown")
    plain = REMARK.sub("", LINKED.sub(r"\1", LIVE.sub("", HEAD.sub("", text))))
    return next((each.strip() for each in plain.split("\n\n") if each.strip() and "#" not in each), "")


def way(here: Lesson, there: Path) -> str:
    """The link from a lesson to another page."""
    return Path(os.path.relpath(there, here.path.parent)).as_posix()
