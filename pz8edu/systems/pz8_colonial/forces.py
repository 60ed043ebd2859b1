"""Sample forces: units of men, machine guns and guns, one file a force.

The rules print no forces; these were drawn up for the kit within the sizes of section 2.
"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

from pz8edu.core import Help, Shelf, Situation, Whole, WordDomain
from pz8edu.errors import BadInput
from pz8edu.systems.pz8_colonial.situations import NATIONS, KindOfLeader
from pz8edu.systems.pz8_colonial.words import Gun, Quality, Side, Troop, Weapon


class Unit(Situation):
    """One unit at full strength."""

    name: Annotated[str, Help("its name, all different")]
    what: Annotated[str, Help("what it is, in words")] = ""
    troop: Annotated[Troop, Help("how it moves")] = Troop.FOOT
    men: Annotated[int, Whole(1, 24), Help("figures, leaders included; of a gun its crew")]
    leaders: Annotated[tuple[KindOfLeader, ...], Help("leaders among them")] = ()
    quality: Annotated[Quality, Help("class")] = Quality.AVERAGE
    weapon: Annotated[Weapon | None, Help("what its shooters fire")] = None
    shooters: Annotated[int | None, Whole(0, 24), Help("men who fire it; all unless given")] = None
    shield_revolver_lance: Annotated[bool, Help("has shields, revolvers or lances")] = False
    gun: Annotated[Gun | None, Help("the piece of an artillery unit")] = None

    @property
    def firing(self) -> int:
        """Men who fire at full strength."""
        if self.weapon is None:
            return 0
        return self.men if self.shooters is None else self.shooters

    @property
    def ordinary(self) -> int:
        """Figures that are no leaders."""
        return self.men - len(self.leaders)

    def check(self) -> None:
        if len(self.leaders) > self.men:
            raise BadInput(f"{self.name} has {self.men} men, but {len(self.leaders)} leaders among them")
        if self.firing > self.men:
            raise BadInput(f"{self.name} has {self.men} men, but {self.firing} shooters")
        if (self.troop is Troop.ARTILLERY) != (self.gun is not None):
            raise BadInput(
                f"{self.name}: artillery, and only artillery, has a gun, light or medium (section 4)"
            )


class Force(Situation):
    """The units of one player."""

    name: Annotated[str, Help("who they are")]
    side: Annotated[Side, Help("side; colonial troops are european, Boers native")]
    nation: Annotated[str, WordDomain(NATIONS), Help("row of the random ratings (section 9)")]
    note: str = ""
    units: tuple[Unit, ...]

    def check(self) -> None:
        names = [unit.name for unit in self.units]
        twice = next((name for name in names if names.count(name) > 1), None)
        if twice is not None:
            raise BadInput(f"two units of {self.name} are called {twice!r}")


FORCES = Shelf("force of pz8-colonial", Path(__file__).parent / "forces", Force)
