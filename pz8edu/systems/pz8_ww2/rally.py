"""Section 10, Rally."""

from __future__ import annotations

from pz8edu.core import Modifiers, Umpire
from pz8edu.systems.pz8_ww2.ruleset import Ww2
from pz8edu.systems.pz8_ww2.situations import Rallying
from pz8edu.systems.pz8_ww2.words import Condition


def rally(umpire: Umpire, situation: Rallying, rules: Ww2) -> Condition:
    """One unit in the Rally phase: one step better on the score (pz8-ww2, section 10)."""
    if situation.condition is Condition.OK or not situation.in_command:
        return situation.condition
    quality = situation.quality
    modifiers = Modifiers((rules.rally_modifier(quality), f"{quality.value} unit", True, "10"))
    if umpire.d6("rally").modified(modifiers) >= rules.rally_on:
        return situation.condition.bettered
    return situation.condition
