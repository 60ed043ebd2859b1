"""Section 12, Aircraft."""

from __future__ import annotations

from pz8edu.core import Modifiers, Umpire
from pz8edu.systems.pz8_ww2.damage import harm
from pz8edu.systems.pz8_ww2.fire import cover_and_quality, hits
from pz8edu.systems.pz8_ww2.ruleset import Ww2
from pz8edu.systems.pz8_ww2.situations import AirAim, AirAttack
from pz8edu.systems.pz8_ww2.words import Condition, Quality, ToHit


def modifiers_from_the_air(aim: AirAim, rules: Ww2) -> Modifiers:
    """Cover, aircrew and what is on guard near the target (section 12; R5, R19)."""
    quality = Quality.AVERAGE if rules.R19 == "b" else aim.quality
    shooting = cover_and_quality(aim.cover, quality, rules) + rules.of_the_weapon(aim)
    return shooting + rules.against_aircraft(aim)


def attacked(umpire: Umpire, aim: AirAim, rules: Ww2) -> bool:
    """Does an attack from the air hit?"""
    return hits(umpire.d6("to hit"), modifiers_from_the_air(aim, rules), rules.air_hit_on, rules)


def air_to_hit(umpire: Umpire, situation: AirAim, rules: Ww2) -> ToHit:
    """The roll to hit of an aircraft (pz8-ww2, section 12; R1, R5, R19)."""
    return ToHit.HIT if attacked(umpire, situation, rules) else ToHit.MISS


def air_attack(umpire: Umpire, situation: AirAttack, rules: Ww2) -> Condition:
    """An aircraft attacks a target: its final condition (pz8-ww2, sections 12 and 6)."""
    if not attacked(umpire, situation, rules):
        return situation.target_condition
    return harm(umpire, situation, rules)
