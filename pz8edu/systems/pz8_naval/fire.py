"""Section 4, Fire: to straddle."""

from __future__ import annotations

from pz8edu.core import Modifiers, Umpire
from pz8edu.systems.pz8_naval.ruleset import Naval
from pz8edu.systems.pz8_naval.situations import Straddle
from pz8edu.systems.pz8_naval.words import Straddled


def modifiers_to_straddle(shot: Straddle, rules: Naval) -> Modifiers:
    """The modifiers to the straddle die, in the printed order (sections 4 and 11; R5, R6, R7)."""
    shared = shot.multi and not (shot.first_of_many and rules.R5 == "b")
    smoke = shot.smoke and not (shot.radar and rules.R7 == "a")
    night = shot.night and not shot.radar
    night_too = night and (rules.R6 == "b" or not smoke)
    return Modifiers(
        (rules.not_broadside, "not broadside", not shot.broadside, "4"),
        (rules.turret_hit * shot.turret_hits, f"{shot.turret_hits} T", True, "4"),
        (rules.shared_target, "another ship fires at the target too", shared, "4"),
        (rules.hidden_target, "target behind smoke", smoke, "4"),
        (rules.hidden_target, "night or bad weather", night_too, "4"),
        (rules.crippled_target, "target Crippled", shot.target_crippled, "4"),
        (rules.both_batteries, "both batteries", shot.both_batteries, "11"),
    )


def straddled(umpire: Umpire, shot: Straddle, rules: Naval) -> bool:
    """Does a shot straddle its target (sections 4 and 11; R4, R5, R6, R7)?"""
    score = rules.score_to_straddle(shot.gun, shot.range)
    if score is None:
        return False
    modifiers = modifiers_to_straddle(shot, rules)
    die = umpire.d6("to straddle")
    needed = score - modifiers.total
    if rules.R4 == "b" and needed > 6:
        return die == 6
    if rules.R4 == "c" and needed < 2:
        return die != 1
    return die.modified(modifiers) >= score


def straddle(umpire: Umpire, situation: Straddle, rules: Naval) -> Straddled:
    """One shot: to straddle (pz8-naval, sections 4 and 11; R4, R5, R6, R7)."""
    return Straddled.STRADDLE if straddled(umpire, situation, rules) else Straddled.MISS
