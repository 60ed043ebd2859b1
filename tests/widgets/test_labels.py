"""Words on crowded boards keep clear of one another and of the bases."""

from __future__ import annotations

from math import cos, radians, sin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pz8widgets.drawing import PLATE_HEIGHT, Drawing
from pz8widgets.labels import LETTER, LINE, Box, around, arranged, beside, freest, is_free
from pz8widgets.tabletop import Tabletop

PAGE = Box(0, 0, 400, 300)
boxes = st.builds(around, st.integers(0, 400), st.integers(0, 300), st.integers(1, 90), st.integers(1, 30))


@given(boxes, boxes)
def test_what_is_free_covers_nothing(place: Box, other: Box) -> None:
    assert place.covers(other) == other.covers(place) >= 0
    free = is_free(place, [other], PAGE)
    assert free == (place.covers(other) == 0 and place.covers(PAGE) == place.size)
    assert freest([place], [other], PAGE) == 0


def test_the_first_free_place_is_taken_and_else_the_least_bad() -> None:
    taken = [around(100, 100, 40, 40)]
    places = [around(100, 100, 60, 15), around(100, 118, 60, 15), around(100, 128, 60, 15)]
    assert freest(places, taken, PAGE) == 2
    assert freest(places[:2], taken, PAGE) == 1
    assert arranged([places, places], taken, PAGE) == [2, 0]


def test_a_name_stands_under_its_base_where_there_is_room() -> None:
    assert beside(20, 20, 50)[0] == (0, 32)


def names_and_bases(drawing: Drawing) -> tuple[list[Box], list[Box], list[Box]]:
    """The boxes of the names, of the bases and of the plates, read off what is drawn."""
    words, plates = drawing.sheets["words"], drawing.sheets["measurements"]
    rows = zip(*(words[column] for column in ("unit", "text", "x", "y", "x_offset", "y_offset")), strict=True)
    shown = {base.name: base.shown for base in drawing.scene.bases}
    names = []
    for unit, text, x, y, across, down in rows:
        if unit and shown[str(unit)] == text:
            left, top = drawing.on_page((float(str(x)), float(str(y))))
            names.append(
                around(left + float(str(across)), top + float(str(down)), LETTER * len(str(text)), LINE)
            )
    bases = []
    for base in drawing.scene.bases:
        left, top = drawing.on_page(base.at)
        turn = radians(float(base.facing or 0))
        wide, deep = float(base.size) * drawing.scale, float(base.length) * drawing.scale
        c, s = abs(cos(turn)), abs(sin(turn))
        bases.append(around(left, top, wide * c + deep * s, wide * s + deep * c))
    written = zip(*(plates[column] for column in ("text", "x", "y", "y_offset")), strict=True)
    found = []
    for text, x, y, down in written:
        left, top = drawing.on_page((float(str(x)), float(str(y))))
        found.append(around(left, top + float(str(down)), LETTER * len(str(text)) + 22, PLATE_HEIGHT))
    return names, bases, found


@pytest.mark.parametrize("system_id", ["pz8-divisional", "pz8-divisional-2010"])
def test_the_fullest_map_can_be_read(system_id: str) -> None:
    board = Tabletop(system_id, "ridge-1941", steps=False).board
    names, bases, plates = names_and_bases(Drawing(board.scene, board.scale))
    assert len(names) > 18
    hidden = [a.covers(b) / b.size for n, a in enumerate(names) for b in names[:n]]
    assert max(hidden) < 0.25
    assert sum(share > 0 for share in hidden) <= 1
    assert not [name for name in names for base in bases if name.covers(base) > 1]
    assert not [plate for plate in plates for name in names if plate.covers(name) > 1]
    assert not [plate for plate in plates for base in bases if plate.covers(base) > 0.25 * base.size]


@pytest.mark.parametrize("turn", range(0, 360, 60))
@pytest.mark.parametrize("width", [800, 480])
def test_a_distance_of_one_hex_hides_neither_end(turn: int, width: int) -> None:
    board = Tabletop("pz8-aerial-1935", "on-the-tail", steps=False, width=width).board
    place = board.places[board.shooter]
    board.turn_to(board.shooter, (place.facing or 0) + turn)
    facing = radians(board.places[board.shooter].facing or 0)
    board.move(board.target, place.x + sin(facing), place.y + cos(facing))
    _, bases, plates = names_and_bases(Drawing(board.scene, board.scale))
    assert plates
    assert not [plate for plate in plates for base in bases if plate.covers(base) > 1]
