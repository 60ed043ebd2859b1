"""Sections 5, 6 and 12: fire at helicopters."""

from __future__ import annotations

from pz8edu.core import Umpire
from pz8edu.systems.pz8_1950.ruleset import Y1950
from pz8edu.systems.pz8_1950.situations import Aim, HelicopterTarget
from pz8edu.systems.pz8_ww2.damage import opposed_roll
from pz8edu.systems.pz8_ww2.fire import aimed
from pz8edu.systems.pz8_ww2.words import Damage

UNHARMED, REMOVED = "unharmed", "removed"


def helicopter_fire(umpire: Umpire, situation: HelicopterTarget, rules: Y1950) -> str:
    """Infantry, HMG, AA guns or SAM fire at a helicopter (pz8-1950, sections 5, 6 and 12; R1).

    Any damage removes it; a SAM that hits needs no damage roll.
    """
    sam = situation.weapon == "sam"
    if not aimed(umpire, Aim.of(situation, guided=sam), rules):
        return UNHARMED
    return REMOVED if sam or is_harmed(umpire, situation, rules) else UNHARMED


def is_harmed(umpire: Umpire, target: HelicopterTarget, rules: Y1950) -> bool:
    """Does a hit do any damage (section 6)?"""
    return opposed_roll(umpire, target.attack, target.defence, rules) is not Damage.NONE
