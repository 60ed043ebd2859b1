"""Section 5, Poison gas: one die instead of Artillery Points."""

from __future__ import annotations

from pz8edu.core import Modifiers, Roll, Umpire
from pz8edu.systems.pz8_ww1.force import Force
from pz8edu.systems.pz8_ww1.ruleset import Ww1
from pz8edu.systems.pz8_ww1.situations import GasPoint


def gas_value(umpire: Umpire, label: str, green: bool, elite: bool, rules: Ww1) -> Roll[int]:
    """The gas die against units of such quality: never below 0 (section 5-gas; R13)."""
    score = umpire.d6(label).modified(
        Modifiers(
            (rules.gas_on_green, "Green units", green, "5-gas"),
            (rules.gas_on_elite, "Elite units", elite, "5-gas"),
        )
    )
    return score.at_least(0) if rules.R13 == "a" else score.read(label, rules.gas_worth)


def gas_die(umpire: Umpire, label: str, user: Force, gassed: Force, rules: Ww1) -> Roll[int]:
    """The gas die of one side in an assault (section 5-gas; R11, R13)."""
    judged = gassed if rules.R11 == "a" else user
    return gas_value(umpire, label, judged.green > 0, judged.elite > 0, rules)


def gas(umpire: Umpire, situation: GasPoint, rules: Ww1) -> Roll[int]:
    """The value of one Poison Gas point (pz8-ww1, section 5-gas; R13)."""
    return gas_value(umpire, "gas", situation.target_green, situation.target_elite, rules)
