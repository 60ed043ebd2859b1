"""Section 4, Tailing: who must be activated first."""

from __future__ import annotations

from pz8edu.board.hexes import is_tailed
from pz8edu.systems.pz8_aerial_1935.movement import Flying
from pz8edu.systems.pz8_aerial_1935.ruleset import Aerial1935


def tailed_by(plane: Flying, enemy: Flying, rules: Aerial1935) -> bool:
    """Is an aircraft tailed by an enemy (section 4; R12)?"""
    if rules.R12 == "b" and plane.altitude != enemy.altitude:
        return False
    return is_tailed(plane.at, plane.facing, enemy.at, enemy.facing)
