"""Squares and zones: neighbours, stacks, distances, and their scenes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pz8edu.board.scene import Base, Mark, Scene
from pz8edu.board.search import spends, totals
from pz8edu.board.squares import (
    Grid,
    bunker_in,
    crater_in,
    share_a_corner,
    share_a_side,
    square_cell,
    square_centre,
    square_words,
    stack_places,
    stack_size,
    trench_in,
    wire_in,
)
from pz8edu.board.zones import Zones, zone_distance, zone_words
from pz8edu.errors import BadInput

TRENCHES = Grid(6, 8)
SEA = Zones(8, 4)
squares = st.tuples(st.integers(1, 6), st.integers(1, 8))


def test_the_table_of_the_trenches():
    assert len(list(TRENCHES.squares())) == 48
    assert TRENCHES.holds((3, 5))
    assert not TRENCHES.holds((7, 1))
    assert not TRENCHES.holds((1, 0))
    assert TRENCHES.row(6) == ((1, 6), (2, 6), (3, 6), (4, 6), (5, 6), (6, 6))
    with pytest.raises(BadInput, match="0 by 8"):
        Grid(0, 8)


def test_assaults_go_straight_and_stormtroopers_aslant():
    assert share_a_side((2, 4), (2, 5))
    assert not share_a_side((2, 4), (3, 5))
    assert share_a_corner((2, 2), (3, 3))
    assert not share_a_side((2, 2), (2, 2))
    assert not share_a_corner((2, 2), (2, 2))


def test_neighbours_on_the_table():
    assert TRENCHES.beside((1, 1)) == ((1, 2), (2, 1))
    assert TRENCHES.around((1, 1)) == ((1, 2), (2, 2), (2, 1))
    assert len(TRENCHES.around((3, 3))) == 8


@given(squares, squares)
def test_steps_are_those_of_a_search(a, b):
    straight = spends(a, lambda at: [(other, 1) for other in TRENCHES.beside(at)], 20)
    aslant = spends(a, lambda at: [(other, 1) for other in TRENCHES.around(at)], 20)
    side, corner = totals(straight[b])[0] == 1, totals(aslant[b])[0] == 1
    assert share_a_side(a, b) == side
    assert share_a_corner(a, b) == (corner and not side)


@given(squares, st.integers(1, 6))
def test_a_stack_stays_in_its_square_and_apart(square, count):
    half = stack_size(count) / 2
    places = stack_places(square, count)
    assert len(set(places)) == count
    for x, y in places:
        assert square[0] - 1 <= x - half
        assert x + half <= square[0]
        assert square[1] - 1 <= y - half
        assert y + half <= square[1]
    for index, (x, y) in enumerate(places):
        for other_x, other_y in places[:index]:
            assert max(abs(x - other_x), abs(y - other_y)) >= 2 * half


def test_a_scene_of_trenches():
    cells = [square_cell(square) for square in TRENCHES.squares()]
    units = [
        Base("MG", "mg", "defender", at, size=stack_size(1), where=square_words((3, 6)))
        for at in stack_places((3, 6), 1)
    ]
    shapes = (*cells, trench_in((3, 6)), wire_in((3, 5)), bunker_in((3, 6)), crater_in((5, 4)), *units)
    scene = Scene("squares", TRENCHES.extent, "WW1", shapes=shapes)
    assert "48 plain squares." in scene.describe()
    assert "MG: mg, defender, in square (3, 6)." in scene.describe()
    assert scene.of_role("crater") == (Mark("crater", square_centre((5, 4))),)
    assert scene._repr_svg_().startswith("<svg")


def test_the_sea_of_eight_zones():
    assert [zone_distance(a, b) for a, b in ((4, 5), (3, 6), (1, 6), (2, 2))] == [1, 3, 5, 0]
    assert list(SEA.southern()) == [1, 2, 3, 4]
    assert list(SEA.own(7)) == [5, 6, 7, 8]
    assert (SEA.forward(2), SEA.backward(2)) == (3, 1)
    assert (SEA.forward(4), SEA.backward(1)) == (None, None)
    assert (SEA.forward(8), SEA.backward(8), SEA.forward(5)) == (7, None, None)
    assert SEA.holds(8)
    assert not SEA.holds(9)


@given(st.integers(1, 8))
def test_forward_and_backward_undo_each_other(zone):
    ahead, back = SEA.forward(zone), SEA.backward(zone)
    assert ahead is None or SEA.backward(ahead) == zone
    assert back is None or SEA.forward(back) == zone


def test_bad_zones_are_refused():
    with pytest.raises(BadInput, match="1 to 8"):
        SEA.own(9)
    with pytest.raises(BadInput, match="after zone 9"):
        Zones(8, 9)


def test_a_scene_of_the_sea():
    cells = [SEA.cell(zone, label=f"zone {zone}") for zone in range(1, 9)]
    hood = Base(
        "Hood",
        "battle cruiser",
        "South",
        SEA.place(3, 0.5),
        0.3,
        90,
        depth=1,
        where=zone_words(3),
        symbol="ship",
    )
    scene = Scene("zones", SEA.extent, "Denmark Strait", shapes=(*cells, SEA.border(), hood))
    assert "Hood: battle cruiser, South, in zone 3, facing 90°." in scene.describe()
    assert "border: from (0, 4) to (6, 4): nobody crosses." in scene.describe()
    assert cells[2].place == "3"
