"""Section 6, Barbed wire: idle units clear it from their square."""

from __future__ import annotations

from pz8edu.core import Modifiers, Umpire
from pz8edu.systems.pz8_ww1.ruleset import Ww1
from pz8edu.systems.pz8_ww1.situations import IdleUnits


def wires_left(umpire: Umpire, wire: int, idle: IdleUnits, rules: Ww1) -> int:
    """What one turn of idle units leaves of so many wires: first the tanks, then the infantry (section 6)."""
    wire -= min(wire, idle.tank * rules.wires_a_tank)
    if not wire:
        return wire
    green = umpire.pool("Green infantry", idle.green, rules.wire_on - rules.green_wire)
    average = umpire.pool("Average infantry", idle.average, rules.wire_on)
    elite = umpire.pool("Elite infantry", idle.elite, rules.wire_on - rules.elite_wire)
    left = {cleared: max(wire - cleared, 0) for cleared in range(idle.green + idle.average + idle.elite + 1)}
    modifiers = Modifiers(
        (rules.green_wire, "Green infantry", idle.green > 0, "6"),
        (rules.elite_wire, "Elite infantry", idle.elite > 0, "6"),
    )
    return umpire.look_up("wires cleared", (green + average + elite).because_of(modifiers), left)


def wire_removal(umpire: Umpire, situation: IdleUnits, rules: Ww1) -> int:
    """Wires that are left in the square of idle units after one turn (pz8-ww1, section 6)."""
    return wires_left(umpire, situation.wire, situation, rules)
