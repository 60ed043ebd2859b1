"""Sections 7, 10 and 12: squadrons, and boards with their aircraft in place."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from pz8edu.board.hexes import Hex, hex_field
from pz8edu.errors import BadInput, unknown
from pz8edu.rulebook import Help, Situation, Whole
from pz8edu.rulebook.domain import WordDomain
from pz8edu.rulebook.ruleset import printed_rules
from pz8edu.rulebook.shelf import Shelf
from pz8edu.systems.pz8_aerial_1935.movement import Flying, ceiling
from pz8edu.systems.pz8_aerial_1935.ruleset import Aerial1935
from pz8edu.systems.pz8_aerial_1935.words import GroundWeapon, Side, Skill

PRINTED = printed_rules(Aerial1935)
AircraftName = Annotated[str, WordDomain((*PRINTED.aircraft, *PRINTED.aircraft_ww1))]


class Member(Situation):
    """An aircraft of a squadron and its pilot."""

    name: Annotated[str, Help("how it is called on the board")]
    aircraft: Annotated[AircraftName, Help("its row in the sample data")]
    skill: Annotated[Skill, Help("class of the pilot, and of the gunner (R31)")] = Skill.AVERAGE
    load: Annotated[GroundWeapon | None, Help("bombs or rockets that it still carries")] = None

    def check(self) -> None:
        if self.load is GroundWeapon.STRAFING:
            raise BadInput(f"{self.name} can carry rockets or bombs; strafing needs no load")


class Squadron(Situation):
    """The aircraft of one side."""

    name: Annotated[str, Help("who they are")]
    nation: Annotated[str, Help("whose they are")]
    section: Annotated[str, Help("where their data are printed")]
    note: str = ""
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
    """Something on the ground that can be attacked."""

    name: str
    column: Annotated[int, Whole(0, 59)]
    row: Annotated[int, Whole(0, 59)]


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
    only_placed: Annotated[bool, Help("aircraft that are not placed stay away")] = True
    placed: tuple[Placed, ...] = ()
    ground: tuple[GroundTarget, ...] = ()
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

    def squadron(self, side: Side) -> Squadron:
        """The aircraft of a side."""
        return SQUADRONS[self.a if side is Side.A else self.b]

    @property
    def field(self) -> tuple[Hex, ...]:
        """The hexes of the board."""
        return tuple(hex_field(self.columns, self.rows))

    def at_start(self) -> Iterator[tuple[Side, Member, Flying, bool]]:
        """Every aircraft with its side, where it is, and whether it is Damaged."""
        placed = {each.name: each for each in self.placed}
        for side in Side:
            absent = [each for each in self.squadron(side).members if each.name not in placed]
            for member in self.squadron(side).members:
                if member.name in placed:
                    where = placed[member.name]
                    at = hex_in(where.column, where.row)
                    yield side, member, Flying(*at, where.facing, where.altitude), where.damaged
                elif not self.only_placed:
                    yield side, member, self.entering(side, member, absent.index(member), len(absent)), False

    def entering(self, side: Side, member: Member, place: int, of: int) -> Flying:
        """Where an aircraft of a squadron enters (section 10)."""
        row = (self.rows - of) // 2 + place
        column, facing, die = (0, 0, self.a_die) if side is Side.A else (self.columns - 1, 3, self.b_die)
        top = ceiling(PRINTED.named(member.aircraft).altitude, member.load is not None, False, PRINTED)
        return Flying(*hex_in(column, row), facing, min(die, top))


def hex_in(column: int, row: int) -> Hex:
    """The hex in a column and row of the board, both from 0."""
    return column - row // 2, row


FOLDER = Path(__file__).parent
SQUADRONS = Shelf("squadron of pz8-aerial-1935", FOLDER / "forces", Squadron)
SCENARIOS = Shelf("scenario of pz8-aerial-1935", FOLDER / "scenarios", Scenario)
