"""The units of one side in one square, as they stand in the loss order (section 5-assault)."""

from __future__ import annotations

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
        left = dict(vars(self))
        for kind, count in left.items():
            lost = min(losses, count - spared if kind == "mg" else count)
            left[kind] -= lost
            losses -= lost
        return Force(**left)

    def __str__(self) -> str:
        return "-".join(map(str, vars(self).values()))


KINDS = tuple(vars(Force()))
"""The kinds of units in the loss order."""
