"""Section 6, Repair."""

from __future__ import annotations

from pz8edu.core import Umpire
from pz8edu.systems.pz8_naval.ruleset import Naval
from pz8edu.systems.pz8_naval.ship import Ship
from pz8edu.systems.pz8_naval.situations import Repair
from pz8edu.systems.pz8_naval.words import Kind

NOT_POSSIBLE, NOTHING = "no repair possible (crippled)", "nothing to repair"


def repaired(umpire: Umpire, ship: Ship, first: Kind, rules: Naval) -> Ship:
    """A ship after its repair die; undamaged and Crippled ships do not roll (section 6)."""
    if ship.out or not (ship.h or ship.t):
        return ship
    return ship.repaired(first) if umpire.d6("repair") >= rules.repair_on else ship


def repair(umpire: Umpire, situation: Repair, rules: Naval) -> Ship | str:
    """One ship's repair die (pz8-naval, section 6; R14)."""
    ship = Ship(situation.t, situation.defence, situation.h, situation.t)
    if ship.crippled:
        return NOT_POSSIBLE
    return repaired(umpire, ship, situation.choice, rules) if ship.h or ship.t else NOTHING
