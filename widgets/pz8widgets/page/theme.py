"""The look of every widget in one place: paper, ink, cards, and the scale of outcomes, harmless to final.

An outcome keeps its colour **and** its pattern in every widget: in HTML (`swatch`), in SVG (`svg_defs` and
`OutcomeStyle.svg_fill`) and in Bokeh (`OutcomeStyle.bokeh`, with `textures`). All three draw the same small
tile. The colours are Okabe and Ito's and Tol's, which people with any kind of colour vision can tell apart.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path
from urllib.parse import quote

import ipywidgets
from bokeh.models import ImageURLTexture

from pz8edu.errors import BadInput
from pz8widgets.page.packed import Sheet

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


@dataclass(frozen=True, slots=True)
class Tile:
    """One repeat of a pattern: SVG marks on a clear ground, `width` by `height` pixels."""

    name: str
    width: int
    height: int
    marks: str

    @property
    def uri(self) -> str:
        """The tile as an image that CSS and Bokeh can repeat."""
        size = f'width="{self.width}" height="{self.height}"'
        return "data:image/svg+xml," + quote(
            f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{self.marks}</svg>'
        )

    def svg_pattern(self, name: str, ground: str = "none") -> str:
        """The tile as an SVG `<pattern>` on a coloured ground."""
        size = f'width="{self.width}" height="{self.height}"'
        return (
            f'<pattern id="{name}" {size} patternUnits="userSpaceOnUse">'
            f'<rect {size} fill="{ground}"/>{self.marks}</pattern>'
        )


def ruled(step: int, stroke: str, width: float = 1.0, rising: bool = True, opacity: float = 1.0) -> str:
    """Marks of slanting lines that meet their neighbours; `step` is the side of the tile in pixels."""
    a, b = (step, 0) if rising else (0, step)
    path = f"M0 {a}L{step} {b}" + (
        f"M-1 1L1 -1M{step - 1} {step + 1}L{step + 1} {step - 1}"
        if rising
        else f"M-1 {step - 1}L1 {step + 1}M{step - 1} -1L{step + 1} 1"
    )
    return f'<path d="{path}" fill="none" stroke="{stroke}" stroke-width="{width}" opacity="{opacity}"/>'


def stroked(path: str, stroke: str, width: float = 1.0, opacity: float = 1.0) -> str:
    """Marks of one stroked path."""
    return f'<path d="{path}" fill="none" stroke="{stroke}" stroke-width="{width}" opacity="{opacity}"/>'


def dotted(*dots: tuple[float, float, float], fill: str, opacity: float = 1.0) -> str:
    """Marks of round dots (x, y, radius)."""
    return "".join(
        f'<circle cx="{x}" cy="{y}" r="{r}" fill="{fill}" opacity="{opacity}"/>' for x, y, r in dots
    )


@dataclass(frozen=True, slots=True)
class OutcomeStyle:
    """How one outcome looks: a colour and, unless it is final, a pattern on it."""

    name: str
    colour: str
    tile: Tile | None

    def svg_fill(self, prefix: str = "pz8") -> str:
        """The `fill` of an SVG shape; the drawing needs `svg_defs` with the same prefix."""
        return f"url(#{prefix}-{self.name})" if self.tile else self.colour

    @property
    def css(self) -> str:
        """CSS declarations of a background; on paper too, where browsers leave backgrounds out.

        The tile stands in the stylesheet once (`tiles_css`), not in every bar.
        """
        image = f"background-image:var(--pz8-tile-{self.tile.name});" if self.tile else ""
        return f"background-color:{self.colour};{image}print-color-adjust:exact;"

    @property
    def bokeh(self) -> dict[str, str | float]:
        """Fill and hatch of a Bokeh glyph; give the glyph `hatch_extra=textures()` as well."""
        pattern = self.tile.name if self.tile else " "
        return {"fill_color": self.colour, "fill_alpha": 1.0, "hatch_pattern": pattern}


WHITE = "#fff"
NO_PATTERN = Tile(" ", 1, 1, "")
"""Without it Bokeh would make a canvas for every plain row of a glyph, at every redraw."""
DOTS = Tile("dots", 6, 6, dotted((3, 3, 1.1), fill=WHITE, opacity=0.75))
DASHES = Tile("dashes", 10, 6, stroked("M1 1.5H5M6 4.5H10", WHITE, 1.4, 0.85))
DIAGONAL = Tile("diagonal", 7, 7, ruled(7, WHITE, 1.8, opacity=0.65))
UPRIGHT = Tile("upright", 5, 5, stroked("M2.5 0V5", WHITE, 1.3, 0.75))
CROSSED = Tile("crossed", 7, 7, stroked("M0 0L7 7M7 0L0 7", WHITE, 0.9, 0.75))
RINGS = Tile(
    "rings", 9, 9, '<circle cx="4.5" cy="4.5" r="2.4" fill="none" stroke="#fff" stroke-width="1.1"/>'
)

HARMLESS = OutcomeStyle("harmless", "#009e73", DOTS)
SLIGHT = OutcomeStyle("slight", "#3f9bd1", DASHES)
SHAKEN = OutcomeStyle("shaken", "#e69f00", DIAGONAL)
HURT = OutcomeStyle("hurt", "#d55e00", UPRIGHT)
PINNED = OutcomeStyle("pinned", "#0072b2", CROSSED)
GRAVE = OutcomeStyle("grave", "#aa4499", RINGS)
LOST = OutcomeStyle("lost", FINAL, None)
NEUTRAL = OutcomeStyle("neutral", PALE, None)

SCALE = (HARMLESS, SLIGHT, SHAKEN, HURT, PINNED, GRAVE, LOST)
"""From harmless to final."""

STEPS: Mapping[int, tuple[OutcomeStyle, ...]] = {
    1: (HARMLESS,),
    2: (HARMLESS, LOST),
    3: (HARMLESS, SHAKEN, LOST),
    4: (HARMLESS, SHAKEN, PINNED, LOST),
    5: (HARMLESS, SLIGHT, SHAKEN, PINNED, LOST),
    6: (HARMLESS, SLIGHT, SHAKEN, HURT, PINNED, LOST),
    7: SCALE,
}
"""Which steps of the scale are used when a rule has so many outcomes."""

KNOWN: Mapping[str, OutcomeStyle] = {
    "ok": HARMLESS,
    "none": HARMLESS,
    "disorganized": SHAKEN,
    "suppressed": PINNED,
    "destroyed": LOST,
}
"""Words that mean the same in every rule set of the family, wherever they stand in a list."""


def outcome_style(word: str, position: int = 0, of: int = 1) -> OutcomeStyle:
    """The colour and pattern of an outcome that is number `position` (from 0) of `of`, harmless first.

    A word of the Pz8 family keeps its own style; any other word takes its place on the same scale. With more
    outcomes than steps, neighbours share a step and the second of them has the colours turned round.
    Raises BadInput for a position that is not on the scale.
    """
    if word in KNOWN:
        return KNOWN[word]
    if not 0 <= position < of:
        raise BadInput(f"position {position} of {of} is not on the scale: give 0 to {of - 1}.")
    if of in STEPS:
        return STEPS[of][position]
    last = len(SCALE) - 1
    step = position * last // (of - 1)
    shared = position > 0 and (position - 1) * last // (of - 1) == step
    return turned_round(SCALE[step]) if shared else SCALE[step]


@cache
def turned_round(style: OutcomeStyle) -> OutcomeStyle:
    """The same style with pattern and ground exchanged."""
    if style.tile is None:
        return style
    tile = Tile(
        f"{style.tile.name}-turned",
        style.tile.width,
        style.tile.height,
        style.tile.marks.replace(WHITE, style.colour),
    )
    return OutcomeStyle(f"{style.name}-turned", "#ffffff", tile)


ALL_STYLES = (*SCALE, NEUTRAL, *(turned_round(style) for style in SCALE if style.tile))


def svg_defs(styles: Iterable[OutcomeStyle] = ALL_STYLES, prefix: str = "pz8") -> str:
    """The `<defs>` that SVG drawings of outcomes need.

    Give every drawing on a page its own prefix: browsers take the first of two patterns of one name, and that
    one may be hidden.
    """
    patterns = (s.tile.svg_pattern(f"{prefix}-{s.name}", s.colour) for s in styles if s.tile)
    return f"<defs>{''.join(patterns)}</defs>"


def textures(tiles: Iterable[Tile] = ()) -> dict[str, ImageURLTexture]:
    """What Bokeh glyphs need as `hatch_extra`: the tiles of all outcomes, and any others given."""
    chosen = [style.tile for style in ALL_STYLES if style.tile]
    return {tile.name: ImageURLTexture(url=tile.uri) for tile in (NO_PATTERN, *chosen, *tiles)}


def swatch(style: OutcomeStyle, word: str = "", lit: bool = False) -> str:
    """A small patterned square as HTML, or with a word, a patterned tag that holds it."""
    if not word:
        return f'<span class="pz8-swatch" style="{escape(style.css)}"></span>'
    strength = " pz8-lit" if lit else ""
    return f'<span class="pz8-tag{strength}" style="{escape(style.css)}"><span>{escape(word)}</span></span>'


def css(name: str) -> str:
    """A stylesheet of this package, without its blanks and remarks."""
    text = (Path(__file__).parent / f"{name}.css").read_text(encoding="utf-8")
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL)
    text = re.sub(r"\s*([{};])\s*", r"\1", text)
    lean = re.sub(r'("[^"]*")|(?<=[:,]) ', r"\1", text).replace(";}", "}").strip()
    return lean + tiles_css() if name == "theme" else lean


def tiles_css() -> str:
    """The tiles of all outcomes as CSS variables."""
    tiles = {style.tile.name: style.tile for style in ALL_STYLES if style.tile}
    return (
        ":root,:host{"
        + "".join(f'--pz8-tile-{name}:url("{tile.uri}");' for name, tile in tiles.items())
        + "}"
    )


@cache
def sheet_of(name: str) -> Sheet:
    """One stylesheet widget a kernel."""
    return Sheet(text=css(name), layout=ipywidgets.Layout(display="none"))


def sheet(name: str) -> Sheet:
    """A stylesheet as a widget: one model, shown with whatever needs it, so that each page has it."""
    if sheet_of(name).comm is None:
        sheet_of.cache_clear()
    return sheet_of(name)


def stylesheet() -> Sheet:
    """The stylesheet that every themed widget needs."""
    return sheet("theme")


CSS = css("theme")


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


def themed(*children: ipywidgets.Widget) -> ipywidgets.VBox:
    """The outermost box of a widget: brings the stylesheet and scopes it."""
    return dress(ipywidgets.VBox(children=children))


def dress(box: ipywidgets.Box) -> ipywidgets.Box:
    """Make this box a themed widget."""
    if stylesheet() not in box.children:
        box.children = (stylesheet(), *box.children)
    box.add_class("pz8")
    return box
