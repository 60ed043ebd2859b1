"""What is measured and counted on the hexes otherwise than in the Pz8 aerial rules for 1935 to 1965."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pz8edu.systems.pz8_aerial_1935.movement import Flying
from pz8edu.systems.pz8_aerial_1965 import arcs
from pz8edu.systems.pz8_aerial_1965.ruleset import Aerial1965
from pz8edu.systems.pz8_aerial_1965.situations import MayFire, WeaponCover


def weapon_cover(situation: WeaponCover, rules: Aerial1965) -> Mapping[str, int]:
    """The hexes that a weapon covers (section 5; R10)."""
    return {"hexes": arcs.cover(situation.weapon, rules)}


def may_fire(situation: MayFire, rules: Aerial1965) -> Mapping[str, Any]:
    """Range, arc, altitude and direction (section 5; R10)."""
    firer = Flying(situation.q, situation.r, situation.facing, situation.alt)
    target = Flying(*situation.target, situation.target_facing, situation.target_alt)
    found = arcs.bearing(firer, situation.weapon, target, rules)
    return {"distance": found.distance, "verdict": found.verdict}
