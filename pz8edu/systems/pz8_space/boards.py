"""What is measured and counted on the hexes of Pz8 Space."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from pz8edu.board.hexes import hex_distance
from pz8edu.board.search import spends, states_reached, totals
from pz8edu.systems.pz8_space import situations
from pz8edu.systems.pz8_space.firing_line import on_the_firing_line, seen_ahead
from pz8edu.systems.pz8_space.movement import ORIGIN, Flying, ends, legal_ends, totals_of
from pz8edu.systems.pz8_space.ruleset import Space
from pz8edu.systems.pz8_space.situations import EXACTLY

FARTHEST_SEARCH = 16
TURN_COSTS = {"1935/65": 2, "1965-75": 1}
"""What forward with a turn costs in the sibling aerial rules."""
THIRD = 3


def moves(start: Flying, mp: int, mode: str, rules: Space) -> tuple[Flying, ...]:
    """The ends of the moves that are asked about."""
    return ends(start, mp if mode == EXACTLY else rules.least_mp, mp, rules)


def counted(ships: Collection[Flying]) -> Mapping[str, int]:
    """How many states and hexes."""
    return {"states": len(set(ships)), "hexes": len({ship.at for ship in ships})}


def reachability(situation: situations.Moves, rules: Space) -> Mapping[str, int]:
    """How many states and hexes can be reached (pz8-space, section 3)."""
    return counted(moves(ORIGIN, situation.mp, situation.mode, rules))


def reachability_states(situation: situations.MovesFrom, rules: Space) -> list[list[int]]:
    """Which states can be reached (pz8-space, section 3)."""
    return [
        list(ship) for ship in sorted(moves(Flying(*situation.start), situation.mp, situation.mode, rules))
    ]


def reachable(situation: situations.Way, rules: Space) -> bool:
    """Can a legal move end in a state (pz8-space, section 3)?"""
    return Flying(*situation.goal) in legal_ends(Flying(*situation.start), situation.mp, rules)


def reachability_blocked(situation: situations.AmongAsteroids, rules: Space) -> Mapping[str, int]:
    """How many states of legal moves there are past asteroids (pz8-space, sections 3 and 8; R8)."""
    return {"states": len(legal_ends(ORIGIN, situation.mp, rules, asteroids=situation.asteroids))}


def reachability_occupied(situation: situations.AmongShips, rules: Space) -> Mapping[str, int]:
    """How many states of legal moves there are among ships (pz8-space, section 3)."""
    return {"states": len(legal_ends(ORIGIN, situation.mp, rules, ships=situation.ships))}


def aerial_reachability(situation: situations.AerialMoves, rules: Space) -> Mapping[str, int]:
    """The same for the sibling aerial rules, on one altitude level (section 3 of those books)."""
    turn = TURN_COSTS[situation.set]

    def actions(aircraft: Flying) -> Iterable[tuple[Flying, int]]:
        yield aircraft.ahead, 1
        yield aircraft.ahead.turned(1), turn
        yield aircraft.ahead.turned(-1), turn

    least = situation.mp if situation.mode == "exactly n" else -(-situation.mp // THIRD)
    return counted(states_reached(spends(ORIGIN, actions, situation.mp), least, situation.mp))


def hexes_under_threat(situation: situations.Threat, rules: Space) -> Mapping[str, int]:
    """How many hexes some legal move brings onto the firing line (pz8-space, sections 3 and 4; R12)."""
    ships = legal_ends(ORIGIN, situation.mp, rules)
    return {"hexes": len({at for ship in ships for at in seen_ahead(ship, rules)})}


def cheapest_move(situation: situations.Cheapest, rules: Space) -> int | None:
    """The least movement points to a hex (pz8-space, section 3)."""
    found = totals_of(ORIGIN, FARTHEST_SEARCH, rules)
    facings = range(6) if situation.facing is None else (situation.facing,)
    ships = (Flying(*situation.target, facing) for facing in facings)
    return min((totals(found[ship])[0] for ship in ships if ship in found), default=None)


def distance(situation: situations.TwoHexes, rules: Space) -> Mapping[str, int | None]:
    """The distance of two hexes, and the number that hits at it (pz8-space, section 4)."""
    found = hex_distance(situation.a, situation.b)
    return {"distance": found, "to hit": rules.needed(found)}


def firing_line(situation: situations.LineOfFire, rules: Space) -> bool:
    """Can a ship fire at a hex (pz8-space, sections 4 and 8; R12)?"""
    return on_the_firing_line(Flying(*situation.state), situation.target, situation.asteroids, rules)


def activation_sequence(situation: situations.Fleets, rules: Space) -> str:
    """The order in which both sides activate their ships (pz8-space, section 2; R11)."""
    fleets = {"1": situation.initiative, "2": situation.other}
    left, side, order = dict(fleets), "1", ""
    while any(left.values()):
        enemy = "2" if side == "1" else "1"
        counted_now = left if rules.R11 == "b" else fleets
        times = counted_now[side] // counted_now[enemy] if counted_now[enemy] else left[side]
        ships = min(max(1, times), left[side])
        order += side * ships
        left[side] -= ships
        side = enemy
    return order
