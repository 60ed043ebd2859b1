"""Tables of spaceships: the book prints none, so these are worked examples and lessons of its sections."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Annotated, ClassVar, Literal

from pz8edu.board.hex_tabletop import hex_in
from pz8edu.board.hexes import Hex
from pz8edu.core import Help, Shelf, Situation, Whole
from pz8edu.errors import BadInput, unknown
from pz8edu.systems.pz8_space.activation import Chits
from pz8edu.turns.ends import HouseEnd

CHOSEN_HEX = "chosen hex"
"""The counter on the hex of a planned jump."""
Whose = Annotated[Literal["own", "enemy"], Help("whose it is")]


class InHex(Situation):
    """Something in a hex of the table."""

    name: Annotated[str, Help("how it is called, all different")]
    column: Annotated[int, Whole(0, 39), Help("column from the west, from 0")]
    row: Annotated[int, Whole(0, 39), Help("row from the north, from 0")]

    @property
    def at(self) -> Hex:
        """Its hex at the start."""
        return hex_in(self.column, self.row)


class ShipOnTable(InHex, Chits):
    """A spaceship and its chits."""

    side: Whose
    facing: Annotated[int, Whole(0, 5), Help("0 = east, one more is 60 degrees to the left")]


class TorpedoOnTable(InHex):
    """A torpedo that runs."""

    side: Whose
    gone: Annotated[bool, Help("was shot, or has hit (section 5)")] = False


class AsteroidOnTable(InHex):
    """An asteroid."""

    gone: ClassVar = False


class JumpOnTable(Situation):
    """A jump that is planned: who jumps, and the chosen hex."""

    ship: str
    column: Annotated[int, Whole(0, 39)]
    row: Annotated[int, Whole(0, 39)]


class Scenario(Situation):
    """A table with ships, torpedoes and asteroids in place."""

    title: str
    section: str
    note: str = ""
    columns: Annotated[int, Whole(5, 40)]
    rows: Annotated[int, Whole(5, 40)]
    own: Annotated[str, Help("name of the own fleet")] = "Own fleet"
    enemy: Annotated[str, Help("name of the enemy's")] = "Enemy fleet"
    ships: tuple[ShipOnTable, ...]
    torpedoes: tuple[TorpedoOnTable, ...] = ()
    asteroids: tuple[AsteroidOnTable, ...] = ()
    drift: Annotated[int, Whole(0, 5), Help("the direction of the arrow counter, as a facing")] = 0
    jump: JumpOnTable | None = None
    end: Annotated[HouseEnd, Help("how a game on this table ends: the book prints no end")] = HouseEnd(
        broken_at=Fraction(1)
    )
    firer: str = ""
    target: str = ""

    def check(self) -> None:
        pieces: tuple[InHex, ...] = (*self.ships, *self.torpedoes, *self.asteroids)
        names = [piece.name for piece in pieces]
        for piece in pieces:
            if names.count(piece.name) > 1:
                raise BadInput(f"{piece.name} is there twice")
        spots: tuple[InHex | JumpOnTable, ...] = (*pieces, *([self.jump] if self.jump else []))
        for spot in spots:
            if spot.column >= self.columns or spot.row >= self.rows:
                raise BadInput(
                    f"column {spot.column}, row {spot.row} is not on the table of {self.columns} by {self.rows}"
                )
        taken = [ship.at for ship in self.ships]
        if len(set(taken)) < len(taken):
            raise BadInput("a hex holds one ship at most (section 3)")
        jumps = [self.jump.ship] if self.jump else []
        for name in filter(None, (self.firer, self.target, *jumps)):
            if name not in names and not (self.jump and name == CHOSEN_HEX):
                raise unknown("piece of this table", name, names)


SCENARIOS = Shelf("table of pz8-space", Path(__file__).parent / "scenarios", Scenario)
