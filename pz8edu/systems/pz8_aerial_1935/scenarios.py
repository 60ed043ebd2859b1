"""Sections 7, 10 and 12: squadrons, and boards with their aircraft in place."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Literal

from pz8edu.board.hex_tabletop import hex_in
from pz8edu.core import Help, Shelf, Situation, Whole, WordDomain
from pz8edu.errors import BadInput, unknown
from pz8edu.systems.pz8_aerial_1935.factors import PRINTED, OwnAircraft, rated
from pz8edu.systems.pz8_aerial_1935.movement import Flying, ceiling
from pz8edu.systems.pz8_aerial_1935.ruleset import Aerial1935, AircraftRow
from pz8edu.systems.pz8_aerial_1935.words import EntrySide, GroundWeapon, Side, Skill
from pz8edu.turns.ends import HouseEnd

AircraftName = Annotated[str, WordDomain((*PRINTED.aircraft, *PRINTED.aircraft_ww1))]


class Pilot(Situation):
    """An aircraft of a squadron and its pilot, of whatever time."""

    name: Annotated[str, Help("how it is called on the board")]
    skill: Annotated[Skill, Help("class of the pilot, and of the gunner (R31)")] = Skill.AVERAGE

    @property
    def type_name(self) -> str:
        """The name of its type."""
        raise NotImplementedError

    @property
    def top(self) -> int:
        """The highest level at which it may enter."""
        raise NotImplementedError


class Member(Pilot):
    """An aircraft of a squadron and its pilot."""

    aircraft: Annotated[
        AircraftName | OwnAircraft, Help("its row in the sample data, or an aircraft of your own to be rated")
    ]
    load: Annotated[GroundWeapon | None, Help("bombs or rockets that it still carries")] = None

    def check(self) -> None:
        if self.load is GroundWeapon.STRAFING:
            raise BadInput(f"{self.name} can carry rockets or bombs; strafing needs no load")

    def data(self, rules: Aerial1935) -> AircraftRow:
        """Its row (sections 7 and 12), or its factors (section 6)."""
        return (
            rated(self.aircraft, rules)
            if isinstance(self.aircraft, OwnAircraft)
            else rules.named(self.aircraft)
        )

    @property
    def type_name(self) -> str:
        return self.aircraft.aircraft if isinstance(self.aircraft, OwnAircraft) else self.aircraft

    @property
    def ww1(self) -> bool:
        """Is it an aircraft of the First World War (section 12)?"""
        own = self.aircraft
        return own.ww1 if isinstance(own, OwnAircraft) else own in PRINTED.aircraft_ww1

    @property
    def top(self) -> int:
        return ceiling(self.data(PRINTED).altitude, self.load is not None, False, PRINTED)


class Force(Situation):
    """The aircraft of one side, of whatever time."""

    name: Annotated[str, Help("who they are")]
    nation: Annotated[str, Help("whose they are")]
    section: Annotated[str, Help("where their data are printed")]
    note: str = ""
    members: tuple[Pilot, ...]


class Squadron(Force):
    """The aircraft of one side."""

    members: tuple[Member, ...]


class Placed(Situation):
    """An aircraft of a scenario in its hex."""

    name: Annotated[str, Help("name of the aircraft in its squadron")]
    column: Annotated[int, Whole(0, 59), Help("column from the west, from 0")]
    row: Annotated[int, Whole(0, 59), Help("row from the north, from 0")]
    facing: Annotated[int, Whole(0, 5), Help("0 = east, one more is 60 degrees to the left")]
    altitude: Annotated[int, Whole(1, 7), Help("altitude level")]
    damaged: bool = False


class GroundTarget(Situation):
    """Something on the ground that can be attacked; `kind` is the picture on its base."""

    name: str
    column: Annotated[int, Whole(0, 59)]
    row: Annotated[int, Whole(0, 59)]
    kind: Literal["bridge", "truck", "target"] = "target"
    side: Annotated[Side, Help("whose it is")] = Side.B


class Scenario(Situation):
    """A board with aircraft in place.

    Aircraft that are not placed enter as in section 10: squadron A around the middle of the west side, B
    opposite, each at the level of its squadron's die, or at its own maximum if that is lower.
    """

    title: str
    section: str
    note: str = ""
    columns: Annotated[int, Whole(5, 60)] = PRINTED.columns
    rows: Annotated[int, Whole(5, 60)] = PRINTED.rows
    a: Annotated[str, Help("name of squadron A")]
    b: Annotated[str, Help("name of squadron B")]
    a_die: Annotated[int, Whole(1, 6), Help("die for the altitude of squadron A")] = 3
    b_die: Annotated[int, Whole(1, 6), Help("die for the altitude of squadron B")] = 3
    entry_dice: Annotated[bool, Help("a played game throws for altitude and for the side of squadron B")] = (
        False
    )
    a_kills: Annotated[int, Whole(0, 99), Help("kills of A in earlier battles of the campaign")] = 0
    b_kills: Annotated[int, Whole(0, 99), Help("kills of B in earlier battles of the campaign")] = 0
    only_placed: Annotated[bool, Help("aircraft that are not placed stay away")] = True
    placed: tuple[Placed, ...] = ()
    ground: tuple[GroundTarget, ...] = ()
    end: Annotated[HouseEnd, Help("how a game on this table ends where section 10 does not say it")] = (
        HouseEnd(broken_at=Fraction(1))
    )
    firer: str = ""
    target: str = ""

    def check(self) -> None:
        names = [each.name for side in Side for each in self.squadron(side).members]
        for placed in self.placed:
            if placed.name not in names:
                raise unknown("aircraft of this scenario", placed.name, names)
        there = [*(each.name for each in self.placed), *(target.name for target in self.ground)]
        for name in [*names, *there]:
            if there.count(name) > 1 or names.count(name) > 1:
                raise BadInput(f"{name} is there twice")
        spots: tuple[Placed | GroundTarget, ...] = (*self.placed, *self.ground)
        for spot in spots:
            if spot.column >= self.columns or spot.row >= self.rows:
                raise BadInput(
                    f"{spot.name} must be on the board of {self.columns} by {self.rows} hexes; "
                    f"got column {spot.column}, row {spot.row}"
                )
        for chosen in filter(None, (self.firer, self.target)):
            if chosen not in (*names, *there):
                raise unknown("aircraft of this scenario", chosen, (*names, *there))

    @property
    def absent(self) -> tuple[str, ...]:
        """Who is in a squadron and has no place yet."""
        placed = {each.name for each in self.placed}
        return tuple(
            each.name for side in Side for each in self.squadron(side).members if each.name not in placed
        )

    def squadron(self, side: Side) -> Force:
        """The aircraft of a side."""
        return SQUADRONS[self.a if side is Side.A else self.b]

    def at_start(self) -> Iterator[tuple[Side, Pilot, Flying, Placed | None]]:
        """Every aircraft with its side, where it is, and what the scenario says of it if it is placed."""
        placed = {each.name: each for each in self.placed}
        for side in Side:
            absent = [each for each in self.squadron(side).members if each.name not in placed]
            for member in self.squadron(side).members:
                if member.name in placed:
                    where = placed[member.name]
                    at = hex_in(where.column, where.row)
                    yield side, member, Flying(*at, where.facing, where.altitude), where
                elif not self.only_placed:
                    yield side, member, self.entering(side, member, absent.index(member), len(absent)), None

    def kills_before(self, side: Side) -> int:
        """The kills of a side in earlier battles of the campaign (section 10)."""
        return self.a_kills if side is Side.A else self.b_kills

    def squadron_enters(self, side: Side, die: int, comes: EntrySide) -> Iterator[tuple[str, Flying]]:
        """Where the aircraft of a squadron that are not placed enter, by its dice (section 10)."""
        placed = {each.name for each in self.placed}
        absent = [each for each in self.squadron(side).members if each.name not in placed]
        for place, member in enumerate(absent):
            yield member.name, self.entering(side, member, place, len(absent), die, comes)

    def entering(
        self,
        side: Side,
        member: Pilot,
        place: int,
        of: int,
        die: int | None = None,
        comes: EntrySide = EntrySide.FRONT,
    ) -> Flying:
        """Where an aircraft of a squadron enters: A in the west, B opposite, or on A's left or right (section 10)."""
        row, column = (self.rows - of) // 2 + place, (self.columns - of) // 2 + place
        if side is Side.A:
            at, facing, die = hex_in(0, row), 0, die or self.a_die
        else:
            die = die or self.b_die
            at, facing = {
                EntrySide.FRONT: (hex_in(self.columns - 1, row), 3),
                EntrySide.LEFT: (hex_in(column, 0), 4),
                EntrySide.RIGHT: (hex_in(column, self.rows - 1), 2),
            }[comes]
        return Flying(*at, facing, min(die, member.top))


FOLDER = Path(__file__).parent
SQUADRONS = Shelf("squadron of pz8-aerial-1935", FOLDER / "forces", Squadron)
SCENARIOS = Shelf("scenario of pz8-aerial-1935", FOLDER / "scenarios", Scenario)
