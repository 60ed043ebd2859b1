"""Section 5, the hexes that a weapon covers, and whom an aircraft may fire at."""

from __future__ import annotations

from pz8edu.board.hexes import Hex, hex_distance, hexes_in_arc, in_hex_arc
from pz8edu.systems.pz8_aerial_1935.arcs import (
    MAY_FIRE,
    OUT_OF_ARC,
    OUT_OF_RANGE,
    WRONG_ALTITUDE,
    Bearing,
    hexes_at,
)
from pz8edu.systems.pz8_aerial_1935.movement import Flying
from pz8edu.systems.pz8_aerial_1965.ruleset import Aerial1965
from pz8edu.systems.pz8_aerial_1965.words import Weapon

WRONG_DIRECTION = "not flying in the same direction"


def cover(weapon: Weapon, rules: Aerial1965) -> int:
    """The number of hexes that a weapon covers (section 5; R10)."""
    reach = rules.weapons[weapon]
    return sum(hexes_at(distance, rules.R10) for distance in range(reach.least, reach.most + 1))


def covered(firer: Flying, weapon: Weapon, rules: Aerial1965) -> tuple[Hex, ...]:
    """The hexes that a weapon covers (section 5; R10)."""
    reach = rules.weapons[weapon]
    return hexes_in_arc(firer.at, firer.facing, rules.R10, reach.most, reach.least)


def bearing(firer: Flying, weapon: Weapon, target: Flying, rules: Aerial1965) -> Bearing:
    """May a weapon fire at a target: range, arc, altitude, direction (section 5; R10)?"""
    distance, reach = hex_distance(firer.at, target.at), rules.weapons[weapon]
    if not reach.least <= distance <= reach.most:
        verdict = OUT_OF_RANGE
    elif not in_hex_arc(firer.at, firer.facing, target.at, rules.R10):
        verdict = OUT_OF_ARC
    elif firer.altitude != target.altitude:
        verdict = WRONG_ALTITUDE
    elif reach.same_direction and firer.facing != target.facing:
        verdict = WRONG_DIRECTION
    else:
        verdict = MAY_FIRE
    return Bearing(distance, False, verdict)
