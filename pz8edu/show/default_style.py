"""The default style of a static board: dark ink on paper, grey ground, a pattern for every kind of ground."""

from collections.abc import Mapping

INK, GREY, PALE, PAPER = "#1f2933", "#61707f", "#c3cbd3", "#ffffff"

SEA = "#eef3f6"
HEX = "#f3f5f6"
EARTH = "#f1eee5"

DEFAULT: Mapping[str, Mapping[str, str]] = {
    "board": {"fill": "#fbfaf6"},
    "grid": {"stroke": "#e9e6dc", "stroke-width": "1"},
    "frame": {"fill": "none", "stroke": PALE, "stroke-width": "1"},
    "title": {"fill": INK, "font-size": "15", "font-weight": "700"},
    "note": {"fill": GREY, "font-size": "12"},
    "symbol": {"fill": "none", "stroke": PAPER, "stroke-width": "2"},
    "label": {"fill": INK, "font-size": "12"},
    "cell label": {"fill": GREY, "font-size": "10.5"},
    "measurement": {"fill": PAPER, "stroke": GREY, "stroke-width": "1"},
    "terrain": {"pattern": "dots", "ink": "#c0c0b6", "paper": "#f1f0ea", "stroke": "#a2a29a"},
    "terrain: wood": {"pattern": "triangles", "ink": "#a3aaa0", "paper": "#eff1ec", "stroke": "#8b938a"},
    "terrain: hill": {"pattern": "ticks", "ink": "#b0a890"},
    "terrain: buildings": {"pattern": "bricks", "ink": "#b6aca6"},
    "terrain: smoke": {"pattern": "puffs", "ink": GREY, "paper": "#f3f3f3", "stroke": PALE},
    "terrain: bunker": {"pattern": "cross hatch", "ink": "#8d8d8d"},
    "terrain: water": {"pattern": "waves", "ink": "#a9b8c4", "paper": SEA, "stroke": "#a9b8c4"},
    "terrain: fortification": {"pattern": "back hatch", "ink": "#b5aa98", "paper": "#efece3"},
    "unit": {"fill": "#4c5560", "stroke": PAPER, "stroke-width": "2"},
    "unit: enemy": {"fill": PAPER, "stroke": INK, "ink": INK},
    "unit: wreck": {"pattern": "cross hatch", "ink": GREY, "paper": "#e4e4e4", "stroke": GREY},
    "unit: smoke": {"pattern": "puffs", "ink": GREY, "paper": "#f3f3f3", "stroke": PALE},
    "unit: rock": {"pattern": "dots", "ink": GREY, "paper": "#d9d9d4", "stroke": GREY},
    "unit: counter": {"fill": PAPER, "stroke": INK, "stroke-width": "1.5", "ink": INK},
    "figure": {"fill": PAPER, "stroke": INK, "stroke-width": "1"},
    "figure: enemy": {"fill": INK, "stroke": PAPER},
    "shell": {"fill": INK, "stroke": PAPER, "stroke-width": "1.5"},
    "sea": {"fill": SEA, "fill-opacity": ".8", "stroke": "none"},
    "road": {"fill": "none", "stroke": "#d9d2c1", "stroke-width": "8"},
    "river": {"fill": "none", "stroke": "#c3d2de", "stroke-width": "8"},
    "trench": {"fill": "none", "stroke": "#6b6459", "stroke-width": "3"},
    "wire": {"fill": "none", "stroke": GREY, "stroke-width": "1.2"},
    "crater": {"pattern": "dots", "ink": "#a59e90", "paper": "#e6e2d8", "stroke": "#a59e90"},
    "bunker": {"fill": "#8d96a0", "stroke": INK, "stroke-width": "1"},
    "mine": {"fill": PAPER, "stroke": INK, "stroke-width": "1"},
    "objective": {"fill": PAPER, "stroke": INK, "stroke-width": "1.6"},
    "range": {"fill": "none", "stroke": INK, "stroke-width": "1.5"},
    "half range": {"fill": "none", "stroke": INK, "stroke-width": "1.4", "stroke-dasharray": "8 6"},
    "minimum range": {"fill": "none", "stroke": INK, "stroke-width": "1.2", "stroke-dasharray": "3 3"},
    "charge": {"fill": "none", "stroke": INK, "stroke-width": "1.6", "stroke-dasharray": "10 3 2 3"},
    "command radius": {"fill": "none", "stroke": GREY, "stroke-width": "1.4", "stroke-dasharray": "1 4"},
    "spotting": {"fill": "none", "stroke": GREY, "stroke-width": "1.4", "stroke-dasharray": "5 5"},
    "blast": {"pattern": "sparse dots", "ink": GREY, "stroke": INK, "stroke-width": "1.2"},
    "arc": {"pattern": "hatch", "ink": "#d5d9de", "stroke": "#aab2bb", "stroke-width": "1"},
    "face": {"fill": INK, "fill-opacity": ".05", "stroke": "none"},
    "face: front": {"fill-opacity": ".14"},
    "face: rear": {"fill-opacity": ".09"},
    "reachable": {"pattern": "back hatch", "ink": "#c9d0d7", "stroke": GREY, "stroke-dasharray": "2 4"},
    "sight": {"fill": "none", "stroke": INK, "stroke-width": "2.4"},
    "sight: blocked": {"stroke": GREY, "stroke-width": "1.8", "stroke-dasharray": "3 6"},
    "blocker": {"fill": PAPER, "stroke": GREY, "stroke-width": "1.8"},
    "shot": {"fill": "none", "stroke": INK, "stroke-width": "2.4"},
    "path": {"fill": "none", "stroke": INK, "stroke-width": "1.8", "stroke-dasharray": "7 4"},
    "move": {"fill": "none", "stroke": INK, "stroke-width": "1.8"},
    "track": {"fill": "none", "stroke": GREY, "stroke-width": "1.4", "stroke-dasharray": "2 4"},
    "ending": {"fill": INK, "stroke": "none"},
    "deviation point": {"fill": GREY, "stroke": PAPER, "stroke-width": ".8"},
    "under the shell": {"fill": INK, "stroke": PAPER, "stroke-width": "1.2"},
    "hex": {"fill": HEX, "stroke": "#d3dae0", "stroke-width": "1.2"},
    "hex: in arc": {"pattern": "hatch", "ink": "#aab2bb", "paper": HEX},
    "hex: reachable": {"pattern": "sparse dots", "ink": GREY, "paper": HEX},
    "square": {
        "pattern": "sparse dots",
        "ink": "#cfcabc",
        "paper": EARTH,
        "stroke": PAPER,
        "stroke-width": "2",
    },
    "square: from": {"stroke": INK, "stroke-width": "3"},
    "square: target": {"stroke": INK, "stroke-width": "3", "stroke-dasharray": "6 4"},
    "zone": {"pattern": "waves", "ink": "#cbd6de", "paper": SEA, "stroke": PAPER, "stroke-width": "2"},
    "border": {"fill": "none", "stroke": INK, "stroke-width": "2", "stroke-dasharray": "9 6"},
}
"""Role or family of roles to SVG attributes; `pattern`, `ink` and `paper` make a pattern."""

