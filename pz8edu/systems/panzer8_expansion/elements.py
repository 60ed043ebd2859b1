"""The elements of the expansion on the table, and the state that each is in."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Literal

from pz8edu.board.table_setup import Placed, Setup
from pz8edu.core import Help, printed_rules
from pz8edu.systems.panzer8_expansion.ruleset import Expansion
from pz8edu.systems.panzer8_expansion.words import Ammunition, Level, Mover, ScarceArmy, Smoke, Weapon

PRINTED = printed_rules(Expansion)


class Element(Placed):
    """One element: a section, a vehicle, a gun, or a counter that stands for hidden ones."""

    printed = PRINTED

    kind: Annotated[str, Help("a row of the kinds of elements (section 10); empty for others")] = ""
    mover: Annotated[Mover, Help("how wire meets it (section 17.1)")] = Mover.INFANTRY
    quality: Annotated[int, Help("troop quality on the d20 (its values are lost with the basic rules)")] = 0
    need: Annotated[int, Help("score that its fire needs on the d20, from your basic rules")] = 11
    weapon: Annotated[Weapon | None, Help("a weapon that can run out; none for small arms")] = None
    ammo: Annotated[Ammunition, Help("what it fires (section 12, 13)")] = Ammunition.SA
    army: Annotated[ScarceArmy | None, Help("an army that is short of ammunition")] = None
    smoke: Annotated[Smoke | None, Help("what lays smoke for it (section 14)")] = None
    shelter: Annotated[
        Literal["", "dug in", "pill box", "bunker"], Help("what it is dug or built into (section 17.2)")
    ] = ""
    afv: Annotated[bool, Help("an armoured fighting vehicle")] = False
    recce: Annotated[bool, Help("classed as recce (section 10.2)")] = False
    engineers: Annotated[bool, Help("engineers")] = False
    hidden: Annotated[bool, Help("hidden under a counter (section 11)")] = False
    dummy: Annotated[bool, Help("a counter with nobody under it (section 11.1)")] = False
    telephone: Annotated[bool, Help("an observer with a telephone (section 15)")] = False
    moved: Annotated[bool, Help("moved this turn")] = False
    stood: Annotated[bool, Help("stood still beside the wire for a whole turn (section 17.1)")] = False
    out: Annotated[bool, Help("out of ammunition (section 13)")] = False

    @property
    def changeable(self) -> tuple[str, ...]:
        """What it has done and fires, whether it is found, and whether its ammunition is gone."""
        return (*super().changeable, "ammo", "hidden", "moved", "stood", "out")

    @property
    def size(self) -> tuple[Fraction, Fraction]:
        """One base-width square."""
        return Fraction(1), Fraction(1)

    @property
    def leaves_wreck(self) -> bool:
        """Vehicles do."""
        return self.afv

    @property
    def harm(self) -> tuple[str, ...]:
        """What was done to it."""
        return (*super().harm, *(("out of ammunition",) if self.out else ()))

    @property
    def doing(self) -> tuple[str, ...]:
        """What else is known of it."""
        words = {
            "hidden": self.hidden,
            "dummy": self.dummy,
            "recce": self.recce,
            self.shelter: bool(self.shelter),
            "moved": self.moved,
            "stood a turn": self.stood,
        }
        return tuple(word for word, so in words.items() if so)


class Scenario(Setup):
    """A table of the expansion."""

    units: tuple[Element, ...]
    defender: Annotated[Literal["", "own", "enemy"], Help("who defends, and registered the points")] = ""
    support: Annotated[Level, Help("the level of the battery that is called (section 15)")] = Level.BATTALION
    phases: Annotated[int, Help("command phases in which a call is tried")] = 3
