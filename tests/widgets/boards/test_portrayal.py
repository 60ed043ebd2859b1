"""How roles look: every role has a colour and something beside its colour."""

from math import dist

import pytest

from pz8edu.board import shapes
from pz8edu.board.scene import Base, Scene
from pz8edu.show.default_style import PATTERNS
from pz8widgets.boards.portrayal import STYLES, board_textures, ground_tiles, portrayal, still
from pz8widgets.boards.symbols import symbol_strokes

ROLES = [
    *("unit: own", "unit: enemy", "unit: wreck", "unit: smoke"),
    *("terrain: wood", "terrain: rough", "terrain: hill", "terrain: buildings", "terrain: bunker"),
    *("terrain: water", "road", "river", "wire", "trench", "crater", "mine", "bunker"),
    *("range", "half range", "minimum range", "command radius", "blast", "arc"),
    *("face: front", "face: side", "face: rear", "reachable", "hatched"),
    *("sight: clear", "sight: blocked", "blocker", "shot", "path", "move", "track"),
    *("deviation point", "under the shell", "hex", "square", "zone", "border"),
]
SAME_PURPOSE = [
    ("terrain: wood", "terrain: hill"),
    ("terrain: rough", "terrain: buildings"),
    ("terrain: water", "terrain: bunker"),
    ("range", "half range"),
    ("half range", "minimum range"),
    ("range", "command radius"),
    ("sight: clear", "sight: blocked"),
    ("move: legal", "move: too far"),
    ("hex", "hex: in arc"),
    ("hex", "hex: reachable"),
    ("square: from", "square: target"),
    ("reachable", "hatched"),
]


@pytest.mark.parametrize(("one", "other"), SAME_PURPOSE)
def test_what_must_be_told_apart_differs_by_more_than_colour(one, other):
    a, b = portrayal(one), portrayal(other)
    assert (a.pattern.rsplit(" ", 1)[0], a.dash) != (b.pattern.rsplit(" ", 1)[0], b.dash)


@pytest.mark.parametrize("role", ROLES)
def test_every_role_of_the_shapes_can_be_seen(role):
    assert role.partition(":")[0] in shapes.__doc__
    look = portrayal(role)
    assert look.fill or look.line or look.pattern != " "


def test_an_unknown_role_is_still_drawn():
    assert portrayal("nobody: knows").line is not None


def test_a_detail_adds_to_its_family():
    wood, ground = portrayal("terrain: wood"), portrayal("terrain: swamp")
    assert wood.pattern.startswith("triangles")
    assert ground.pattern == portrayal("terrain").pattern
    assert wood.width == ground.width


def test_each_pattern_that_is_used_has_a_texture():
    textures = board_textures()
    used = {portrayal(role).pattern for role in STYLES}
    assert used - {" "} <= set(textures)
    assert {tile.name for tile in ground_tiles()} <= set(textures)
    assert all(style.get("pattern", "dots") in PATTERNS for style in STYLES.values())


def test_the_still_picture_has_the_same_colours():
    scene = Scene("inches", (0, 0, 4, 3), "", shapes=(Base("A", "tank", "x", (1, 1), role="unit: enemy"),))
    assert str(portrayal("unit: enemy").fill) in still(scene)
    assert str(portrayal("board").fill) in still(scene)


def test_symbols_become_lines_and_filled_outlines():
    box, dot = symbol_strokes("gun")
    assert box.points == ((-12, -8), (12, -8), (12, 8), (-12, 8), (-12, -8))
    assert not box.filled
    assert dot.filled
    wheels = [stroke for stroke in symbol_strokes("truck") if stroke.filled]
    assert len(wheels) == 2
    assert symbol_strokes("no such symbol") == ()
    for symbol in ("infantry", "cavalry", "tank", "mortar", "aircraft", "ship", "headquarters", "figure"):
        strokes = symbol_strokes(symbol)
        assert strokes
        assert all(-20 <= x <= 20 and -20 <= y <= 20 for stroke in strokes for x, y in stroke.points)


BLINDNESS = {
    "none": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
}
"""How an eye sees linear red, green and blue (Machado, Oliveira and Fernandes 2009, severity 1)."""
TO_XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
WHITE = (0.9505, 1.0, 1.089)


def times(matrix, vector):
    return [sum(a * b for a, b in zip(row, vector, strict=True)) for row in matrix]


def linear(colour):
    parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]


def lab(colour, eye):
    seen = [min(max(part, 0), 1) for part in times(BLINDNESS[eye], linear(colour))]
    x, y, z = (
        f ** (1 / 3) if f > 0.008856 else 7.787 * f + 16 / 116
        for f in (a / b for a, b in zip(times(TO_XYZ, seen), WHITE, strict=True))
    )
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def contrast(one, other):
    a, b = sorted(times(TO_XYZ, linear(colour))[1] for colour in (one, other))
    return (b + 0.05) / (a + 0.05)


@pytest.mark.parametrize("eye", BLINDNESS)
def test_everybody_tells_two_sides_apart(eye):
    own, enemy = portrayal("unit: own"), portrayal("unit: enemy")
    assert dist(lab(own.fill, eye), lab(enemy.fill, eye)) >= 20
    assert dist(lab("#45563f", "protan"), lab("#9c4331", "protan")) < 20, "what it was before"


def test_two_sides_differ_in_grey_too_and_their_signs_are_read():
    own, enemy = portrayal("unit: own"), portrayal("unit: enemy")
    assert contrast(own.fill, enemy.fill) > 3
    assert contrast(own.fill, own.ink) >= 4.5
    assert contrast(enemy.fill, enemy.ink) >= 4.5


def test_the_static_picture_tells_sides_by_their_corners_too():
    one = Base("A", "tank", "own", (3, 3), 2)
    other = Base("B", "tank", "enemy", (6, 3), 2, role="unit: enemy")
    scene = Scene("inches", (0, 0, 9, 6), "", "", (one,))
    assert "M" not in still(scene).split("rotate(0)")[1].split("</g>")[0]
    assert still(Scene("inches", (0, 0, 9, 6), "", "", (other,))).split("rotate(0)")[1].count("L") >= 7
