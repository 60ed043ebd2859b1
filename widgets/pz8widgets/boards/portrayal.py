"""How each role of a scene looks: a colour and a pattern or dash, the same on Bokeh boards and in static SVG.

`STYLES` speaks the language of `scene_svg`: SVG attributes by role or family of roles, with `pattern`, `ink`
and `paper` for patterned ground. `portrayal` reads the same table for Bokeh.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from pz8edu.board.scene import Scene, role_family
from pz8edu.show.board_svg import scene_svg
from pz8edu.show.default_style import DEFAULT, PATTERNS, PLAIN
from pz8edu.show.outcome_styles import Tile
from pz8widgets.page.theme import ACCENT, CARD, EDGE, FINAL, INK, QUIET, TABLE, textures

if TYPE_CHECKING:
    from bokeh.models import ImageURLTexture

OWN = "#2f4a43"
ENEMY, ENEMY_INK, ENEMY_RIM = "#f7bd9f", "#6b200c", "#7d2b14"
WOOD, LEAF = "#cfe3c4", "#7fa86b"
SEA, WAVE = "#dbe9f1", "#a5c4d6"
HEX, HEX_EDGE = "#e1eef7", "#b9cfe0"
EARTH, PEBBLE = "#e6dcc6", "#cdbf9f"
SAND, STONE = "#e4d8b4", "#b39d66"
AIM, AIMED = "#f3d9e1", "#cf8ba3"
SHEET = "#fefefe"
"""White by day, dark by night; a rim and a sign on a base are always white."""

STYLES: Mapping[str, Mapping[str, str]] = {
    "board": {"fill": TABLE},
    "grid": {"stroke": "#e3dbc5", "stroke-width": "1"},
    "frame": {"fill": "none", "stroke": EDGE},
    "measurement": {"fill": SHEET, "stroke": FINAL, "stroke-width": "1"},
    "label": {"fill": INK, "font-size": "12"},
    "terrain": {"pattern": "dots", "ink": STONE, "paper": SAND, "stroke": STONE, "stroke-width": "1.6"},
    "terrain: wood": {"pattern": "triangles", "ink": LEAF, "paper": WOOD, "stroke": LEAF},
    "terrain: rough": {"pattern": "dots", "ink": STONE, "paper": SAND, "stroke": STONE},
    "terrain: hill": {"pattern": "ticks", "ink": "#b08d57", "paper": "#e9d9b0", "stroke": "#b08d57"},
    "terrain: buildings": {"pattern": "bricks", "ink": "#b08a80", "paper": "#e6d3cb", "stroke": "#8f665b"},
    "terrain: smoke": {"pattern": "puffs", "ink": "#9aa4ae", "paper": "#f5f6f7", "stroke": "#9aa4ae"},
    "terrain: bunker": {"pattern": "cross hatch", "ink": "#8a929b", "paper": "#d3d8dd", "stroke": "#5b6570"},
    "terrain: water": {"pattern": "waves", "ink": WAVE, "paper": SEA, "stroke": WAVE},
    "terrain: fortification": {
        "pattern": "back hatch",
        "ink": "#b7a27c",
        "paper": "#ece2c8",
        "stroke": "#8a6f45",
    },
    "ghost": {"fill": "none", "stroke": QUIET, "stroke-width": "1.6", "stroke-dasharray": "4 3"},
    "threat": {"fill": SHEET, "stroke": INK, "stroke-width": "1", "ink": INK},
    "threat: 1": {"fill": "#dcdfe5"},
    "threat: 2": {"fill": "#b9bec9"},
    "threat: 3": {"fill": "#9298a6"},
    "threat: 4": {"fill": "#2b303b", "ink": "#fdfdfd"},
    "unit": {"fill": OWN, "stroke": CARD, "ink": CARD, "stroke-width": "2"},
    "unit: enemy": {"fill": ENEMY, "stroke": ENEMY_RIM, "ink": ENEMY_INK},
    "unit: wreck": {"pattern": "cross hatch", "ink": "#7d7468", "paper": "#d9d2c4", "stroke": INK},
    "unit: smoke": {"pattern": "puffs", "ink": "#9aa4ae", "paper": "#f5f6f7", "stroke": "#9aa4ae"},
    "unit: rock": {"pattern": "dots", "ink": "#8f7f5c", "paper": "#cbbb93", "stroke": "#a5946b"},
    "unit: counter": {"fill": SHEET, "stroke": ACCENT, "ink": ACCENT},
    "figure": {"fill": CARD, "stroke": OWN, "stroke-width": "1"},
    "figure: enemy": {"fill": INK, "stroke": CARD},
    "shell": {"fill": FINAL, "stroke": CARD, "stroke-width": "1.5"},
    "sea": {"fill": SEA, "fill-opacity": ".8", "stroke": "none"},
    "road": {"fill": "none", "stroke": "#cdb98f", "stroke-width": "9"},
    "river": {"fill": "none", "stroke": "#a9cbe0", "stroke-width": "9"},
    "trench": {"fill": "none", "stroke": "#7a5a34", "stroke-width": "3.5"},
    "wire": {"fill": "none", "stroke": INK, "stroke-width": "1.3"},
    "crater": {"pattern": "dots", "ink": "#8f7f5c", "paper": "#cbbb93", "stroke": "#a5946b"},
    "bunker": {"fill": "#8d96a0", "stroke": INK},
    "mine": {"fill": SHEET, "stroke": INK},
    "objective": {"fill": ACCENT, "stroke": INK, "stroke-width": "1.6"},
    "range": {"fill": "none", "stroke": INK, "stroke-width": "1.6"},
    "half range": {"fill": "none", "stroke": INK, "stroke-width": "1.4", "stroke-dasharray": "8 6"},
    "minimum range": {"fill": "none", "stroke": FINAL, "stroke-width": "1.4", "stroke-dasharray": "3 3"},
    "charge": {"fill": "none", "stroke": ACCENT, "stroke-width": "1.8", "stroke-dasharray": "10 3 2 3"},
    "command radius": {"fill": "none", "stroke": "#2f6f4f", "stroke-width": "1.5", "stroke-dasharray": "1 5"},
    "blast": {"pattern": "sparse dots", "ink": FINAL, "stroke": FINAL, "stroke-width": "1.3"},
    "arc": {"pattern": "hatch", "ink": "#c9b9a8", "stroke": "#a39682", "stroke-width": "1"},
    "face": {"fill": INK, "fill-opacity": ".06", "stroke": "none"},
    "face: front": {"fill": FINAL, "fill-opacity": ".15"},
    "face: side": {"fill": INK, "fill-opacity": ".05"},
    "face: rear": {"fill": INK, "fill-opacity": ".1"},
    "reachable": {
        "pattern": "hatch",
        "ink": "rgba(0,114,178,.28)",
        "stroke": ACCENT,
        "stroke-width": "1.2",
        "stroke-dasharray": "2 4",
    },
    "ending": {"fill": ACCENT, "stroke": CARD, "stroke-width": ".8"},
    "hatched": {
        "pattern": "back hatch",
        "ink": "rgba(0,114,178,.28)",
        "stroke": ACCENT,
        "stroke-dasharray": "2 4",
    },
    "sight": {"fill": "none", "stroke": FINAL, "stroke-width": "2.6"},
    "sight: clear": {"stroke": FINAL, "stroke-width": "2.6"},
    "sight: blocked": {"stroke": QUIET, "stroke-width": "2", "stroke-dasharray": "2 5"},
    "blocker": {"fill": CARD, "stroke": QUIET, "stroke-width": "1.8"},
    "shot": {"fill": "none", "stroke": FINAL, "stroke-width": "2.6"},
    "path": {"fill": "none", "stroke": ACCENT, "stroke-width": "2", "stroke-dasharray": "7 4"},
    "move": {"fill": "none", "stroke": ACCENT, "stroke-width": "2.2"},
    "move: too far": {"stroke": FINAL, "stroke-dasharray": "3 4"},
    "track": {"fill": "none", "stroke": QUIET, "stroke-width": "1.6", "stroke-dasharray": "2 4"},
    "deviation point": {"fill": QUIET, "stroke": CARD, "stroke-width": ".8"},
    "under the shell": {"fill": FINAL, "stroke": CARD, "stroke-width": "1.4"},
    "hex": {"fill": HEX, "stroke": HEX_EDGE, "stroke-width": "1.2"},
    "hex: in arc": {"pattern": "hatch", "ink": AIMED, "paper": AIM},
    "hex: reachable": {"pattern": "sparse dots", "ink": ACCENT, "paper": HEX},
    "square": {"pattern": "sparse dots", "ink": PEBBLE, "paper": EARTH, "stroke": SHEET, "stroke-width": "2"},
    "square: from": {"stroke": INK, "stroke-width": "3"},
    "square: target": {"stroke": FINAL, "stroke-width": "3", "stroke-dasharray": "7 4"},
    "zone": {"pattern": "waves", "ink": "#bcd4e2", "paper": SEA, "stroke": SHEET, "stroke-width": "2"},
    "border": {"fill": "none", "stroke": FINAL, "stroke-width": "2.4", "stroke-dasharray": "9 6"},
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
