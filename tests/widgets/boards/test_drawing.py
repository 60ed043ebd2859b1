"""A scene as columns: what every shape becomes, and that units carry what a hand needs."""

from math import dist

import pytest

from pz8edu.board.scene import Area, Base, Cell, Line, Mark, Ring, Scene, Wedge
from pz8widgets.boards.drawing import GROUND_SHEETS, SHEETS, Drawing

SCALE = 50


def sheets(*shapes, kind="inches", extent=(0, 0, 16, 8), chosen="", movable=("A",)):
    return Drawing(Scene(kind, extent, "", shapes=shapes), SCALE, chosen, movable).sheets


def tank(name="A", at=(4, 4), facing=90, **more):
    return Base(name, "tank", "own", at, facing=facing, symbol="tank", **more)


ALL_SHAPES = (
    Area("terrain: wood", ((0, 0), (2, 0), (2, 2)), (((1, 0.5), (1.5, 0.5), (1.5, 1)),), label="wood"),
    Ring("range", (8, 4), 3, label="range 3″"),
    Wedge("face: front", (8, 4), 1.5, 315, 45, label="front"),
    Wedge("arc", (8, 4), 1.5, 0, 360),
    Line("road", ((0, 1), (16, 1)), 0.5, label="road"),
    Line("trench", ((1, 5), (5, 5))),
    Line("wire", ((1, 6), (5, 6))),
    Line("move: legal", ((1, 7), (5, 7)), arrow=True, label="4″ of 4″"),
    Line("sight: clear", ((4, 4), (12, 4)), label="8″ · clear"),
    Line("border", ((0, 4), (16, 4)), label="nobody crosses"),
    Mark("blocker", (6, 4), label="wood"),
    Mark("crater", (7, 1)),
    Mark("bunker", (9, 1)),
    Mark("mine", (3, 1)),
    Mark("label", (3, 2), "here"),
    Mark("deviation point", (5, 5)),
    Mark("threat: 3", (9, 5), "35"),
    Area("ghost", ((9, 6), (10, 6), (10, 7))),
    Cell("square", (0, 0), ((0, 0), (1, 0), (1, 1), (0, 1)), label="5+"),
    tank(condition="suppressed", height=2, picked="firer"),
    Base("ship", "cruiser", "enemy", (3, 3), facing=0, symbol="ship", role="unit: enemy", depth=2),
    Base("plane", "fighter", "enemy", (5, 3), facing=0, symbol="aircraft", role="unit: enemy"),
    Base("smoke", "smoke", "", (6, 6), role="unit: smoke", label=""),
    Base("wreck", "wreck", "", (7, 6), facing=30, role="unit: wreck"),
)


@pytest.mark.parametrize("kind", ["inches", "kilometres", "hexes", "squares", "zones"])
def test_every_shape_fills_whole_rows_on_every_kind_of_board(kind):
    drawn = sheets(*ALL_SHAPES, kind=kind, chosen="A")
    assert set(drawn) == set(SHEETS)
    for name, columns in drawn.items():
        lengths = {len(values) for values in columns.values()}
        assert len(lengths) == 1, name
        assert lengths != {0} or (name == "grid" and kind not in ("inches", "kilometres")), name


def test_all_words_of_the_scene_are_on_the_board():
    drawn = sheets(*ALL_SHAPES)
    written = [*drawn["words"]["text"], *drawn["ground words"]["text"], *drawn["measurements"]["text"]]
    for text in ("wood", "range 3″", "front", "road", "4″ of 4″", "8″ · clear", "nobody crosses", "here"):
        assert text in written
    for text in ("5+", "A", "ship", "plane", "wreck", "2"):
        assert text in written
    assert "smoke" not in written


def test_the_grid_is_faint_and_never_crowded():
    assert len(sheets()["grid"]["xs"]) == 16 + 8
    wide = Drawing(Scene("inches", (0, 0, 48, 36), ""), 800 / 48).sheets["grid"]
    assert len(wide["xs"]) == 24 + 18


