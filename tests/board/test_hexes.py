"""Hexes: coordinates, arcs and reach, held against brute force and the worked cases of the aerial rules."""

from collections import deque
from itertools import pairwise
from math import cos, dist, radians, sin
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pz8edu.board import hexes
from pz8edu.board.bearings import bearing_to
from pz8edu.board.hexes import (
    ARCS,
    DIRECTIONS,
    hex_centre,
    hex_distance,
    hexes_in_arc,
    in_hex_arc,
    is_tailed,
    line,
    neighbours,
    ring,
    rotated,
)
from pz8edu.board.scene import Scene
from pz8edu.board.search import spends, states_reached, totals
from pz8edu.errors import BadInput

places = st.tuples(st.integers(-12, 12), st.integers(-12, 12))
facings = st.integers(0, 5)


def flood(start, steps):
    """Distances by breadth-first search, the slow twin."""
    seen = {start: 0}
    queue = deque([start])
    while queue:
        at = queue.popleft()
        if seen[at] < steps:
            for other in neighbours(at):
                if other not in seen:
                    seen[other] = seen[at] + 1
                    queue.append(other)
    return seen


def test_distance_is_the_number_of_steps():
    for start in ((0, 0), (3, -7)):
        for at, steps in flood(start, 7).items():
            assert hex_distance(start, at) == hex_distance(at, start) == steps


def test_rings_and_discs():
    for steps in range(6):
        assert {at for at, n in flood((2, 1), 6).items() if n == steps} == set(ring((2, 1), steps))
    assert len(flood((0, 0), 4)) == 61
    assert ring((0, 0), 1) == DIRECTIONS


@given(places, places)
def test_a_line_steps_from_neighbour_to_neighbour_and_back_the_same_way(a, b):
    way = line(a, b)
    assert (way[0], way[-1], len(way)) == (a, b, hex_distance(a, b) + 1)
    assert all(hex_distance(one, other) == 1 for one, other in pairwise(way))
    assert line(b, a) == way[::-1]


