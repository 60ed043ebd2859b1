"""The look of every widget in one place: paper, ink and cards; outcomes in the colours of the core.

An outcome keeps its colour **and** its pattern in every widget, see `pz8edu.show.outcome_styles`: boards draw
the same small tiles in Bokeh (`textures`), and a stylesheet has them once (`looks_css`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from contextvars import ContextVar
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING

import ipywidgets

from pz8edu.show.outcome_styles import ALL_STYLES, Tile
from pz8widgets.page.compressed import Sheet, module

if TYPE_CHECKING:
    from bokeh.models import ImageURLTexture

PAPER = "#f6f8fa"
CARD = "#ffffff"
TABLE = "#efe9d8"
INK = "#1f2933"
QUIET = "#61707f"
EDGE = "#d5dce3"
PALE = "#e9eef2"
ACCENT = "#0072b2"
FINAL = "#7a1f3d"
FONT = "Inter, 'DejaVu Sans', 'Segoe UI', Roboto, Helvetica, Arial, sans-serif"


NO_PATTERN = Tile(" ", 1, 1, "")
"""Without it Bokeh would make a canvas for every plain row of a glyph, at every redraw."""


def textures(tiles: Iterable[Tile] = ()) -> dict[str, ImageURLTexture]:
    """What Bokeh glyphs need as `hatch_extra`: the tiles of all outcomes, and any others given."""
    from bokeh.models import ImageURLTexture

    chosen = [style.tile for style in ALL_STYLES if style.tile]
    return {tile.name: ImageURLTexture(url=tile.uri) for tile in (NO_PATTERN, *chosen, *tiles)}


def css(name: str) -> str:
    """A stylesheet of this package, without its blanks and remarks."""
    text = (Path(__file__).parent / f"{name}.css").read_text(encoding="utf-8")
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    text = re.sub(r"\s*([{};])\s*", r"\1", text)
    lean = re.sub(r'("[^"]*")|(?<=[:,]) ', r"\1", text).replace(";}", "}").strip()
    return lean + looks_css() if name == "theme" else lean


def looks_css() -> str:
    """The looks of all outcomes as classes."""
    return "".join(f".{style.css_class}{{{style.css}}}" for style in ALL_STYLES)


class Theme(Sheet):
    """The stylesheet that every widget needs; it keeps keys on the card and makes a group one tab stop."""

    _esm = module("focus.js")


KERNEL: dict[str, Sheet] = {}
SHEETS: ContextVar[dict[str, Sheet]] = ContextVar("SHEETS", default=KERNEL)
"""The stylesheet widgets of a page: a kernel's, unless a server gives each visitor's page its own."""


def sheet(name: str) -> Sheet:
    """A stylesheet as a widget: one model, shown with whatever needs it, so that each page has it."""
    known = SHEETS.get()
    if name not in known or known[name].comm is None:
        kind = Theme if name == "theme" else Sheet
        known[name] = kind(text=css(name), layout=ipywidgets.Layout(display="none"))
    return known[name]


def stylesheet() -> Sheet:
    """The stylesheet that every themed widget needs."""
    return sheet("theme")


def words(html: str, css_class: str = "") -> ipywidgets.HTML:
    """A line or paragraph of HTML; `css_class` is one of the classes of theme.css, such as 'pz8-quiet'."""
    line = ipywidgets.HTML(html)
    line.add_class("pz8-words")
    if css_class:
        line.add_class(css_class)
    return line


def card(title: str, *children: ipywidgets.Widget, note: str = "") -> ipywidgets.VBox:
    """White paper with one idea on it: a heading, a quiet note beside it, and what belongs to it."""
    remark = f' <span class="pz8-quiet">{escape(note)}</span>' if note else ""
    heading = words(f'<h3 class="pz8-title">{escape(title)}{remark}</h3>')
    box = ipywidgets.VBox([heading, *children])
    box.add_class("pz8-card")
    return box


def acts(*children: ipywidgets.Widget) -> ipywidgets.VBox:
    """What one does on a card: beside its words where there is room."""
    box = ipywidgets.VBox(children)
    box.add_class("pz8-acts")
    return box


def button(text: str, tooltip: str, does: Callable[[], object], style: str = "") -> ipywidgets.Button:
    """A button as wide as its words, and what it does."""
    made = ipywidgets.Button(description=text, tooltip=tooltip, button_style=style, layout={"width": "auto"})
    made.on_click(lambda _: does())
    return made


def apply_theme(box: ipywidgets.Box) -> ipywidgets.Box:
    """Make this box a themed widget."""
    if stylesheet() not in box.children:
        box.children = (stylesheet(), *box.children)
    box.add_class("pz8")
    return box
