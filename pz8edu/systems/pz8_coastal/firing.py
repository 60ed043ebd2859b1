"""Section 6, Firing: to hit, and the factor of the light guns."""

from __future__ import annotations

from fractions import Fraction

from pz8edu.board.lengths import in_words
from pz8edu.core import Modifiers, Umpire
from pz8edu.systems.pz8_coastal.ruleset import Coastal
from pz8edu.systems.pz8_coastal.situations import Aimed, TorpedoAttack
from pz8edu.systems.pz8_coastal.words import SMALL, Level, ToHit


def within_half(distance: Fraction, full: int | Fraction, rules: Coastal) -> bool:
    """Is a distance within half of another (R8)?"""
    return 2 * distance < full or (2 * distance == full and rules.R8 == "a")


def score_to_hit(distance: Fraction, full: int, rules: Coastal) -> int:
    """The score that hits at a distance within range (section 6; R8)."""
    return rules.hits_within if within_half(distance, full, rules) else rules.hits_beyond


def target_modifiers(shot: Aimed | TorpedoAttack, rules: Coastal) -> Modifiers:
    """What the speed of the target changes (section 6)."""
    return Modifiers(
        (rules.fast_target, "target at full speed", shot.target_speed >= rules.full_speed, "6"),
        (rules.slow_target, "slow target", shot.target_speed <= rules.slow_target_speed, "6"),
    )


def speed_modifiers(shot: Aimed | TorpedoAttack, rules: Coastal) -> Modifiers:
    """What the speeds of target and firer change, in the printed order (section 6)."""
    firer = Modifiers((rules.fast_firer, "firer at full speed", shot.firer_speed >= rules.full_speed, "6"))
    return target_modifiers(shot, rules) + firer


def modifiers_to_hit(shot: Aimed, rules: Coastal) -> Modifiers:
    """All modifiers of a gun or of the light guns (section 6; R9)."""
    close = shot.weapon == SMALL and shot.distance <= rules.close_inches and rules.R9 == "b"
    return speed_modifiers(shot, rules) + Modifiers(
        (rules.deck_gun, "deck gun of a submarine", shot.submarine_deck_gun, "11"),
        (rules.close, f"light guns within {in_words(rules.close_inches)} inches", close, "6"),
    )


def hits(umpire: Umpire, shot: Aimed, rules: Coastal) -> bool:
    """Does a weapon hit (section 6; R8, R9, R12)?"""
    inches = rules.weapons[shot.weapon].inches
    if shot.distance > inches:
        return False
    score, modifiers = score_to_hit(shot.distance, inches, rules), modifiers_to_hit(shot, rules)
    die = umpire.d6("to hit")
    if rules.R12 == "b" and score - modifiers.total > 6:
        return die == 6
    if rules.R12 == "b" and score - modifiers.total < 2:
        return die != 1
    return die.modified(modifiers) >= score


def to_hit(umpire: Umpire, situation: Aimed, rules: Coastal) -> ToHit:
    """One weapon: to hit (pz8-coastal, sections 6, 10 and 11; R8, R9, R12)."""
    return ToHit.HIT if hits(umpire, situation, rules) else ToHit.MISS


def light_gun_factor(
    count: int, level: Level, fore_aft: bool, distance: Fraction, rules: Coastal
) -> int | None:
    """The Attack factor of all light guns together; None when they cannot fire (section 6; R9, R10, R11)."""
    if distance > rules.weapons[SMALL].inches:
        return None
    factor = count
    if fore_aft and rules.R10 == "b":
        factor = halved(factor, rules)
    factor += light_guns_lost(level, rules)
    if factor <= 0 and rules.R11 == "a":
        return None
    factor = max(factor, 0)
    if fore_aft and rules.R10 == "a":
        factor = halved(factor, rules)
    return factor + rules.close if distance <= rules.close_inches and rules.R9 == "a" else factor


def halved(factor: int, rules: Coastal) -> int:
    """A factor ahead or astern, fractions up (section 6)."""
    return -(-factor // rules.fore_aft_part)


def light_guns_lost(level: Level, rules: Coastal) -> int:
    """What damage takes from the factor of the light guns, Damaged and Wrecked added up (section 7)."""
    losses = {Level.DAMAGED: ("damaged",), Level.WRECKED: ("damaged", "wrecked")}.get(level, ())
    return sum(rules.damage[result].light_guns or 0 for result in losses)