@given(places, places)
def test_a_line_keeps_to_the_straight(a, b):
    (ax, ay), (bx, by) = hex_centre(a), hex_centre(b)
    length = dist((ax, ay), (bx, by)) or 1
    for at in line(a, b):
        x, y = hex_centre(at)
        assert abs((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / length <= hexes.RADIUS + 1e-9


@given(places, places, facings, st.integers(-8, 8), st.sampled_from(sorted(ARCS)))
def test_turning_the_field_changes_nothing(a, b, facing, turns, arc):
    there, here = rotated(b, turns), rotated(a, turns)
    assert hex_distance(a, b) == hex_distance(here, there)
    assert in_hex_arc(a, facing, b, arc) == in_hex_arc(here, facing + turns, there, arc)


@given(places, facings)
def test_directions_match_the_drawing(at, facing):
    ahead = hexes.neighbour(at, facing)
    assert dist(hex_centre(at), hex_centre(ahead)) == pytest.approx(1)
    off = bearing_to(hex_centre(at), hex_centre(ahead)) - hexes.facing_bearing(facing)
    assert off % 360 == pytest.approx(0, abs=1e-6) or off % 360 == pytest.approx(360, abs=1e-6)
    assert hexes.turned(facing, 1) == (facing + 1) % 6


# Arcs (pz8-aerial-1935, section 8)

COUNTS = {
    "line": [1, 1, 1, 1],
    "wedge60-strict": [1, 1, 3, 3],
    "wedge60": [1, 3, 3, 5],
    "cone120": [1, 3, 5, 7],
    "wedge120": [3, 5, 7, 9],
}


@pytest.mark.parametrize("arc", sorted(COUNTS))
def test_hexes_of_an_arc_by_distance(arc):
    for facing in range(6):
        assert [len(hexes_in_arc((5, -3), facing, arc, n, n)) for n in (1, 2, 3, 4)] == COUNTS[arc]


def test_the_default_arc_hex_by_hex():
    ahead = {
        (1, 0),
        (1, 1),
        (2, -1),
        (2, 0),
        (2, 1),
        (2, 2),
        (3, -1),
        (3, 0),
        (3, 1),
        (4, -2),
        (4, -1),
        (4, 0),
    }
    assert set(hexes_in_arc((0, 0), 0, "wedge60", 4)) == ahead


def test_single_hexes_of_the_arc():
    assert in_hex_arc((0, 0), 0, (1, 1), "wedge60")
    assert not in_hex_arc((0, 0), 0, (1, 2), "wedge60")
    assert in_hex_arc((2, 2), 2 + 3, (2, 4), "wedge60")
    assert not in_hex_arc((0, 0), 0, (0, 0), "wedge120")
    with pytest.raises(BadInput, match="wedge60"):
        in_hex_arc((0, 0), 0, (1, 0), "wedge61")


@given(places, facings, places)
def test_wedges_are_angles_on_paper(at, facing, target):
    if at == target:
        return
    (x, y), (tx, ty) = hex_centre(at), hex_centre(target)
    turn = radians(hexes.facing_bearing(facing))
    ahead, length = (tx - x) * sin(turn) + (ty - y) * cos(turn), dist((x, y), (tx, ty))
    for arc, limit in (("wedge60", cos(radians(30))), ("wedge120", cos(radians(60)))):
        if abs(ahead / length - limit) > 1e-9:
            assert in_hex_arc(at, facing, target, arc) == (ahead / length > limit)


def test_tailing():
    assert is_tailed((0, 0), 0, (-1, 0), 0)
    assert not is_tailed((0, 0), 0, (-1, 0), 1)
    assert not is_tailed((0, 0), 0, (-2, 0), 0)


# Reach: the hex state model of the aerial rules


def aerial_actions(ceiling, biplane=False, ww1=False, loaded=False):
    def actions(state):
        q, r, facing, altitude = state

        def after(direction, turn=0, climb=0):
            step_q, step_r = DIRECTIONS[direction % 6]
            return (q + step_q, r + step_r, (facing + turn) % 6, altitude + climb)

        dives = [
            (after(facing, climb=-1), 1),
            (after(facing + 1, climb=-1), 2),
            (after(facing - 1, climb=-1), 2),
        ]
        if altitude > ceiling:
            found = dives
        else:
            found = [
                *dives,
                (after(facing), 1),
                (after(facing, climb=1), 2),
                (after(facing, 1), 2),
                (after(facing, -1), 2),
            ]
            if not loaded:
                found.append((after(facing, 3, 1), 3 if biplane else 4))
            if ww1:
                found += [(after(facing, 2), 3), (after(facing, -2), 3)]
        legal_top = max(ceiling, altitude - 1)
        return [(state, cost) for state, cost in found if 1 <= state[3] <= legal_top]

    return actions


CASES = [
    # name, MPs, minimum, altitude, ceiling, options, states, hexes, hex_alt, hex_facing
    ("CR42", 4, 2, 2, 3, {"biplane": True}, 54, 13, 28, 31),
    ("same MPs", 4, 2, 2, 3, {}, 50, 12, 26, 29),
    ("Il-2", 4, 2, 2, 2, {}, 42, 12, 21, 27),
    ("Ju 87 with bombs", 3, 1, 1, 1, {"loaded": True}, 9, 5, 5, 9),
    ("Me 109", 6, 2, 2, 3, {}, 207, 36, 92, 103),
    ("Me 109 high", 6, 2, 3, 3, {}, 237, 36, 100, 99),
    ("Spitfire", 6, 2, 2, 4, {}, 218, 36, 100, 103),
    ("Me262", 8, 3, 2, 4, {}, 730, 86, 268, 283),
    ("F-86", 11, 4, 3, 5, {}, 3463, 206, 918, 834),
    ("Fokker DR1", 3, 1, 2, 3, {"ww1": True, "biplane": True}, 25, 7, 14, 16),
    ("SE5a", 4, 2, 2, 3, {"ww1": True, "biplane": True}, 64, 13, 30, 37),
]


@pytest.mark.parametrize("case", CASES, ids=[case[0] for case in CASES])
def test_reachable_states_of_the_aerial_rules(case):
    _, mp, least, altitude, ceiling, options, *counts = case
    found = spends((0, 0, 0, altitude), aerial_actions(ceiling, **options), mp)
    ends = states_reached(found, least, mp)
    assert [
        len(set(ends)),
        len({(q, r) for q, r, _, _ in ends}),
        len({(q, r, a) for q, r, _, a in ends}),
        len({(q, r, f) for q, r, f, _ in ends}),
    ] == counts


def test_a_damaged_camel_end_state_by_end_state():
    found = spends((0, 0, 0, 1), aerial_actions(2, ww1=True), 2)
    ends = {(1, 0, 0, 1), (1, 0, 0, 2), (1, 0, 1, 1), (1, 0, 5, 1), (2, 0, 0, 1)}
    assert set(states_reached(found, 1, 2)) == ends


def test_exact_totals():
    found = spends((0, 0, 0, 2), aerial_actions(3), 6)
    assert [total for total in totals(found[2, 0, 0, 3]) if total >= 2] == [3]
    assert totals(found[2, 0, 0, 3])[0] == 3


# On paper


def test_a_field_of_hexes_is_a_scene():
    cells = [hexes.hex_cell(at) for at in hexes.hex_field(5, 4)]
    assert len({cell.address for cell in cells}) == 20
    field = Scene("hexes", hexes.field_extent(5, 4), "Aerial", shapes=tuple(cells))
    x0, y0, x1, y1 = field.extent
    corners = [corner for cell in cells for corner in cell.outline]
    assert min(x for x, _ in corners) == pytest.approx(x0)
    assert max(x for x, _ in corners) == pytest.approx(x1)
    assert min(y for _, y in corners) == pytest.approx(y0)
    assert max(y for _, y in corners) == pytest.approx(y1)
    assert "20 plain hexes." in field.describe()
    assert hexes.hex_words((2, -1)) == "hex (2, -1)"
    with pytest.raises(BadInput, match="0 by 4"):
        hexes.hex_field(0, 4)


def test_the_hex_of_a_point_is_the_one_with_the_nearest_centre():
    chooser = Random(9)
    for _ in range(300):
        x, y = chooser.uniform(-6, 6), chooser.uniform(-6, 6)
        around = tuple(flood((0, 0), 12))
        nearest = min(around, key=lambda at: dist(hex_centre(at), (x, y)))
        assert hexes.hex_at(x, y) == nearest
    for at in flood((3, -5), 4):
        assert hexes.hex_at(*hex_centre(at)) == at


def test_facings_and_bearings_there_and_back():
    for facing in range(6):
        for off in (-29, 0, 29, 360):
            assert hexes.bearing_facing(hexes.facing_bearing(facing) + off) == facing
