"""Sections 2 and 11, Night visibility and submarines: who is seen."""

from __future__ import annotations

from fractions import Fraction
from math import ceil

from pz8edu.core import Modifiers, Roll, Umpire
from pz8edu.systems.pz8_coastal.firing import within_half
from pz8edu.systems.pz8_coastal.ruleset import Coastal
from pz8edu.systems.pz8_coastal.situations import FirstSighting, NightVisibility, SubmarineLookedAt
from pz8edu.systems.pz8_coastal.words import Size, Spotting


def changes_when_spotting(vessel: NightVisibility | FirstSighting, rules: Coastal) -> Modifiers:
    """What the vessel looked at changes, in inches (sections 2 and 11)."""
    fast = vessel.target_speed >= rules.fast_speed
    return Modifiers(
        (rules.sizes[vessel.size].inches, f"{vessel.size} vessel", True, "2"),
        (rules.fast_seen, f"moving at {rules.fast_speed} inches or more", fast, "2"),
        (rules.submarine_seen, "submarine", vessel.submarine, "11"),
    )


def size_of(name: str, kind: str, rules: Coastal) -> Size:
    """How large a vessel is to those who look for it, by its name or kind (section 2)."""
    for row in rules.sizes.values():
        listed = row.vessels.split(", ")
        if kind in listed or name.split(maxsplit=1)[0] in (each.split()[0] for each in listed):
            return Size(row.size)
    return Size.NORMAL


def spotting_distance(umpire: Umpire, vessel: NightVisibility | FirstSighting, rules: Coastal) -> Roll[int]:
    """The inches at which a vessel is seen in the visibility of the night (section 2)."""
    visibility = umpire.d3("visibility") * rules.visibility_step
    return visibility.modified(changes_when_spotting(vessel, rules))


def night_visibility(umpire: Umpire, situation: NightVisibility, rules: Coastal) -> Roll[int]:
    """The visibility roll for one class of vessels (pz8-coastal, section 2)."""
    inches = spotting_distance(umpire, situation, rules)
    return inches * rules.larger_models if situation.scale == 2 else inches


def submarine_spotted(umpire: Umpire, distance: Fraction, spotted_at: int | Fraction, rules: Coastal) -> bool:
    """The die that a submarine needs within its spotting distance (section 11; R8)."""
    if distance > spotted_at:
        return False
    near = within_half(distance, spotted_at, rules)
    return umpire.d6("submarine spotted") >= (rules.spots_within if near else rules.spots_beyond)


def first_sighting(umpire: Umpire, situation: FirstSighting, rules: Coastal) -> Spotting:
    """Is a vessel seen, asked before the visibility roll (pz8-coastal, sections 2 and 11; R8)?"""
    inches = spotting_distance(umpire, situation, rules)
    if situation.submarine:
        spotted_at = umpire.settle("spotting distance", inches)
        seen = submarine_spotted(umpire, situation.distance, spotted_at, rules)
    else:
        seen = inches >= ceil(situation.distance)
    return Spotting.SPOTTED if seen else Spotting.NOT_SPOTTED


def submarine_spotting(umpire: Umpire, situation: SubmarineLookedAt, rules: Coastal) -> Spotting:
    """The spotting die at a submarine (pz8-coastal, section 11; R8)."""
    seen = submarine_spotted(umpire, situation.distance, situation.spotting_distance, rules)
    return Spotting.SPOTTED if seen else Spotting.NOT_SPOTTED