def test_a_base_facing_east_has_its_arrow_in_the_east():
    shapes = sheets(tank())["unit shapes"]
    tips = [max(outline[0][0]) for outline in shapes["xs"]]
    assert max(tips) == pytest.approx(4.5 + 0.075, abs=0.01)
    assert max(max(outline[0][0]) for outline in shapes["ys"]) <= 4.5


def test_a_ring_lies_at_its_radius_and_a_wedge_in_its_bearings():
    areas = sheets(Ring("range", (8, 4), 3), Wedge("face: front", (8, 4), 2, 315, 45))["areas"]
    ring = list(zip(areas["xs"][0][0][0], areas["ys"][0][0][0], strict=True))
    assert all(dist(point, (8, 4)) == pytest.approx(3, abs=2e-3) for point in ring)
    wedge = list(zip(areas["xs"][1][0][0], areas["ys"][1][0][0], strict=True))
    assert wedge[0] == (8, 4)
    assert all(y >= 4 and abs(x - 8) <= y - 4 + 1e-3 for x, y in wedge)


def test_holes_stay_holes():
    ground = sheets(ALL_SHAPES[0])["ground"]
    assert [len(loop) for loop in ground["xs"][0][0]] == [3, 3]


def test_moving_things_lie_on_the_canvas_above_the_ground():
    before = sheets(*ALL_SHAPES)
    moved = tuple(
        tank(at=(5, 5), picked="firer") if getattr(shape, "name", "") == "A" else shape
        for shape in ALL_SHAPES
    )
    after = sheets(*moved)
    assert all(before[name] == after[name] for name in GROUND_SHEETS)
    assert before["unit shapes"] != after["unit shapes"]


def test_rows_of_a_unit_name_it_and_where_it_stands():
    drawn = sheets(tank(), tank("B", (8, 2), 180))
    for name in ("unit shapes", "unit lines", "words"):
        rows = zip(*(drawn[name][column] for column in ("unit", "x", "y", "facing")), strict=True)
        assert set(rows) == {("A", 4.0, 4.0, 90.0), ("B", 8.0, 2.0, 180.0)}


def test_only_movable_bases_have_grips_and_only_the_one_in_hand_a_handle():
    drawn = sheets(tank(), tank("B", (8, 2)), chosen="A", movable=("A",))
    assert drawn["grips"]["unit"] == ["A"]
    assert drawn["grips"]["handle"] == [pytest.approx(0.5 + 24 / SCALE)]
    assert sheets(tank())["grips"]["handle"] == [0]
    unturned = sheets(tank(facing=None), chosen="A")
    assert unturned["grips"]["turns"] == [False]
    assert unturned["grips"]["handle"] == [0]


def test_a_condition_shows_the_style_of_its_outcome():
    assert "diagonal" in sheets(tank(condition="disorganized"))["unit shapes"]["hatch_pattern"]
    assert "crossed" in sheets(tank(condition="suppressed"))["unit shapes"]["hatch_pattern"]
    assert "#7a1f3d" in sheets(tank(condition="destroyed"))["unit shapes"]["fill_color"]
    well, unknown = sheets(tank()), sheets(tank(condition="out of petrol"))
    assert len(unknown["unit shapes"]["xs"]) == len(well["unit shapes"]["xs"]) + 1


def test_friend_and_foe_differ_in_shape():
    own = sheets(tank())["unit shapes"]["xs"][0][0][0]
    foe = sheets(tank(role="unit: enemy"))["unit shapes"]["xs"][0][0][0]
    assert len(own) != len(foe)


@pytest.mark.parametrize(
    ("line", "side"),
    [(((2, 2), (14, 2)), 0), (((2, 2), (4, 2)), -1), (((2, 7.6), (4, 7.6)), 1), (((2, 2), (2, 7)), 0)],
)
def test_a_plate_does_not_hide_the_ends_of_a_short_line(line, side):
    sight = Line("sight: clear", line, label="2″ · within half of 12″")
    (offset,) = sheets(sight, tank(at=line[0]))["measurements"]["y_offset"]
    assert (offset > 0) - (offset < 0) == side


def test_labels_of_rings_stay_on_the_board():
    words = sheets(Ring("range", (1, 4), 12, label="range"))["words"]
    assert 0 < words["x"][0] < 16
    assert 0 < words["y"][0] < 8
