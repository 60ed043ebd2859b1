"""A board without its picture: lists, tables and sentences, and the static picture of a saved notebook."""

import re
from collections.abc import Collection, Sequence
from dataclasses import replace
from html import escape

from pz8edu.board.lengths import in_words
from pz8edu.board.scene import Scene
from pz8edu.board.shapes import Base
from pz8widgets.boards.board_state import Fact
from pz8widgets.boards.portrayal import still
from pz8widgets.page.glossary import with_meanings
from pz8widgets.page.still import picture_html

LARGEST_POSTER = 24_000
"""Characters of a static picture that a saved notebook may carry."""


def facts_html(facts: Sequence[Fact]) -> str:
    """The facts as a small table."""
    rows = (
        f"<tr><th scope='row'>{escape(fact.name)}</th><td><b>{escape(fact.value)}</b>"
        f"{f'<small>{escape(fact.remark)}</small>' if fact.remark else ''}</td></tr>"
        for fact in facts
    )
    return with_meanings(f"<table class='pz8-facts'>{''.join(rows)}</table>")


GROUNDS = {
    "reachable": ("hatched", "where it can move"),
    "hex: reachable": ("dotted", "where it can move"),
    "hex: in arc": ("aimed", "where it can fire"),
    "ending": ("ending", "ends of its move"),
}
"""What is shown of a unit in hand: how it looks in the key, and what it says."""


def sides_html(bases: Sequence[Base], roles: Collection[str] = ()) -> str:
    """Which side is dark and round on this board, and which light with cut corners; what areas of it mean."""
    kinds = {"unit: own": ("own", "dark, round"), "unit: enemy": ("enemy", "light, cut corners")}
    sides = dict.fromkeys((base.role, base.side) for base in bases if base.role in kinds and base.side)
    told = [
        f'<span><i class="pz8-side-sign pz8-{kinds[role][0]}"></i> {escape(side[:1].upper() + side[1:])}'
        f'<span class="pz8-unseen">: {kinds[role][1]}</span></span>'
        for role, side in sides
    ]
    grounds = (each for role, each in GROUNDS.items() if role in roles)
    for look, words in grounds:
        both = look == "ending" and "hex: in arc" in roles
        told.append(f'<span><i class="pz8-side-sign pz8-{look}"></i> {"both" if both else words}</span>')
    return " ".join(told)


def unit_line(base: Base) -> str:
    """A base in a list: its name, and what it is about to do or has suffered."""
    notes = [note for note in (base.picked, base.condition if base.condition != "ok" else "") if note]
    return f"{base.name} ({', '.join(notes)})" if notes else base.name


def poster(scene: Scene) -> str:
    """The static picture shown where no kernel runs; none if it would be too heavy for a notebook."""
    svg = still(replace(scene, title="", note=""))
    svg = re.sub(r"<(title|desc)>.*?</\1>", "", svg, flags=re.DOTALL)
    svg = re.sub(r"^<g>(.*)</g>$", r"\1", svg, flags=re.MULTILINE).replace("\n", "")
    svg = re.sub(r"(\d\.\d)\d+", r"\1", svg)
    box = re.search(r'<rect x="(\S+)" y="(\S+)" width="(\S+)" height="(\S+)"/>', svg)
    if box:
        svg = re.sub(
            r'width="\S+" height="\S+" viewBox="[^"]*"', f'viewBox="{" ".join(box.groups())}"', svg, count=1
        )
    return svg if len(svg) <= LARGEST_POSTER else ""


def still_html(scene: Scene) -> str:
    """The picture of a board, its words folded below; its title where the picture is too heavy."""
    title = scene.title or "The board"
    picture = picture_html(poster(scene), title) or f"<p><b>{escape(title)}</b></p>"
    return f"{picture}<details><summary>The board in words</summary>{as_table(scene)}</details>"


def as_table(scene: Scene) -> str:
    """The bases of a scene as an HTML table, the rest in words: for mail, paper and code hosts."""
    head = "".join(f"<th>{name}</th>" for name in ("Base", "Kind", "Side", "Place", "Facing", "Condition"))
    rows = ""
    for base in scene.bases:
        place = base.where or f"({in_words(base.at[0])}, {in_words(base.at[1])})"
        facing = "" if base.facing is None else f"{in_words(base.facing, 1)}°"
        cells = (base.name, base.kind, base.side, place, facing, base.condition)
        rows += f"<tr>{''.join(f'<td>{escape(cell)}</td>' for cell in cells)}</tr>"
    others = replace(scene, shapes=tuple(shape for shape in scene.shapes if not isinstance(shape, Base)))
    text = "<br>".join(escape(line) for line in others.describe().splitlines())
    return f"<p>{text}</p><table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
