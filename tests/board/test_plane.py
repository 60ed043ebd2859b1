"""Measuring on a table in inches: the worked cases of the rule sets and the symmetries of the plane."""

from dataclasses import astuple
from fractions import Fraction
from itertools import pairwise
from math import dist

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pz8edu.board.battlefield import Battlefield
from pz8edu.board.bearings import bearing_to, face_at, in_arc, off_facing, turn_between
from pz8edu.board.contact import base_holds, bases_touch, footprint, gap, in_contact
from pz8edu.board.deviation import deviation_point, measure_deviation, unit_under
from pz8edu.board.distances import distance, exact_point, root, those_within, within
from pz8edu.board.ground import Patch, Road, ground_at, stretches
from pz8edu.board.lengths import exact_length, in_words
from pz8edu.board.movement import Stretch, as_stretches, path_cost
from pz8edu.board.outlines import contains, outline, rectangle
from pz8edu.board.ranges import find_range, find_range_between, is_spotted
from pz8edu.board.scene import Base
from pz8edu.board.sight import Blocker, first_blocker, first_meeting, line_is_clear
from pz8edu.errors import BadInput

COSTS = {"open": 1, "rough": 2, "road": Fraction(1, 2)}

tenths = st.integers(-100, 100).map(lambda n: n / 10)
points = st.tuples(tenths, tenths)
whole = st.integers(-12, 12)
whole_points = st.tuples(whole, whole)
bearings = st.floats(0, 360, exclude_max=True)


def turned(point, quarter_turns):
    x, y = point
    for _ in range(quarter_turns):
        x, y = y, -x
    return x, y


# Lengths


def test_a_decimal_is_the_fraction_that_was_written():
    assert exact_length(0.1) == Fraction(1, 10)
    assert exact_length(3) == 3
    assert exact_length(Fraction(2, 3)) == Fraction(2, 3)


@pytest.mark.parametrize("bad", [float("nan"), float("inf"), "3", True, None])
def test_what_is_no_number_is_refused_in_one_sentence(bad):
    with pytest.raises(BadInput, match=r"number"):
        exact_length(bad)


def test_numbers_in_words():
    assert [in_words(n) for n in (7.30, 12, Fraction(5, 2), -0.001, 100)] == ["7.3", "12", "2.5", "0", "100"]


# Moves (pz8-ww2, section 4)


def test_a_truck_over_an_inch_of_rough_and_two_of_road():
    assert path_cost(as_stretches([("rough", 1), ("road", 2)]), COSTS) == 3


def test_infantry_over_half_an_inch_of_open_and_one_of_rough():
    assert path_cost(as_stretches([("open", 0.5), ("rough", 1)]), COSTS) == Fraction(5, 2)


def test_ground_without_a_cost_is_refused():
    with pytest.raises(BadInput, match="swamp"):
        path_cost([Stretch("swamp", Fraction(1))], COSTS)
    with pytest.raises(BadInput, match="shorter"):
        path_cost(as_stretches([("open", -1)]), COSTS)


WOOD = Patch("wood", ((2, -1), (4, -1), (4, 1), (2, 1)))


def test_a_path_is_cut_where_the_ground_changes():
    assert stretches([(0, 0), (6, 0)], [WOOD]) == as_stretches([("open", 2), ("wood", 2), ("open", 2)])
    assert stretches([(0, 0), (3, 0), (3, 5)], [WOOD]) == as_stretches(
        [("open", 2), ("wood", 2), ("open", 4)]
    )


def test_a_road_through_a_wood_counts_as_road():
    road = Road(((0, 0), (6, 0)), width=0.5).patch
    assert stretches([(0, 0), (6, 0)], [WOOD, road]) == as_stretches([("road", 6)])
    assert ground_at((3, 0.2), [WOOD, road]) == "road"
    assert ground_at((3, 0.5), [WOOD, road]) == "wood"
    assert ground_at((9, 9), [WOOD, road]) == "open"


