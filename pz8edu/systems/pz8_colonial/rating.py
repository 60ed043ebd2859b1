"""Section 9, Random unit rating."""

from __future__ import annotations

from dataclasses import dataclass

from pz8edu.core import Roll, Umpire
from pz8edu.systems.pz8_colonial.ruleset import Colonial
from pz8edu.systems.pz8_colonial.situations import RatedArmy, RatedUnit
from pz8edu.systems.pz8_colonial.words import Quality


def unit_rating(umpire: Umpire, situation: RatedUnit, rules: Colonial) -> Quality:
    """The random class of one unit (pz8-colonial, section 9)."""
    faces = rules.ratings[situation.nation].faces
    return umpire.look_up("class", umpire.d6("class"), dict(enumerate(faces, 1)))


@dataclass(frozen=True)
class Classes:
    """How many units of an army are of each class; the best are Veteran or Fanatic."""

    green: int
    average: int
    best: int

    def __str__(self) -> str:
        return f"{self.green} green, {self.average} average, {self.best} best"


def army_rating(umpire: Umpire, situation: RatedArmy, rules: Colonial) -> Roll[Classes]:
    """The random classes of several units of one force (pz8-colonial, section 9)."""
    unit = RatedUnit.of(situation)
    rated = umpire.repeat("unit", situation.units, unit_rating, unit, rules)

    def counted(units: dict[Quality, int]) -> Classes:
        green, average = units.get(Quality.GREEN, 0), units.get(Quality.AVERAGE, 0)
        return Classes(green, average, situation.units - green - average)

    return rated.read("classes", counted)
