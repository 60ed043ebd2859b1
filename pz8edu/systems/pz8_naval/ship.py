"""A ship and what it has suffered: H on the hull, T on the turrets, Crippled, Sunk (section 5)."""

from __future__ import annotations

from typing import NamedTuple

from pz8edu.systems.pz8_naval.ruleset import Naval
from pz8edu.systems.pz8_naval.words import Hit, Kind, ShipClass


def immobilised_at(defence: int, rules: Naval) -> int:
    """The H from which a ship cannot change its zone: half its Defence, fractions up (section 5)."""
    return -(-defence // rules.immobilised_part)


class Ship(NamedTuple):
    """A ship with its hits; `attack` is its Attack factor as it counts, the most T that it keeps.

    A ship whose H equal its Defence is Crippled; one H more sinks it.
    """

    attack: int
    defence: int
    h: int = 0
    t: int = 0
    sunk: bool = False

    @property
    def crippled(self) -> bool:
        """Are its H equal to its Defence?"""
        return self.h >= self.defence

    @property
    def out(self) -> bool:
        """Crippled or Sunk: it neither moves nor fires (section 5)."""
        return self.sunk or self.crippled

    def hulled(self) -> Ship:
        """The ship after one more H."""
        return self._replace(sunk=True) if self.crippled else self._replace(h=self.h + 1)

    def hit_in_hull(self, points: int, rules: Naval) -> Ship:
        """The ship after one result of so many H (section 5; R9)."""
        afloat = not self.crippled
        ship = self
        for _ in range(points):
            if ship.sunk or (afloat and ship.crippled and rules.R9 == "b"):
                break
            ship = ship.hulled()
        return ship

    def hit_in_turrets(self, points: int) -> Ship:
        """The ship after so many T; those beyond its Attack factor are H (section 5)."""
        ship = self
        for _ in range(points):
            if ship.sunk:
                break
            ship = ship._replace(t=ship.t + 1) if ship.t < ship.attack else ship.hulled()
        return ship

    def struck(self, hit: Hit, rules: Naval) -> Ship:
        """The ship after one damage (section 5; R9, R10)."""
        if hit is Hit.SUNK:
            return self._replace(sunk=True)
        if hit is Hit.CRIPPLED:
            if not self.crippled:
                return self._replace(h=self.defence)
            return self.hulled() if rules.R10 == "b" else self
        return self.hit_in_hull(hit.hull, rules) if hit.hull else self.hit_in_turrets(hit.turrets)

    def repaired(self, first: Kind) -> Ship:
        """The ship with one hit less, of this kind if it has any, else of the other (section 6)."""
        if (first is Kind.H and self.h) or not self.t:
            return self._replace(h=max(self.h - 1, 0))
        return self._replace(t=self.t - 1)

    def class_of(self, rules: Naval) -> ShipClass:
        """What has become of it, in one word (section 5)."""
        if self.sunk:
            return ShipClass.SUNK
        if self.crippled:
            return ShipClass.CRIPPLED
        if self.h >= immobilised_at(self.defence, rules):
            return ShipClass.IMMOBILISED
        return ShipClass.DAMAGED if self.h or self.t else ShipClass.UNHURT

    def __str__(self) -> str:
        if self.sunk:
            return "sunk"
        return f"crippled T{self.t}" if self.crippled else f"H{self.h} T{self.t}"
