"""Section 8, Air raids."""

from __future__ import annotations

from dataclasses import dataclass

from pz8edu.chance.roll import Roll
from pz8edu.systems.pz8_naval.ruleset import Naval
from pz8edu.systems.pz8_naval.ship import Ship
from pz8edu.systems.pz8_naval.situations import AirRaid, AirRaidPoints, target_of
from pz8edu.systems.pz8_naval.words import Weapon
from pz8edu.umpire import Umpire


def enters(umpire: Umpire, rules: Naval) -> bool:
    """Does a land-based raid enter the table (section 8)?"""
    return umpire.d6("entry") >= rules.enters_on


def air_raid_points(umpire: Umpire, situation: AirRaidPoints, rules: Naval) -> int | Roll[int]:
    """Total damages of several raids (pz8-naval, section 8; R18)."""
    raids = situation.raids
    if situation.land_based and rules.R18 == "b":
        raids = raids if enters(umpire, rules) else 0
    elif situation.land_based:
        raids = int(umpire.pool("raids that enter", raids, rules.enters_on))
    return umpire.sum_of("damages", raids, rules.raid_hits) if raids else 0


@dataclass(frozen=True)
class Raid:
    """One raid: what it carries, and whether it must still roll to enter."""

    weapon: Weapon
    must_enter: bool


def next_raid(umpire: Umpire, ship: Ship, raid: Raid, rules: Naval) -> Ship | Roll[Ship]:
    """One raid on a ship as those before have left it (section 8; R9, R18)."""
    if ship.sunk or (raid.must_enter and not enters(umpire, rules)):
        return ship
    damages = umpire.sum_of("raid", 1, rules.raid_hits)
    if raid.weapon is Weapon.BOMB:
        return damages.read("ship", ship.hit_in_turrets)
    return damages.read("ship", lambda points: ship.hit_in_hull(points, rules))


def air_raid(umpire: Umpire, situation: AirRaid, rules: Naval) -> Ship | Roll[Ship]:
    """Raids on one ship (pz8-naval, section 8; R9, R18, R35).

    Under R18=b one roll lets all land-based raids enter, or none.
    """
    target = target_of(situation, rules)
    if situation.land_based and rules.R18 == "b" and not enters(umpire, rules):
        return target
    raid = Raid(situation.weapon, situation.land_based and rules.R18 == "a")
    return umpire.in_turn("raid", (raid,) * situation.raids, next_raid, target, rules)
