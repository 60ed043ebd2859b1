"""What a player of Pz8 1950 has to decide: rules that call the book's own (decisions.toml says what)."""

from __future__ import annotations

from typing import Annotated

from pz8edu.core import Help, Situation, Umpire, Whole
from pz8edu.systems.pz8_1950.situations import Shot
from pz8edu.systems.pz8_ww2.fire import direct_fire
from pz8edu.systems.pz8_ww2.ruleset import Ww2
from pz8edu.systems.pz8_ww2.words import Condition, Facing


class OnlyMissile(Situation):
    """A team with one missile, and a tank that comes nearer: far, near, then with its flank to it."""

    attack: Annotated[int, Whole(0, 6), Help("Attack Factor of the missile")] = 5
    defence: Annotated[int, Whole(0, 7), Help("Defence Factor of the tank")] = 4
    seen: Annotated[int, Whole(0, 6), Help("the tank sees the team on a die of so much or less")] = 2
    gun: Annotated[int, Whole(0, 6), Help("Attack Factor of the tank against the team")] = 3


def only_missile(umpire: Umpire, situation: OnlyMissile, rules: Ww2) -> str:
    """Fire the only missile now, or wait for a better shot? (pz8-1950, sections 5 and 6)."""
    places = ("far", True, Facing.FRONT), ("near", False, Facing.FRONT), ("flank", False, Facing.SIDE)
    for tank, far, facing in places:
        if umpire.choose("the only missile", ("fire", "keep it"), seen=f"the tank: {tank}") == "fire":
            shot = Shot(
                attack=situation.attack,
                defence=situation.defence,
                armoured=True,
                guided=True,
                over_half_range=far,
                facing=facing,
            )
            return str(umpire.resolve("missile", direct_fire, shot, rules))
        if facing is Facing.FRONT and umpire.d6("the team is seen") <= situation.seen:
            answer = Shot(attack=situation.gun, defence=0, over_half_range=far)
            if umpire.resolve("the tank fires", direct_fire, answer, rules) in LOST:
                return "team lost"
    return "never fired"


LOST = (Condition.SUPPRESSED, Condition.DESTROYED)
"""A team in such a condition fires no missile."""
