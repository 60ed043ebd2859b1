"""What a unit on a table of Pz8 1975/2010 may be fitted with."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pz8edu.core import Help, Shelf
from pz8edu.systems.pz8_1950 import setups as y1950
from pz8edu.systems.pz8_1975.boards import PRINTED

FITTED_AGAINST = frozenset({"atgw", "infantry"})
"""Weapons against which add-on armour counts (section 9)."""


class UnitOnTable(y1950.UnitOnTable):
    """One unit on the table, with its rows of the printed tables and what it is fitted with."""

    printed = PRINTED

    laser: Annotated[bool, Help("a gun with laser rangefinder and computer (sections 5 and 7)")] = False
    stabilised: Annotated[bool, Help("an MBT with stabilised gun: two shots (section 5)")] = False
    reactive: Annotated[bool, Help("reactive or appliqué armour (section 9)")] = False
    tandem: Annotated[bool, Help("its missile has a tandem warhead (section 9)")] = False
    top_attack: Annotated[bool, Help("its missile attacks from the top (section 9)")] = False
    thermal: Annotated[bool, Help("thermal sights, which see through smoke (section 11)")] = False

    @property
    def traits(self) -> tuple[str, ...]:
        """What else is known of it, in words."""
        words = {
            "laser": self.laser,
            "stabilised": self.stabilised,
            "reactive armour": self.reactive,
            "tandem warhead": self.tandem,
            "top attack": self.top_attack,
            "thermal sights": self.thermal,
        }
        return (*super().traits, *(word for word, has in words.items() if has))


class AircraftOnTable(y1950.AircraftOnTable):
    """An aircraft that attacks what is on the table; all are alike in this book (section 12)."""

    printed = PRINTED

    @property
    def what(self) -> str:
        """What it is, in words."""
        return "aircraft"


class Setup(y1950.Setup):
    """A table as its file describes it."""

    units: tuple[UnitOnTable, ...]
    aircraft: tuple[AircraftOnTable, ...] = ()


TABLES = Shelf("table of pz8-1975", Path(__file__).parent / "tabletops", Setup)
