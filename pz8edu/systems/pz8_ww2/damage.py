"""Section 6, Damage: the opposed roll, what it does to a unit, and the save of an HQ."""

from __future__ import annotations

from pz8edu.core import Modifiers, Umpire
from pz8edu.systems.pz8_ww2.ruleset import Ww2
from pz8edu.systems.pz8_ww2.situations import Hit, HitFromAbove, HqSave, OpposedRoll
from pz8edu.systems.pz8_ww2.words import CONDITIONS, Condition, Damage, Quality


def opposed_roll(umpire: Umpire, attack: int, defence: int, rules: Ww2) -> Damage:
    """Both sides roll a die and add their factor; the margin gives the damage (section 6)."""
    attacker = umpire.d6("attack") + attack
    defender = umpire.d6("defence") + defence
    return umpire.look_up("damage", attacker - defender, rules.damage)


def struck(umpire: Umpire, hit: OpposedRoll | Hit | HitFromAbove, rules: Ww2) -> Damage:
    """The damage of a hit, before any save (section 6)."""
    return opposed_roll(umpire, hit.attack, rules.defence_of(hit), rules)


def damage(umpire: Umpire, situation: OpposedRoll, rules: Ww2) -> Damage:
    """The damage of a hit by itself (pz8-ww2, section 6)."""
    return struck(umpire, situation, rules)


def suffer(condition: Condition, result: Damage, rules: Ww2) -> Condition:
    """What a damage result makes of a unit (section 6; R2, R3)."""
    if result is Damage.NONE:
        return condition
    if result is Damage.DESTROYED or condition is Condition.DESTROYED:
        return Condition.DESTROYED
    if condition is Condition.OK:
        return CONDITIONS[result.place]
    if condition is Condition.DISORGANIZED:
        if result is Damage.SUPPRESSED and rules.R3 == "b":
            return Condition.DESTROYED
        return Condition.SUPPRESSED
    if result is Damage.SUPPRESSED or rules.R2 == "b":
        return Condition.DESTROYED
    return Condition.SUPPRESSED


def saved(umpire: Umpire, quality: Quality, rules: Ww2) -> bool:
    """Does the saving roll of an HQ succeed (section 6)?"""
    modifiers = Modifiers((rules.save_modifier(quality), f"HQ {quality.value}", True, "6"))
    return umpire.d6("HQ save").modified(modifiers) >= rules.save_on


def suffer_with_save(
    umpire: Umpire, result: Damage, condition: Condition, saves_as: Quality | None, rules: Ww2
) -> Condition:
    """What a damage result makes of a unit that saves with a quality if it is an HQ (section 6; R4)."""
    if saves_as is None or not result.can_be_saved:
        return suffer(condition, result, rules)
    if rules.R4 == "a":
        return suffer(condition, result.lowered if saved(umpire, saves_as, rules) else result, rules)
    after = suffer(condition, result, rules)
    if after is Condition.DESTROYED or not saved(umpire, saves_as, rules):
        return after
    return max(after.bettered, condition, key=lambda each: each.place)


def harm(umpire: Umpire, hit: Hit | HitFromAbove, rules: Ww2) -> Condition:
    """What a hit does to its target, which may save (section 6; R2 to R4)."""
    return suffer_with_save(umpire, struck(umpire, hit, rules), hit.target_condition, hit.saves_as, rules)


def hq_save(umpire: Umpire, hq: HqSave, rules: Ww2) -> Condition:
    """An HQ that has just suffered a damage result (pz8-ww2, section 6; R2, R3, R4)."""
    return suffer_with_save(umpire, hq.result, hq.target_condition, hq.saves_as, rules)
