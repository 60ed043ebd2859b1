"""What is measured and counted on the hexes of the Pz8 aerial rules."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from functools import reduce
from operator import or_
from typing import Any

from pz8edu.board.hexes import hex_distance
from pz8edu.systems.pz8_aerial_1935 import sequence
from pz8edu.systems.pz8_aerial_1935.arcs import bearing, hexes_at
from pz8edu.systems.pz8_aerial_1935.arcs import in_arc as in_arc_of
from pz8edu.systems.pz8_aerial_1935.movement import (
    Flying,
    available,
    cost,
    flown,
    forbidden,
    known,
    minimum,
    open_ends,
    performance,
    reach_from_origin,
    seen_from_origin,
)
from pz8edu.systems.pz8_aerial_1935.ruleset import Aerial1935
from pz8edu.systems.pz8_aerial_1935.situations import (
    ActivationSchedule,
    ArcCount,
    Flight,
    InArc,
    MayFire,
    MinCost,
    MinimumMp,
    MoveSequence,
    Plane,
    ReachableCount,
    Tailed,
)
from pz8edu.systems.pz8_aerial_1935.tailing import tailed_by
from pz8edu.systems.pz8_aerial_1935.words import Side

LEGAL, UNKNOWN_ACTION = "legal", "unknown action"
TOO_FEW_SPENT, OCCUPIED = "minimum MPs not spent", "hex occupied"


def start_of(flight: Flight) -> Flying:
    """Where a flight starts."""
    return Flying(flight.q, flight.r, flight.facing, flight.alt)


def reachable_count(situation: ReachableCount, rules: Aerial1935) -> Mapping[str, int]:
    """How many states an activation may end in (section 3; R4 to R8, R18, R28, R29)."""
    aircraft = performance(situation, situation.damaged, rules)
    _, found = open_ends(start_of(situation), aircraft, situation.occupied, rules)
    by_facing: dict[int, int] = defaultdict(int)
    by_altitude: dict[int, int] = defaultdict(int)
    for (facing, altitude), hexes in found.items():
        by_facing[facing] |= hexes
        by_altitude[altitude] |= hexes
    return {
        "mp": aircraft.mp,
        "min_mp": aircraft.min_mp,
        "states": counted(found.values()),
        "hexes": reduce(or_, by_altitude.values(), 0).bit_count(),
        "hex_alt": counted(by_altitude.values()),
        "hex_facing": counted(by_facing.values()),
    }


def counted(sets: Iterable[int]) -> int:
    """The number of hexes of several sets."""
    return sum(hexes.bit_count() for hexes in sets)


def min_cost(situation: MinCost, rules: Aerial1935) -> Mapping[str, Any]:
    """What a state costs (section 3; R4 to R8, R18, R28, R29)."""
    aircraft = performance(situation, situation.damaged, rules)
    wanted = seen_from_origin(Flying(*situation.to), start_of(situation))
    totals = reach_from_origin(situation.alt, aircraft, rules).totals(wanted)
    return {
        "cheapest": min(totals, default=None),
        "legal_spends": [total for total in totals if total >= aircraft.min_mp],
    }


def move_sequence(situation: MoveSequence, rules: Aerial1935) -> Mapping[str, Any]:
    """A list of actions, flown until one is not allowed (section 3; R4 to R8, R28, R29)."""
    aircraft, at, spent = performance(situation, False, rules), start_of(situation), 0
    verdict = ""
    for code in situation.actions:
        action = known(code, aircraft, rules)
        verdict = forbidden(at, action, aircraft, spent, rules) if action else UNKNOWN_ACTION
        if action is None or verdict:
            break
        at, spent = flown(at, action, aircraft.ceiling, rules), spent + cost(action, aircraft)
    if not verdict and spent < aircraft.min_mp:
        verdict = TOO_FEW_SPENT
    if not verdict and at.at in situation.occupied:
        verdict = OCCUPIED
    return {"end": list(at), "spent": spent, "verdict": verdict or LEGAL}


def in_arc(situation: InArc, rules: Aerial1935) -> Mapping[str, Any]:
    """Distance and arc (section 8; R10, R11)."""
    at = (situation.q, situation.r)
    return {
        "distance": hex_distance(at, situation.target),
        "in_arc": in_arc_of(at, situation.facing, situation.target, situation.weapon, rules),
    }


def arc_count(situation: ArcCount, rules: Aerial1935) -> Mapping[str, Any]:
    """The hexes of the front arc (section 8; R10)."""
    counts = [hexes_at(distance, rules.R10) for distance in range(1, situation.max_range + 1)]
    return {"per_distance": counts, "total": sum(counts)}


def may_fire(situation: MayFire, rules: Aerial1935) -> Mapping[str, Any]:
    """Range, arc and altitude, and the score that hits (section 5; R10, R11)."""
    firer = Flying(situation.q, situation.r, situation.facing, situation.alt)
    found = bearing(firer, situation.weapon, situation.target, situation.target_alt, rules)
    needed = rules.needed(found.distance)
    if not found.allowed or needed is None:
        return {"verdict": found.verdict}
    return {"verdict": found.verdict, "needs": needed - found.higher * rules.target_higher}


def tailed(situation: Tailed, rules: Aerial1935) -> Mapping[str, bool]:
    """Is the aircraft tailed (section 4; R12)?"""
    return {"tailed": tailed_by(flying(situation.plane), flying(situation.enemy), rules)}


def flying(plane: Plane) -> Flying:
    """An aircraft where it is."""
    return Flying(plane.q, plane.r, plane.facing, plane.alt)


def activation_schedule(situation: ActivationSchedule, rules: Aerial1935) -> Mapping[str, Any]:
    """The blocks of a turn in order (section 2)."""
    blocks = sequence.schedule({Side.A: situation.a, Side.B: situation.b}, situation.first)
    return {"sequence": [f"{side}{number}" for side, number in blocks]}


def minimum_mp(situation: MinimumMp, rules: Aerial1935) -> Mapping[str, int]:
    """The least MPs of an activation, undamaged and Damaged (sections 3 and 5)."""
    damaged = available(situation.mp, False, True, rules)
    return {
        "min_mp": minimum(situation.mp, rules),
        "damaged_mp": damaged,
        "damaged_min_mp": minimum(damaged, rules),
    }
