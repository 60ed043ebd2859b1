"""The whole site: the first page, the rulebooks with their calculators, the lessons, the words."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from html import escape
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pz8edu.board.tabletop import Tabletop
from pz8edu.core.rulebook.system import Calculator, ChainQuestion, System
from pz8edu.errors import BadInput, reason
from pz8edu.packing.axes import Asked, flattened
from pz8edu.packing.trees import MOST_ASKED
from pz8edu.systems import system
from pz8widgets.boards.tabletop import laid_out
from pz8widgets.book.ahead import Ahead, lessons_of
from pz8widgets.book.books import write_book
from pz8widgets.book.days import write_days
from pz8widgets.book.kept import Kept
from pz8widgets.book.map_page import write_map
from pz8widgets.book.packs import Packs, packable
from pz8widgets.book.pages import write_glossary, write_live, write_offline, write_page, write_shared
from pz8widgets.book.puzzles import write_puzzles
from pz8widgets.book.search import write_search
from pz8widgets.course.course import Course, Track
from pz8widgets.course.lesson import Lesson

WHAT = """<h1>The book of chance</h1>
<p>Rules of miniature wargames, worked out to the last fraction: guess, check, then change the question and
see the exact answer move. Everything in this folder answers by itself, without a network and without
Python.</p>
<p>New here? Begin with <a href="lessons/{}.html">the first lesson</a>. Looking for a number? Choose a <a
href="#books">rulebook</a>, then a calculator. All lessons lie on the <a href="map.html">map</a>; a <a
href="puzzles.html">puzzle</a> and a <a href="day.html">shot</a> wait every day.</p>"""


def write_site(
    site: Path,
    systems: Sequence[str],
    lessons: Path,
    live: str = "",
    kept: Path | None = None,
    most_asked: int = MOST_ASKED,
    processes: int = 1,
    told: Callable[[int, int], object] | None = None,
) -> str:
    """Write all pages, and say how many there are; what is packed is `kept` for the next time.

    So many `processes` make packs and lessons; `told` hears how many are done.

    Raises BadInput for unknown systems, a folder without a course, and a site that cannot be written.
    """
    homes = [system(name) for name in systems]
    course = Course(lessons)
    try:
        site.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise BadInput(f"{str(site)!r} cannot be made: {reason(fault)}") from None
    chosen = lessons_of(course, systems)
    with TemporaryDirectory() as once:
        packs = Packs(site, Kept(kept or Path(once)), most_asked, live, turned_in(chosen.values(), homes))
        alive = Ahead(packs, homes, tuple(chosen), processes, told).make(course)
        return write_pages(site, homes, course, chosen, packs, alive)


def write_pages(
    site: Path,
    homes: Sequence[System],
    course: Course,
    chosen: dict[str, Lesson],
    packs: Packs,
    alive: set[str],
) -> str:
    """Write all pages but the lessons, and say how many there are; `alive` are the packs of lessons."""
    books = [
        write_book(home, packs, {name: each for name, each in chosen.items() if each.system == home.id})
        for home in homes
    ]
    write_shared(site)
    write_live(site, packs.live)
    write_glossary(site)
    write_search(site, homes, chosen)
    write_days(packs, course, chosen, [home.id for home in homes])
    write_map(site, chosen)
    write_puzzles(site, [home.id for home in homes])
    tracks = "".join(_track(track, chosen) for track in course.tracks)
    body = (
        f"{WHAT.format(next(iter(chosen), ''))}<h2 id='lessons'>Lessons</h2>{tracks}<div data-progress></div>"
        f"<h2 id='books'>Rulebooks</h2><ul class='columns'>{''.join(books)}</ul>"
    )
    write_page(site, "index.html", "The book of chance", body)
    write_offline(site)
    alive = alive.union(packs.made)
    return f"{len(homes)} books, {len(chosen)} lessons, {len(alive)} questions that answer by themselves"


def turned_in(lessons: Iterable[Lesson], homes: Iterable[System]) -> dict[tuple[str, str], Asked]:
    """What lessons and opened tables give the inputs of a calculator, by its book and its name."""
    found: defaultdict[tuple[str, str], Asked] = defaultdict(dict)

    def turn(home: System, asked: Calculator | ChainQuestion, given: Mapping[str, Any]) -> None:
        known = found[home.id, asked.id]
        new = flattened(asked.situation.fields(), given).items()
        found[home.id, asked.id] = {**known, **{name: (*known.get(name, ()), value) for name, value in new}}

    def lie(home: System, table: Tabletop[Any], laid: Mapping[str, Any]) -> None:
        asks = table.question(laid_out(table, laid), home.rules)
        if asks is not None and not asks.why_not:
            turn(home, packable(home, asks.calculator, "calculator"), asks.inputs)

    for entry in chain.from_iterable(each.opens for lesson in lessons for each in lesson.questions.values()):
        for kind in {"calculator", "chain"}.intersection(entry):
            home = system(entry["system"])
            with suppress(BadInput):  # its lesson says what is wrong, when it is written
                turn(home, packable(home, entry[kind], kind), entry.get("inputs", {}))
        if "tabletop" in entry:
            home = system(entry["system"])
            lie(home, home.tabletop(entry["tabletop"], home.rules), entry)
    for home in homes:
        for name in home.tabletops:
            lie(home, home.tabletop(name, home.rules), {})
    return found


def _track(track: Track, lessons: dict[str, Lesson]) -> str:
    named = [name for name in track.lessons if name in lessons]
    if not named:
        return ""
    links = "".join(
        f'<li><a href="lessons/{name}.html">{escape(lessons[name].title)}</a> '
        f"<small>{lessons[name].minutes} minutes</small></li>"
        for name in named
    )
    return f"<h3>{escape(track.title)}</h3><p>{escape(track.says)}</p><ol class='columns'>{links}</ol>"
