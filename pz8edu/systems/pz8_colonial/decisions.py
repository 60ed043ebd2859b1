"""What a player of Pz8 Colonial has to decide: rules that call the book's own (decisions.toml says what)."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from pz8edu.core import Help, Roll, Situation, Umpire, Whole
from pz8edu.systems.pz8_colonial.machine_gun import Burst, machine_gun, unjam
from pz8edu.systems.pz8_colonial.ruleset import Colonial
from pz8edu.systems.pz8_colonial.situations import JammedGun, MachineGun
from pz8edu.systems.pz8_colonial.words import Jam


class GunAtCharge(Situation):
    """A machine gun that Natives on foot come at, card by card."""

    distance: Annotated[int, Whole(1, 24), Help("inches between them")] = 18
    cards: Annotated[int, Whole(1, 5), Help("cards until it is decided elsewhere, red or black alike")] = 3


def gun_at_charge(umpire: Umpire, situation: GunAtCharge, rules: Colonial) -> int | Roll[int]:
    """Fire a burst now, or save the gun for a nearer target? (pz8-colonial, sections 2 and 3; R3=b)."""
    distance, jammed = situation.distance, False
    hits: list[Roll[int]] = []
    for _ in range(situation.cards):
        if not umpire.chance("a red card?", Fraction(1, 2)):
            distance -= rules.movement["foot"].move
            if distance <= 0:
                break
        elif jammed:
            jammed = umpire.resolve("unjam", unjam, JammedGun(), rules) is Jam.STILL_JAMMED
        elif umpire.choose("the gun", ("burst", "save it"), seen=(distance,)) == "burst":
            burst = machine_gun(umpire, MachineGun(distance=Fraction(distance)), rules)
            hits.append(burst.read("hits", hits_of))
            jammed = umpire.look_up("jam", burst, jam_of)
    return sum(hits[1:], hits[0]) if hits else 0


def hits_of(burst: Burst) -> int:
    """The hits of a burst."""
    return burst.hits


def jam_of(burst: Burst) -> bool:
    """Has it jammed the gun?"""
    return burst.jammed
