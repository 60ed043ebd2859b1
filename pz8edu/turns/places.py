"""Places on a board of inches or kilometres that are worth a look: few, legal, each with its reason.

They are advice, not the law: a unit may be dragged to any place that the book allows.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from math import cos, dist, hypot, radians, sin
from typing import Any

from pz8edu.board.battlefield import Battlefield
from pz8edu.board.bearings import bearing_to
from pz8edu.board.contact import first_contact, in_contact, overlap
from pz8edu.board.field_tabletop import FieldTabletop, into_contact
from pz8edu.board.hex_tabletop import HexTabletop
from pz8edu.board.hexes import Hex, facing_bearing, hex_centre
from pz8edu.board.lengths import Number
from pz8edu.board.march import Going, measure_move
from pz8edu.board.position import Place
from pz8edu.board.reach import cheapest
from pz8edu.board.shapes import Base
from pz8edu.board.tabletop import BoardState
from pz8edu.errors import BadInput

HEADINGS = 8
ROUND = 16
"""A patch of so many corners is round: none of them is worth a look."""
SHORT_OF = 0.05
"""Nearer than this to its place nobody moves."""
MOST_KEPT = 4_096
"""So many units, each where it stands among its enemies, are known with the places in their reach."""
FARTHEST = 100_000
"""Numbers of a place that are larger, or none, are refused."""
Spot = tuple[float, float]


def worth_a_look(
    table: FieldTabletop[Any],
    name: str,
    state: BoardState[Any],
    rules: Any,
    *,
    ranges: Iterable[Number] = (),
    allowance: Number | None = None,
    may_touch: bool = True,
) -> Iterator[tuple[str, Place]]:
    """Why a place is worth a look, and the place, faced to the nearest enemy; each once.

    Half and full reach in eight directions; contact with each enemy and each of the `ranges` from it; corners
    of the ground in reach; or nothing but the spots that the file of the table names. `allowance` replaces
    the move of the unit, in the unit of the board.
    """
    field = table.battlefield(state)
    base = field.unit(name)
    most, going = table.allowance(name, state, rules)
    most = most if allowance is None else allowance
    without_friends = (each for each in field.units if each.side != base.side or each is base)
    alone = replace(field, units=tuple(without_friends), wrecks=(), smoke=())
    facing = state.places[name].facing
    for why, place in in_reach(alone, base, facing, most, going, tuple(ranges), may_touch):
        if not why_no_room(field, base, place, may_touch=may_touch):
            yield why, place


KNOWN: dict[tuple[object, ...], tuple[tuple[str, Place], ...]] = {}
"""The places in the reach of units that stand alone among their enemies, once all were looked for."""


def in_reach(*asked: Any) -> Iterator[tuple[str, Place]]:
    """The same where a unit is alone with its enemies; no more than are wanted, and all only once."""
    known = KNOWN.get(asked)
    if known is not None:
        yield from known
        return
    found = []
    for each in found_in_reach(*asked):
        found.append(each)
        yield each
    if len(KNOWN) >= MOST_KEPT:
        KNOWN.clear()
    KNOWN[asked] = tuple(found)


def found_in_reach(
    field: Battlefield,
    base: Base,
    facing: float | None,
    most: Number,
    going: Going,
    ranges: tuple[Number, ...],
    may_touch: bool,
) -> Iterator[tuple[str, Place]]:
    """The same, looked for one after the other."""
    enemies = [each for each in field.units if each is not base]
    seen: set[Spot] = set()
    facings = {(each.x, each.y): each.facing for each in field.spots if each.facing is not None}
    farthest = float(most) / cheapest(field, going) + SHORT_OF
    for why, spot in candidates(field, base, float(most), ranges, enemies if may_touch else []):
        at = (round(spot[0], 2), round(spot[1], 2)) if why != "contact" else spot
        if at in seen or not holds(field, at) or not SHORT_OF <= dist(at, base.at) <= farthest:
            continue
        seen.add(at)
        if measure_move(field, base.name, [at], most, going).is_legal:
            turned = facings[at] if at in facings else faced(at, enemies, facing)
            yield why, Place(*at, turned)


def candidates(
    field: Battlefield, base: Base, most: float, ranges: Iterable[Number], enemies: Sequence[Base]
) -> Iterator[tuple[str, Spot]]:
    """Why and where, legal or not."""
    if field.spots:
        yield from ((each.why, (each.x, each.y)) for each in field.spots if each.side in ("", base.side))
        return
    x, y = float(base.at[0]), float(base.at[1])
    for enemy in enemies:
        share = first_contact(base, enemy.at, enemy)
        if share:
            yield f"contact with {enemy.name}", into_contact(base.at, enemy.at, share)
    for enemy in (each for each in field.units if each.side != base.side):
        far_x, far_y = float(enemy.at[0]) - x, float(enemy.at[1]) - y
        away = hypot(far_x, far_y) or 1.0
        for reach in ranges:
            share = (away - float(reach)) / away
            yield f"{float(reach):g} from {enemy.name}", (x + far_x * share, y + far_y * share)
    for number in range(HEADINGS):
        turn = radians(360 / HEADINGS * number)
        for share, why in ((1.0, "full move"), (0.5, "half a move")):
            yield why, (x + share * most * sin(turn), y + share * most * cos(turn))
    for patch in field.patches:
        for corner in patch.corners if len(patch.corners) < ROUND else ():
            yield f"the edge of {patch.name or patch.ground}", (float(corner[0]), float(corner[1]))


def holds(field: Battlefield, at: Spot) -> bool:
    """Is a point on the table?"""
    x0, y0, x1, y1 = map(float, field.extent)
    return x0 <= at[0] <= x1 and y0 <= at[1] <= y1


def faced(at: Spot, enemies: Sequence[Base], before: float | None) -> float | None:
    """The facing of a base at a place: to the nearest enemy, in whole degrees; none where bases have none."""
    others = [each for each in enemies if each.at != at]
    if before is None or not others:
        return before
    nearest = min(others, key=lambda each: (dist(at, (float(each.at[0]), float(each.at[1]))), each.name))
    return float(round(bearing_to(at, nearest.at)) % 360)


def why_no_room(field: Battlefield, base: Base, place: Place, *, may_touch: bool = True) -> str:
    """Why a base has no room at a place; empty if it has.

    Nobody comes to stand on a friend, but edge to edge with it; on an enemy only as far as contact takes it.
    """
    near = [other for other in field.units if not out_of_reach(base, place, other)]
    moved = replace(base, at=place[:2], facing=place.facing) if near else base
    for other in near:
        if other.name == base.name or not in_contact(moved, other):
            continue
        if other.side == base.side and overlap(moved, other) and not overlap(base, other):
            return f"{other.name} stands there."
        if other.side != base.side and not may_touch:
            return f"{base.name} may not touch {other.name}."
    return ""


def out_of_reach(base: Base, place: Place, other: Base) -> bool:
    """Does another base lie so far from a place that a base there cannot touch it?"""
    reach = base.span + other.span + SHORT_OF
    return abs(other.at[0] - place.x) > reach or abs(other.at[1] - place.y) > reach


def move_to(words: str) -> Place:
    """A place as it is written: "3.5,2", "3.5,2^90", "3,2^60_4" (x, y, ^ facing in degrees, _ altitude).

    Raises BadInput for anything else.
    """
    rest, _, altitude = words.partition("_")
    rest, _, facing = rest.partition("^")
    x, comma, y = rest.partition(",")
    try:
        place = Place(
            float(x),
            float(y if comma else ""),
            float(facing) if facing else None,
            int(altitude) if altitude else None,
        )
        if all(abs(value) <= FARTHEST for value in place if value is not None):
            return place
    except (ValueError, OverflowError):
        pass
    raise BadInput(f"a place is written x,y or x,y^facing or x,y^facing_altitude; got {words[:40]!r}")


def place_words(place: Place) -> str:
    """The same the other way round, to three decimals."""
    x, y = (f"{value:.3f}".rstrip("0").rstrip(".") for value in place[:2])
    facing = "" if place.facing is None else f"^{f'{place.facing:.3f}'.rstrip('0').rstrip('.')}"
    return f"{x},{y}{facing}" + ("" if place.altitude is None else f"_{place.altitude}")


def rounded_place(place: Place) -> Place:
    """A place to three decimals, so that it is the same when it is read back."""
    return move_to(place_words(place))


@lru_cache(maxsize=1 << 16)
def hex_place(at: Hex, facing: int | None = None, altitude: int | None = None) -> Place:
    """The middle of a hex with the side that is faced and the level, as it is written."""
    bearing = None if facing is None else float(facing_bearing(facing))
    return rounded_place(Place(*hex_centre(at), bearing, altitude))


def why_no_end(table: HexTabletop[Any], name: str, place: Place, state: BoardState[Any], rules: Any) -> str:
    """Why the move of a piece on hexes does not end at a place, which to stay is no move; empty if it may."""
    end, ends = table.ending(place), table.ends_of(name, state, rules) or ()
    return "" if end in ends else table.cannot_end(name, end[0], state, rules)
