"""Section 8, Airpower: the number of attacks, and what each does."""

from __future__ import annotations

from pz8edu.core import Modifiers, Roll, Umpire
from pz8edu.systems.pz8_divisional_2010.rally import needed_face, works
from pz8edu.systems.pz8_divisional_2010.ruleset import Divisional2010
from pz8edu.systems.pz8_divisional_2010.situations import AirAttack, AirDay, AirNumber
from pz8edu.systems.pz8_divisional_2010.words import Fire


def air_number(umpire: Umpire, situation: AirNumber, rules: Divisional2010) -> Roll[int]:
    """The number of air attacks for the battle, not below 0 (section 8; R23)."""
    return (umpire.d6("number of attacks") + situation.modifier).at_least(0)


def modifiers_of_bombs(situation: AirAttack | AirDay, rules: Divisional2010) -> Modifiers:
    """What is added to the die of a bombing mission (section 8)."""
    return Modifiers(
        (rules.air_fortified, "against a fortification", situation.target_fort, "8"),
        (rules.air_hq, "against an HQ", situation.target_hq, "8"),
    )


def air_attack(umpire: Umpire, situation: AirAttack, rules: Divisional2010) -> Fire:
    """One bombing mission (section 8; R8)."""
    modifiers = modifiers_of_bombs(situation, rules)
    hits = works(umpire.d6("bombs"), modifiers, rules.air_hits_on, rules.six_always_works, rules)
    return Fire.HIT if hits else Fire.MISS


def air_day(umpire: Umpire, situation: AirDay, rules: Divisional2010) -> Roll[int]:
    """The hits of all air attacks of a battle on targets of one kind (section 8; R8)."""
    attacks = umpire.settle("attacks", (umpire.d6("number of attacks") + situation.modifier).at_least(0))
    modifiers = modifiers_of_bombs(situation, rules)
    needed = needed_face(modifiers, rules.air_hits_on, rules.six_always_works, rules)
    return umpire.pool("hits", attacks, needed)
