"""Sample formations and scenarios on the kilometre map; the revised edition plays them too.

The rules print formations but no scenarios; these were drawn up for the kit from the printed formations.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Literal

from pz8edu.board import table_setup
from pz8edu.core import Help, Items, Number, Shelf, Situation, Whole
from pz8edu.errors import BadInput, unknown
from pz8edu.systems.pz8_divisional_2010.boards import strength
from pz8edu.systems.pz8_divisional_2010.ruleset import Divisional2010
from pz8edu.systems.pz8_divisional_2010.words import TANKS, Kind, Mover, Quality
from pz8edu.turns.ends import HouseEnd

Kilometres = Annotated[Fraction, Number(minimum=0)]
Point = tuple[Kilometres, Kilometres]
Whose = Literal["own", "enemy"]


class UnitOnTable(Situation):
    """A base on the map: a battalion or the HQ of a division."""

    name: Annotated[str, Help("its name, all different")]
    kind: Annotated[Kind, Help("kind of unit")]
    side: Annotated[Whose, Help("whose it is")] = "own"
    x: Annotated[Kilometres, Help("kilometres from the west edge")]
    y: Annotated[Kilometres, Help("kilometres from the south edge")]
    fp: Annotated[int, Whole(0), Help("fatigue points it has already")] = 0
    shots: Annotated[int | None, Whole(0, 6), Help("turns of fire left; all of the day if not given")] = None
    holds_back: Annotated[
        bool, Help("takes no part when others of its side fire or attack together (sections 5 and 6)")
    ] = False
    lost: Annotated[bool, Help("was destroyed")] = False
    moves_as: Annotated[Mover | None, Help("row of the movement table, if not that of its kind")] = None

    @property
    def mover(self) -> Mover:
        """Its row of the movement table: infantry walks, tanks of any weight move as tanks."""
        if self.moves_as is not None:
            return self.moves_as
        if self.kind is Kind.INFANTRY:
            return Mover.LEG_INFANTRY
        return Mover.TANK if self.kind in TANKS else Mover(self.kind.value)


class PatchOnTable(table_setup.PatchOnTable):
    """A patch of ground."""

    ground: Annotated[Literal["wood", "hill", "buildings", "rough"], Help("what it is")]
    corners: Annotated[tuple[Point, ...], Items(3), Help("its corners, kilometres")]


class RoadOnTable(table_setup.RoadOnTable):
    """A road."""

    points: Annotated[tuple[Point, ...], Items(2), Help("the points it runs through, kilometres")]


class ObjectiveOnTable(Situation):
    """A place that a side does not want to lose (section 11)."""

    name: Annotated[str, Help("what it is")]
    owner: Annotated[Whose, Help("whose it is at the start")]
    at: Annotated[Point, Help("where it lies")]


class Scenario(table_setup.BareTable):
    """A map set up for play: two sample formations, or one, and the ground between them; in kilometres."""

    own: Annotated[str, Help("sample formation of the player")]
    enemy: Annotated[str, Help("sample formation of the enemy; empty for none")] = ""
    turns_of_fire: Annotated[int, Whole(1, 6), Help("turns of fire of a battery in a day (section 5)")] = 4
    units: tuple[UnitOnTable, ...]
    patches: tuple[PatchOnTable, ...] = ()
    roads: tuple[RoadOnTable, ...] = ()
    fortifications: Annotated[tuple[Point, ...], Help("middles of fortification sections")] = ()
    minefields: Annotated[tuple[Point, ...], Help("middles of minefield sections")] = ()
    objectives: tuple[ObjectiveOnTable, ...] = ()
    side_a: Annotated[Literal["own", "enemy", ""], Help("who is Side A by agreement; else a die says it")] = (
        ""
    )
    days: Annotated[
        int, Whole(1, 5), Help("days that the battle lasts, with a night between two (section 3)")
    ] = 1
    own_missions: Annotated[
        int | None, Whole(0, 9), Help("bombing missions of the own side by agreement; else a die says it")
    ] = None
    enemy_missions: Annotated[
        int | None, Whole(0, 9), Help("bombing missions of the enemy by agreement; else a die says it")
    ] = None
    own_air: Annotated[
        int, Whole(-2, 2), Help("what nation and theatre add to the own side's die for them (section 8)")
    ] = 0
    enemy_air: Annotated[int, Whole(-2, 2), Help("the same for the enemy's die (section 8)")] = 0
    end: Annotated[
        HouseEnd, Help("how a game on this map ends: the book prints the day's end, but no victory")
    ] = HouseEnd(turns=12)
    chosen: Annotated[str, Help("the unit that is chosen at the start")] = ""
    target: Annotated[str, Help("the enemy that is chosen at the start")] = ""

    def check(self) -> None:
        self.check_pieces(self.units)
        names = [unit.name for unit in self.units]
        for name in filter(None, (self.chosen, self.target)):
            if name not in names:
                raise unknown("unit", name, names)
        if not self.enemy and any(unit.side == "enemy" for unit in self.units):
            raise BadInput("a scenario with enemy units needs the name of their formation")

    def formation(self, side: Whose) -> str:
        """The formation of a side."""
        return self.own if side == "own" else self.enemy

    def quality(self, side: Whose, rules: Divisional2010) -> Quality:
        """The quality of a side's units (section 12); without R10=a, Poor ones still fight as Green."""
        said = strength(rules.formation(self.formation(side)), rules)["quality"]
        return Quality(said) if said in list(Quality) else Quality.GREEN

    def musters(self, rules: Divisional2010) -> None:
        """Raise BadInput for more units of a kind than the formations have (section 12)."""
        for side in ("own", "enemy"):
            count = Counter(unit.kind for unit in self.units if unit.side == side)
            if not count:
                continue
            row = rules.formation(self.own if side == "own" else self.enemy)
            for kind, number in count.items():
                if number > row.units.get(kind, 0):
                    raise BadInput(
                        f"{row.formation} has {row.units.get(kind, 0)} units of {kind} (section 12); got {number}"
                    )


SCENARIOS = Shelf("scenario of the divisional rules", Path(__file__).parent / "scenarios", Scenario)
"""Maps of the Second World War."""

_PER_ROW, _STEP = 6, Fraction(2)


def parade(formation: str, rules: Divisional2010) -> Scenario:
    """A whole sample formation, lined up on a map of its own; raises BadInput for an unknown name."""
    row = rules.formation(formation)
    units: list[UnitOnTable] = []
    for kind, count in row.units.items():
        for number in range(1, count + 1):
            east, north = len(units) % _PER_ROW, len(units) // _PER_ROW
            units.append(
                UnitOnTable(
                    name=f"{kind} {number}" if count > 1 else str(kind),
                    kind=kind,
                    x=_STEP * (east + 1),
                    y=_STEP * (north + 1),
                )
            )
    rows = (len(units) - 1) // _PER_ROW + 1
    return Scenario(
        title=row.formation,
        note=f"{len(units)} bases, {row.quality}; one base is a battalion, 1 inch a kilometre",
        width=_STEP * (_PER_ROW + 1),
        height=_STEP * (rows + 1),
        own=row.formation,
        units=tuple(units),
    )


def parade_name(formation: str) -> str:
    """The name of a formation's own map: `german-pz-division-1941`."""
    return formation.lower().replace(" ", "-")
