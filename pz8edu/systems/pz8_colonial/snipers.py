"""Section 10, Native snipers."""

from __future__ import annotations

from pz8edu.core import Roll, Umpire
from pz8edu.systems.pz8_colonial.fire import ignores_hit
from pz8edu.systems.pz8_colonial.ruleset import Colonial
from pz8edu.systems.pz8_colonial.situations import SnipersSetUp, SniperTarget, SniperTargets
from pz8edu.systems.pz8_colonial.words import SniperShot


def sniper_count(umpire: Umpire, situation: SnipersSetUp, rules: Colonial) -> Roll[int]:
    """How many snipers a Native force has (pz8-colonial, section 10)."""
    return umpire.d6("snipers")


def sniper_hits_on(target_cover: bool, rules: Colonial) -> int:
    """The die on which a sniper hits; nothing modifies it (section 10)."""
    return rules.sniper_hit_on_cover if target_cover else rules.sniper_hit_on


def sniper_shot(umpire: Umpire, situation: SniperTarget, rules: Colonial) -> SniperShot:
    """One shot of a sniper at a figure in sight (pz8-colonial, section 10; R28)."""
    if umpire.d6("to hit") < sniper_hits_on(situation.target_cover, rules):
        return SniperShot.MISS
    if situation.leader and rules.R28 == "a" and ignores_hit(umpire, situation.leader, rules):
        return SniperShot.HIT_BUT_SAVED
    return SniperShot.ELIMINATED


def sniper_force(umpire: Umpire, situation: SniperTargets, rules: Colonial) -> Roll[int]:
    """The hits of all snipers of a force, one shot each (pz8-colonial, section 10)."""
    snipers = umpire.settle("snipers", sniper_count(umpire, SnipersSetUp(), rules))
    return umpire.pool("hits", snipers, sniper_hits_on(situation.target_cover, rules))
