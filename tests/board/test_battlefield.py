"""A table set up for play and what is measured on it, each finding with its sentence."""

from fractions import Fraction
from math import dist, pi

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pz8edu.board.battlefield import Battlefield, smoke_at
from pz8edu.board.command import command_ring, in_command
from pz8edu.board.deviation import measure_deviation
from pz8edu.board.ground import Patch, Road
from pz8edu.board.march import Going, measure_move
from pz8edu.board.reach import Standpoint, Walker, find_move, reachable_area
from pz8edu.board.scene import Base, Line, Mark
from pz8edu.board.shot import Aim, measure_shot
from pz8edu.errors import BadInput

WOOD = Patch("wood", ((4, 4), (7, 4), (7, 6), (4, 6)))
BUNKER = Patch("bunker", ((10, 5), (11, 5), (11, 6), (10, 6)), "the pillbox")
ROAD = Road(((0, 1), (16, 1)), 0.5)
AIM = Aim(12, cover={"wood": "rough", "bunker": "bunker"})


def tank(name, at, facing=0, side="German", **more):
    return Base(name, "medium-heavy", side, at, facing=facing, symbol="tank", **more)


def table(*units, **more):
    return Battlefield((0, 0, 16, 9), units, (WOOD, BUNKER), (ROAD,), **more)


def test_two_units_may_not_share_a_name():
    with pytest.raises(BadInput, match="'Tiger'"):
        table(tank("Tiger", (1, 1)), tank("Tiger", (3, 3)))


def test_an_unknown_unit_is_offered_the_nearest_name():
    with pytest.raises(BadInput, match="Tiger"):
        table(tank("Tiger", (1, 1))).unit("Tigre")


# Shots


def test_a_clear_shot_over_half_range():
    shot = measure_shot(
        table(tank("Pz IV", (1, 2), 90), tank("T-34", (9, 2), 270, "Soviet")), "Pz IV", "T-34", AIM
    )
    assert (shot.distance.value, shot.in_range.value, shot.over_half_range.value) == (8, True, True)
    assert (shot.sight.value, shot.blocked, shot.face.value, shot.cover.value) == (
        True,
        None,
        "front",
        "open",
    )
    assert shot.possible
    found = (shot.distance, shot.sight, shot.in_arc, shot.face, shot.cover)
    assert tuple(each.says for each in found) == (
        "8 inches of 12: over half range.",
        "Sight is clear: nothing in between.",
        "Pz IV fires all round.",
        "Pz IV stands 0° off the facing of T-34: the front is hit.",
        "T-34 stands in the open.",
    )


def test_the_wood_between_blocks_and_says_where():
    shot = measure_shot(table(tank("Pz IV", (1, 5)), tank("T-34", (9, 5), 180)), "Pz IV", "T-34", AIM)
    assert not shot.sight.value
    assert not shot.possible
    assert shot.blocked is not None
    assert shot.blocked.at == (4, 5)
    assert shot.sight.says == "Sight is blocked by the wood, 3 inches from Pz IV."
    assert shot.face.value == "side"


@pytest.mark.parametrize("inside", [(5, 5), (4, 5)])
def test_the_patch_a_unit_stands_in_hides_but_does_not_block(inside):
    units = tank("Pz IV", (1, 5)), tank("T-34", inside)
    into = measure_shot(table(*units), "Pz IV", "T-34", AIM)
    out = measure_shot(table(*units), "T-34", "Pz IV", AIM)
    assert into.sight.value
    assert (into.cover.value, into.cover.says) == ("rough", "T-34 stands in the wood: rough.")
    assert out.sight.value
    assert out.cover.value == "open"


def test_units_wrecks_and_smoke_block_and_roads_do_not():
    pair = tank("Pz IV", (1, 2)), tank("T-34", (9, 2))
    friend = tank("StuG", (5, 2))
    behind = measure_shot(table(*pair, friend), "Pz IV", "T-34", AIM)
    assert behind.sight.says == "Sight is blocked by StuG, 3.5 inches from Pz IV."
    burning = table(*pair, wrecks=(friend,))
    assert "the wreck of StuG" in measure_shot(burning, "Pz IV", "T-34", AIM).sight.says
    smoked = measure_shot(table(*pair, smoke=(smoke_at((7, 2)),)), "Pz IV", "T-34", AIM)
    assert smoked.sight.says == "Sight is blocked by smoke, 5.5 inches from Pz IV."
    across = measure_shot(table(tank("Pz IV", (1, 0)), tank("T-34", (1, 3))), "Pz IV", "T-34", AIM)
    assert across.sight.value


