"""A move by hand is judged by the search that draws its reach, on every board, in the book's words."""

from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from pz8edu.board.field_tabletop import FieldTabletop
from pz8edu.board.position import Marker, Place
from pz8edu.board.reach import EDGE
from pz8edu.board.tabletop import BoardState
from pz8edu.systems import system

WITHOUT_MOVES = {
    "panzer8-expansion": "its moves are lost",
    "pz8-coastal": "its vessels move their whole speed",
}
GRID = 9
FIELDS = [
    ("pz8-ww2", "whole-turn"),
    ("pz8-ww2", "minefield"),
    ("pz8-1950", None),
    ("pz8-1975", "smoke-and-thermal-sights"),
    ("pz8-scifi", None),
    ("asp-ww2", "village"),
    ("panzertroops", "stenay"),
    ("pz8-divisional", "ridge-1941"),
    ("pz8-divisional-2010", None),
    ("pz8-colonial", "mission-station"),
]


def opened(name: str, which: str | None) -> tuple[Any, Any, BoardState[Any]]:
    book = system(name)
    table = book.tabletop(which or book.tabletops[0])
    return table, book.rules, table.opening()


@pytest.mark.whole_domain(6)
@pytest.mark.parametrize(("name", "which"), FIELDS)
def test_what_is_hatched_may_be_reached_and_nothing_else(name: str, which: str | None) -> None:
    from shapely import Point, Polygon

    table, rules, state = opened(name, which)
    judged = 0
    for unit in [base.name for base in table.battlefield(state).units][:6]:
        area = table.reach(unit, state, rules)
        if area is None:
            continue
        shape, (width, height) = Polygon(area.outline, area.holes), table.ground.extent[2:]
        west, south, east, north = shape.bounds
        for column, row in product(range(GRID), repeat=2):
            x = min(max(west - 0.3 + (east - west + 0.6) * (column + 0.37) / GRID, 0), float(width))
            y = min(max(south - 0.3 + (north - south + 0.6) * (row + 0.41) / GRID, 0), float(height))
            if shape.boundary.distance(Point(x, y)) <= EDGE:
                continue
            way = table.way_to(unit, Place(x, y), state, rules)
            judged += 1
            assert way.legal.value is shape.covers(Point(x, y)), (unit, x, y, way.legal.says)
            refused = table.why_not_move(unit, Place(x, y), state.position, rules)
            assert way.legal.value <= (not refused)
    assert judged > GRID


def test_every_field_book_is_judged() -> None:
    """A new book of inches or kilometres is put into the list above, or says why its moves are not known."""
    from pz8edu.systems import ids

    fields = {
        name
        for name in ids()
        if system(name).tabletops
        and isinstance(system(name).tabletop(system(name).tabletops[0]), FieldTabletop)
    }
    assert fields == {name for name, _ in FIELDS} | set(WITHOUT_MOVES)


def test_a_way_by_road_or_round_a_corner_is_legal() -> None:
    """The review's points: the straight way is too far, the cheapest one is not."""
    table, rules, state = opened("pz8-ww2", "whole-turn")
    for x, y in ((4.0, 7.0), (13.9, 7.5)):
        way = table.way_to("Pz III", Place(x, y), state, rules)
        if table.reach("Pz III", state, rules) is not None and way.legal.value:
            assert len(way.path) > 2
            assert table.why_not_move("Pz III", Place(x, y), state.position, rules) == ""
            return
    pytest.fail("neither point is reached")


REFUSED = [
    ("pz8-ww2", "whole-turn", "Pz III", (0.5, 0.5), r"Pz III would need \d.*″; its move is 4″ \(§4\)\."),
    ("panzertroops", "stenay", None, None, r"would need .* its move is"),
    ("asp-ww2", "village", None, None, r"would need .* its move is"),
    ("pz8-divisional", "ridge-1941", None, None, r"km; its move is .* km \(§4\)|in contact with an enemy"),
    ("pz8-colonial", "lancers", None, None, r"would need|bad ground|stays"),
    ("pz8-space", "asteroid-belt", None, None, r"cannot end its move in hex .*MPs \(§3\)"),
    ("pz8-aerial-1935", "on-the-tail", None, None, r"cannot end in hex .*MPs \(§3\)"),
    ("pz8-aerial-1965", "two-atolls", None, None, r"cannot end in hex .*MPs \(§3\)"),
    ("pz8-coastal", "guns-by-night", None, None, r"moves its whole \d+″ .*\(§4\)|does not move"),
    ("pz8-naval", "denmark-strait", None, None, r"central line|one zone forward or backward"),
]


@pytest.mark.parametrize(("name", "which", "unit", "to", "says"), REFUSED)
def test_a_drop_across_the_table_is_refused_in_the_words_of_the_book(
    name: str, which: str, unit: str | None, to: tuple[float, float] | None, says: str
) -> None:
    import re

    table, rules, state = opened(name, which)
    unit = unit or state.shooter
    here = state.places[unit]
    scene = table.scene(state, rules)
    x0, y0, x1, y1 = map(float, scene.extent)
    far = (x0 if here.x > (x0 + x1) / 2 else x1), (y0 if here.y > (y0 + y1) / 2 else y1)
    at = to or far
    found = table.why_not_move(unit, here._replace(x=at[0], y=at[1]), state.position, rules)
    assert re.search(says, found), found
    assert table.why_not_move(unit, here, state.position, rules) == ""