def test_along_an_edge_the_ground_is_that_of_the_patch():
    assert stretches([(2, -1), (4, -1)], [WOOD]) == as_stretches([("wood", 2)])


def test_three_four_five_is_exact():
    assert stretches([(0, 0), (3, 4)], []) == (Stretch("open", Fraction(5)),)
    assert root(Fraction(25, 4)) == Fraction(5, 2)
    assert float(root(Fraction(2))) == pytest.approx(2**0.5, abs=1e-9)


@given(st.lists(points, min_size=2, max_size=5))
def test_stretches_add_up_to_the_path(path):
    pieces = stretches(path, [WOOD, Patch("hill", ((-3, -4), (3, 5), (5, -5)))])
    length = sum(dist(a, b) for a, b in pairwise(path))
    assert float(sum(piece.length for piece in pieces)) == pytest.approx(length, abs=1e-7)
    assert all(one.ground != other.ground for one, other in pairwise(pieces))


@given(points, points)
def test_the_way_back_costs_the_same(a, b):
    there, back = stretches([a, b], [WOOD]), stretches([b, a], [WOOD])
    assert there == back[::-1]


# Ranges (section 7)


def test_ranges_with_minimum_and_half():
    at_five, at_one = find_range(5, 10, 2), find_range(1, 10, 2)
    assert (at_five.in_range, at_five.below_minimum, at_five.over_half_range) == (True, False, False)
    assert (at_one.in_range, at_one.below_minimum, at_one.over_half_range) == (False, True, False)
    assert find_range(5, 10, half_counts_as_over=True).over_half_range
    assert find_range(5.01, 10).over_half_range
    assert find_range(30, 10).over_half_range
    assert not find_range(30, 10).in_range


def test_a_negative_distance_is_refused():
    with pytest.raises(BadInput, match="below 0"):
        find_range(-1, 10)


@given(points, points)
def test_a_range_between_points_is_the_range_of_their_distance(a, b):
    told = find_range_between(a, b, 12, 2)
    length = dist(a, b)
    for limit, answer in ((12, told.in_range or told.below_minimum), (6, not told.over_half_range)):
        if abs(length - limit) > 1e-6:
            assert answer == (length < limit)


def test_exactly_half_by_pythagoras():
    assert not find_range_between((0, 0), (0.3, 0.4), 1).over_half_range
    assert find_range_between((0, 0), (0.3, 0.4), 1, half_counts_as_over=True).over_half_range


def test_spotting_within_five_inches_in_cover():
    assert is_spotted(5, 5, hidden=True)
    assert not is_spotted(6, 5, hidden=True)
    assert is_spotted(6, 5, hidden=False)


# Bearings, arcs and faces


def test_bearings_run_clockwise_from_north():
    assert [bearing_to((0, 0), to) for to in ((0, 1), (1, 1), (1, 0), (0, -1), (-1, 0))] == [
        0,
        45,
        90,
        180,
        270,
    ]
    assert turn_between(350, 10) == 20
    assert turn_between(10, 350) == -20
    assert turn_between(0, 180) == 180


def test_the_forward_arc_of_a_gun():
    assert in_arc(0, (0, 0), (1, 5), 22.5)
    assert not in_arc(0, (0, 0), (4, 5), 22.5)
    assert in_arc(0, (0, 0), (4, 5), 45)
    assert in_arc(0, (0, 0), (5, 5), 45)
    assert not in_arc(0, (0, 0), (5.0001, 5), 45)


def face_hit(target, facing, firer, lines_favour_target=True):
    return face_at(off_facing(facing, target, firer), lines_favour_target=lines_favour_target)


