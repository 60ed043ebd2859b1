"""Tables of Pz8 Sci-Fi as their files describe them: sample units, satellites and ground attacks."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Self

from pz8edu.core import Help, RowOf, Shelf, Whole, WordDomain
from pz8edu.systems.pz8_scifi.boards import PRINTED, TARGET_KINDS
from pz8edu.systems.pz8_scifi.ruleset import GEV, HOVER
from pz8edu.systems.pz8_ww2 import setups as ww2
from pz8edu.systems.pz8_ww2.words import Condition

KINDS = {"infantry": "non-vehicle", "walker": "walker", GEV: "gev"}
"""How units hide and are seen, by their row of the movement table; all others are vehicles (section 5)."""
CARRIERS = frozenset({"4x4 transport", "APC", "AFV"})
"""Sample units that carry a base of infantry; a GEV does so if its table says that it is a transport (section 4)."""
SATELLITE = "satellite"


class UnitOnTable(ww2.UnitOnTable):
    """One sample unit on the table; its rows of the printed tables are those of its sample."""

    printed = PRINTED
    not_asked = ("hq", "early_at_gun", "anti_aircraft", "artillery", "clears", "wheeled", "limbered")

    sample: Annotated[str, RowOf("sample_units"), Help("which sample unit it is (section 12)")]
    range: Annotated[str, WordDomain(("", *PRINTED.ranges)), Help("row of the range table")] = ""
    attack: Annotated[str, WordDomain(("", *PRINTED.attack)), Help("row of the attack table")] = ""
    target_kind: Annotated[str, WordDomain(TARGET_KINDS), Help("how it is seen (section 5)")] = "vehicle"
    hitech: Annotated[bool, Help("has hi-tech fire control (section 5)")] = False
    passenger: Annotated[str, Help("the infantry that it carries: a unit, or a sample (section 4)")] = ""

    @classmethod
    def read(cls, given: Mapping[str, Any], where: str = "", *, beyond_the_book: bool = False) -> Self:
        return super().read(cls.follows(given) | dict(given), where, beyond_the_book=beyond_the_book)

    @classmethod
    def follows(cls, given: Mapping[str, Any]) -> dict[str, Any]:
        """What its sample says of it, unless its file says otherwise."""
        rows = PRINTED.sample_rows[given.get("sample", "")]
        weapon = rows.weapon or ""
        return {
            "what": rows.unit,
            "movement": rows.movement,
            "range": weapon,
            "attack": weapon,
            "defence": rows.target,
            "carries": given.get("sample") in CARRIERS,
            "target_kind": KINDS.get(rows.movement, "vehicle"),
            "turretless": weapon == "rockets",
            "symbol": symbol_of(rows.movement, weapon),
        }

    @property
    def destroyed(self) -> bool:
        """Is it lost?  Any damage removes a GEV (section 6)."""
        return super().destroyed or (self.target_kind == "gev" and self.condition is not Condition.OK)

    @property
    def traits(self) -> tuple[str, ...]:
        """What else is known of it, in words."""
        return (*(("hi-tech",) if self.hitech else ()), *super().traits)


def symbol_of(movement: str, weapon: str) -> str:
    """The picture on the base of a unit."""
    if movement == "infantry":
        return "infantry"
    if movement in HOVER or movement == "walker":
        return (
            movement.removeprefix("light-").removeprefix("medium-").removeprefix("heavy-").replace("-", " ")
        )
    return {"": "truck", "rockets": "gun"}.get(weapon, "tank")


class SupportOnTable(ww2.AircraftOnTable):
    """Satellites out of the table, or ground attacks, of one side (sections 5, 11 and 14)."""

    printed = PRINTED

    aircraft: Annotated[
        str, WordDomain((SATELLITE, *PRINTED.aircraft)), Help("a satellite, or a kind of ground attack")
    ]
    hitech: Annotated[bool, Help("has hi-tech fire control (R34)")] = False

    @property
    def symbol(self) -> str:
        """The picture on its base."""
        return SATELLITE if self.aircraft == SATELLITE else "aircraft"

    @property
    def section(self) -> str:
        """Where the book speaks of it."""
        return "5" if self.aircraft == SATELLITE else "11"

    @property
    def what(self) -> str:
        """What it is, in words."""
        return self.aircraft if self.aircraft == SATELLITE else f"{self.aircraft} ground attack"

    @property
    def traits(self) -> tuple[str, ...]:
        """What else is known of it, in words."""
        return ("hi-tech",) if self.hitech else ()


class SatelliteOffTable(ww2.BatteryOffTable):
    """A satellite that fires at whatever lies under the aiming point (section 5)."""

    printed = PRINTED

    attack: Annotated[str, RowOf("attack"), Help("row of the attack table")] = "rockets"
    hitech: Annotated[bool, Help("has hi-tech fire control (R34)")] = False


class Setup(ww2.Setup):
    """A table as its file describes it."""

    units: tuple[UnitOnTable, ...]
    aircraft: tuple[SupportOnTable, ...] = ()
    battery: SatelliteOffTable = SatelliteOffTable(name="the satellite")
    support_dice: Annotated[
        int, Whole(0), Help("D6 for the satellites and ground attacks of each side (section 14)")
    ] = 0


TABLES = Shelf("table of pz8-scifi", Path(__file__).parent / "tabletops", Setup)
