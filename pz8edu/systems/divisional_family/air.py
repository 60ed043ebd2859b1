"""Section 8, Airpower: the number of attacks, and what each does."""

from __future__ import annotations

from pz8edu.chance.roll import Roll
from pz8edu.systems.divisional_family.ruleset import Divisional
from pz8edu.systems.divisional_family.situations import AirAttack, AirDay, AirNumber
from pz8edu.systems.divisional_family.words import Fire
from pz8edu.umpire import Umpire


def air_number(umpire: Umpire, situation: AirNumber, rules: Divisional) -> Roll[int]:
    """The number of air attacks for the battle, not below 0 (section 8; R23)."""
    return (umpire.d6("number of attacks") + situation.modifier).at_least(0)


def air_attack(umpire: Umpire, situation: AirAttack, rules: Divisional) -> Fire:
    """One bombing mission (section 8; R8)."""
    needed = rules.air_needs(situation.target_fort, situation.target_hq)
    return Fire.HIT if umpire.d6("bombs") >= needed else Fire.MISS


def air_day(umpire: Umpire, situation: AirDay, rules: Divisional) -> Roll[int]:
    """The hits of all air attacks of a battle on targets of one kind (section 8; R8)."""
    attacks = umpire.settle("attacks", (umpire.d6("number of attacks") + situation.modifier).at_least(0))
    needed = rules.air_needs(situation.target_fort, situation.target_hq)
    return umpire.pool("hits", attacks, needed)