def test_faces_cut_by_the_diagonals():
    assert [face_hit((0, 0), 0, firer) for firer in ((2, 5), (5, 0), (1, -5))] == ["front", "side", "rear"]
    assert [face_hit((0, 0), 0, firer) for firer in ((5, 5), (-5, -5))] == ["front", "side"]
    against = [face_hit((0, 0), 0, firer, lines_favour_target=False) for firer in ((5, 5), (-5, -5))]
    assert against == ["side", "rear"]
    assert face_at(60, 60, 120) == "front"
    assert face_at(60, 60, 120, lines_favour_target=False) == "side"


@given(whole_points, whole_points, st.sampled_from([0, 45, 90, 135, 180, 225, 270, 315]), st.integers(0, 3))
def test_turning_the_table_changes_no_face_and_no_arc(target, firer, facing, turns):
    spun = facing + 90 * turns
    if target == firer:
        return
    for favour in (True, False):
        before = face_hit(target, facing, firer, lines_favour_target=favour)
        after = face_hit(turned(target, turns), spun, turned(firer, turns), lines_favour_target=favour)
        assert before == after
    assert in_arc(facing, target, firer, 22.5) == in_arc(
        spun, turned(target, turns), turned(firer, turns), 22.5
    )


@given(points, points, bearings)
def test_a_mirror_keeps_the_angle_off_the_facing(target, firer, facing):
    if target == firer:
        return
    (x, y), (fx, fy) = target, firer
    mirrored = off_facing(-facing, (-x, y), (-fx, fy))
    assert mirrored == pytest.approx(off_facing(facing, target, firer), abs=1e-6)


# Sight


def test_a_rectangle_on_the_line_blocks_it():
    assert not line_is_clear((0, 0), (8, 0), [rectangle(3, -1, 4, 1)])
    assert line_is_clear((0, 0), (8, 0), [rectangle(3, 1, 4, 2)])


@pytest.mark.parametrize(
    "blocker",
    [
        rectangle(3, 0, 4, 1),  # along its edge
        rectangle(8, 0, 9, 1),  # its corner on the target
        rectangle(-1, -1, 9, 1),  # all round both
        rectangle(3, -1, 3, 1),  # a wall without thickness
        rectangle(3, 0, 3, 0),  # a post
        outline([(4, 0), (5, 1), (5, 2)]),  # touched by a corner
    ],
)
def test_the_edge_of_a_blocker_blocks(blocker):
    assert not line_is_clear((0, 0), (8, 0), [blocker])


def test_a_view_of_ones_own_feet_is_blocked_only_from_inside():
    assert not line_is_clear((1, 1), (1, 1), [rectangle(0, 0, 2, 2)])
    assert line_is_clear((3, 3), (3, 3), [rectangle(0, 0, 2, 2)])


def test_the_nearest_blocker_is_named_with_the_place():
    wood, wreck = Blocker("the wood", rectangle(3, -1, 4, 1)), Blocker("a wreck", rectangle(6, -1, 7, 1))
    there, back = first_blocker((0, 0), (8, 0), (wreck, wood)), first_blocker((8, 0), (0, 0), (wreck, wood))
    assert there is not None
    assert back is not None
    assert (there.blocker.name, there.at) == ("the wood", (3, 0))
    assert (back.blocker.name, back.at) == ("a wreck", (7, 0))
    assert first_blocker((0, 5), (8, 5), (wood, wreck)) is None


boxes = st.tuples(whole, whole, st.integers(0, 5), st.integers(0, 5)).map(
    lambda box: rectangle(box[0], box[1], box[0] + box[2], box[1] + box[3])
)


@given(points, points, st.lists(boxes, max_size=4))
def test_who_sees_is_seen(a, b, blockers):
    assert line_is_clear(a, b, blockers) == line_is_clear(b, a, blockers)


@given(whole_points, whole_points, st.lists(boxes, min_size=1, max_size=3), st.integers(0, 3))
def test_turning_the_table_changes_no_sight(a, b, blockers, turns):
    spun = [tuple(turned(corner, turns) for corner in blocker) for blocker in blockers]
    assert line_is_clear(a, b, blockers) == line_is_clear(turned(a, turns), turned(b, turns), spun)


