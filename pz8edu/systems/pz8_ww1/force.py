"""The units of one side in one square, as they stand in the loss order (section 5-assault)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Force:
    """Units of one side in one square; the fields stand in the order in which losses are taken.

    Stormtroopers are counted with the infantry of their quality.
    """

    green: int = 0
    average: int = 0
    elite: int = 0
    mg: int = 0
    tank: int = 0

    @property
    def infantry(self) -> int:
        """Infantry units of any quality."""
        return self.green + self.average + self.elite

    @property
    def units(self) -> int:
        """All units."""
        return self.infantry + self.mg + self.tank

    def without(self, losses: int, spared: int = 0) -> Force:
        """What is left after so many losses, taken in order; `spared` machine guns cannot be lost."""
        left: list[int] = []
        for kind in Force(self.green, self.average, self.elite, self.mg - spared, self.tank):
            removed = min(kind, losses)
            losses -= removed
            left.append(kind - removed)
        left[3] += spared
        return Force(*left)

    def __iter__(self) -> Iterator[int]:
        return iter((self.green, self.average, self.elite, self.mg, self.tank))

    def __str__(self) -> str:
        return "-".join(map(str, self))
