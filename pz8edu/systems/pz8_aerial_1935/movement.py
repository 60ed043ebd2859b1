"""Section 3, Movement points: what an aircraft can spend, its actions, and where they lead."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from pz8edu.board.hexes import Hex, neighbour, rotated, turned
from pz8edu.board.search import spends
from pz8edu.systems.pz8_aerial_1935.ruleset import Action, Aerial1935
from pz8edu.systems.pz8_aerial_1935.situations import Flight

HALF_TURN = 3
"""A turn of 180 degrees, in steps of 60."""


class Flying(NamedTuple):
    """Where an aircraft is: its hex, facing and altitude level."""

    q: int
    r: int
    facing: int
    altitude: int

    @property
    def at(self) -> Hex:
        """Its hex."""
        return self.q, self.r


class Performance(NamedTuple):
    """What an aircraft can do in this activation: MPs, the least it must spend, and its ceiling."""

    mp: int
    min_mp: int
    ceiling: int
    biplane: bool = False
    ww1: bool = False
    loaded: bool = False


def part(mp: int, divisor: int) -> int:
    """A part of some MPs, rounded up (sections 3 and 5)."""
    return -(-mp // divisor)


def minimum(mp: int, rules: Aerial1935) -> int:
    """The least MPs that an activation must spend (section 3)."""
    return part(mp, rules.minimum_part)


def available(mp: int, loaded: bool, damaged: bool, rules: Aerial1935) -> int:
    """The MPs of an aircraft now, from the printed ones (sections 5 and 9; R18)."""
    if loaded and rules.R18 == "a":
        mp = max(0, mp + rules.loaded_mp)
    if damaged:
        mp = part(mp, rules.damaged_part)
    if loaded and rules.R18 == "b":
        mp = max(0, mp + rules.loaded_mp)
    return mp


def ceiling(altitude: int, loaded: bool, damaged: bool, rules: Aerial1935) -> int:
    """The maximum altitude of an aircraft now, never below 1 (sections 5 and 9; R19)."""
    return max(1, altitude + loaded * rules.loaded_altitude + damaged * rules.damaged_altitude)


def performance(flight: Flight, damaged: bool, rules: Aerial1935) -> Performance:
    """What an aircraft can do now (sections 3, 5 and 9; R8, R18)."""
    mp = available(flight.mp, flight.loaded, damaged, rules)
    least = minimum(mp, rules) if rules.R8 == "a" else min(mp, minimum(flight.mp, rules))
    top = ceiling(flight.max_alt, flight.loaded, damaged, rules)
    return Performance(mp, least, top, flight.biplane, flight.ww1, flight.loaded)


# --- actions
def is_half_turn(action: Action) -> bool:
    """Is it the turn of 180 degrees?"""
    return action.turn == HALF_TURN


def dives(action: Action, rules: Aerial1935) -> bool:
    """Does an action count as a dive (section 5; R29)?"""
    return action.climb < 0 and (rules.R29 == "a" or action.step == 0)


def cost(action: Action, aircraft: Performance) -> int:
    """The MPs of an action (sections 3 and 12)."""
    return action.mp if action.mp_biplane is None or not aircraft.biplane else action.mp_biplane


def flown(at: Flying, action: Action, top: int, rules: Aerial1935) -> Flying:
    """Where an action leads, allowed or not (sections 3 and 12; R4, R5, R28)."""
    step = action.step
    if step and rules.R5 == "b":
        step *= 2
    if action.turn and not is_half_turn(action) and rules.R4 == "b":
        step = action.turn
    climb = action.climb
    if is_half_turn(action) and rules.R28 == "b" and at.altitude == top:
        climb = 0
    q, r = neighbour(at.at, at.facing + step)
    return Flying(q, r, turned(at.facing, action.turn), at.altitude + climb)


def known(code: str, aircraft: Performance, rules: Aerial1935) -> Action | None:
    """The action with a code, if this aircraft has it at all (sections 3 and 12)."""
    if code not in rules.actions:
        return None
    action = rules.actions[code]
    return None if action.ww1 and not aircraft.ww1 else action


def forbidden(at: Flying, action: Action, aircraft: Performance, spent: int, rules: Aerial1935) -> str:
    """Why an action cannot be flown now; empty if it can (sections 3, 5 and 9; R6, R28, R29)."""
    if is_half_turn(action) and aircraft.loaded:
        return "no 180 turn while loaded"
    if at.altitude > aircraft.ceiling and not dives(action, rules):
        return "must dive first"
    altitude = flown(at, action, aircraft.ceiling, rules).altitude
    if altitude < rules.floor:
        return "below level 1"
    if altitude > aircraft.ceiling and altitude >= at.altitude:
        return "above maximum altitude"
    if spent + cost(action, aircraft) > aircraft.mp:
        return "not enough MPs"
    return ""


def open_actions(
    aircraft: Performance, rules: Aerial1935
) -> Callable[[Flying], Iterator[tuple[Flying, int]]]:
    """From a state to the states after one allowed action, with its cost."""
    offered = [
        (action, cost(action, aircraft))
        for action in rules.actions.rows
        if known(action.code, aircraft, rules)
    ]

    def actions(at: Flying) -> Iterator[tuple[Flying, int]]:
        for action, mp in offered:
            if not forbidden(at, action, aircraft, mp - aircraft.mp, rules):
                yield flown(at, action, aircraft.ceiling, rules), mp

    return actions


@lru_cache(maxsize=512)
def reach_from_origin(altitude: int, aircraft: Performance, rules: Aerial1935) -> Mapping[Flying, int]:
    """Every state within the MPs, from hex (0, 0) and facing 0, with its totals as bits (section 3)."""
    return spends(Flying(0, 0, 0, altitude), open_actions(aircraft, rules), aircraft.mp)


def seen_from_here(at: Flying, start: Flying) -> Flying:
    """A state reached from hex (0, 0) and facing 0, as it lies for an aircraft that starts elsewhere."""
    q, r = rotated(at.at, start.facing)
    return Flying(q + start.q, r + start.r, turned(at.facing, start.facing), at.altitude)


def seen_from_origin(at: Flying, start: Flying) -> Flying:
    """A state as it lies for an aircraft that starts in hex (0, 0) with facing 0."""
    q, r = rotated((at.q - start.q, at.r - start.r), -start.facing)
    return Flying(q, r, turned(at.facing, -start.facing), at.altitude)


def band(aircraft: Performance) -> int:
    """The bits of all totals that an activation may spend (section 3)."""
    return (1 << aircraft.mp + 1) - (1 << aircraft.min_mp)


def ends(
    start: Flying, aircraft: Performance, occupied: frozenset[Hex], rules: Aerial1935
) -> tuple[Flying, ...]:
    """Every state in which an activation may end (section 3; R7)."""
    allowed = band(aircraft)
    found = reach_from_origin(start.altitude, aircraft, rules)
    here = (seen_from_here(state, start) for state, bits in found.items() if bits & allowed)
    return tuple(state for state in here if state.at not in occupied)
