"""Tables of Pz8 WW2 as their files describe them: units with their rows of the printed tables, and ground."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Annotated, Literal

from pz8edu.board import table_setup
from pz8edu.core import Help, RowOf, Shelf, Situation, Whole, WordDomain
from pz8edu.errors import unknown
from pz8edu.systems.pz8_ww2.boards import PRINTED
from pz8edu.systems.pz8_ww2.words import Condition, Cover, Quality
from pz8edu.turns.ends import HouseEnd

PATCHES = {
    "wood": Cover.ROUGH,
    "hill": Cover.ROUGH,
    "rough": Cover.ROUGH,
    "building": Cover.ROUGH,
    "field works": Cover.ROUGH,
    "bunker": Cover.BUNKER,
}
"""What the ground of a patch gives to a target in it (section 5)."""
COVERS = {ground: cover.value for ground, cover in PATCHES.items()}


class UnitOnTable(Situation):
    """One unit on the table, with its rows of the printed tables."""

    printed = PRINTED

    name: Annotated[str, Help("its name, all different")]
    what: Annotated[str, Help("what it is, in words")] = ""
    side: Annotated[Literal["own", "enemy"], Help("whose it is")]
    x: Annotated[Fraction, Help("inches from the west edge at the start")]
    y: Annotated[Fraction, Help("inches from the south edge at the start")]
    facing: Annotated[Fraction, Help("degrees clockwise from north at the start")] = Fraction(0)
    symbol: Annotated[str, Help("the picture on its base")] = "infantry"
    movement: Annotated[str, RowOf("movement"), Help("row of the movement table")]
    range: Annotated[str, RowOf("ranges"), Help("row of the range table")]
    attack: Annotated[str, RowOf("attack"), Help("row of the attack table")]
    defence: Annotated[str, RowOf("defence"), Help("row of the defence table")]
    target_kind: Annotated[
        str,
        WordDomain(("vehicle", "non-vehicle", "tank-hunter")),
        Help("how it hides in cover (section 5)"),
    ] = "non-vehicle"
    quality: Annotated[Quality, Help("troop quality")] = Quality.AVERAGE
    condition: Annotated[Condition, Help("condition")] = Condition.OK
    hq: Annotated[bool, Help("is a headquarters")] = False
    turretless: Annotated[bool, Help("has only a forward arc (section 7)")] = False
    early_at_gun: Annotated[bool, Help("an early anti-tank gun of the French or Japanese (section 8)")] = (
        False
    )
    anti_aircraft: Annotated[bool, Help("an AA gun (section 12)")] = False
    artillery: Annotated[bool, Help("artillery, which can fire smoke (section 11)")] = False
    clears: Annotated[bool, Help("engineers or a mine-clearing tank (section 11)")] = False
    wheeled: Annotated[bool, Help("runs on wheels, as all trucks do (section 11)")] = False
    limbered: Annotated[bool, Help("a gun on its tractor, which alone can move it (section 4)")] = False
    fired: Annotated[bool, Help("has already fired this turn, so that it is seen (section 5)")] = False
    carries: Annotated[bool, Help("carries a base or tows a gun, as all trucks do (section 4)")] = False
    passenger: Annotated[str, Help("whom it carries: a unit of the table, or in words (section 4)")] = ""
    passenger_condition: Annotated[Condition, Help("condition of whom it carries (section 6)")] = Condition.OK
    rides: Annotated[str, Help("the transport that it rides in or is towed by (section 4)")] = ""

    @property
    def moves_on(self) -> Literal["foot", "wheels", "tracks"]:
        """What it moves on (section 11; R26): a gun on the wheels of its tractor, other vehicles on tracks."""
        if self.wheeled or self.movement == "truck":
            return "wheels"
        return "foot" if self.target_kind == "non-vehicle" else "tracks"

    @property
    def transports(self) -> bool:
        """Does it carry others: a truck, a half-track, a carrier or the like (section 4)?"""
        return self.carries or (self.movement == "truck" and self.target_kind == "vehicle")

    @property
    def destroyed(self) -> bool:
        """Is it lost?"""
        return self.condition is Condition.DESTROYED

    @property
    def traits(self) -> tuple[str, ...]:
        """What else is known of it, in words."""
        words = {
            "is headquarters": self.hq and self.what != "headquarters",
            "turretless": self.turretless,
            "early AT gun": self.early_at_gun,
            "AA gun": self.anti_aircraft,
            "clears mines and wire": self.clears,
            "limbered": self.limbered,
            "fired": self.fired,
        }
        return (*(word for word, has in words.items() if has), *self.shown)

    @property
    def aboard(self) -> str:
        """Whom it carries, and how they are; nobody once they are lost."""
        if not self.passenger or self.passenger_condition is Condition.DESTROYED:
            return ""
        how = "" if self.passenger_condition is Condition.OK else f" ({self.passenger_condition})"
        return f"{self.passenger}{how} aboard"

    @property
    def shown(self) -> tuple[str, ...]:
        """What stands beside its name on the table."""
        return (self.aboard,) if self.aboard else ()


class AircraftOnTable(Situation):
    """An aircraft that attacks what is on the table (section 12)."""

    printed = PRINTED

    name: Annotated[str, Help("its name, all different")]
    side: Annotated[Literal["own", "enemy"], Help("whose it is")]
    x: Annotated[Fraction, Help("inches from the west edge at the start")]
    y: Annotated[Fraction, Help("inches from the south edge at the start")]
    aircraft: Annotated[str, RowOf("aircraft"), Help("row of the table of aircraft")]
    quality: Annotated[Quality, Help("quality of the aircrew")] = Quality.AVERAGE
    attacks: Annotated[int, Whole(1), Help("attacks that were agreed for the game")] = 1

    @property
    def symbol(self) -> str:
        """The picture on its base."""
        return "aircraft"

    @property
    def section(self) -> str:
        """Where the book speaks of it."""
        return "12"

    @property
    def what(self) -> str:
        """What it is, in words."""
        return self.aircraft.replace("-", " ")

    @property
    def traits(self) -> tuple[str, ...]:
        """What else is known of it, in words."""
        return ()


class BatteryOffTable(Situation):
    """A battery off the table, which fires indirectly at whatever lies under the aiming point (section 5)."""

    printed = PRINTED

    name: Annotated[str, Help("its name")]
    attack: Annotated[str, RowOf("attack"), Help("row of the attack table")] = "medium-artillery"
    quality: Annotated[Quality, Help("quality of the battery")] = Quality.AVERAGE


class BatteryInGame(BatteryOffTable):
    """A battery off the table that fires for a side in a game (section 5)."""

    printed = PRINTED

    side: Annotated[Literal["own", "enemy"], Help("whose it is")]


class CounterOnTable(Situation):
    """A counter of a square inch (section 11)."""

    kind: Annotated[
        Literal["mine", "real mine", "fake mine", "wire", "smoke", "fresh smoke"], Help("what it is")
    ]
    x: Annotated[Fraction, Help("its middle, inches from the west edge")]
    y: Annotated[Fraction, Help("its middle, inches from the south edge")]
    side: Annotated[Literal["own", "enemy", ""], Help("who laid it")] = ""


class PatchOnTable(table_setup.PatchOnTable):
    """A patch of ground that the book knows (section 5)."""

    ground: Annotated[str, WordDomain(tuple(PATCHES)), Help("what it is")]


class Setup(table_setup.BareTable):
    """A table as its file describes it."""

    units: tuple[UnitOnTable, ...]
    patches: tuple[PatchOnTable, ...] = ()
    aircraft: tuple[AircraftOnTable, ...] = ()
    batteries: tuple[BatteryInGame, ...] = ()
    counters: tuple[CounterOnTable, ...] = ()
    fake_per_real: Annotated[int, Whole(1, 2), Help("fake mines laid for each real one (section 11)")] = 1
    smoke_point: Annotated[tuple[Fraction, Fraction] | None, Help("where smoke is to be fired")] = None
    side_a: Annotated[Literal["own", "enemy", ""], Help("who is Side A by agreement; else a die says it")] = (
        ""
    )
    end: Annotated[HouseEnd, Help("how a game on this table ends: the book prints no end")] = HouseEnd()
    firer: str = ""
    target: str = ""
    aim: tuple[Fraction, Fraction] | None = None
    battery: BatteryOffTable = BatteryOffTable(name="the battery")

    def check(self) -> None:
        self.check_pieces((*self.units, *self.aircraft))
        names = [unit.name for unit in self.units] + [plane.name for plane in self.aircraft]
        for name in (self.firer, self.target):
            if name and name not in names:
                raise unknown("unit", name, names)
        carriers = {unit.name: unit for unit in self.units if unit.transports}
        for unit in self.units:
            if unit.rides and unit.rides not in carriers:
                raise unknown("transport", unit.rides, carriers)


TABLES = Shelf("table of pz8-ww2", Path(__file__).parent / "tabletops", Setup)
