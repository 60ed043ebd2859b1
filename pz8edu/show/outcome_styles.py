"""How outcomes look: a colour **and** a pattern each, on one scale from harmless to final.

An outcome keeps its look in every place: in HTML (`css`, `swatch`), in SVG (`svg_defs`, `svg_fill`) and on
boards, which draw the same small tiles. The colours are Okabe and Ito's and Tol's, which people with any kind
of colour vision can tell apart. Which outcome has which look is told by `outcomes.py`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from html import escape


@dataclass(frozen=True, slots=True)
class Tile:
    """One repeat of a pattern: SVG marks on a clear ground, `width` by `height` pixels."""

    name: str
    width: int
    height: int
    marks: str

    @property
    def uri(self) -> str:
        """The tile as an image that CSS and Bokeh can repeat; it stands between double quotes."""
        size = f'width="{self.width}" height="{self.height}"'
        drawing = f'<svg xmlns="http://www.w3.org/2000/svg" {size}>{self.marks}</svg>'
        return "data:image/svg+xml," + drawing.replace('"', "'").replace("#", "%23")

    def svg_pattern(self, name: str, ground: str = "none") -> str:
        """The tile as an SVG `<pattern>` on a coloured ground."""
        size = f'width="{self.width}" height="{self.height}"'
        return (
            f'<pattern id="{name}" {size} patternUnits="userSpaceOnUse">'
            f'<rect {size} fill="{ground}"/>{self.marks}</pattern>'
        )


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
    """How one outcome looks: a colour and, unless it is final, a pattern on it; on a white ground an edge."""

    name: str
    colour: str
    tile: Tile | None
    edge: str = ""

    def svg_fill(self, prefix: str = "pz8") -> str:
        """The `fill` of an SVG shape; the drawing needs `svg_defs` with the same prefix."""
        return f"url(#{prefix}-{self.name})" if self.tile else self.colour

    @property
    def css(self) -> str:
        """CSS declarations of a background; on paper too, where browsers leave backgrounds out."""
        image = f'background-image:url("{self.tile.uri}");' if self.tile else ""
        edge = f"box-shadow:inset 0 0 0 1px {self.edge};" if self.edge else ""
        return f"background-color:{self.colour};{image}{edge}print-color-adjust:exact;"

    @property
    def css_class(self) -> str:
        """The class that has these declarations in the stylesheet of the widgets."""
        return f"pz8-o-{self.name}"


WHITE = "#fff"
DOTS = Tile("dots", 6, 6, dotted((3, 3, 1.1), fill=WHITE, opacity=0.75))
DASHES = Tile("dashes", 10, 6, stroked("M1 1.5H5M6 4.5H10", WHITE, 1.4, 0.85))
DIAGONAL = Tile("diagonal", 7, 7, stroked("M0 7L7 0M-1 1L1 -1M6 8L8 6", WHITE, 1.8, 0.65))
UPRIGHT = Tile("upright", 5, 5, stroked("M2.5 0V5", WHITE, 1.3, 0.75))
CROSSED = Tile("crossed", 7, 7, stroked("M0 0L7 7M7 0L0 7", WHITE, 0.9, 0.75))
BACK = Tile("back", 7, 7, stroked("M0 0L7 7M-1 6L1 8M6 -1L8 1", WHITE, 1.8, 0.9))
RINGS = Tile(
    "rings", 9, 9, '<circle cx="4.5" cy="4.5" r="2.4" fill="none" stroke="#fff" stroke-width="1.1"/>'
)

HARMLESS = OutcomeStyle("harmless", "#009e73", DOTS)
SLIGHT = OutcomeStyle("slight", "#3f9bd1", DASHES)
SHAKEN = OutcomeStyle("shaken", "#e69f00", DIAGONAL)
HURT = OutcomeStyle("hurt", "#d55e00", UPRIGHT)
PINNED = OutcomeStyle("pinned", "#0072b2", CROSSED)
GRAVE = OutcomeStyle("grave", "#aa4499", RINGS)
LOST = OutcomeStyle("lost", "#7a1f3d", None)
NEUTRAL = OutcomeStyle("neutral", "#e9eef2", None)
PLAIN = OutcomeStyle("plain", "#6f8090", None)
"""For numbers and turns, which are no outcomes."""

_KINDS = (
    PLAIN,
    OutcomeStyle("kind-dots", "#8796a4", DOTS),
    OutcomeStyle("kind-diagonal", "#52616f", DIAGONAL),
    OutcomeStyle("kind-crossed", "#9aa7b3", CROSSED),
    OutcomeStyle("kind-upright", "#6f8090", UPRIGHT),
    OutcomeStyle("kind-dark", "#3c4957", None),
)

SCALE = (HARMLESS, SLIGHT, SHAKEN, HURT, PINNED, GRAVE, LOST)
"""From harmless to final."""


@cache
def turned_round(style: OutcomeStyle) -> OutcomeStyle:
    """The same style with pattern and ground exchanged; where it has no pattern, with stripes."""
    tile = style.tile or BACK
    marks = tile.marks.replace(WHITE, style.colour)
    name = f"{style.name}-turned"
    return OutcomeStyle(name, "#ffffff", Tile(name, tile.width, tile.height, marks), style.colour)


LADDER = tuple(look for step in SCALE for look in (step, turned_round(step)))
"""Every step of the scale, and between it and the next the same with its colours turned."""

KINDS = (*_KINDS, *map(turned_round, _KINDS))
"""For outcomes that are neither better nor worse than each other."""

_PATTERNS = (DOTS, DASHES, DIAGONAL, UPRIGHT, CROSSED, BACK, RINGS) * 2
_SHADES = "b9b3d9 a39cc8 9389bc 867bb2 7b70aa 7368a4 6d619f 685c9b 645898 615496 5f5294 5d5093 5c4e92 5b4d91"
_COUNTS = tuple(
    OutcomeStyle(f"count-{n}", f"#{each}", _PATTERNS[n]) for n, each in enumerate(_SHADES.split())
)
COUNTS = (*_COUNTS, *map(turned_round, _COUNTS))
"""For outcomes that only count: one quiet hue, darker with the count; then all with their colours turned."""

LESS, GREEN = 2, 100
"""How much worse it is to look less than what is meant than to look more, and how bad to look harmless."""


@cache
def without_doubles(places: tuple[int, ...]) -> tuple[int, ...]:
    """Places on the ladder, none twice, in the same order and as near as can be to those that are given.

    The given ones do not fall; with more of them than the ladder has they stay as they are.
    """
    if len(set(places)) == len(places) or len(places) > len(LADDER):
        return places
    ways: dict[int, tuple[int, tuple[int, ...]]] = {-1: (0, ())}
    for wanted in places:
        ways = {
            place: min((cost + _worse(place, wanted), (*taken, place)) for cost, taken in before)
            for place in range(len(LADDER))
            if (before := [way for last, way in ways.items() if last < place])
        }
    return min(ways.values())[1]


def _worse(place: int, wanted: int) -> int:
    """How bad a place is instead of the one that is wanted."""
    return GREEN if place < 2 <= wanted else max(place - wanted, LESS * (wanted - place))


ALL_STYLES = (*SCALE, NEUTRAL, *KINDS, *COUNTS, *map(turned_round, SCALE))


def svg_defs(styles: Iterable[OutcomeStyle] = ALL_STYLES, prefix: str = "pz8") -> str:
    """The `<defs>` that SVG drawings of outcomes need.

    Give every drawing on a page its own prefix: browsers take the first of two patterns of one name, and that
    one may be hidden.
    """
    patterns = (s.tile.svg_pattern(f"{prefix}-{s.name}", s.colour) for s in styles if s.tile)
    return f"<defs>{''.join(patterns)}</defs>"


def swatch(style: OutcomeStyle, word: str = "") -> str:
    """A small patterned square as HTML, or with a word, a patterned tag that holds it."""
    if not word:
        return f'<span class="pz8-swatch {style.css_class}"></span>'
    return f'<span class="pz8-tag {style.css_class}"><span>{escape(word)}</span></span>'
