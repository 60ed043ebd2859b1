"""Section 10, Torpedoes: counters that cross a vessel, and where they do."""

from __future__ import annotations

from fractions import Fraction
from math import cos, radians, sin, sqrt

from pz8edu.board.bearings import TOLERANCE
from pz8edu.core import Modifiers, Umpire
from pz8edu.systems.pz8_coastal.firing import score_to_hit, speed_modifiers, target_modifiers
from pz8edu.systems.pz8_coastal.ruleset import Coastal
from pz8edu.systems.pz8_coastal.situations import TorpedoAttack
from pz8edu.systems.pz8_coastal.words import Target, TorpedoResult

MTBS, MOTOR_BOATS = frozenset(("MTB", "MGB", "PT", "MAS", "S-boot")), frozenset(("Raumboot",))
"""Boats called MTB or the like, and those that the book only counts among them (sections 9 and 10)."""


def torpedo_target(kind: str, defence: int, rules: Coastal) -> Target:
    """What a vessel is to a torpedo: a small or larger MTB, or any other (sections 9 and 10; R24)."""
    small, large = rules.defences["small MTB"].defence, rules.defences["large MTB"].defence
    spared = {"a": kind in MTBS | MOTOR_BOATS, "b": defence <= large, "c": kind in MTBS}[rules.R24]
    if not spared:
        return Target.OTHER
    return Target.SMALL_MTB if defence <= small else Target.LARGE_MTB


def torpedo_modifiers(attack: TorpedoAttack, rules: Coastal) -> Modifiers:
    """The modifiers of a torpedo; the speed of the firer is that at launch (section 10; R19)."""
    if rules.R19 == "b":
        return Modifiers()
    return target_modifiers(attack, rules) if rules.R19 == "c" else speed_modifiers(attack, rules)


def torpedo_attack(umpire: Umpire, situation: TorpedoAttack, rules: Coastal) -> TorpedoResult:
    """Torpedo counters that cross one vessel (pz8-coastal, section 10; R8, R12, R19)."""
    run = rules.torpedoes[str(situation.calibre)].inches
    if situation.target is not Target.OTHER:
        return TorpedoResult.NOT_AFFECTED
    if situation.distance > run:
        return TorpedoResult.OUT_OF_RANGE
    if situation.distance < rules.least_run:
        return TorpedoResult.INSIDE_MINIMUM
    modifiers = torpedo_modifiers(situation, rules)
    needed = score_to_hit(situation.distance, run, rules) - modifiers.total
    if rules.R12 == "b":
        needed = min(max(needed, 2), 6)
    struck = umpire.pool("hits", situation.torpedoes, needed).because_of(modifiers)
    return TorpedoResult.SUNK if struck >= 1 else TorpedoResult.ALL_MISS


def first_touch(
    course: Fraction, run: Fraction, target: tuple[Fraction, Fraction], radius: Fraction, rules: Coastal
) -> float | None:
    """The inches from the firer at which a counter first touches a vessel; None if it never does (R20).

    The firer stands at the origin and looks along y; the vessel is a disc.
    """
    if abs(course) > rules.arc:
        return None
    turn = radians(course)
    x, y = map(float, target)
    along, across = x * sin(turn) + y * cos(turn), x * cos(turn) - y * sin(turn)
    if abs(across) > radius + TOLERANCE:
        return None
    half = sqrt(max(float(radius) ** 2 - across**2, 0))
    least, most = float(rules.least_run), float(run)
    if rules.R20 == "b":
        most += least
    touched = max(along - half, least)
    return None if along + half < least - TOLERANCE or touched > most + TOLERANCE else touched
