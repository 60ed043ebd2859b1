"""A shell that misses, measured on the table: every place where it can fall and who is under it."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from pz8edu.board.battlefield import Battlefield
from pz8edu.board.deviation import Fall, falls
from pz8edu.board.lengths import Number, in_words, with_unit
from pz8edu.board.scene import Mark, Shape
from pz8edu.board.shapes import Point


@dataclass(frozen=True, slots=True)
class Deviation:
    """Where a shell aimed at a point can fall; distances in the unit of the board (`kind`)."""

    aim: Point
    kind: str
    falls: tuple[Fall, ...]

    @property
    def under(self) -> dict[str, int]:
        """Each unit that can be hit, and in how many of the equally likely falls."""
        names = sorted(fall.under.name for fall in self.falls if fall.under)
        return {name: len(list(group)) for name, group in groupby(names)}

    def shapes(self) -> tuple[Shape, ...]:
        """What a board shows of it: a mark for every fall, those with someone under it apart."""
        return tuple(self.mark(fall) for fall in self.falls)

    def mark(self, fall: Fall) -> Mark:
        """One fall as a mark with its words."""
        words = f"direction {fall.direction}, {with_unit(in_words(fall.distance), self.kind)}"
        if fall.under is None:
            return Mark("deviation point", fall.at, words=words)
        return Mark("under the shell", fall.at, words=f"{words}, on {fall.under.name}")


def measure_deviation(
    battle: Battlefield, aim: Point, directions: int = 6, distances: Sequence[Number] = (1, 2, 3, 4, 5, 6)
) -> Deviation:
    """Where a shell aimed at a point can fall, over all directions and distances, friend and foe under it."""
    return Deviation(aim, battle.kind, falls(aim, battle.units, directions, distances))