def test_ground_that_is_seen_through_blocks_nothing():
    aim = Aim(12, see_through=frozenset({"open", "wood"}))
    assert measure_shot(table(tank("a", (1, 5)), tank("b", (9, 5))), "a", "b", aim).sight.value


def test_a_mortar_and_its_minimum():
    near = measure_shot(table(tank("mortar", (1, 2)), tank("b", (2.5, 2))), "mortar", "b", Aim(10, 2))
    assert near.below_minimum.value
    assert not near.in_range.value
    assert near.distance.says == "1.5 inches: below the minimum of 2."
    far = measure_shot(table(tank("mortar", (1, 2)), tank("b", (14, 2))), "mortar", "b", Aim(10, 2))
    assert far.distance.says == "13 inches of 10: out of range."
    assert far.over_half_range.value


def test_words_never_contradict_the_finding():
    field = table(tank("a", (0, 2)), tank("b", (6.004, 2)))
    shot = measure_shot(field, "a", "b", AIM)
    assert shot.over_half_range.value
    assert shot.distance.says == "6.004 inches of 12: over half range."


def test_a_turretless_gun_has_an_arc():
    field = table(tank("StuG", (1, 2), 90), tank("front", (9, 3)), tank("flank", (3, 8)))
    aim = Aim(12, half_arc=22.5)
    ahead, aside = (measure_shot(field, "StuG", name, aim) for name in ("front", "flank"))
    assert ahead.in_arc.value
    assert not aside.in_arc.value
    assert not aside.possible
    assert aside.in_arc.says == "72° off the facing of StuG: outside its arc of 22.5° to either side."


def test_soft_targets_have_no_facing():
    rifles = Base("Rifles", "infantry", "Soviet", (5, 2))
    shot = measure_shot(table(tank("a", (1, 2)), rifles), "a", "Rifles", AIM)
    assert (shot.face.value, shot.face.says) == ("front", "Rifles has no facing.")


def test_nobody_fires_at_himself():
    with pytest.raises(BadInput, match="itself"):
        measure_shot(table(tank("a", (1, 1))), "a", "a", AIM)


tenths = st.tuples(st.integers(0, 160), st.integers(0, 90)).map(lambda at: (at[0] / 10, at[1] / 10))


@given(tenths, tenths)
def test_sight_on_the_table_is_mutual(a, b):
    field = table(tank("a", a), tank("b", b), tank("c", (8, 3), 30))
    assert measure_shot(field, "a", "b", AIM).sight.value == measure_shot(field, "b", "a", AIM).sight.value


def test_the_shapes_of_a_shot():
    field = table(tank("a", (1, 5), 90), tank("b", (9, 5), 270))
    shapes = measure_shot(field, "a", "b", Aim(12, 2, 22.5)).shapes()
    roles = [shape.role for shape in shapes]
    assert roles == [
        "range",
        "half range",
        "minimum range",
        "arc",
        "face: front",
        "face: side",
        "face: rear",
        "face: side",
        "sight: blocked",
        "blocker",
    ]
    assert [shape.role for shape in shapes if shape.words and "face" in shape.role] == ["face: front"]
    scene = field.scene(*shapes, picked={"a": "firer"})
    assert [base.picked for base in scene.bases] == ["firer", ""]
    assert isinstance(scene.shapes[-1], Mark)
    assert "8″ · over half of 12″ · blocked by the wood" in scene.describe()


# Moves


def test_a_move_over_open_ground_and_into_the_wood():
    march = measure_move(table(tank("Pz IV", (2, 5))), "Pz IV", [(5, 5)], 4)
    assert (march.cost.value, march.legal.value) == (4, True)
    assert (march.cost.says, march.legal.says) == (
        "2 inches of open at 1, 1 inch of wood at 2: 4 inches of movement.",
        "0 of 4 is left.",
    )


def test_a_move_that_is_too_long():
    march = measure_move(table(tank("Pz IV", (2, 5))), "Pz IV", [(6, 5)], 4)
    assert (march.cost.value, march.legal.value) == (6, False)
    assert march.legal.says == "That is 2 more than the allowance of 4."
    assert march.line.role == "move: too far"


def test_a_road_costs_half():
    march = measure_move(table(tank("Pz IV", (1, 1))), "Pz IV", [(9, 1)], 4)
    assert (march.cost.value, march.legal.value) == (4, True)


def test_closed_ground_is_closed_at_any_price():
    going = Going(closed=frozenset({"wood"}))
    march = measure_move(table(tank("truck", (2, 5))), "truck", [(5, 5)], 100, going)
    assert not march.legal.value
    assert march.legal.says == "truck may not enter the wood."


