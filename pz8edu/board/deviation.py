"""Where a shell that misses can fall, and who is under it: so many directions, so many inches away.

Direction 1 is north, the others follow clockwise at equal angles: six of them lie 60 degrees apart, eight 45.
"""

from collections import Counter
from collections.abc import Iterable

from pz8edu.board.battlefield import Battlefield
from pz8edu.board.bearings import point_at
from pz8edu.board.contact import base_holds
from pz8edu.board.lengths import Number, in_words, with_unit
from pz8edu.board.shapes import Base, Mark, Point
from pz8edu.core.records import FrozenRecord
from pz8edu.errors import BadInput

INCHES = range(1, 7)
"""How far from the aiming point a D6 lets it fall."""


def deviation_point(
    target: Point, direction: int, distance: Number, directions: int = 6
) -> tuple[float, float]:
    """The point that lies a distance from the target in one of the directions.

    Raises BadInput for a direction that is not on the die.
    """
    if not 1 <= direction <= directions:
        raise BadInput(
            f"There is no direction {direction}: the directions are 1 to {directions}, 1 is north."
        )
    return point_at(target, (direction - 1) * 360 / directions, distance)


def unit_under(point: Point, units: Iterable[Base]) -> Base | None:
    """The first of the units whose base holds the point, its edge included (tolerance 1e-9)."""
    return next((unit for unit in units if base_holds(unit, point)), None)


class PlaceOfFall(FrozenRecord):
    """One place where a shell can fall, and the unit under it: the first listed whose base holds it."""

    direction: int
    distance: Number
    at: tuple[float, float]
    under: Base | None


class Deviation(FrozenRecord):
    """Where a shell aimed at a point can fall, all equally likely; in the unit of the board (`kind`)."""

    aim: Point
    kind: str
    falls: tuple[PlaceOfFall, ...]

    @property
    def under(self) -> dict[str, int]:
        """Each unit that can be hit, and in how many of the falls."""
        return dict(sorted(Counter(fall.under.name for fall in self.falls if fall.under).items()))

    def shapes(self) -> tuple[Mark, ...]:
        """What a board shows of it: a mark for every fall, those with someone under it apart."""
        return tuple(self.mark(fall) for fall in self.falls)

    def mark(self, fall: PlaceOfFall) -> Mark:
        """One fall as a mark with its words."""
        words = f"direction {fall.direction}, {with_unit(in_words(fall.distance), self.kind)}"
        if fall.under is None:
            return Mark("deviation point", fall.at, words=words)
        return Mark("under the shell", fall.at, words=f"{words}, on {fall.under.name}")


def measure_deviation(battle: Battlefield, aim: Point, directions: int = 6) -> Deviation:
    """Where a shell aimed at a point can fall, over all directions and distances, friend and foe under it."""
    falls = (
        PlaceOfFall(
            direction,
            inches,
            at := deviation_point(aim, direction, inches, directions),
            unit_under(at, battle.units),
        )
        for direction in range(1, directions + 1)
        for inches in INCHES
    )
    return Deviation(aim, battle.kind, tuple(falls))
