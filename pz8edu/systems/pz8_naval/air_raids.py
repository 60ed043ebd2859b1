"""Section 8, Air raids."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pz8edu.core import Roll, Umpire
from pz8edu.systems.pz8_naval.ruleset import Naval
from pz8edu.systems.pz8_naval.ship import Ship
from pz8edu.systems.pz8_naval.situations import AirRaid, AirRaidPoints, LandEntry, target_of
from pz8edu.systems.pz8_naval.words import Weapon


def enters(umpire: Umpire, rules: Naval) -> bool:
    """Does a land-based raid enter the table (section 8)?"""
    return umpire.d6("entry") >= rules.enters_on


def land_entry(umpire: Umpire, situation: LandEntry, rules: Naval) -> bool:
    """The entry die of one raid by itself: the single step of `air_raid` (section 8)."""
    return enters(umpire, rules)


def raids_this_turn(carriers: Sequence[int], flown: int, rules: Naval) -> int:
    """Most raids of a side in one turn, from the raids of each carrier and those flown before (section 8; R15)."""
    if rules.R15 == "b":
        return sum(min(raids, rules.raids_a_turn) for raids in carriers)
    return min(sum(carriers) - flown, rules.raids_a_turn)


def air_raid_points(umpire: Umpire, situation: AirRaidPoints, rules: Naval) -> int | Roll[int]:
    """Total damages of several raids (pz8-naval, section 8; R18 tells of later turns only)."""
    raids = situation.raids
    if situation.land_based:
        raids = int(umpire.pool("raids that enter", raids, rules.enters_on))
    return umpire.sum_of("damages", raids, rules.raid_hits) if raids else 0


@dataclass(frozen=True)
class Raid:
    """One raid: what it carries, and whether it must still roll to enter."""

    weapon: Weapon
    must_enter: bool


def next_raid(umpire: Umpire, ship: Ship, raid: Raid, rules: Naval) -> Ship | Roll[Ship]:
    """One raid on a ship as those before have left it (section 8; R9)."""
    if ship.sunk or (raid.must_enter and not enters(umpire, rules)):
        return ship
    raid_hits = rules.raid_hits
    if raid.weapon is Weapon.BOMB:
        return umpire.d6("raid").read("ship", lambda die: ship.hit_in_turrets(raid_hits.get(die, 0)))
    return umpire.d6("raid").read("ship", lambda die: ship.hit_in_hull(raid_hits.get(die, 0), rules))


def air_raid(umpire: Umpire, situation: AirRaid, rules: Naval) -> Roll[Ship]:
    """Raids on one ship (pz8-naval, section 8; R9, R35; R18 tells of later turns only)."""
    raids = (Raid(situation.weapon, situation.land_based),) * situation.raids
    return umpire.in_turn("raid", raids, next_raid, target_of(situation, rules), rules)