def test_infantry_does_not_cross_the_western_front() -> None:
    table, rules, state = opened("pz8-ww1", "western-front-1916")
    unit = state.shooter
    here = state.places[unit]
    far = table.why_not_move(unit, here._replace(x=5.5, y=7.5), state.position, rules)
    assert far.endswith("(§4-move).")
    assert "it moves one square" in far
    assert all(
        not table.why_not_move(unit, Place(*table_square(square)), state.position, rules)
        for square in table.moves(unit, state, rules)
    )
    lost = state.position.with_unit(unit, lost=True)
    assert table.why_not_move(unit, here._replace(x=5.5, y=7.5), lost, rules) == f"{unit} is lost."


def table_square(square: tuple[int, int]) -> tuple[float, float]:
    return square[0] - 0.5, square[1] - 0.5


def test_a_ship_that_cannot_move_stays_in_its_zone() -> None:
    table, rules, state = opened("pz8-naval", "denmark-strait")
    name = state.shooter
    here = state.places[name]
    zone = table.zone(name, state)
    back = -1 if zone in range(2, 5) and zone <= 4 else 1
    to = here._replace(y=here.y + back)
    assert not table.why_not_move(name, to, state.position, rules)
    stopped = state.position.with_unit(name, h=state.units[name].defence)
    assert "stays in zone" in table.why_not_move(name, to, stopped, rules)


def test_an_aircraft_is_turned_and_levelled_as_the_hex_allows() -> None:
    table, rules, state = opened("pz8-aerial-1935", "on-the-tail")
    name = state.shooter
    end = max(
        table.reached(name, state, rules), key=lambda each: abs(each.facing - table.facing(name, state))
    )
    from pz8edu.board.hexes import hex_centre

    place = state.places[name]._replace(**dict(zip("xy", hex_centre(end.at), strict=True)))
    arrived = table.arrives(name, place, state.position, rules)
    assert not table.why_not_move(name, arrived, state.position, rules)
    assert arrived[:2] == hex_centre(end.at)


def test_a_torpedo_and_an_asteroid_go_only_along_their_arrows() -> None:
    table, rules, state = opened("pz8-space", "asteroid-belt")
    name, at = next(iter(table.asteroids(state).items()))
    from pz8edu.board.hexes import hex_centre

    drifted = Place(*hex_centre(table.drifted(at, state)))
    assert not table.why_not_move(name, drifted, state.position, rules)
    elsewhere = next(each for each in table.field if each not in (at, table.drifted(at, state)))
    assert "by itself" in table.why_not_move(name, Place(*hex_centre(elsewhere)), state.position, rules)


def test_a_vessel_stands_at_the_end_of_a_whole_move() -> None:
    from math import dist

    from pz8edu.systems.pz8_coastal import movement

    table, rules, state = opened("pz8-coastal", "guns-by-night")
    name = next(
        vessel.name for vessel in table.vessels(state).values() if vessel.speed and not vessel.activated
    )
    vessel, here = state.units[name], state.places[name]
    ends = movement.ends_of_moves(vessel.speed, vessel.agile(rules), rules)
    for end in ends:
        near = movement.nearest_end(end, vessel.speed, vessel.agile(rules), rules)
        assert dist(near[:2], end) < 0.02
    ahead = table.end_near(name, here._replace(x=here.x + 0.1, y=here.y + 0.1), state.position, rules)
    assert table.arrives(name, ahead._replace(x=ahead.x + 0.2), state.position, rules)[:2] == pytest.approx(
        ahead[:2], abs=0.25
    )
    activated = state.position.with_unit(name, activated=True)
    assert "activated" in table.why_not_move(name, ahead, activated, rules)


@pytest.mark.whole_domain(3)
@pytest.mark.parametrize("agile", [False, True])
@pytest.mark.parametrize("speed", [1, 4, 7, 9, 10, 12])
def test_wherever_a_vessel_can_end_it_may_end(agile: bool, speed: int) -> None:
    """Moves with pivots drawn at random: the search finds an end beside each of them (section 4)."""
    from math import dist
    from random import Random

    from pz8edu.systems.pz8_coastal import movement

    rules, rng = system("pz8-coastal").rules, Random(speed)
    earned, leg = movement.pivots(speed, agile, rules), rules.handy(agile).inches_for_pivot
    legs = [float(leg)] * earned + [float(speed - leg * earned)]
    for _ in range(25):
        way = movement.followed(legs, [rng.uniform(-rules.pivot, rules.pivot) for _ in range(earned)])
        end = movement.nearest_end(way[-1][:2], speed, agile, rules)
        assert dist(end[:2], way[-1][:2]) < 0.4, (way, end)