PLAIN: Mapping[str, str] = {"fill": "none", "stroke": INK, "stroke-width": "1.4"}
"""What a role looks like that nobody has heard of."""

PATTERNS: Mapping[str, tuple[int, str]] = {
    "hatch": (8, '<path d="M-2 2L2-2M0 8L8 0M6 10L10 6" stroke="{ink}"/>'),
    "back hatch": (8, '<path d="M-2 6L2 10M0 0L8 8M6-2L10 2" stroke="{ink}"/>'),
    "cross hatch": (8, '<path d="M0 0L8 8M0 8L8 0" stroke="{ink}" stroke-width=".8"/>'),
    "dots": (8, '<path d="M2 2h0M6 6h0" stroke="{ink}" stroke-width="2" stroke-linecap="round"/>'),
    "sparse dots": (
        14,
        '<path d="M3 3h0M10 10h0" stroke="{ink}" stroke-width="1.8" stroke-linecap="round"/>',
    ),
    "triangles": (14, '<path d="M3 10l4-7 4 7z" fill="{ink}"/>'),
    "bricks": (12, '<path d="M0 .5H12M0 6.5H12M3 .5V6.5M9 6.5V12" stroke="{ink}"/>'),
    "waves": (18, '<path d="M0 6q4.5-5 9 0t9 0" fill="none" stroke="{ink}"/>'),
    "ticks": (12, '<path d="M3 9V4M9 5V1" stroke="{ink}" stroke-width="1.1"/>'),
    "puffs": (
        16,
        '<g fill="none" stroke="{ink}"><path d="M2 7a3 3 0 1 1 6 0a3 3 0 1 1-6 0M9 12a3 3 0 1 1 6 0"/></g>',
    ),
}
"""Name of a pattern to the side of its tile in pixels and its drawing."""

