"""Section 7, Rally: one die for a unit near its HQ; in the night one for every tired unit."""

from __future__ import annotations

from functools import lru_cache

from pz8edu.core import Modifiers, Roll, Umpire
from pz8edu.systems.pz8_divisional_2010.ruleset import Divisional2010
from pz8edu.systems.pz8_divisional_2010.situations import OvernightRally, Rally
from pz8edu.systems.pz8_divisional_2010.words import Quality


@lru_cache(maxsize=256)
def modifiers_to_rally(quality: Quality, objectives_lost: int, rules: Divisional2010) -> Modifiers:
    """What is added to a rally die (sections 7 and 11; R9)."""
    lost = f"for {objectives_lost} lost objective{'s' * (objectives_lost > 1)}"
    return Modifiers(
        (rules.rally_modifier(quality), f"{quality} unit", True, "7"),
        (rules.objectives_modifier(objectives_lost), lost, True, "11"),
    )


def works(die: Roll[int], modifiers: Modifiers, on: int, six_works: bool, rules: Divisional2010) -> bool:
    """Is a modified die high enough, or a natural 6 where that is enough?"""
    if six_works and on - modifiers.total > rules.natural_six:
        return die >= rules.natural_six
    return die.modified(modifiers) >= on


def needed_face(modifiers: Modifiers, on: int, six_works: bool, rules: Divisional2010) -> int:
    """The same as the face that each of several dice needs; above 6 it is impossible."""
    needed = on - modifiers.total
    return min(needed, rules.natural_six) if six_works else needed


def succeeds(umpire: Umpire, label: str, modifiers: Modifiers, rules: Divisional2010) -> bool:
    """Does a rally or supply roll succeed (section 7; R8)?"""
    return works(umpire.d6(label), modifiers, rules.rally_on, rules.six_always_works, rules)


def rallies(umpire: Umpire, fp: int, modifiers: Modifiers, rules: Divisional2010) -> int:
    """The FPs of a unit after its rally roll; without FPs it does not roll (section 7)."""
    return fp - 1 if fp and succeeds(umpire, "rally", modifiers, rules) else fp


def rally(umpire: Umpire, situation: Rally, rules: Divisional2010) -> int:
    """One rally roll of a unit (sections 7 and 11; R8, R9)."""
    modifiers = modifiers_to_rally(situation.quality, situation.objectives_lost, rules)
    return rallies(umpire, situation.fp, modifiers, rules)


def overnight_rally(umpire: Umpire, situation: OvernightRally, rules: Divisional2010) -> int | Roll[int]:
    """How many tired units lose an FP in the night (sections 3 and 7; R3)."""
    modifiers = modifiers_to_rally(situation.quality, situation.objectives_lost, rules)
    if rules.R3 == "b":
        return situation.units if succeeds(umpire, "one die for all", modifiers, rules) else 0
    needed = needed_face(modifiers, rules.rally_on, rules.six_always_works, rules)
    return umpire.pool("units that rally", situation.units, needed)
