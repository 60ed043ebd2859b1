"""Section 7, Rally: one die for a unit near its HQ; in the night one for every tired unit."""

from __future__ import annotations

from pz8edu.chance.roll import Roll
from pz8edu.systems.divisional_family.ruleset import Divisional
from pz8edu.systems.divisional_family.situations import OvernightRally, RallyOfUnit
from pz8edu.umpire import Umpire


def rallies(umpire: Umpire, fp: int, needed: int) -> int:
    """The FPs of a unit after its rally roll; without FPs it does not roll (section 7)."""
    return fp - 1 if fp and umpire.d6("rally") >= needed else fp


def rally(umpire: Umpire, situation: RallyOfUnit, rules: Divisional) -> int:
    """One rally roll of a unit (sections 7 and 11; R8, R9)."""
    return rallies(umpire, situation.fp, rules.rally_needs(situation.quality, situation.objectives_lost))


def overnight_rally(umpire: Umpire, situation: OvernightRally, rules: Divisional) -> int | Roll[int]:
    """How many tired units lose an FP in the night (sections 3 and 7; R3)."""
    needed = rules.rally_needs(situation.quality, situation.objectives_lost)
    if rules.R3 == "b":
        return situation.units if umpire.d6("one die for all") >= needed else 0
    return umpire.pool("units that rally", situation.units, needed)
