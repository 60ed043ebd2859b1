"""A board that is zoomed and moved, piles that are fanned out, and the outcomes of two units as a grid."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from math import dist

import pytest

from pz8edu.board.scene import Scene
from pz8edu.board.shapes import Base
from pz8widgets import Board, Tabletop
from pz8widgets.boards.board_view import CLOSEST, View, fanned
from pz8widgets.page.pair_grid import pair_grid

BASES = tuple(Base(f"T{n}", "tank", "own", (x, y), 2) for n, (x, y) in enumerate([(4, 4), (20, 10), (4, 4)]))
SCENE = Scene("inches", (0, 0, 24, 12), "A table", "", BASES)
WHOLE = View(0, 0, 24, 12)


def named(board: Board) -> set[str]:
    """The bases whose names stand on the picture."""
    words = board.sources["words"].data
    return {unit for unit, text in zip(words["unit"], words["text"], strict=True) if text == unit}


def test_a_view_stays_on_the_board_and_keeps_its_shape() -> None:
    view = WHOLE.zoomed(2, WHOLE).around(0, 12, WHOLE)
    assert view == View(0, 6, 12, 12)
    assert view.moved(5, -5, WHOLE) == View(12, 0, 24, 6)
    assert view.zoomed(0.1, WHOLE) == WHOLE
    upright = WHOLE.zoomed(4, WHOLE, 0.75)
    assert (upright.shape, upright.middle) == (0.75, WHOLE.middle)
    assert upright.around(12, 6, WHOLE).shape == 0.75
    assert upright.zoomed(0.1, WHOLE, 0.75) == WHOLE, "seen whole it has its own shape again"
    closest = WHOLE.zoomed(100, WHOLE)
    assert closest.right - closest.left == 24 / CLOSEST
    assert closest.middle == WHOLE.middle


def test_a_zoomed_board_names_whom_it_shows() -> None:
    board = Board(SCENE, width=480)
    whole = board.scale
    assert named(board) == {"T0", "T1", "T2"}
    board.zoom(2)
    board.see(board.view.around(20, 10, board.whole))
    assert board.scale == 2 * whole
    assert named(board) == {"T1"}
    assert (board.picture.x_range.start, board.picture.x_range.end) == (12, 24)
    assert board.unnamed == "", "whoever is out of sight needs no room"
    board.chosen = "T0"
    assert board.view.holds(4, 4), "who is taken in hand is seen"
    board.key_pressed("0", False)
    assert board.view == board.whole
    board.chosen = ""
    board.key_pressed("+", False)
    board.key_pressed("ArrowRight", False)
    assert board.view.middle[0] > 12
    assert board.places["T0"].x == 4, "no base is moved by it"


def test_on_a_phone_a_table_shows_the_two_whom_it_is_about_as_large_as_can_be_and_cuts_nobody() -> None:
    table = Tabletop("pz8-ww2", "first-shot")
    board = table.board
    assert board.view == board.whole
    board.resized("inner_width", None, 330)
    assert board.view.right - board.view.left < 0.85 * (board.whole.right - board.whole.left)
    assert 240 <= 349 * board.view.shape <= 349, "tall enough for a finger on a phone of 390 pixels"
    for name in (board.shooter, board.target):
        assert board.view.holds(*board.places[name][:2])
    assert not [base.name for base in board.scene.bases if board.view.cuts(base)]
    board.move("T-34", 1.5, 1.0)
    assert board.view.holds(1.5, 1.0), "who was moved stays in sight"
    board.resized("inner_width", None, 700)
    assert board.view == board.whole, "where there is room, all of it is seen"
    board.resized("inner_width", None, 330)
    board.zoom(2)
    seen = board.view
    board.move("T-34", 12.0, 5.0)
    assert board.view == seen, "where a hand has zoomed, the picture stays"


def test_a_pile_is_fanned_out_and_nothing_else_moves() -> None:
    spread = {base.name: base for base in fanned(SCENE).bases}
    assert spread["T1"].at == (20, 10)
    (ax, ay), (bx, by) = spread["T0"].at, spread["T2"].at
    assert dist((ax, ay), (bx, by)) >= 2
    assert ((ax + bx) / 2, (ay + by) / 2) == pytest.approx((4, 4))
    assert fanned(SCENE, but="T0") == SCENE
    five = replace(SCENE, shapes=tuple(replace(BASES[0], name=f"U{n}") for n in range(5)))
    places = [tuple(map(float, base.at)) for base in fanned(five).bases]
    assert min(dist(a, b) for a in places for b in places if a != b) >= 2


def test_two_units_stand_in_a_grid_that_adds_up() -> None:
    table = Tabletop("asp-ww2", "village")
    html = table.bars.value
    cells = [Fraction(each) for each in re.findall(r'style="--share:\d+%" title="([^"]+)"', html)]
    assert sum(cells) == 1
    margins = [Fraction(each) for each in re.findall(r'class="pz8-percent" title="([^"]+)"', html)]
    assert sum(margins) == 2
    assert "Volkssturm is" in html
    assert "P, pinned" in html
    assert pair_grid({"hit": Fraction(1, 3), "miss": Fraction(2, 3)}, {}) == ""
