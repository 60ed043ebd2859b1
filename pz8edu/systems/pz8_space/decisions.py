"""What a player of Pz8 Space has to decide: rules that call the book's own (decisions.toml says what)."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from pz8edu.core import Help, Situation, Umpire, Whole
from pz8edu.systems.pz8_space.fire import Both, exchange_of_fire
from pz8edu.systems.pz8_space.ruleset import Space
from pz8edu.systems.pz8_space.situations import Exchange
from pz8edu.systems.pz8_space.words import Condition as Ship


class StandOff(Situation):
    """Two ships that face each other turn after turn."""

    distance: Annotated[int, Whole(1, 9), Help("hexes between them")] = 3
    turns: Annotated[int, Whole(1, 3), Help("turns that are played")] = 2
    damaged: Annotated[bool, Help("your ship is Damaged")] = False
    enemy_damaged: Annotated[bool, Help("the enemy ship is Damaged")] = False


def when_to_withdraw(umpire: Umpire, situation: StandOff, rules: Space) -> str:
    """Fire, or jump away? (pz8-space, sections 2, 4 and 6)."""
    damaged = {True: Ship.DAMAGED, False: Ship.OK}
    ships = Both(damaged[situation.damaged], damaged[situation.enemy_damaged])
    for _ in range(situation.turns):
        first = umpire.chance("you have the initiative", Fraction(1, 2))
        for yours in (first, not first):
            known = str(ships), "first" if first else "second"
            if yours and umpire.choose("your ship", ("fire", "jump away"), seen=known) == "jump away":
                return "away"
            seen = ships if yours else ships.changed_over
            shot = Exchange(
                distance=situation.distance,
                attacker_damaged=seen.attacker is Ship.DAMAGED,
                target_damaged=seen.target is Ship.DAMAGED,
            )
            after = umpire.resolve("fire" if yours else "enemy fire", exchange_of_fire, shot, rules)
            ships = after if yours else after.changed_over
            if ships.over:
                return "won" if ships.target is Ship.DESTROYED else "lost"
    return "both there"
