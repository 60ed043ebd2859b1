"""Section 8, Solo rules: what the Natives do by themselves."""

from __future__ import annotations

from pz8edu.core import Umpire
from pz8edu.systems.pz8_colonial.morale import morale
from pz8edu.systems.pz8_colonial.ruleset import Colonial
from pz8edu.systems.pz8_colonial.situations import Shaken, SoloUnit
from pz8edu.systems.pz8_colonial.words import Action, Morale


def solo_native(umpire: Umpire, situation: SoloUnit, rules: Colonial) -> Action:
    """The action of a Native unit in the solo game (pz8-colonial, section 8; R20)."""
    if situation.half_strength:
        unit = Shaken.of(situation)
        if umpire.resolve("test", morale, unit, rules) is Morale.ROUTS:
            return Action.ROUT
    if situation.within_charge and not (situation.half_strength and rules.R20 == "b"):
        return Action.CHARGE
    table = rules.solo_table if situation.in_range else rules.solo_table_out_of_range
    return umpire.look_up("action", umpire.d6("action"), table)
