"""Sections 5, 6 and 11: fire at GEV."""

from __future__ import annotations

from pz8edu.core import Umpire
from pz8edu.systems.pz8_scifi.ruleset import SciFi
from pz8edu.systems.pz8_scifi.situations import Aim, GevTarget
from pz8edu.systems.pz8_ww2.damage import opposed_roll
from pz8edu.systems.pz8_ww2.fire import aimed
from pz8edu.systems.pz8_ww2.words import Damage

UNHARMED, REMOVED = "unharmed", "removed"


def gev_fire(umpire: Umpire, situation: GevTarget, rules: SciFi) -> str:
    """A Light gun or Infantry fires at a GEV, which any damage removes (pz8-scifi, sections 5, 6 and 11; R1, R31).

    Ground gives it no cover, and it is soft: its Defence is never halved.
    """
    if not aimed(umpire, Aim.of(situation), rules):
        return UNHARMED
    return REMOVED if is_harmed(umpire, situation, rules) else UNHARMED


def is_harmed(umpire: Umpire, target: GevTarget, rules: SciFi) -> bool:
    """Does a hit do any damage (section 6)?"""
    return opposed_roll(umpire, target.attack, target.defence, rules) is not Damage.NONE
