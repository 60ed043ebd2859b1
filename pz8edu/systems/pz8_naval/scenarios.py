"""Section 9, Sample ships and scenarios: day and night at Cape Matapan."""

from __future__ import annotations

from pz8edu.core import Nothing, Roll, Umpire
from pz8edu.systems.pz8_naval.ruleset import Naval
from pz8edu.systems.pz8_naval.situations import NightOnTurn

NIGHT, DAY = "night", "day"


def daylight(umpire: Umpire, rules: Naval) -> Roll[int]:
    """The number of daylight turns (section 9)."""
    return umpire.sum_of("daylight turns", rules.daylight_dice)


def daylight_turns(umpire: Umpire, situation: Nothing, rules: Naval) -> Roll[int]:
    """Daylight turns at Cape Matapan (pz8-naval, section 9)."""
    return daylight(umpire, rules)


def night_on_turn(umpire: Umpire, situation: NightOnTurn, rules: Naval) -> str:
    """Is a turn at Cape Matapan night (pz8-naval, section 9)?"""
    return DAY if daylight(umpire, rules) >= situation.turn else NIGHT