@given(points, points, st.lists(points, min_size=3, max_size=6))
def test_sight_agrees_with_shapely_away_from_edges(a, b, corners):
    from shapely import LineString, Polygon

    polygon = Polygon(corners)
    if a == b or not polygon.is_valid or polygon.area == 0:
        return
    line = LineString([a, b])
    if line.distance(polygon) > 1e-6:
        assert line_is_clear(a, b, [outline(corners)])
    if line.intersection(polygon).length > 1e-6:
        assert not line_is_clear(a, b, [outline(corners)])


@given(points, st.lists(points, min_size=3, max_size=6))
def test_being_inside_agrees_with_shapely_away_from_edges(point, corners):
    from shapely import Point, Polygon

    polygon = Polygon(corners)
    if polygon.is_valid and polygon.exterior.distance(Point(point)) > 1e-6:
        assert contains(outline(corners), point) == polygon.contains(Point(point))


def test_bad_outlines_are_refused():
    with pytest.raises(BadInput, match="x0 <= x1"):
        rectangle(4, 0, 3, 1)
    with pytest.raises(BadInput, match="corner"):
        outline([])
    with pytest.raises(BadInput, match="two numbers"):
        line_is_clear((0, 0, 0), (1, 1), [])
    with pytest.raises(BadInput, match="three corners"):
        Patch("wood", ((0, 0), (1, 1)))
    with pytest.raises(BadInput, match="two points"):
        Road(((0, 0),))
    with pytest.raises(BadInput, match="two points"):
        stretches([(0, 0)], [])


# Contact


def test_bases_in_contact():
    assert bases_touch((0, 0), (1, 0.5))
    assert not bases_touch((0, 0), (1.5, 0))
    assert bases_touch((0, 0), (1, 1))
    assert bases_touch((0, 0), (1.1, 0), side=1.1)
    assert not bases_touch((0, 0), (1.1000001, 0), side=1.1)


def base_at(at, facing=0, size=1, depth=None, name="a unit"):
    return Base(name, "infantry", "own", at, size=size, facing=facing, depth=depth)


@given(points, points)
def test_upright_bases_agree_however_they_are_asked(a, b):
    assert in_contact(base_at(a), base_at(b)) == bases_touch(a, b)
    assert (gap(base_at(a), base_at(b)) == 0) == bases_touch(a, b)


@given(points, points, bearings, bearings)
def test_contact_is_mutual(a, b, one_way, other_way):
    one, other = base_at(a, one_way), base_at(b, other_way, size=2)
    assert in_contact(one, other) == in_contact(other, one)


@given(whole_points, whole_points, bearings, bearings, st.integers(0, 3))
def test_turning_the_table_keeps_contact(a, b, one_way, other_way, turns):
    def on_table(spin):
        return [
            base_at(turned(a, spin), one_way + 90 * spin),
            base_at(turned(b, spin), other_way + 90 * spin, size=1.5),
        ]

    before = gap(*on_table(0))
    if before == 0 or before > 1e-6:
        assert gap(*on_table(turns)) == pytest.approx(before, abs=1e-9)


def test_a_base_on_its_corner_touches_at_half_its_diagonal():
    upright, on_corner = base_at((0, 0)), base_at((0.5 + 0.5**0.5, 0), facing=45)
    assert in_contact(upright, on_corner)
    assert not in_contact(upright, base_at((0.5 + 0.5**0.5 + 1e-6, 0), facing=45))
    assert gap(upright, base_at((3, 0))) == 2


def test_a_base_that_faces_east_lies_along_the_table():
    assert set(footprint(base_at((0, 0), 90, size=1, depth=3))) == set(rectangle(-1.5, -0.5, 1.5, 0.5))


