"""Where a shell that misses can fall: so many directions from the aiming point, so many inches away.

Direction 1 is north, the others follow clockwise at equal angles: six of them lie 60 degrees apart, eight 45.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from pz8edu.board.bearings import point_at
from pz8edu.board.contact import base_holds
from pz8edu.board.lengths import Number
from pz8edu.board.shapes import Base, Point
from pz8edu.errors import BadInput


@dataclass(frozen=True, slots=True)
class Fall:
    """One place where a shell can fall, and the unit under it: the first listed whose base holds it."""

    direction: int
    distance: Number
    at: tuple[float, float]
    under: Base | None


def direction_bearing(direction: int, directions: int = 6) -> float:
    """The bearing of a direction, degrees clockwise from north.

    Raises BadInput for a direction that is not on the die.
    """
    if not 1 <= direction <= directions:
        raise BadInput(
            f"There is no direction {direction}: the directions are 1 to {directions}, 1 is north."
        )
    return (direction - 1) * 360 / directions


def deviation_point(
    target: Point, direction: int, distance: Number, directions: int = 6
) -> tuple[float, float]:
    """The point that lies a distance from the target in one of the directions."""
    return point_at(target, direction_bearing(direction, directions), distance)


def unit_under(point: Point, units: Iterable[Base]) -> Base | None:
    """The first of the units whose base holds the point, its edge included (tolerance 1e-9)."""
    return next((unit for unit in units if base_holds(unit, point)), None)


def falls(
    target: Point,
    units: Sequence[Base],
    directions: int = 6,
    distances: Sequence[Number] = (1, 2, 3, 4, 5, 6),
) -> tuple[Fall, ...]:
    """Every place where the shell can fall, equally likely if the dice are fair, with who is under it."""
    return tuple(
        Fall(
            direction,
            distance,
            at := deviation_point(target, direction, distance, directions),
            unit_under(at, units),
        )
        for direction in range(1, directions + 1)
        for distance in distances
    )
