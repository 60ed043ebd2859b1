"""How each role of a scene looks: a colour and a pattern or dash, the same on Bokeh boards and in static SVG.

`STYLES` speaks the language of `scene_svg`: SVG attributes by role or family of roles, with `pattern`, `ink`
and `paper` for patterned ground. `portrayal` reads the same table for Bokeh.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from pz8edu.board.scene import Scene, role_family
from pz8edu.show.board_svg import scene_svg
from pz8edu.show.default_style import DEFAULT, PATTERNS, PLAIN
from pz8edu.show.outcome_styles import Tile
from pz8widgets.page.theme import ACCENT, CARD, EDGE, FINAL, INK, QUIET, TABLE, textures

if TYPE_CHECKING:
    from bokeh.models import ImageURLTexture

WRITTEN = tomllib.loads(Path(__file__).with_name("styles.toml").read_text(encoding="utf-8"))
THEME = {
    "accent": ACCENT,
    "card": CARD,
    "edge": EDGE,
    "final": FINAL,
    "ink": INK,
    "quiet": QUIET,
    "table": TABLE,
}
COLOURS: Mapping[str, str] = {**THEME, **WRITTEN["colours"]}
"""Colours by the names that `styles.toml` calls them."""
SHEET = COLOURS["sheet"]

STYLES: Mapping[str, Mapping[str, str]] = {
    role: {attribute: value.format_map(COLOURS) for attribute, value in style.items()}
    for role, style in WRITTEN["styles"].items()
}
"""Role or family of roles to SVG attributes, over the core's default style."""


@dataclass(frozen=True, slots=True)
class Portrayal:
    """How one role looks, in the words of Bokeh; `pattern` is the name of a tile, or a space."""

    fill: str | None
    fill_alpha: float
    pattern: str
    line: str | None
    line_alpha: float
    width: float
    dash: tuple[int, ...]
    ink: str

    def fills(self) -> dict[str, object]:
        """The columns of a filled glyph."""
        return {
            "fill_color": self.fill,
            "fill_alpha": self.fill_alpha,
            "hatch_pattern": self.pattern,
            **self.lines(),
        }

    def lines(self) -> dict[str, object]:
        """The columns of a line."""
        return {
            "line_color": self.line,
            "line_alpha": self.line_alpha,
            "line_width": self.width,
            "line_dash": list(self.dash),
        }


@cache
def portrayal(role: str) -> Portrayal:
    """How a role looks: the core's style of its family and of itself, then ours in the same order."""
    style = merged(role)
    pattern = style.get("pattern", "")
    fill = style.get("paper", "none") if pattern else style.get("fill", "none")
    return Portrayal(
        fill=colour(fill),
        fill_alpha=float(style.get("fill-opacity", "1")),
        pattern=tile_name(pattern, style.get("ink", QUIET)) if pattern in PATTERNS else " ",
        line=colour(style.get("stroke", "none")),
        line_alpha=float(style.get("stroke-opacity", "1")),
        width=float(style.get("stroke-width", "1.2")),
        dash=dashes(style.get("stroke-dasharray", "")),
        ink=INK if pattern else style.get("ink", INK),
    )


def merged(role: str) -> dict[str, str]:
    """The attributes of a role; a plain fill takes the place of a pattern, as in the core."""
    found: dict[str, str] = {}
    for source in (DEFAULT, STYLES):
        for key in dict.fromkeys((role_family(role), role)):
            more = source.get(key, {})
            if "fill" in more and "pattern" not in more:
                found.pop("pattern", None)
            found.update(more)
    return found or dict(PLAIN)


def colour(text: str) -> str | None:
    """A colour, or None for SVG's 'none'."""
    return None if text == "none" else text


def dashes(text: str) -> tuple[int, ...]:
    """A dash pattern in pixels."""
    return tuple(int(part) for part in text.split())


def tile_name(pattern: str, ink: str) -> str:
    """The name of a core pattern in an ink, among the board's textures."""
    return f"{pattern} {ink}"


@cache
def ground_tiles() -> tuple[Tile, ...]:
    """Every pattern that the styles use, in its ink."""
    used: dict[str, Tile] = {}
    for role in (*DEFAULT, *STYLES):
        style = merged(role)
        pattern, ink = style.get("pattern", ""), style.get("ink", QUIET)
        if pattern in PATTERNS:
            side, marks = PATTERNS[pattern]
            name = tile_name(pattern, ink)
            used[name] = Tile(name, side, side, marks.format(ink=ink))
    return tuple(used.values())


def board_textures() -> dict[str, "ImageURLTexture"]:
    """What the glyphs of a board need as `hatch_extra`."""
    return textures(ground_tiles())


def still(scene: Scene, width: int = 640) -> str:
    """The scene as static SVG in these colours."""
    return scene_svg(scene, styles_of(scene), width)


def styles_of(scene: Scene) -> Mapping[str, Mapping[str, str]]:
    """The looks of all roles on a board of its kind."""
    plane = scene.kind in ("inches", "kilometres")
    return STYLES if plane else {**STYLES, "board": {"fill": CARD}}