@given(points, bearings)
def test_a_base_holds_its_centre_and_its_corners(at, facing):
    base = base_at(at, facing, size=1, depth=2)
    assert base_holds(base, at)
    for x, y in footprint(base):
        near = (float(x) * 0.999999 + at[0] * 0.000001, float(y) * 0.999999 + at[1] * 0.000001)
        far = (float(x) * 1.01 - at[0] * 0.01, float(y) * 1.01 - at[1] * 0.01)
        assert base_holds(base, near)
        assert not base_holds(base, far)


# Within


def test_within_a_limit_that_is_included():
    assert within((0, 0), (7, 9), 12)
    assert not within((0, 0), (9, 9), 12)
    assert within((0, 0), (0.3, 0.4), 0.5)
    assert not within((0, 0), (0.3, 0.41), 0.5)
    assert not within((0, 0), (0, 0), -1)


def test_who_is_under_a_blast():
    assert those_within((0, 0), [(0, 2), (2, 1), (1, 1)], 2) == (0, 2)
    assert those_within((0, 0), [(0, 3), (2, 2), (3, 1)], 3) == (0, 1)


@given(points, points)
def test_distance_is_mutual(a, b):
    assert distance(a, b) == distance(b, a)
    assert distance(a, b) == pytest.approx(dist(a, b), abs=1e-12)


# Deviation


def rounded(point):
    return [round(point[0], 3), round(point[1], 3)]


def test_deviation_points():
    assert rounded(deviation_point((0, 0), 2, 3)) == [2.598, 1.5]
    assert rounded(deviation_point((0, 0), 4, 2)) == [0.0, -2.0]
    assert rounded(deviation_point((0, 0), 3, 2, directions=8)) == [2.0, 0.0]


def falls(aim, units, directions=6):
    return measure_deviation(Battlefield((-9, -9, 9, 9), units=tuple(units)), aim, directions).falls


@pytest.mark.parametrize(("directions", "count"), [(6, 36), (8, 48)])
def test_deviation_points_lie_at_their_distance_and_all_round(directions, count):
    shells = falls((3, -2), (), directions)
    assert len(shells) == len({shell.at for shell in shells}) == count
    for direction, inches, point, _ in map(astuple, shells):
        assert dist((3, -2), point) == pytest.approx(inches)
        off = abs(turn_between(bearing_to((3, -2), point), (direction - 1) * 360 / directions))
        assert off == pytest.approx(0, abs=1e-9)


def test_a_direction_that_is_not_on_the_die_is_refused():
    with pytest.raises(BadInput, match="1 to 6"):
        deviation_point((0, 0), 7, 1)


def test_one_point_in_thirty_six_hits_the_neighbour():
    neighbour = base_at((0, 2), name="neighbour")
    hits = [fall for fall in falls((0, 0), [neighbour]) if fall.under is neighbour]
    assert [(fall.direction, fall.distance) for fall in hits] == [(1, 2)]
    assert sum(fall.under is neighbour for fall in falls((0, 0), [neighbour], directions=8)) == 1


def test_the_first_listed_unit_is_under_the_shell():
    left, ahead = base_at((-1, 0), size=1.2, name="left"), base_at((0, 1), size=1.2, name="ahead")
    names = [fall.under.name for fall in falls((0, 0), [left, ahead]) if fall.under]
    assert sorted(names) == ["ahead", "left", "left"]
    assert unit_under((0, 0), [base_at((0.5, 0), name="a"), base_at((-0.5, 0), name="b")]).name == "a"


def test_a_viewer_inside_ground_whose_target_stands_exactly_on_its_edge():
    square = outline([(0, 0), (4, 0), (4, 4), (0, 4)])
    viewer, edge = exact_point((2, 2)), exact_point((4, 2))
    assert first_meeting(viewer, edge, square) == 0
    assert first_meeting(edge, viewer, square) == 0
    assert first_meeting(exact_point((6, 2)), edge, square) == 1
    assert first_meeting(exact_point((6, 2)), exact_point((5, 2)), square) is None
