"""Section 5, Fire: one battery, or several one after another, at one target."""

from __future__ import annotations

from pz8edu.core import Roll, Umpire
from pz8edu.systems.pz8_divisional_2010.rally import needed_face, works
from pz8edu.systems.pz8_divisional_2010.ruleset import Divisional2010
from pz8edu.systems.pz8_divisional_2010.situations import Barrage, Bombardment, OneBattery
from pz8edu.systems.pz8_divisional_2010.words import Fire

DESTROYED = "destroyed"


def fp_word(fp: int | None) -> str:
    """The state of a unit: its FPs, or that it is destroyed."""
    return DESTROYED if fp is None else f"fp {fp}"


def artillery_fire(umpire: Umpire, situation: OneBattery, rules: Divisional2010) -> Fire:
    """One battery fires at a spotted target (section 5)."""
    fort = situation.target_fort
    modifiers = rules.fire_modifiers(situation.firing, fort)
    hits = works(umpire.d6("battery"), modifiers, rules.fire_on(fort), rules.six_always_hits, rules)
    return Fire.HIT if hits else Fire.MISS


def face_to_hit(situation: Barrage | Bombardment, rules: Divisional2010) -> int:
    """The face that each of several batteries needs to hit (section 5)."""
    fort = situation.target_fort
    modifiers = rules.fire_modifiers(situation.firing, fort)
    return needed_face(modifiers, rules.fire_on(fort), rules.six_always_hits, rules)


def shelled(
    umpire: Umpire, fp: int, batteries: int, needed: int, limit: int, rules: Divisional2010
) -> Roll[int | None]:
    """The FPs of a unit after several shots; None once they reach its limit (sections 5 and 6)."""
    hits = umpire.pool("hits", batteries, needed)

    def after(hits: int) -> int | None:
        total = fp + rules.fp_of_a_hit * hits
        return None if total >= limit else total

    return hits.read("{}", after)


def barrage(umpire: Umpire, situation: Barrage, rules: Divisional2010) -> Roll[int | None]:
    """Several batteries fire at one target, one after another (sections 5 and 6)."""
    target = situation.target
    needed = face_to_hit(situation, rules)
    return shelled(umpire, target.fp, situation.batteries, needed, rules.fp_limit(target), rules)
