"""Words on crowded boards keep clear of one another and of the bases."""

from __future__ import annotations

from math import cos, radians, sin

import pytest

from pz8edu.show.board_labels import PLATE
from pz8edu.show.label_places import LINE, Box, box_at, width_of
from pz8widgets.boards.drawing import Drawing
from pz8widgets.boards.tabletop import Tabletop


def names_and_bases(drawing: Drawing) -> tuple[list[Box], list[Box], list[Box]]:
    """The boxes of the names, of the bases and of the plates, read off what is drawn."""
    words, plates = drawing.sheets["words"], drawing.sheets["measurements"]
    rows = zip(*(words[column] for column in ("unit", "text", "x", "y", "x_offset", "y_offset")), strict=True)
    shown = {base.name: base.shown for base in drawing.scene.bases}
    names = []
    for unit, text, x, y, across, down in rows:
        if unit and shown[str(unit)] == text:
            left, top = drawing.page.at((float(str(x)), float(str(y))))
            names.append(box_at(left + float(str(across)), top + float(str(down)), width_of(str(text)), LINE))
    bases = []
    for base in drawing.scene.bases:
        left, top = drawing.page.at(base.at)
        turn = radians(float(base.facing or 0))
        wide, deep = float(base.size) * drawing.scale, float(base.length) * drawing.scale
        c, s = abs(cos(turn)), abs(sin(turn))
        bases.append(box_at(left, top, wide * c + deep * s, wide * s + deep * c))
    written = zip(*(plates[column] for column in ("text", "x", "y", "y_offset")), strict=True)
    found = []
    for text, x, y, down in written:
        left, top = drawing.page.at((float(str(x)), float(str(y))))
        found.append(box_at(left, top + float(str(down)), width_of(str(text), 12.5) + 22, PLATE))
    return names, bases, found


@pytest.mark.parametrize("system_id", ["pz8-divisional", "pz8-divisional-2010"])
def test_the_fullest_map_can_be_read(system_id: str) -> None:
    board = Tabletop(system_id, "ridge-1941", steps=False).board
    names, bases, plates = names_and_bases(Drawing(board.scene, board.scale))
    assert len(names) >= 18
    hidden = [a.covers(b) / b.size for n, a in enumerate(names) for b in names[:n]]
    assert max(hidden) < 0.25
    assert sum(share > 0 for share in hidden) <= 1
    assert not [name for name in names for base in bases if name.covers(base) > 1]
    assert not [plate for plate in plates for name in names if plate.covers(name) > 1]
    assert not [plate for plate in plates for base in bases if plate.covers(base) > 0.25 * base.size]


@pytest.mark.whole_domain(5)
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


def test_a_measurement_without_room_stands_on_the_page_and_no_word_lies_under_it() -> None:
    board = Tabletop("asp-ww2", "village", steps=False, width=366).board
    drawing = Drawing(board.scene, board.scale, window=board.view)
    names, _, plates = names_and_bases(drawing)
    paper = drawing.page.paper
    assert plates
    assert all(paper.covers(plate) == pytest.approx(plate.size) for plate in plates)
    assert not [plate for plate in plates for name in names if plate.covers(name) > 1]
