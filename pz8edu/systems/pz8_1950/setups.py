"""What a table of Pz8 1950/1975 holds beyond one of Pz8 WW2: helicopters, and missiles that are fired once."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from pz8edu.core import Help, RowOf, Shelf, WordDomain
from pz8edu.errors import BadInput
from pz8edu.systems.pz8_1950.boards import PRINTED
from pz8edu.systems.pz8_ww2 import setups as ww2

FIRED = "{0.name} has fired its {0.weapon}: once in a game (§5)."
"""What stands in the way of a second missile."""
ATGW, SAM = "atgw", "sam"
GUIDED = frozenset({ATGW, SAM})
"""Weapons that have +1 to hit (section 5)."""
ONCE = {ATGW: "ATGW", SAM: "SAM", "rockets": "rockets"}
"""Weapons that teams and helicopters fire once in a game (section 5)."""
HELICOPTER, VEHICLE = "helicopter", "vehicle"


class RowOrNone(RowOf):
    """An input that names a row of a printed table, or none."""

    def domain(self, rules: Any) -> WordDomain:
        """The keys of the rows, and nothing."""
        return WordDomain(("", *getattr(rules, self.table)))


class UnitOnTable(ww2.UnitOnTable):
    """One unit on the table, with its rows of the printed tables."""

    printed = PRINTED

    attack: Annotated[str, RowOrNone("attack"), Help("row of the attack table; a SAM has none")] = ""
    target_kind: Annotated[
        str,
        WordDomain((VEHICLE, "non-vehicle", "tank-hunter", HELICOPTER)),
        Help("how it hides in cover (section 5)"),
    ] = "non-vehicle"
    missile_fired: Annotated[bool, Help("its missile or rockets are fired: once in a game (section 5)")] = (
        False
    )

    @property
    def flies(self) -> bool:
        """Is it a helicopter?"""
        return self.target_kind == HELICOPTER

    @property
    def fires_once(self) -> bool:
        """Is its weapon fired once in a game: a team's ATGW or SAM, a helicopter's ATGW or rockets (section 5)?"""
        team = self.target_kind != VEHICLE and self.range in GUIDED
        return team or (self.flies and self.range in ONCE)

    @property
    def weapon(self) -> str:
        """The missile or the rockets that it fires; empty for a gun."""
        return ONCE.get(self.range, "")

    @property
    def missile(self) -> str:
        """What is left of a weapon that is fired once."""
        if not self.fires_once:
            return ""
        return f"{self.weapon} {'fired' if self.missile_fired else 'left'}"

    @property
    def shown(self) -> tuple[str, ...]:
        """What stands beside its name on the table."""
        return (*filter(None, (self.missile,)), *super().shown)


class AircraftOnTable(ww2.AircraftOnTable):
    """An aircraft that attacks what is on the table (section 12)."""

    printed = PRINTED


class Setup(ww2.Setup):
    """A table as its file describes it."""

    units: tuple[UnitOnTable, ...]
    aircraft: tuple[AircraftOnTable, ...] = ()

    def check(self) -> None:
        super().check()
        for unit in self.units:
            if not unit.attack and unit.range != SAM:
                raise BadInput(f"attack of {unit.name} is required: only a SAM has none (section 8)")


TABLES = Shelf("table of pz8-1950", Path(__file__).parent / "tabletops", Setup)
