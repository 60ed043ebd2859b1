"""Section 5, Fire: one battery, or several one after another, at one target."""

from __future__ import annotations

from typing import Protocol

from pz8edu.chance.roll import Roll
from pz8edu.systems.divisional_family.ruleset import Divisional, Fighter
from pz8edu.systems.divisional_family.words import Fire, Quality
from pz8edu.umpire import Umpire


class Shot(Protocol):
    """A battery and its target in either edition."""

    @property
    def firer_quality(self) -> Quality: ...
    @property
    def target_fort(self) -> bool: ...


class Salvo(Shot, Protocol):
    """Several batteries and their target in either edition."""

    @property
    def batteries(self) -> int: ...
    @property
    def target(self) -> Fighter: ...


DESTROYED = "destroyed"


def fp_word(fp: int | None) -> str:
    """The state of a unit: its FPs, or that it is destroyed."""
    return DESTROYED if fp is None else f"fp {fp}"


def artillery_fire(umpire: Umpire, situation: Shot, rules: Divisional) -> Fire:
    """One battery fires at a spotted target (section 5)."""
    needed = rules.fire_needs(situation.firer_quality, situation.target_fort)
    return Fire.HIT if umpire.d6("battery") >= needed else Fire.MISS


def shelled(
    umpire: Umpire, fp: int, batteries: int, needed: int, limit: int, rules: Divisional
) -> Roll[int | None]:
    """The FPs of a unit after several shots; None once they reach its limit (sections 5 and 6)."""
    hits = umpire.pool("hits", batteries, needed)

    def after(hits: int) -> int | None:
        total = fp + rules.fp_of_a_hit * hits
        return None if total >= limit else total

    return hits.read("{}", after)


def barrage(umpire: Umpire, situation: Salvo, rules: Divisional) -> Roll[int | None]:
    """Several batteries fire at one target, one after another (sections 5 and 6)."""
    target = situation.target
    needed = rules.fire_needs(situation.firer_quality, situation.target_fort)
    return shelled(umpire, target.fp, situation.batteries, needed, rules.fp_limit(target), rules)
