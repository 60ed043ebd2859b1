"""Sections 9 and 11, Sample ships and scenarios: forces, and tables with their ships in place."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Annotated

from pz8edu.core import Help, Number, Shelf, Situation, Whole, WordDomain
from pz8edu.errors import BadInput
from pz8edu.systems.pz8_naval.factors import Section, main_battery, sample_ship, sample_ships, section_of
from pz8edu.systems.pz8_naval.sea import sea
from pz8edu.systems.pz8_naval.situations import PRINTED
from pz8edu.systems.pz8_naval.words import Half, Heading, Weapon
from pz8edu.turns.ends import HouseEnd

SHIPS = sample_ships(PRINTED)
CARRIERS = tuple(name for name, ship in SHIPS.items() if ship.guns is None)
ShipName = Annotated[str, WordDomain(tuple(name for name in SHIPS if name not in CARRIERS))]
CarrierName = Annotated[str, WordDomain(CARRIERS)]


class Force(Situation):
    """The ships of one side in a scenario; carriers stay off the table."""

    name: Annotated[str, Help("who they are")]
    nation: Annotated[str, Help("whose they are")]
    section: Annotated[str, Help("where it is printed")]
    ships: Annotated[tuple[ShipName, ...], Help("ships on the table")]
    carriers: Annotated[tuple[CarrierName, ...], Help("carriers off the table")] = ()
    raids: Annotated[Weapon, Help("what their aircraft carry")] = Weapon.TORPEDO

    def check(self) -> None:
        if len({section_of(ship, PRINTED) for ship in self.ships}) > 1:
            raise BadInput(
                "the ships of section 9 and those of section 11 have factors on different scales and cannot be "
                f"in one force (section 11); got {', '.join(self.ships)}"
            )


class PlacedShip(Situation):
    """A ship on the table, with the hits it has taken."""

    ship: ShipName
    zone: Annotated[int, Whole(1, PRINTED.zones), Help("its zone; 1 and 8 are the table edges")]
    across: Annotated[
        Fraction, Number(0, 1), Help("where it lies in its zone, from 0 in the west to 1 in the east")
    ]
    heading: Heading = Heading.BROADSIDE
    h: Annotated[int, Whole(0, 7), Help("H hits")] = 0
    t: Annotated[int, Whole(0, 6), Help("T hits")] = 0
    smoke: Annotated[bool, Help("it has laid smoke this turn")] = False
    fires_at: Annotated[str, Help("the target that it has announced")] = ""


class LandPlanes(Situation):
    """Planes from the land, which enter the table by a die (section 8)."""

    name: Annotated[str, Help("how they are called")]
    side: Annotated[Half, Help("whose they are")]
    raids: Annotated[int, Whole(1, 6), Help("raids, one for every 10 aircraft")] = 1
    carry: Annotated[Weapon, Help("what they carry")] = Weapon.BOMB


class Scenario(Situation):
    """A table with its ships in place. Ships that are not named lie at their own table edge (section 1)."""

    title: str
    section: str
    note: str = ""
    south: Annotated[str, Help("name of the force in zones 1 to 4")]
    north: Annotated[str, Help("name of the force in zones 5 to 8")]
    night: Annotated[bool, Help("night or bad weather")] = False
    daylight_roll: Annotated[bool, Help("2D6 daylight turns, then night (section 9)")] = False
    placed: tuple[PlacedShip, ...] = ()
    land_planes: tuple[LandPlanes, ...] = ()
    end: Annotated[HouseEnd, Help("how a game on this table ends: the book prints no end")] = HouseEnd(
        turns=12
    )
    firer: str = ""
    target: str = ""

    def check(self) -> None:
        south, north = self.force(Half.SOUTH).ships, self.force(Half.NORTH).ships
        if section_of(south[0], PRINTED) != section_of(north[0], PRINTED):
            raise BadInput(
                "the ships of section 9 and those of section 11 have factors on different scales and do not meet "
                f"in one game (section 11; R24); got {self.south} and {self.north}"
            )
        names = [ship.ship for ship in self.placed]
        targets = (ship.fires_at for ship in self.placed)
        for name in (*names, *filter(None, (self.firer, self.target, *targets))):
            if name not in (*south, *north):
                raise BadInput(f"{name} is in neither force of this scenario: {', '.join((*south, *north))}")
            if names.count(name) > 1:
                raise BadInput(f"{name} is placed twice")
        for ship in self.placed:
            own = sea(PRINTED).southern() if ship.ship in south else sea(PRINTED).northern()
            if ship.zone not in own:
                raise BadInput(
                    f"{ship.ship} must lie in its own zones, {own[0]} to {own[-1]} (section 3); got {ship.zone}"
                )

    def force(self, half: Half) -> Force:
        """The force of one side."""
        return FORCES[self.south if half is Half.SOUTH else self.north]

    def from_land(self, half: Half) -> dict[str, LandPlanes]:
        """The planes from the land of one side, by their names."""
        return {each.name: each for each in self.land_planes if each.side is half}

    def carries(self, name: str, half: Half) -> Weapon:
        """What those carry that fly a raid: planes from the land, else those of a carrier."""
        planes = self.from_land(half).get(name)
        return self.force(half).raids if planes is None else planes.carry

    @property
    def tables(self) -> Section:
        """Whose tables the scenario uses: those of section 11 or not."""
        return section_of(self.force(Half.SOUTH).ships[0], PRINTED)

    def fleet(self, half: Half) -> tuple[PlacedShip, ...]:
        """The ships of one side where they lie at the start."""
        placed = {ship.ship: ship for ship in self.placed}
        zones, names = sea(PRINTED), self.force(half).ships
        edge = zones.southern()[0] if half is Half.SOUTH else zones.northern()[-1]
        return tuple(
            placed.get(name)
            or PlacedShip(ship=name, zone=edge, across=Fraction(place, len(names) + 1), heading=Heading.AHEAD)
            for place, name in enumerate(names, 1)
        )


FOLDER = Path(__file__).parent
FORCES = Shelf("force of pz8-naval", FOLDER / "forces", Force)
SCENARIOS = Shelf("scenario of pz8-naval", FOLDER / "scenarios", Scenario)


def described(ship: str) -> str:
    """A ship in a few words: "8 × 15″"."""
    battery = main_battery(sample_ship(ship, PRINTED))
    return f"{battery.guns} × {float(battery.calibre):g}″"
