"""Section 3, Movement points: where a ship can get to."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

from pz8edu.board.hexes import Hex, hexes_in_arc, neighbour, turned
from pz8edu.board.search import spends, states_reached
from pz8edu.systems.pz8_space.ruleset import Space

FORWARD, TURN = "move forward one hex", "change direction 60 degrees"


class Flying(NamedTuple):
    """A ship: its hex and its facing."""

    q: int
    r: int
    facing: int

    @property
    def at(self) -> Hex:
        """Its hex."""
        return self.q, self.r

    @property
    def ahead(self) -> Flying:
        """The ship after one hex forward."""
        return Flying(*neighbour(self.at, self.facing), self.facing)

    def turned(self, left: int) -> Flying:
        """The ship after a turn."""
        return Flying(self.q, self.r, turned(self.facing, left))


ORIGIN = Flying(0, 0, 0)


def totals_of(
    start: Flying, most: int, rules: Space, asteroids: frozenset[Hex] = frozenset()
) -> Mapping[Flying, int]:
    """Every state that a move can end in, with the totals of movement points it can cost, as bits (section 3).

    The first point is one hex forward. Asteroids are not entered; under R8=b a ship that enters one is
    destroyed there, and its move ends.
    """
    costs = rules.actions[FORWARD].mp, rules.actions[TURN].mp
    return searched(start, most, costs, asteroids, rules.R8 == "b")


@lru_cache(maxsize=64)
def searched(
    start: Flying, most: int, costs: tuple[int, int], asteroids: frozenset[Hex], entered: bool
) -> Mapping[Flying, int]:
    """The same for the costs of a hex forward and a turn; asteroids are entered or not."""
    forward, turn = costs

    def actions(ship: Flying) -> Iterable[tuple[Flying, int]]:
        if ship.at in asteroids:
            return
        if entered or ship.ahead.at not in asteroids:
            yield ship.ahead, forward
        yield ship.turned(1), turn
        yield ship.turned(-1), turn

    first = start.ahead
    if most < forward or (first.at in asteroids and not entered):
        return {}
    found = spends(first, actions, most - forward)
    return MappingProxyType({ship: bits << forward for ship, bits in found.items()})


def ends(
    start: Flying, least: int, most: int, rules: Space, asteroids: frozenset[Hex] = frozenset()
) -> tuple[Flying, ...]:
    """The states in which a move of so many movement points can end (section 3; R8, R9)."""
    return states_reached(totals_of(start, most, rules, asteroids), least, most)


def legal_ends(
    start: Flying,
    mp: int,
    rules: Space,
    asteroids: Collection[Hex] = (),
    ships: Collection[Hex] = (),
) -> tuple[Flying, ...]:
    """The states in which a legal move can end: not on another ship (section 3; R7, R8, R9)."""
    found = ends(start, rules.least_mp, mp, rules, frozenset(asteroids))
    return tuple(ship for ship in found if ship.at not in ships)


def reaches_round(start: Flying, end: Flying, mp: int, rules: Space, shut: frozenset[Hex]) -> bool:
    """Can a legal move end in a state without entering some hexes (section 3; R7)?"""
    costs = rules.actions[FORWARD].mp, rules.actions[TURN].mp
    return end in states_reached(searched(start, mp, costs, shut, False), rules.least_mp, mp)


@lru_cache(maxsize=64)
def hexes_ahead(arc: str, longest: int) -> tuple[Hex, ...]:
    """The hexes that a ship at the origin, facing 0, can fire into."""
    return hexes_in_arc((0, 0), 0, arc, longest)
