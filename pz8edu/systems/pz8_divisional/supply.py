"""Section 7, Supply: an artillery unit rolls for an FP less or for a turn of fire."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from pz8edu.core import Distribution, Enumerating, Roll, Umpire
from pz8edu.systems.pz8_divisional.ruleset import DivisionalRevised
from pz8edu.systems.pz8_divisional.situations import BatteryDay, RallySupply
from pz8edu.systems.pz8_divisional_2010.rally import modifiers_to_rally, succeeds
from pz8edu.systems.pz8_divisional_2010.words import Benefit


@dataclass(frozen=True)
class Battery:
    """FPs of a battery and its turns of fire left."""

    fp: int
    shots: int

    def __str__(self) -> str:
        return f"fp {self.fp}, shots {self.shots}"


def refilled(shots: int, most: int, rules: DivisionalRevised) -> int:
    """Turns of fire after a supply roll, never above the scenario's number (section 7)."""
    return min(most, shots + rules.ammo_of_supply)


def rally_supply(umpire: Umpire, situation: RallySupply, rules: DivisionalRevised) -> Battery:
    """Rally or supply of an artillery unit (pz8-divisional, section 7; R8, R9, R34)."""
    modifiers = modifiers_to_rally(situation.quality, situation.objectives_lost, rules)
    battery = Battery(situation.fp, situation.shots)
    a_die_for_each = rules.R34 == "b"
    may_rest = battery.fp and (a_die_for_each or situation.choice is Benefit.FATIGUE)
    may_load = battery.shots < situation.max_shots and (a_die_for_each or situation.choice is Benefit.AMMO)
    if may_rest and succeeds(umpire, "rally", modifiers, rules):
        battery = replace(battery, fp=battery.fp - 1)
    if may_load and succeeds(umpire, "supply", modifiers, rules):
        battery = replace(battery, shots=refilled(battery.shots, situation.max_shots, rules))
    return battery


# --- battery-day
@dataclass(frozen=True)
class Day:
    """A battery in the course of a day: turns of fire left, and turns in which it has fired."""

    left: int
    fired: int = 0

    def __str__(self) -> str:
        return f"{self.fired} fired"


def next_turn(umpire: Umpire, day: Day, battery: BatteryDay, rules: DivisionalRevised) -> Day:
    """It fires if it can, then rolls if it is not full (sections 5 and 7)."""
    if day.left:
        day = Day(day.left - 1, day.fired + 1)
    if not battery.in_supply or day.left == battery.max_shots:
        return day
    modifiers = modifiers_to_rally(battery.quality, battery.objectives_lost, rules)
    if succeeds(umpire, "supply", modifiers, rules):
        return replace(day, left=refilled(day.left, battery.max_shots, rules))
    return day


def whole_day(umpire: Umpire, situation: BatteryDay, rules: DivisionalRevised) -> Roll[Day]:
    """The battery after the last roll of the day."""
    turns = (situation,) * situation.turns
    return umpire.in_turn("turn", turns, next_turn, Day(situation.shots), rules)


def battery_day(umpire: Umpire, situation: BatteryDay, rules: DivisionalRevised) -> Roll[str]:
    """A battery fires every turn and is refilled by rally rolls (pz8-divisional, sections 5 and 7)."""
    return whole_day(umpire, situation, rules).read("{}", str)


def day_figures(situation: BatteryDay, rules: DivisionalRevised) -> Mapping[str, Any]:
    """The expected number of turns in which it fired, and the chance that nothing is left at the end."""
    law: Distribution[Day] = Enumerating(draw=False).tree(whole_day, situation, rules).distribution
    chances = law.fractions()
    return {
        "expected": sum((share * day.fired for day, share in chances.items()), Fraction(0)),
        "empty_at_end": sum((share for day, share in chances.items() if not day.left), Fraction(0)),
    }