def test_a_diagonal_of_exactly_the_allowance_is_legal():
    march = measure_move(table(tank("a", (8, 2))), "a", [(10, 4)], 8**0.5)
    assert march.legal.value
    assert float(march.cost.value) == pytest.approx(8**0.5)


# The area within reach


def inside(area, point):
    from shapely import Point, Polygon

    return Polygon(area.outline, area.holes).buffer(0.05).covers(Point(point))


def test_without_an_allowance_nothing_is_reached():
    assert reachable_area(table(tank("a", (8, 5))), "a", 0) is None


def test_on_an_empty_table_the_area_is_a_circle():
    area = reachable_area(Battlefield((0, 0, 20, 20), (tank("a", (10, 10)),)), "a", 4)
    assert all(3.9 < dist(corner, (10, 10)) < 4.001 for corner in area.outline)


def test_the_area_is_cut_by_the_table_and_the_wood_and_drawn_out_by_the_road():
    area = reachable_area(table(tank("a", (3, 1))), "a", 3)
    assert inside(area, (8.9, 1))
    assert inside(area, (8, 1.7))
    assert not inside(area, (3, 4.2))
    assert all(x >= 0 and y >= 0 for x, y in area.outline)
    wooded = reachable_area(table(tank("a", (5.5, 3))), "a", 3)
    assert inside(wooded, (5.5, 4.9))
    assert not inside(wooded, (5.5, 5.2))


def test_who_goes_along_a_building_stays_on_the_ground_outside():
    """Along the south wall of the farm it is open ground: 2.75 inches, then 0.15 of rough."""
    farm = Patch("building", ((15.5, 9), (17.8, 9), (17.8, 11), (15.5, 11)))
    field = Battlefield((0, 0, 24, 14), (tank("a", (14.7, 9)),), (farm,))
    going = Going({"open": 1}, other=2)
    move = measure_move(field, "a", [(17.45, 8.999), (17.45, 9.15)], 4, going)
    assert move.legal.value
    assert inside(reachable_area(field, "a", 4, going), (17.45, 9.15))


def test_closed_ground_stops_the_area():
    area = reachable_area(table(tank("a", (5.5, 3))), "a", 6, Going(closed=frozenset({"wood"})))
    assert not inside(area, (5.5, 4.5))
    assert inside(area, (8, 6))


def test_a_way_goes_round_as_many_corners_as_it_must():
    """Two walls of ponds one behind the other, open at opposite ends: only an S leads through."""
    ponds = (
        Patch("pond", ((2, 4), (20, 4), (20, 5), (2, 5))),
        Patch("pond", ((0, 7), (18, 7), (18, 8), (0, 8))),
    )
    field = Battlefield((0, 0, 20, 14), (tank("a", (10, 2)),), ponds)
    going, goal = Going(closed=frozenset({"pond"})), (10, 10)
    far = dist((10, 2), (2, 4)) + 1 + dist((2, 5), (18, 7)) + 1 + dist((18, 8), goal)
    assert find_move(field, "a", goal, far - 0.1, going).shut == "pond"
    move = find_move(field, "a", goal, far + 0.1, going)
    assert move.is_legal
    assert len(move.path) == 6
    assert float(move.spent) == pytest.approx(far, abs=0.02)
    assert inside(reachable_area(field, "a", far + 0.1, going), goal)
    assert not inside(reachable_area(field, "a", far - 0.3, going), goal)


def test_a_wall_takes_its_toll_from_whoever_goes_onto_it_either_way():
    wall = Patch("wall", ((0, 5), (20, 5), (20, 5.2), (0, 5.2)))
    going = Going({"open": 1, "wall": 1}, tolls={"wall": 1})
    for start, end in ((3, 8), (8, 3)):
        field = Battlefield((0, 0, 20, 14), (tank("a", (10, start)),), (wall,))
        assert measure_move(field, "a", [(10, end)], 6, going).spent == 6
        assert not find_move(field, "a", (10, end), 5.9, going).is_legal
        assert inside(reachable_area(field, "a", 6, going), (10, end))
        assert not inside(reachable_area(field, "a", 5.8, going), (10, end))


