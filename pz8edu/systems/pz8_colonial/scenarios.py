"""Sample scenarios: two forces, the ground between them, and where the units stand.

The rules print no scenarios; these were drawn up for the kit.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Annotated, Literal

from pz8edu.board import table_setup
from pz8edu.core import Help, Items, Number, Shelf, Situation, Whole
from pz8edu.errors import BadInput, unknown
from pz8edu.systems.pz8_colonial.forces import FORCES, Force, Unit
from pz8edu.systems.pz8_colonial.words import Carriage
from pz8edu.turns.ends import HouseEnd

Inches = Annotated[Fraction, Number(minimum=0)]


class UnitOnTable(Situation):
    """Where a unit stands at the start, in ranks of so many figures an inch apart."""

    unit: Annotated[str, Help("name of the unit")]
    x: Annotated[Inches, Help("inches from the west edge to the middle of the unit")]
    y: Annotated[Inches, Help("inches from the south edge")]
    facing: Annotated[Fraction, Help("degrees clockwise from north")] = Fraction(0)
    front: Annotated[int, Whole(1, 24), Help("figures in the front rank")] = 6
    lost: Annotated[int, Whole(0), Help("ordinary figures lost so far")] = 0
    carriage: Annotated[Carriage, Help("whether a gun is ready to fire")] = Carriage.READY
    routing: Annotated[bool, Help("the unit is in rout")] = False


class Ground(table_setup.PatchOnTable):
    """A patch of ground."""

    ground: Annotated[Literal["wood", "rough", "hill", "buildings", "fortification"], Help("what it is")]
    corners: Annotated[tuple[tuple[Inches, Inches], ...], Items(3), Help("its corners, inches")]


class Scenario(table_setup.BareTable):
    """A table set up for play, in inches; the book knows no roads."""

    not_asked = ("roads",)

    european: Annotated[str, Help("name of the European force")]
    native: Annotated[str, Help("name of the Native force")]
    optional: Annotated[
        tuple[Literal["ratings", "snipers", "events", "native activation"], ...],
        Help("optional rules in use (sections 9 to 12)"),
    ] = ()
    positions: tuple[UnitOnTable, ...]
    patches: tuple[Ground, ...] = ()
    firer: Annotated[str, Help("unit that fires at the start")] = ""
    target: Annotated[str, Help("unit that is fired at")] = ""
    end: Annotated[HouseEnd, Help("how a game on this table ends, a card a turn: the book prints no end")] = (
        HouseEnd(turns=40)
    )
    shell: Annotated[
        tuple[Inches, Inches] | None, Help("where the firer's shell comes down at the start")
    ] = None

    @property
    def forces(self) -> tuple[Force, Force]:
        """Both forces, the European one first."""
        return FORCES[self.european], FORCES[self.native]

    @cached_property
    def units(self) -> Mapping[str, tuple[Unit, Force]]:
        """Every unit of both forces by name."""
        return {unit.name: (unit, force) for force in self.forces for unit in force.units}

    @property
    def absent(self) -> tuple[str, ...]:
        """Who is in a force and has no place yet."""
        placed = {position.unit for position in self.positions}
        return tuple(name for name in self.units if name not in placed)

    def check(self) -> None:
        placed = [position.unit for position in self.positions]
        for name in filter(None, (*placed, self.firer, self.target)):
            if name not in self.units:
                raise unknown("unit of the two forces", name, self.units)
            if placed.count(name) != 1:
                raise BadInput(f"{name} must stand in one place of the table; it has {placed.count(name)}")
        for position in self.positions:
            if position.lost > self.units[position.unit][0].ordinary:
                raise BadInput(f"{position.unit} cannot have lost {position.lost} ordinary figures")


SCENARIOS = Shelf("scenario of pz8-colonial", Path(__file__).parent / "scenarios", Scenario)
