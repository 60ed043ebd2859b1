"""The map: the worlds of the course, and under it every lesson with how far this browser has come."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from pathlib import Path

from pz8widgets.book.pages import write_page
from pz8widgets.course.course_map import RING, Standing
from pz8widgets.course.lesson import Lesson
from pz8widgets.course.worlds import LANDSCAPE, LOOK, world_html, worlds


def write_map(site: Path, lessons: Mapping[str, Lesson]) -> None:
    """The page of the map."""
    of = {book: {name: each for name, each in lessons.items() if each.system == book} for book in worlds()}
    others = {name: each for name, each in lessons.items() if each.system not in of}
    lands = "".join(_world(book, len(named)) for book, named in of.items() if named)
    lists = "".join(_lessons(book, worlds()[book].name, named) for book, named in of.items() if named)
    first = _lessons("chance", "Chance itself", others) if others else ""
    body = (
        "<h1>The map</h1><p>Each world is a book, each piece of its ring a lesson. "
        '<a href="lessons/practice.html">Practise ▸</a></p>'
        f'<div class="pz8-map">{LOOK}<div class="pz8-land">{LANDSCAPE}{lands}</div></div>'
        f"{first}{lists}<div data-progress></div>"
    )
    write_page(site, "map.html", "The map", body)


def _world(book: str, count: int) -> str:
    told = f"{count} lesson{'s' * (count > 1)}"
    return world_html(book, [(RING[Standing.NEW], False)] * count, False, f"#world-{book}", told)


def _lessons(book: str, title: str, lessons: Mapping[str, Lesson]) -> str:
    links = "".join(
        f"<li data-questions='{escape(' '.join(each.questions))}'><a href='lessons/{name}.html'>"
        f"{escape(each.title)}</a> <small>{each.minutes} minutes</small></li>"
        for name, each in lessons.items()
    )
    return f"<h2 id='world-{book}'>{escape(title)}</h2><ol class='columns'>{links}</ol>"
