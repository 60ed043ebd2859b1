"""Section 8, Firing arcs, and whom an aircraft may fire at (section 5)."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from pz8edu.board.hexes import Hex, hex_distance, hexes_in_arc, in_hex_arc
from pz8edu.systems.pz8_aerial_1935.movement import HALF_TURN, Flying
from pz8edu.systems.pz8_aerial_1935.ruleset import Aerial1935
from pz8edu.systems.pz8_aerial_1935.words import Weapon

MAY_FIRE = "may fire"
OUT_OF_RANGE, OUT_OF_ARC, WRONG_ALTITUDE = "out of range", "out of arc", "wrong altitude"
JAMMED = "jammed"


def shape(weapon: Weapon, rules: Aerial1935) -> str:
    """The shape of the arc of a weapon (section 8; R10, R11)."""
    return rules.R10 if weapon is Weapon.FRONT else rules.R11


def aims(facing: int, weapon: Weapon) -> int:
    """The direction in which a weapon points."""
    return facing if weapon is Weapon.FRONT else facing + HALF_TURN


def in_arc(at: Hex, facing: int, target: Hex, weapon: Weapon, rules: Aerial1935) -> bool:
    """Is a hex in the arc of a weapon, at any distance (section 8; R10, R11)?"""
    return in_hex_arc(at, aims(facing, weapon), target, shape(weapon, rules))


def arc(at: Hex, facing: int, weapon: Weapon, rules: Aerial1935) -> tuple[Hex, ...]:
    """The hexes that a weapon can fire into (sections 5 and 8; R10, R11)."""
    return hexes_in_arc(at, aims(facing, weapon), shape(weapon, rules), rules.longest_range)


@lru_cache(maxsize=256)
def hexes_at(distance: int, name: str) -> int:
    """The number of hexes of an arc at one distance."""
    return len(hexes_in_arc((0, 0), 0, name, distance, distance))


class Bearing(NamedTuple):
    """What stands between a firer and a target: distance, whether it is higher, and the verdict."""

    distance: int
    higher: bool
    verdict: str

    @property
    def allowed(self) -> bool:
        """May the firer fire?"""
        return self.verdict == MAY_FIRE


def bearing(firer: Flying, weapon: Weapon, target: Hex, altitude: int, rules: Aerial1935) -> Bearing:
    """May a weapon fire at a target (sections 5 and 8; R10, R11)?"""
    distance, above = hex_distance(firer.at, target), altitude - firer.altitude
    levels = (0,) if weapon is Weapon.FRONT else range(rules.levels_above + 1)
    if rules.needed(distance) is None:
        verdict = OUT_OF_RANGE
    elif not in_arc(firer.at, firer.facing, target, weapon, rules):
        verdict = OUT_OF_ARC
    else:
        verdict = MAY_FIRE if above in levels else WRONG_ALTITUDE
    return Bearing(distance, above > 0, verdict)
