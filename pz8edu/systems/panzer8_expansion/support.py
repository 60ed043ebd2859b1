"""Sections 15 and 17.1: support fire is called and comes, wire is cleared."""

from __future__ import annotations

from pz8edu.core import Umpire
from pz8edu.systems.panzer8_expansion import situations
from pz8edu.systems.panzer8_expansion.d20 import of_quality, test
from pz8edu.systems.panzer8_expansion.ruleset import Expansion
from pz8edu.systems.panzer8_expansion.words import Test

NOT_CALLED = "not called"


def call(umpire: Umpire, quality: int, rules: Expansion) -> Test:
    """One communication test."""
    return test(umpire, "communication", of_quality(quality, "15"), rules.communication_on, rules)


def communication_test(umpire: Umpire, situation: situations.Troops, rules: Expansion) -> Test:
    """Support fire is called or cancelled (panzer8-expansion, section 15; R1)."""
    return call(umpire, situation.quality, rules)


def support_arrival(umpire: Umpire, situation: situations.Call, rules: Expansion) -> str:
    """The turn in which called fire falls (panzer8-expansion, section 15; R1, R10, R11)."""
    delay = rules.delay(situation.level, situation.fdf, situation.foo)
    turn = turn_of_call(umpire, situation, rules)
    return f"turn {turn + delay}" if turn else NOT_CALLED


def turn_of_call(umpire: Umpire, situation: situations.Call, rules: Expansion) -> int:
    """The turn in which fire is called, 0 for none (section 15; R10)."""
    tries = 1 if rules.R10 == "b" else situation.tries
    for turn in range(1, tries + 1):
        if is_called(umpire, situation, rules):
            return turn
    return 0


def is_called(umpire: Umpire, situation: situations.Call, rules: Expansion) -> bool:
    """Does one communication test call the fire (section 15; R1)?"""
    return call(umpire, situation.quality, rules) is Test.SUCCESS


def wire_clearing(umpire: Umpire, situation: situations.Engineers, rules: Expansion) -> Test:
    """Engineers clear a path through wire in one fire phase (panzer8-expansion, section 17.1; R1, R5)."""
    quality = situation.quality if rules.R5 == "b" else 0
    return test(umpire, "wire", of_quality(quality, "17.1"), rules.wire_on, rules)
