"""Section 4, Move: the stuck die of a tank, and where a unit may move."""

from __future__ import annotations

from dataclasses import dataclass

from pz8edu.board.squares import Square, share_a_corner, share_a_side
from pz8edu.core import Nothing, Umpire
from pz8edu.systems.pz8_ww1.ruleset import Ww1
from pz8edu.systems.pz8_ww1.words import Unit

MOVES_ON, STAYS = "moves on", "stuck, stays"
FREE, THEN_STUCK = "moves, free to move again", "moves, then stuck"


def gets_stuck(umpire: Umpire, rules: Ww1) -> bool:
    """Does the tank that tries to move get stuck for the rest of the game (section 4-move)?"""
    return umpire.d6("stuck") <= rules.stuck_on


def tank_move(umpire: Umpire, situation: Nothing, rules: Ww1) -> str:
    """The stuck die of a moving tank (pz8-ww1, section 4-move; R6)."""
    stuck = gets_stuck(umpire, rules)
    if rules.R6 == "a":
        return STAYS if stuck else MOVES_ON
    return THEN_STUCK if stuck else FREE


@dataclass(frozen=True)
class Entry:
    """A square that a unit wants to enter: its ground, and what is in it already."""

    difficult: bool = False
    friends: int = 0
    defences: int = 0
    wire: int = 0
    enemies: int = 0


def why_not(unit: Unit, start: Square, to: Square, entry: Entry, rules: Ww1, stuck: bool = False) -> str:
    """Why a unit may not move from one square to another; empty if it may (sections 2c and 4-move; R23)."""
    move = rules.moves[unit]
    if not move.squares:
        return "static"
    if stuck:
        return "stuck"
    if not rules.grid.holds(to):
        return "off table"
    if not (share_a_side(start, to) or (move.aslant and share_a_corner(start, to))):
        return "not one square"
    if entry.difficult and not move.difficult:
        return "difficult terrain"
    if entry.enemies:
        return "enemy in square"
    if entry.friends + entry.defences + 1 > rules.stack:
        return "stacking"
    if entry.wire and unit is not Unit.TANK and rules.R23 == "b":
        return "wire"
    return ""
