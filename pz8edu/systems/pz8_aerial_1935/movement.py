"""Section 3, Movement points: what an aircraft can spend, its actions, and where they lead."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from pz8edu.board.hex_sets import HexSets
from pz8edu.board.hexes import Hex, neighbour, rotated, seen_from, turned
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
    return action.costs(aircraft.biplane)


def flown(at: Flying, action: Action, top: int, rules: Aerial1935) -> Flying:
    """Where an action leads, allowed or not (sections 3 and 12)."""
    q, r = neighbour(at.at, at.facing + way_ahead(action, rules))
    return Flying(q, r, turned(at.facing, action.turn), at.altitude + gained(at, action, top, rules))


def way_ahead(action: Action, rules: Aerial1935) -> int:
    """The hexside it leaves by, in sixths of a circle from the old facing (section 3; R4, R5)."""
    if action.turn and not is_half_turn(action) and rules.R4 == "b":
        return action.turn
    return 2 * action.step if rules.R5 == "b" else action.step


def gained(at: Flying, action: Action, top: int, rules: Aerial1935) -> int:
    """The levels it climbs or dives; a turn of 180 degrees at the top may stay there (section 3; R28)."""
    stays = is_half_turn(action) and rules.R28 == "b" and at.altitude == top
    return 0 if stays else action.climb


def known(code: str, aircraft: Performance, rules: Aerial1935) -> Action | None:
    """The action with a code, if this aircraft has it at all (sections 3 and 12)."""
    if code not in rules.actions:
        return None
    action = rules.actions[code]
    return action if action.open_to(aircraft.ww1) else None


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


# --- reach
@dataclass(frozen=True)
class Reach:
    """Where an aircraft gets to from hex (0, 0) with facing 0, for every total of MPs that it can spend.

    `by_total[n]` has the hexes reached with exactly n MPs, as a set, by facing and altitude.
    """

    sets: HexSets
    by_total: tuple[Mapping[tuple[int, int], int], ...]

    def within(self, least: int, most: int) -> Mapping[tuple[int, int], int]:
        """The hexes reached with a total from `least` to `most`, by facing and altitude."""
        found: dict[tuple[int, int], int] = {}
        for reached in self.by_total[least : most + 1]:
            for aspect, hexes in reached.items():
                found[aspect] = found.get(aspect, 0) | hexes
        return found

    def totals(self, at: Flying) -> tuple[int, ...]:
        """Every total that leads to a state, ascending."""
        here, aspect = self.sets.of(at.at), (at.facing, at.altitude)
        return tuple(total for total, reached in enumerate(self.by_total) if reached.get(aspect, 0) & here)


@lru_cache(maxsize=1024)
def reach_from_origin(
    altitude: int, aircraft: Performance, rules: Aerial1935, beyond: frozenset[Hex] = frozenset()
) -> Reach:
    """Every state within the MPs, from hex (0, 0) and facing 0 (sections 3 and 12).

    What an action is allowed to do depends on the altitude alone, so that all hexes of one facing and
    altitude move together. Nobody flies into the hexes `beyond` the edge, to come back (R9, R26).
    """
    sets = HexSets(aircraft.mp)
    shut = sets.of(*beyond)
    by_total: list[dict[tuple[int, int], int]] = [{} for _ in range(aircraft.mp + 1)]
    by_total[0][0, altitude] = sets.of((0, 0))
    for total, reached in enumerate(by_total):
        for (facing, level), hexes in reached.items():
            for step, turned_to, height, mp in open_actions(facing, level, aircraft, rules):
                if total + mp <= aircraft.mp:
                    onward = by_total[total + mp]
                    moved = sets.moved(hexes, step) & ~shut
                    onward[turned_to, height] = onward.get((turned_to, height), 0) | moved
    return Reach(sets, tuple(by_total))


@lru_cache(maxsize=1024)
def open_actions(
    facing: int, altitude: int, aircraft: Performance, rules: Aerial1935
) -> tuple[tuple[Hex, int, int, int], ...]:
    """The allowed actions: the step to the next hex, the facing and altitude after it, and its MPs."""
    at = Flying(0, 0, facing, altitude)
    found = []
    for action in rules.actions.rows:
        if known(action.code, aircraft, rules) and not forbidden(at, action, aircraft, 0, rules):
            after = flown(at, action, aircraft.ceiling, rules)
            found.append((after.at, after.facing, after.altitude, cost(action, aircraft)))
    return tuple(found)


def seen_from_origin(at: Flying, start: Flying) -> Flying:
    """A state as it lies for an aircraft that starts in hex (0, 0) with facing 0."""
    q, r = seen_from(start.at, start.facing, at.at)
    return Flying(q, r, turned(at.facing, -start.facing), at.altitude)


def open_ends(
    start: Flying,
    aircraft: Performance,
    occupied: Iterable[Hex],
    rules: Aerial1935,
    beyond: frozenset[Hex] = frozenset(),
) -> tuple[HexSets, Mapping[tuple[int, int], int]]:
    """The hexes where an activation may end, by facing and altitude, as seen from the start (section 3; R7)."""
    reach = reach_from(start, aircraft, rules, beyond)
    taken = reach.sets.of(*(seen_from(start.at, start.facing, at) for at in occupied))
    found = reach.within(aircraft.min_mp, aircraft.mp)
    return reach.sets, {aspect: hexes & ~taken for aspect, hexes in found.items()}


@lru_cache(maxsize=1024)
def reach_from(
    start: Flying, aircraft: Performance, rules: Aerial1935, beyond: frozenset[Hex] = frozenset()
) -> Reach:
    """The reach of an aircraft as seen from where it starts, on a board that ends where hexes are beyond it."""
    shut = frozenset(seen_from(start.at, start.facing, at) for at in beyond)
    return reach_from_origin(start.altitude, aircraft, rules, shut)


@lru_cache(maxsize=64)
def ends(
    start: Flying,
    aircraft: Performance,
    occupied: frozenset[Hex],
    rules: Aerial1935,
    beyond: frozenset[Hex] = frozenset(),
) -> tuple[Flying, ...]:
    """Every state in which an activation may end (section 3; R7)."""
    sets, found = open_ends(start, aircraft, occupied, rules, beyond)
    ahead, aslant = rotated((1, 0), start.facing), rotated((0, 1), start.facing)
    return tuple(
        Flying(
            start.q + q * ahead[0] + r * aslant[0], start.r + q * ahead[1] + r * aslant[1], faced, altitude
        )
        for (facing, altitude), hexes in found.items()
        for faced in (turned(facing, start.facing),)
        for q, r in sets.hexes(hexes)
    )