SYMBOLS: Mapping[str, str] = {
    "infantry": '<path d="M-12-8H12V8H-12ZM-12-8L12 8M12-8L-12 8"/>',
    "cavalry": '<path d="M-12-8H12V8H-12ZM-12 8L12-8"/>',
    "motor infantry": '<path d="M-12-8H12V8H-12ZM-12-8L12 8M12-8L-12 8M0-8V8"/>',
    "reconnaissance": '<ellipse rx="12" ry="7"/><path d="M-9 5L9-5"/>',
    "tank": '<ellipse rx="12" ry="7"/>',
    "gun": '<path d="M-12-8H12V8H-12Z"/><circle r="3" fill="{ink}"/>',
    "mortar": '<path d="M-12-8H12V8H-12ZM0 6V-5M-3-2L0-5L3-2"/>',
    "machine gun": '<path d="M-12-8H12V8H-12ZM0-5V5M-4 5H4"/>',
    "truck": '<path d="M-11-6H4V5H-11ZM4-2H11V5H4"/><path d="M-6 8h0M7 8h0" stroke-linecap="round"/>',
    "anti-tank": '<path d="M-12-8H12V8H-12ZM-12 8L0-8L12 8"/>',
    "missile": '<path d="M-12-8H12V8H-12ZM-12 8L0-8L12 8M0 6V-2"/>',
    "anti-aircraft": '<path d="M-12-8H12V8H-12ZM-12 8C-9-1 9-1 12 8"/>',
    "helicopter": '<path d="M-13-7L13 7V-7L-13 7Z" fill="{ink}"/>',
    "headquarters": '<path d="M-9 11V-9H9V1H-9"/>',
    "engineers": '<path d="M-12-8H12V8H-12ZM-7 4V-3H7V4M0-3V4"/>',
    "figure": '<circle cy="-5" r="4" fill="{ink}"/><path d="M-6 10C-6 1 6 1 6 10Z" fill="{ink}"/>',
    "aircraft": (
        '<path d="M0-14C2-14 2-9 2-6L14 1V4L2 1V8L6 12V14L0 12L-6 14V12L-2 8V1L-14 4V1L-2-6C-2-9-2-14 0-14Z" '
        'fill="{ink}" stroke="none"/>'
    ),
    "ship": '<path d="M0-12h0M0 0h0M0 12h0" stroke-width="6" stroke-linecap="round"/>',
    "spaceship": '<path d="M0-15L10 12L0 7L-10 12Z" fill="{ink}" stroke="none"/>',
    "hovertank": '<ellipse cy="-3" rx="12" ry="7"/><path d="M-10 9H10" stroke-dasharray="4 3"/>',
    "jet bike": '<path d="M-12-8H12V8H-12ZM-12 8L12-8"/><path d="M-10 12H10" stroke-dasharray="4 3"/>',
    "gev": '<path d="M0-11L12 5H-12Z"/><path d="M-10 10H10" stroke-dasharray="4 3"/>',
    "walker": '<ellipse cy="-4" rx="11" ry="6"/><path d="M-4 2L-8 12M4 2L8 12"/>',
    "satellite": '<path d="M-4-5H4V5H-4ZM-14-3H-4V3H-14ZM4-3H14V3H4Z"/>',
    "bridge": '<path d="M-13-9L-9-5H9L13-9M-13 9L-9 5H9L13 9"/>',
    "target": '<circle r="11"/><circle r="5"/><path d="M0-15V15M-15 0H15"/>',
    "torpedo": '<path d="M0-14L5-5V14H-5V-5Z" fill="{ink}" stroke="none"/>',
}
"""Symbol of a base to its drawing on a base of 40 by 40, in map symbols that most players know."""

TURNING = frozenset({"aircraft", "ship", "spaceship", "torpedo"})
"""Symbols that turn with their base; the others stay upright."""
