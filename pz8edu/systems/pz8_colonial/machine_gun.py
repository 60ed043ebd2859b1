"""Section 3, Machine gun: bursts and jams."""

from __future__ import annotations

from dataclasses import dataclass

from pz8edu.core import Roll, Umpire
from pz8edu.systems.pz8_colonial.fire import fire_with, gun_modifiers, hit_on
from pz8edu.systems.pz8_colonial.ruleset import Colonial
from pz8edu.systems.pz8_colonial.situations import JammedGun, MachineGun
from pz8edu.systems.pz8_colonial.words import Jam


@dataclass(frozen=True)
class Burst:
    """What a machine gun has done: hits, and perhaps a jam."""

    hits: int
    jammed: bool

    def __str__(self) -> str:
        return f"{self.hits} hits{', jam' if self.jammed else ''}"


def machine_gun(umpire: Umpire, situation: MachineGun, rules: Colonial) -> Roll[Burst]:
    """A burst: hits as a rifle's, and a jam by two or more 1s (pz8-colonial, section 3; R5, R8, R25)."""
    modifiers = gun_modifiers(situation, rules)
    base = hit_on(rules.weapons["machine gun"], situation.distance, rules)
    fire = fire_with(rules.machine_gun_dice, base, modifiers, rules)
    burst = umpire.tally("burst", fire.dice, hits=range(fire.on, 7), ones={rules.jams_on})
    jammed = burst["ones"] >= rules.jamming_dice
    hits_count = rules.R8 == "a" or not jammed
    hits = burst["hits"].because_of(modifiers)
    return hits.read("burst", lambda count: Burst(count if hits_count else 0, jammed))


def unjam(umpire: Umpire, situation: JammedGun, rules: Colonial) -> Jam:
    """One attempt to clear a jam (pz8-colonial, section 3)."""
    return Jam.UNJAMMED if umpire.d6("unjam") >= rules.unjams_on else Jam.STILL_JAMMED
