"""Section 12, Aircraft."""

from __future__ import annotations

from pz8edu.chance.modifiers import Modifiers
from pz8edu.systems.pz8_ww2.damage import halved_defence, opposed_roll, suffer_with_save
from pz8edu.systems.pz8_ww2.fire import hits, modifiers_to_hit
from pz8edu.systems.pz8_ww2.ruleset import Ww2
from pz8edu.systems.pz8_ww2.situations import AirAim, AirAttack
from pz8edu.systems.pz8_ww2.words import Condition, Quality, ToHit
from pz8edu.umpire import Umpire


def modifiers_from_the_air(aim: AirAim, rules: Ww2) -> Modifiers:
    """Cover, aircrew and anti-aircraft guns (section 12; R5, R19)."""
    quality = Quality.AVERAGE if rules.R19 == "b" else aim.quality
    guns = Modifiers(
        (
            rules.aa_gun * aim.aa_guns,
            f"for {aim.aa_guns} AA gun{'s' * (aim.aa_guns > 1)} near the target",
            True,
            "12",
        )
    )
    return modifiers_to_hit(rules, aim.cover, quality) + guns


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
    defence = halved_defence(situation.defence, rules) if situation.armoured else situation.defence
    result = opposed_roll(umpire, situation.attack, defence, rules)
    return suffer_with_save(
        umpire, result, situation.target_condition, situation.hq, situation.target_quality, rules
    )