@pytest.mark.parametrize("which", ["guns-by-night", "creeping-up", "u-boat-on-the-surface"])
def test_a_coastal_move_ends_where_its_verdict_says_and_on_no_vessel(which: str) -> None:
    from math import dist, hypot

    from pz8edu.board.contact import in_contact
    from pz8edu.board.position import Position
    from pz8edu.systems.pz8_coastal.tabletop import NEAR

    table, rules, state = opened("pz8-coastal", which)
    vessels = table.vessels(state)
    name = next(each.name for each in vessels.values() if each.speed and not each.activated)
    here, speed = state.places[name], vessels[name].speed
    other = next(each for each in vessels if each != name)
    judged: dict[bool, int] = {True: 0, False: 0}
    for column, row in product(range(GRID), repeat=2):
        across, up = ((2.4 * speed * (each + 0.45)) / GRID - 1.2 * speed for each in (column, row))
        place = here._replace(x=here.x + across, y=here.y + up)
        end = table.end_near(name, place, state.position, rules)
        told = table.why_not_move(name, place, state.position, rules)
        near = dist(end[:2], place[:2]) <= NEAR
        field = table.battlefield(state)
        clear = not any(
            in_contact(table.base(vessels[name], end), field.unit(each)) for each in vessels if each != name
        )
        assert (not told) is (near and clear), (place, told)
        if hypot(across, up) > speed + NEAR:
            assert told
        judged[not told] += 1
        if not told:
            crowded: Position[Any] = state.position.moved(other, end)
            assert table.why_not_move(name, place, crowded, rules) == (
                f"{name} would lie on {other}: vessels may not overlap (R32)."
            )
    assert all(judged.values()), judged


# --- mines and wire on the way
@pytest.mark.parametrize("name", ["pz8-ww2", "pz8-1950", "pz8-1975"])
@pytest.mark.parametrize("kind", ["mine", "wire"])
def test_mines_and_wire_on_the_way_stop_a_unit_and_ask(name: str, kind: str) -> None:
    """The review's way: from 1.6 inches west of a counter to 1.6 inches east of it."""
    book = system(name)
    table = next(
        each
        for each in (book.tabletop(which) for which in book.tabletops)
        if table_moves(each, book.rules) is not None
    )
    rules, state = book.rules, table.opening()
    unit = table_moves(table, rules)
    here = state.places[unit]
    mined = replace(
        state.position,
        markers=(Marker(kind, here.x + 1.6, here.y),),
        places={unit: here, **far_off(state, unit)},
    )
    beyond = here._replace(x=here.x + 3.2)
    assert not table.why_not_move(unit, beyond, mined, rules)
    arrived = table.arrives(unit, beyond, mined, rules)
    assert here.x < arrived.x <= here.x + 0.8
    after = mined.moved(unit, arrived)
    asked = table.asked(BoardState(after, unit), rules)
    assert asked.calculator == ("wire" if kind == "wire" else "minefield")
    assert table.arrives(unit, beyond, after, rules) == beyond, "it leaves the counter in which it stands"


def table_moves(table: Any, rules: Any) -> str | None:
    """A unit that can go three inches straight east over open ground."""
    state = table.opening()
    for name, unit in state.units.items():
        here = state.places[name]
        try:
            free = replace(state.position, markers=(), places={name: here, **far_off(state, name)})
        except ValueError:
            continue
        if here.facing is not None and here.x + 3.2 < table.ground.extent[2] and unit.defence != "gun":
            way = table.way_to(name, here._replace(x=here.x + 3.2), BoardState(free), rules)
            if way is not None and way.legal.value and len(way.path) == 2:
                return str(name)
    return None


def far_off(state: BoardState[Any], unit: str) -> dict[str, Place]:
    return {name: place for name, place in state.places.items() if name != unit}


def test_a_minefield_section_ends_a_divisional_move_and_asks() -> None:
    found = []
    for name in ("pz8-divisional", "pz8-divisional-2010"):
        book = system(name)
        for which in book.tabletops:
            table, rules = book.tabletop(which), book.rules
            state = table.opening()
            if not state.position.marked("minefield"):
                continue
            found.append(which)
            unit = next(iter(state.units))
            mine = state.position.marked("minefield")[0]
            west = Place(mine.x - 1.5, mine.y)
            free = replace(
                state.position, places={**dict.fromkeys(state.places, Place(-50, -50)), unit: west}
            )
            beyond = Place(mine.x + 1.5, mine.y)
            if table.why_not_move(unit, beyond, free, rules):
                continue
            arrived = table.arrives(unit, beyond, free, rules)
            assert arrived.x < mine.x
            there = BoardState(free.moved(unit, arrived), unit)
            assert table.asked(there, rules).calculator == "minefield"
            (after,) = table.befalls(unit, there, rules).values()
            assert after.marked("minefield") == state.position.marked("minefield")[1:]
            found.append(unit)
    assert found


def test_where_no_mine_is_left_nothing_is_asked_of_it() -> None:
    table, rules, state = opened("pz8-ww2", "minefield")
    cleared = replace(state.position, markers=())
    beyond = state.places[state.shooter]._replace(x=state.places[state.shooter].x + 1)
    if not table.why_not_move(state.shooter, beyond, cleared, rules):
        assert table.arrives(state.shooter, beyond, cleared, rules) == beyond