def test_a_slope_makes_dearer_whatever_lies_on_it():
    hill = Patch("steep hill", ((4, 0), (8, 0), (8, 14), (4, 14)))
    wood = Patch("wood", ((6, 0), (10, 0), (10, 14), (6, 14)))
    going = Going({"open": 1, "road": 0.5}, other=2, slowing=frozenset({"steep hill"}), slowed=2)
    for patches in ((hill, wood), (wood, hill)):
        field = Battlefield((0, 0, 20, 14), (tank("a", (2, 3)),), patches)
        assert measure_move(field, "a", [(12, 3)], 30, going).spent == 2 + 2 * 2 + 2 * 4 + 2 * 2 + 2
        assert inside(reachable_area(field, "a", 20, going), (12, 3))
        assert not inside(reachable_area(field, "a", 19.8, going), (12, 3))


@settings(max_examples=25, deadline=None)
@given(tenths, st.integers(1, 6))
def test_every_corner_of_the_area_can_nearly_be_walked_to(at, allowance):
    """The exact measure agrees with the drawing: no corner lies farther than the ground allows."""
    field = table(tank("a", at))
    area = reachable_area(field, "a", allowance)
    for corner in area.outline if area else ():
        assert dist(corner, at) <= allowance * 2 + 0.05
    everywhere_rough = Going(cost={}, other=2)
    small = reachable_area(field, "a", allowance, everywhere_rough)
    for corner in small.outline if small else ():
        assert measure_move(field, "a", [corner], allowance + Fraction(1, 20), everywhere_rough).legal.value


# Shells and command


def test_a_shell_can_fall_on_friend_and_foe():
    field = table(tank("Tiger", (8, 4)), tank("T-34", (8, 2), side="Soviet"))
    shell = measure_deviation(field, (8, 2))
    assert len(shell.falls) == 36
    assert shell.under == {"Tiger": 1}
    assert shell.under == {"Tiger": 1}
    assert len(shell.falls) == 36
    assert [mark.words for mark in shell.shapes() if mark.role == "under the shell"] == [
        "direction 1, 2 inches, on Tiger"
    ]
    assert measure_deviation(table(), (8, 2), 8).under == {}


def test_who_is_within_command():
    field = table(
        tank("HQ", (0, 0)), tank("a", (7, 9)), tank("b", (9, 9)), tank("foe", (1, 0), side="Soviet")
    )
    assert [unit.name for unit in in_command(field, "HQ", 12)] == ["HQ", "a"]
    ring = command_ring(field, "HQ", 12)
    assert (ring.centre, ring.radius, ring.label) == ((0, 0), 12, "command 12″")
    assert ring.words == (
        "HQ is 0 inches from HQ: within 12. a is 11.4 inches from HQ: within 12. "
        "b is 12.7 inches from HQ: beyond 12."
    )


def test_the_ground_of_the_table():
    field = table()
    assert [field.ground_at(at) for at in ((5, 5), (10.5, 5.5), (3, 1), (3, 3))] == [
        "wood",
        "bunker",
        "road",
        "open",
    ]
    assert field.patch_at((10.5, 5.5)).called == "the pillbox"
    assert isinstance(field.scene().of_role("road")[0], Line)


def test_the_words_on_a_sight_line_say_what_is_wrong_with_the_shot():
    far = measure_shot(table(tank("a", (1, 8), 90), tank("b", (15, 8), 270)), "a", "b", AIM)
    (line,) = [shape for shape in far.shapes() if isinstance(shape, Line)]
    assert line.label == "14″ · out of 12″ · clear"
    assert line.role == "sight: blocked"
    near = measure_shot(table(tank("a", (1, 8), 90), tank("b", (1.5, 8), 270)), "a", "b", Aim(12, minimum=2))
    assert near.shapes()[-1].label == "0.5″ · below 2″ · clear"
    behind = measure_shot(
        table(tank("a", (1, 8), 270), tank("b", (5, 8), 270)), "a", "b", Aim(12, half_arc=45)
    )
    assert behind.shapes()[-1].label == "4″ · within half of 12″ · clear · out of arc"
    fair = measure_shot(table(tank("a", (1, 8), 90), tank("b", (5, 8), 270)), "a", "b", AIM)
    assert fair.shapes()[-1].role == "sight: clear"
    refused = fair.shapes("b is on the same side.")[-1]
    assert refused.role == "sight: blocked"
    assert refused.words.endswith("b is on the same side.")


def test_a_move_that_spends_the_whole_budget_ends_there():
    """The cost of a leg can be exactly what is left: the next ground is not entered."""
    field = Battlefield((0, 0, 16, 9), (tank("a", (2, 5)),), (WOOD,))
    walker = Walker(field, Going())
    for east, budget, end in ((2.0, 2, (4, 5)), (2.0, 2.5, (4.25, 5)), (5.0, 4, (7, 5))):
        assert Standpoint(walker, (east, 5.0), budget).end(pi / 2, budget) == pytest.approx(end)
