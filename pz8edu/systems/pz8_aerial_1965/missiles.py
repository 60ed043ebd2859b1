"""Section 5b and 5c, heat-seeking and radar-homing missiles: one roll against one roll."""

from __future__ import annotations

from pz8edu.core import Modifiers, Order, Umpire
from pz8edu.systems.pz8_aerial_1935.movement import available
from pz8edu.systems.pz8_aerial_1935.words import Skill
from pz8edu.systems.pz8_aerial_1965.ruleset import Aerial1965
from pz8edu.systems.pz8_aerial_1965.situations import HsMissile, Missiles, RhMissile
from pz8edu.systems.pz8_aerial_1965.words import Bloc, Salvo, Weapon

SECTIONS = {Weapon.CANNON: "5a", Weapon.HS: "5b", Weapon.RH: "5c"}
"""Where a weapon is printed."""


def firer_modifiers(kind: Weapon, salvo: Missiles, rules: Aerial1965) -> Modifiers:
    """What the firing side adds to its die, in the printed order (section 5; R20)."""
    return rules.missile_modifiers(
        kind,
        SECTIONS[kind],
        ("each missile fired", salvo.missiles - (rules.R20 == "b")),
        ("NATO or Israeli", salvo.bloc in (Bloc.NATO, Bloc.ISRAEL)),
        ("Third World", salvo.bloc is Bloc.THIRD_WORLD),
        ("flying at altitude 1", salvo.altitude == rules.low_level),
        ("first-generation missiles", salvo.first_generation),
        ("target over 12 hexes away", salvo.distance > rules.far),
    )


def target_modifiers(kind: Weapon, salvo: Missiles, rules: Aerial1965) -> Modifiers:
    """What the target adds to its die, in the printed order (section 5; R21)."""
    halved = salvo.target_damaged and rules.R21 == "a"
    mp = available(salvo.target_mp, False, halved, rules)
    return rules.missile_modifiers(
        kind,
        SECTIONS[kind],
        ("aircraft with more than 4 MPs", mp > rules.fast_above),
        ("Veteran pilot", salvo.target_skill is Skill.VETERAN),
        ("Green pilot", salvo.target_skill is Skill.GREEN),
    )


def missiles_hit(umpire: Umpire, kind: Weapon, salvo: Missiles, rules: Aerial1965) -> Salvo:
    """Do the missiles win against the target (section 5; R20, R21, R22)?"""
    firer = umpire.d6("missiles").modified(firer_modifiers(kind, salvo, rules))
    target = umpire.d6("target").modified(target_modifiers(kind, salvo, rules))
    order = umpire.compare("missiles against target", firer, target)
    hit = order is Order.HIGHER or (order is Order.EQUAL and rules.R22 == "b")
    return Salvo.DESTROYED if hit else Salvo.EVADED


def hs_missile(umpire: Umpire, situation: HsMissile, rules: Aerial1965) -> Salvo:
    """A salvo of heat-seeking missiles (pz8-aerial-1965, section 5b; R20, R21, R22)."""
    return missiles_hit(umpire, Weapon.HS, situation, rules)


def rh_missile(umpire: Umpire, situation: RhMissile, rules: Aerial1965) -> Salvo:
    """A salvo of radar-homing missiles (pz8-aerial-1965, section 5c; R20, R21, R22)."""
    return missiles_hit(umpire, Weapon.RH, situation, rules)
