"""Section 5, Fire: stabilised tanks fire twice."""

from __future__ import annotations

from pz8edu.core import Roll, Umpire
from pz8edu.systems.pz8_1975.ruleset import Y1975
from pz8edu.systems.pz8_1975.situations import Shot
from pz8edu.systems.pz8_ww2.fire import direct_fire as one_shot
from pz8edu.systems.pz8_ww2.fire import shots_at
from pz8edu.systems.pz8_ww2.words import Condition


def direct_fire(umpire: Umpire, shot: Shot, rules: Y1975) -> Condition | Roll[Condition]:
    """The one or two shots of a unit at a target in sight (pz8-1975, sections 5, 6 and 9; R1 to R5, R37, R38)."""
    if not shot.stabilised:
        return one_shot(umpire, shot, rules)
    return shots_at(umpire, shot.target_condition, rules.shots_of(shot), rules)
