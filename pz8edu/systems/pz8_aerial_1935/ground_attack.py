"""Section 9, Ground attacks."""

from __future__ import annotations

from pz8edu.core import Modifiers, Umpire
from pz8edu.systems.pz8_aerial_1935.ruleset import Aerial1935
from pz8edu.systems.pz8_aerial_1935.situations import GroundAttack
from pz8edu.systems.pz8_aerial_1935.words import GroundResult, GroundWeapon


def dives(dive_bomber: bool, weapon: GroundWeapon, rules: Aerial1935) -> bool:
    """Is an attack that of a dive bomber, from its highest level (section 9; R20)?"""
    return dive_bomber and (weapon is GroundWeapon.BOMBS or rules.R20 == "b")


def modifiers_to_attack(attack: GroundAttack, rules: Aerial1935) -> Modifiers:
    """The modifiers to the die of a ground attack, in the printed order (section 9; R20, R21)."""
    dive = dives(attack.dive_bomber, attack.weapon, rules)
    hasty = attack.over3 and (not dive or rules.R21 == "b")
    return Modifiers(
        (-attack.altitude, f"altitude level {attack.altitude}", not dive, "9"),
        (rules.dive_attack, "dive bomber", dive, "9"),
        (rules.hasty_attack, f"more than {rules.fast_mp} MPs expended", hasty, "9"),
    )


def ground_attack(umpire: Umpire, situation: GroundAttack, rules: Aerial1935) -> GroundResult:
    """One ground attack (pz8-aerial-1935, section 9; R20, R21)."""
    die = umpire.d6("attack")
    if die.called("attacker lost") <= rules.lost_up_to:
        return GroundResult.LOST
    score = die.modified(modifiers_to_attack(situation, rules))
    destroyed = score >= rules.ground_attacks[situation.weapon].destroys_on
    return GroundResult.DESTROYED if destroyed else GroundResult.NO_EFFECT
