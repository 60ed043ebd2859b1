"""Puzzles as pages: the table as a picture, its choices, and hidden what each of them is worth."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from html import escape
from pathlib import Path

from pz8edu.analysis.puzzles import Puzzle, asks, day_by_day, explained, said_in, stands
from pz8edu.board.tabletop import BoardState
from pz8edu.packing.pack import compact
from pz8edu.printing.percent import in_points, short_percent
from pz8edu.show.board_svg import scene_svg
from pz8widgets.book.boards import WIDE
from pz8widgets.book.pages import NEEDS, in_script, write_page
from pz8widgets.book.scrambled import scrambled
from pz8widgets.page.still import picture_html

HARDEST = 7
"""Puzzles that look farther ahead are as difficult as these."""


def write_puzzles(site: Path, systems: Collection[str]) -> None:
    """The page of all puzzles, which shows that of the day, and one for each."""
    chosen = [each for each in day_by_day() if each.book in systems]
    for each in chosen:
        before = f"pz8puzzles({in_script(compact([data_of(each)]))})"
        body = "<p class='quiet'><a href='../puzzles.html'>All puzzles</a></p>"
        body += f"<h1>{escape(each.game.home.title)}: puzzle {each.id}</h1><div data-puzzle>{NEEDS}</div>"
        write_page(site, f"puzzles/{each.id}.html", f"Puzzle {each.id}", body, before=before)
    levels = [_level(level, chosen) for level in range(1, HARDEST + 1)]
    body = (
        "<h1>Puzzles</h1><p>A position of a game, and exactly one best choice: proved by solving all that "
        f"can follow.</p><p><a class='main' data-puzzle-of-the-day href='#all'>The puzzle of the day</a></p>"
        f"<div id='all'>{''.join(levels)}</div><div data-progress></div>"
    )
    write_page(site, "puzzles.html", "Puzzles", body)


def _level(level: int, chosen: Sequence[Puzzle]) -> str:
    """The puzzles of a difficulty; each knows on which of the days its turn is."""
    lines = [_line(each, "", day) for day, each in enumerate(chosen) if difficulty(each) == level]
    return (
        f"<h2>Difficulty {level} of {HARDEST}</h2><ul class='columns'>{''.join(lines)}</ul>" if lines else ""
    )


def difficulty(one: Puzzle) -> int:
    """How far one has to look ahead, from 1 to HARDEST."""
    return min(one.ahead, HARDEST)


def puzzle_lines(systems: Collection[str], up: str = "") -> str:
    """The puzzles of some books, as items of a list on a page that lies so deep."""
    chosen = [each for each in day_by_day() if each.book in systems]
    return "".join(_line(each, up, day) for day, each in enumerate(chosen))


def _line(one: Puzzle, up: str, day: int) -> str:
    title = escape(one.game.home.title)
    return (
        f"<li data-questions='puzzle-{one.id}' data-turn='{day}'><a href='{up}puzzles/{one.id}.html'>{title}"
        f"</a> <small>{len(one.choices)} choices, {one.id}</small></li>"
    )


def data_of(one: Puzzle) -> dict[str, object]:
    """A puzzle as its page has it; what tells the answer is hidden."""
    game = one.game
    scene = game.book.table.scene(BoardState(game.moment.position), game.rules)
    who = "".join(f"<li>{escape(each)}</li>" for each in stands(one))
    said = {choice: said_in(choice, game) for choice in one.choices}
    rows = [
        (choice, short_percent(worth), str(worth), f"loses {in_points(lost)} points" if lost else "best")
        for choice, worth in one.choices.items()
        for lost in (one.loses(choice),)
    ]
    why = {choice: list(explained(one, choice)) for choice in one.choices}
    return {
        "id": f"puzzle-{one.id}",
        "html": f"{picture_html(scene_svg(scene, width=WIDE), 'the table')}<ul>{who}</ul>",
        "asks": asks(one),
        "choices": [(choice, said[choice]) for choice in sorted(one.choices)],
        "hidden": scrambled({"right": one.answer, "rows": rows, "why": why}),
    }
