"""A table as a picture whose bases can be picked; what every two measure and ask is worked out beforehand."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from html import escape
from itertools import permutations
from typing import Any

from pz8edu.board.scene import Scene
from pz8edu.board.shapes import Base
from pz8edu.board.tabletop import BoardState, Tabletop
from pz8edu.core.rulebook.system import Calculator, System
from pz8edu.errors import BadInput
from pz8edu.packing.axes import flattened
from pz8edu.pages.printed_sections import with_headings
from pz8edu.show.board_page import Page
from pz8widgets.boards.board_words import as_table
from pz8widgets.boards.portrayal import still
from pz8widgets.boards.tabletop import cited, laid_out
from pz8widgets.book.packs import Packs

WIDE = 640
"""Pixels of a board."""
MOST_BASES = 14
"""A table with more bases stays a still picture."""


def board_data(
    home: System, entry: Mapping[str, Any], packs: Packs, scripts: dict[str, None]
) -> dict[str, Any] | None:
    """The picture of a table, its bases, and what it asks of every two; None where nobody is to be chosen."""
    board = home.tabletop(entry["tabletop"], home.rules)
    opening = laid_out(board, entry)
    names = list(opening.position.places)
    if not board.choosing or not 1 < len(names) <= MOST_BASES:
        return None
    pairs = {
        f"{one}\n{other}": _pair(home, board, replace(opening, shooter=one, target=other))
        for one, other in permutations(names, 2)
    }
    asked = {pair["asks"] for pair in pairs.values() if pair.get("asks")}
    known = {each: packs.of(home, _calculator(home, each)) for each in sorted(asked)}
    for name in filter(None, known.values()):
        scripts |= dict.fromkeys(packs.scripts_of(name))
    for pair in pairs.values():
        if "asks" in pair:
            pair["asks"] = known[pair["asks"]]
    scene = board.scene(replace(opening, shooter="", target=""), home.rules)
    scene = replace(scene, note="", title=entry.get("title", scene.title))
    return {
        "svg": pickable(scene),
        "words": as_table(scene),
        "title": scene.title,
        "bases": names,
        "roles": board.roles,
        "chosen": [opening.shooter, opening.target],
        "pairs": pairs,
    }


def _calculator(home: System, name: str) -> Calculator:
    question = home.question(name, "calculator")
    assert isinstance(question, Calculator)
    return question


def _pair(home: System, board: Tabletop[Any], state: BoardState[Any]) -> dict[str, Any]:
    """What is measured between two bases, and what it asks with which inputs, or why it may not be."""
    rules = home.rules
    try:
        asked = board.question(state, rules)
        facts = [[with_headings(part, rules) for part in fact] for fact in board.facts(state, rules)]
        if asked is None:
            return {"why": "", "facts": facts}
        asked = cited(asked, rules)
        if asked.why_not:
            return {"why": asked.why_not, "facts": facts}
        inputs = flattened(_calculator(home, asked.calculator).situation.fields(), asked.inputs)
    except BadInput as fault:
        return {"why": str(fault), "facts": []}
    return {"asks": asked.calculator, "inputs": inputs, "facts": facts}


def pickable(scene: Scene) -> str:
    """The drawing of a board, over each of its bases a rectangle that can be picked."""
    page = Page(scene, WIDE)
    bases = "".join(_grip(page, shape) for shape in scene.shapes if isinstance(shape, Base))
    return still(scene, WIDE).removesuffix("</svg>") + f"{bases}</svg>"


def _grip(page: Page, base: Base) -> str:
    x, y = page.at(base.at)
    wide, deep = (max(float(side) * page.scale + 10, 24) for side in (base.size, base.length))
    turn = f"translate({x:.1f} {y:.1f}) rotate({float(base.facing or 0):.1f})"
    place = f'x="{-wide / 2:.1f}" y="{-deep / 2:.1f}" width="{wide:.1f}" height="{deep:.1f}"'
    return f'<rect class="pick" data-base="{escape(base.name)}" transform="{turn}" {place} rx="4"/>'
