"""Bases in contact: square or rectangular, upright or turned.

Upright bases are compared exactly on the decimals as written; turned ones have corners from trigonometry and
touch with a tolerance of 1e-9. A common edge or a common corner is contact.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from math import cos, hypot, radians, sin

from pz8edu.board.bearings import TOLERANCE
from pz8edu.board.distances import ExactPoint, exact_point
from pz8edu.board.lengths import Number, exact_length
from pz8edu.board.outlines import UNSURE, N, Outline, between, edges, in_floats, outline
from pz8edu.board.shapes import Base, Point

MOST_KEPT = 10_000
"""So many outlines, and pairs of them, are known at once."""
FAR = 0.01
"""More than any tolerance of contact."""
ROUNDED = 0.002
"""So far two bases may seem to lie on each other that stand edge to edge, at places to three decimals."""


def bases_touch(a: Point, b: Point, side: Number = 1) -> bool:
    """Whether two equal upright square bases touch or overlap, by their centres and their side."""
    (ax, ay), (bx, by) = exact_point(a), exact_point(b)
    return max(abs(bx - ax), abs(by - ay)) <= exact_length(side)


def footprint(base: Base) -> Outline:
    """The outline of a base on the table: exact if it faces along an axis, else from trigonometry."""
    return standing(*_frame(base))


def _frame(base: Base) -> tuple[Point, Number, Number, Number]:
    """What the outline of a base hangs on."""
    return base.at, base.size, base.length, base.facing or 0


@lru_cache(maxsize=MOST_KEPT, typed=True)
def standing(at: Point, width: Number, length: Number, bearing: Number) -> Outline:
    """The outline of a rectangle on the table, by its middle and its facing."""
    x, y = exact_point(at)
    half_width, half_length = exact_length(width) / 2, exact_length(length) / 2
    facing = exact_length(bearing) % 360
    if facing % 90 == 0:
        across = facing % 180 == 90
        east, north = (half_length, half_width) if across else (half_width, half_length)
        west, south, east, north = x - east, y - north, x + east, y + north
        return Outline(((west, south), (east, south), (east, north), (west, north)))
    ahead = sin(radians(facing)), cos(radians(facing))
    right = ahead[1], -ahead[0]
    corners = [
        (
            float(x) + side * float(half_width) * right[0] + end * float(half_length) * ahead[0],
            float(y) + side * float(half_width) * right[1] + end * float(half_length) * ahead[1],
        )
        for side, end in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    ]
    return outline(corners)


def in_contact(one: Base, other: Base) -> bool:
    """Whether two bases touch or overlap, however they are turned: no line can be drawn between them."""
    return not far_apart(one, other) and _meet(*_frame(one), *_frame(other))


@lru_cache(maxsize=MOST_KEPT, typed=True)
def _meet(*frames: object) -> bool:
    """Whether two bases do; what was asked before is not measured again."""
    first, second = standing(*frames[:4]), standing(*frames[4:])
    quick = first.floats, second.floats
    gaps = [clearance(edge, *quick) for outline in quick for edge in edges(outline)]
    if not any(abs(gap) < UNSURE for gap in gaps):
        return max(gaps) < 0
    return not any(parts(edge, first, second) for edge in (*edges(first), *edges(second)))


def comes_onto(base: Base, other: Base) -> bool:
    """Whether a base lies on another, be it by a hair: not with a corner only, nor along an edge of it."""
    boxes = zip(footprint(base).box, footprint(other).box, strict=True)
    least, most = sorted(min(a[1], b[1]) - max(a[0], b[0]) for a, b in boxes)
    return in_contact(base, other) and least > ROUNDED / 4 and most > FAR


def still_stops(mover: Base, other: Base) -> Iterator[Base]:
    """What of a base stops who comes to it: all, all but an edge that is touched, nothing if it is on it."""
    if not in_contact(mover, other):
        yield other
    elif not comes_onto(mover, other):
        yield replace(other, size=float(other.size) - 2 * FAR)


def overlap(one: Base, other: Base) -> bool:
    """Whether a base lies on another: a common edge, by places to three decimals, is not enough."""
    if far_apart(one, other):
        return False
    first, second = footprint(one), footprint(other)
    return not any(parts(edge, first, second, -ROUNDED) for edge in (*edges(first), *edges(second)))


def far_apart(one: Base, other: Base) -> bool:
    """Whether two bases lie so far apart that they cannot touch, however they are turned."""
    return out_of_way(one, one.at, other)


def out_of_way(mover: Base, to: Point, other: Base) -> bool:
    """Whether a base lies so far from the way of another that they cannot touch, however they are turned."""
    reach = mover.span + other.span + FAR
    for here, end, there in zip(mover.at, to, other.at, strict=True):
        if (there < here - reach and there < end - reach) or (there > here + reach and there > end + reach):
            return True
    return False


def first_contact(mover: Base, to: Point, other: Base) -> float | None:
    """The share of a straight way after which a base comes into contact with another; None if it never does.

    It goes as it faces; 0 if the two touch already.
    """
    if out_of_way(mover, to, other):
        return None
    first, second = footprint(mover).floats, footprint(other).floats
    east, north = (float(there) - float(here) for here, there in zip(mover.at, to, strict=True))
    start, end = 0.0, 1.0
    for (x1, y1), (x2, y2) in (*edges(first), *edges(second)):
        right = y2 - y1, x1 - x2
        mine, others = ([x * right[0] + y * right[1] for x, y in each] for each in (first, second))
        slack, gone = TOLERANCE * hypot(*right), east * right[0] + north * right[1]
        least, most = min(others) - max(mine) - slack, max(others) - min(mine) + slack
        if not gone:
            if least > 0 or most < 0:
                return None
            continue
        into, out = sorted((least / gone, most / gone))
        start, end = max(start, into), min(end, out)
    return start if start <= end else None


def parts(
    edge: tuple[ExactPoint, ExactPoint], first: Outline, second: Outline, least: float = TOLERANCE
) -> bool:
    """Whether a line along this edge parts two convex outlines by more than so much."""
    (x1, y1), (x2, y2) = line = in_floats(edge)
    limit, quick = least * hypot(y2 - y1, x1 - x2), clearance((line[0], line[1]), first.floats, second.floats)
    return (quick if abs(quick - limit) > UNSURE else float(clearance(edge, first, second))) > limit


def clearance(
    edge: tuple[tuple[N, N], tuple[N, N]], first: Sequence[tuple[N, N]], second: Sequence[tuple[N, N]]
) -> N:
    """How far a line along this edge parts two convex outlines, times its own length; below 0 it does not."""
    (x1, y1), (x2, y2) = edge
    right_x, right_y = y2 - y1, x1 - x2
    places = [[x * right_x + y * right_y for x, y in outline] for outline in (first, second)]
    return max(min(places[1]) - max(places[0]), min(places[0]) - max(places[1]))


def outlines_touch(one: Outline, other: Outline) -> bool:
    """Whether two outlines of any form touch or overlap, with the tolerance of 1e-9."""
    for (low, high), (other_low, other_high) in zip(one.box, other.box, strict=True):
        if low > other_high + FAR or other_low > high + FAR:
            return False
    return between(one, other) <= TOLERANCE


def gap(one: Base, other: Base) -> float:
    """The clear distance between two bases, edge to edge: 0 if they touch or overlap."""
    return 0.0 if in_contact(one, other) else between(footprint(one), footprint(other))


def base_holds(base: Base, point: Point) -> bool:
    """Whether a point lies on a base, its edge included, with the tolerance of 1e-9."""
    x, y = (float(one) - float(other) for one, other in zip(point, base.at, strict=True))
    if hypot(x, y) > base.span + FAR:
        return False
    turn = radians(float(base.facing or 0))
    across, ahead = x * cos(turn) - y * sin(turn), x * sin(turn) + y * cos(turn)
    wide, long = float(base.size) / 2, float(base.length) / 2
    return abs(across) <= wide + TOLERANCE and abs(ahead) <= long + TOLERANCE
