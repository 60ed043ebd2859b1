"""Section 7, Morale."""

from __future__ import annotations

from pz8edu.core import Modifiers, Umpire
from pz8edu.systems.pz8_colonial.ruleset import Colonial
from pz8edu.systems.pz8_colonial.situations import Shaken
from pz8edu.systems.pz8_colonial.words import Morale


def morale(umpire: Umpire, situation: Shaken, rules: Colonial) -> Morale:
    """The test of a unit at half strength when it is activated (pz8-colonial, section 7)."""
    modifiers = Modifiers(
        (rules.classes[situation.quality].in_morale, situation.quality.value, True, "7"),
        (rules.leader_present, "leader present", situation.leader, "7"),
    )
    holds = umpire.d6("morale").modified(modifiers) >= rules.holds_on
    return Morale.HOLDS if holds else Morale.ROUTS
