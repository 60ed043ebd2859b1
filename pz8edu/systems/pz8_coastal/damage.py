"""Section 7, Damage: the opposed roll, the state of a vessel, whole shots, guns knocked out."""

from __future__ import annotations

from pz8edu.core import Roll, Umpire
from pz8edu.systems.pz8_coastal.firing import hits, light_gun_factor
from pz8edu.systems.pz8_coastal.ruleset import Coastal
from pz8edu.systems.pz8_coastal.situations import (
    Aimed,
    GunShot,
    GunsLost,
    LightGunShot,
    TargetHit,
    VesselHit,
    Volley,
)
from pz8edu.systems.pz8_coastal.words import SMALL, Damage, Gun, Level


def opposed_roll(umpire: Umpire, attack: int, defence: int, rules: Coastal) -> Damage:
    """Both sides roll a die and add their factor; the difference gives the damage (section 7)."""
    difference = (umpire.d6("attack") + attack) - (umpire.d6("defence") + defence)
    return umpire.look_up("damage", difference, rules.damage_by_difference)


def damage(umpire: Umpire, situation: TargetHit, rules: Coastal) -> Damage:
    """The damage roll by itself (pz8-coastal, section 7)."""
    return opposed_roll(umpire, situation.af, situation.defence, rules)


def suffer(level: Level, result: Damage, rules: Coastal) -> Level:
    """What a result makes of a vessel (section 7; R14)."""
    if result is Damage.NONE:
        return level
    if result is Damage.SUNK:
        return Level.SUNK
    if level is Level.WRECKED:
        return Level.SUNK if result is Damage.WRECKED or rules.R14 == "b" else Level.WRECKED
    return Level.WRECKED if level is Level.DAMAGED else Level(result.value)


def damage_progress(umpire: Umpire, situation: VesselHit, rules: Coastal) -> Level:
    """The damage roll on a vessel in a given state (pz8-coastal, section 7; R14)."""
    return suffer(situation.level, damage(umpire, situation, rules), rules)


def gun_shot(umpire: Umpire, situation: GunShot, rules: Coastal) -> Level:
    """One gun of 37 mm or larger fires (pz8-coastal, sections 6 and 7; R8, R12, R14)."""
    if not hits(umpire, Aimed.of(situation), rules):
        return situation.level
    return suffer(situation.level, struck(umpire, situation, rules), rules)


def struck(umpire: Umpire, shot: GunShot | LightGunShot, rules: Coastal) -> Damage:
    """The damage of guns that hit (section 7)."""
    return opposed_roll(umpire, attack_of(shot, rules) or 0, shot.defence, rules)


def attack_of(shot: GunShot | LightGunShot, rules: Coastal) -> int | None:
    """The Attack factor of a gun, or of all light guns; None when they cannot fire (section 6)."""
    if isinstance(shot, GunShot):
        return rules.weapons[shot.weapon].attack
    return light_gun_factor(shot.count, shot.firer_level, shot.fore_aft, shot.distance, rules)


def light_guns_hit(umpire: Umpire, shot: LightGunShot, rules: Coastal) -> bool:
    """Can the light guns fire, and do they hit (section 6)?"""
    return attack_of(shot, rules) is not None and hits(umpire, Aimed.of(shot, weapon=SMALL), rules)


def light_gun_shot(umpire: Umpire, situation: LightGunShot, rules: Coastal) -> Level:
    """All light guns fire together (pz8-coastal, sections 6 and 7; R8, R9, R10, R11, R12, R14)."""
    if not light_guns_hit(umpire, situation, rules):
        return situation.level
    return suffer(situation.level, struck(umpire, situation, rules), rules)


def next_shot(umpire: Umpire, level: Level, shot: GunShot | LightGunShot, rules: Coastal) -> Level:
    """The next weapon at the target as those before have left it (sections 6 and 7)."""
    if level is Level.SUNK:
        return level
    if isinstance(shot, GunShot):
        return gun_shot(umpire, GunShot.of(shot, level=level), rules)
    return light_gun_shot(umpire, LightGunShot.of(shot, level=level), rules)


def volley(umpire: Umpire, situation: Volley, rules: Coastal) -> Roll[Level]:
    """Several weapons one after the other (pz8-coastal, sections 6 and 7; R8, R9, R10, R11, R12, R14)."""
    shots = [
        GunShot.of(situation, weapon=weapon)
        if isinstance(weapon, Gun)
        else LightGunShot.of(situation, count=weapon[1])
        for weapon in situation.weapons
    ]
    return umpire.in_turn("weapon", shots, next_shot, situation.level, rules)


def gun_knock_out(umpire: Umpire, situation: GunsLost, rules: Coastal) -> Roll[int]:
    """The guns of 37 mm or larger that are lost with a result (pz8-coastal, section 7; R13)."""
    on = rules.damage[situation.result].knocked_out_on or 0
    at_one_blow = situation.result is Level.WRECKED and situation.level_before is Level.OK
    if not (at_one_blow and rules.R13 == "b"):
        return umpire.pool("guns lost", situation.guns, on)
    as_damaged = rules.damage[Level.DAMAGED].knocked_out_on or 0
    first = umpire.settle("guns lost as Damaged", umpire.pool("Damaged", situation.guns, as_damaged))
    return umpire.pool("Wrecked", situation.guns - first, on) + first
