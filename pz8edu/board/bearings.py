"""Directions on a board: bearings, arcs and the face of a target that is hit.

Bearings are degrees clockwise from north. Angles come from floating-point trigonometry, so a line that lies
on a limit is recognised with a tolerance of 1e-9 degrees.
"""

from math import atan2, cos, degrees, radians, sin
from typing import Literal

from pz8edu.board.distances import exact_point, measured_once
from pz8edu.board.lengths import Number
from pz8edu.board.shapes import Point

TOLERANCE = 1e-9
"""How near a limit an angle (degrees) or a trigonometric length (inches) counts as being on it."""

Face = Literal["front", "side", "rear"]


@measured_once
def bearing_to(a: Point, b: Point) -> float:
    """The bearing from one point to another, at least 0 and below 360; north if they are the same point."""
    (ax, ay), (bx, by) = exact_point(a), exact_point(b)
    return degrees(atan2(bx - ax, by - ay)) % 360


def turn_between(bearing: Number, other: Number) -> float:
    """The turn from one bearing to another: above -180 to 180, clockwise positive."""
    turn = (float(other) - float(bearing)) % 360
    return turn - 360 if turn > 180 else turn


def off_facing(facing: Number, at: Point, other: Point) -> float:
    """How far another point lies off the direction someone faces, to either side: 0 to 180 degrees."""
    return abs(turn_between(facing, bearing_to(at, other)))


def in_arc(facing: Number, at: Point, other: Point, half_width: Number) -> bool:
    """Whether a point lies at most `half_width` degrees to either side of the facing; the limit is inside."""
    return off_facing(facing, at, other) <= float(half_width) + TOLERANCE


def face_at(off: Number, front: Number = 45, rear: Number = 135, *, lines_favour_target: bool = True) -> Face:
    """The face of a target seen so many degrees off its facing: front up to an angle, rear beyond another.

    With the angles 45 and 135 a square base is cut by its diagonals. Exactly on a line it is the face nearer
    the front if lines favour the target, else the face nearer the rear.
    """
    slack = TOLERANCE if lines_favour_target else -TOLERANCE
    if float(off) <= float(front) + slack:
        return "front"
    return "side" if float(off) <= float(rear) + slack else "rear"


def point_at(start: Point, bearing: Number, length: Number) -> tuple[float, float]:
    """The point a length away from another in a direction."""
    turn = radians(float(bearing))
    return float(start[0]) + float(length) * sin(turn), float(start[1]) + float(length) * cos(turn)
