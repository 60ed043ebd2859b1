"""What is read off the squares of Pz8 WW1: halves, stacks, moves, assaults, captured works, victory."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

from pz8edu.board.squares import share_a_side
from pz8edu.core import Closed, Help, Situation, Untyped, Whole
from pz8edu.systems.pz8_ww1.artillery import points_left
from pz8edu.systems.pz8_ww1.assault import works_value
from pz8edu.systems.pz8_ww1.movement import Entry, why_not
from pz8edu.systems.pz8_ww1.ruleset import Ww1
from pz8edu.systems.pz8_ww1.scenarios import half_of
from pz8edu.systems.pz8_ww1.situations import PRINTED
from pz8edu.systems.pz8_ww1.victory import who_wins
from pz8edu.systems.pz8_ww1.words import Side, Unit, Victory

_OFF_TABLE = "off table"
AnySquare = Annotated[
    tuple[
        Annotated[int, Help("column, 1-6 on the table")],
        Annotated[int, Help("row, 1-8 on the table, row 1 on the attacker's edge")],
    ],
    Closed(),
]
SquareOnTable = Annotated[
    tuple[
        Annotated[int, Whole(1, PRINTED.columns), Help("column")],
        Annotated[int, Whole(1, PRINTED.rows), Help("row, row 1 on the attacker's edge")],
    ],
    Closed(),
]
_OF_A_DEFENCE = Whole(0, PRINTED.defences_in_a_square)
_UNITS = Whole(0, PRINTED.stack)


# --- the table (sections 1 and 2)
class OneSquare(Situation):
    """A square."""

    square: Annotated[AnySquare, Help("[column, row]")]


def grid(situation: OneSquare, rules: Ww1) -> str:
    """The half of the table to which a square belongs (pz8-ww1, sections 1 and 2a)."""
    return str(half_of(situation.square, rules)) if rules.grid.holds(situation.square) else _OFF_TABLE


class Placement(Situation):
    """What a player wants to have in a square at the start."""

    side: Annotated[Side, Untyped(), Help("owner")]
    square: Annotated[AnySquare, Help("[column, row]")]
    wire: Annotated[int, Whole(0), Help("barbed wires")] = 0
    trench: Annotated[int, Whole(0), Help("trenches")] = 0
    bunker: Annotated[int, Whole(0), Help("bunkers")] = 0
    units: Annotated[int, Whole(0), Help("units")] = 0


def placement(situation: Placement, rules: Ww1) -> Mapping[str, Any]:
    """May a square of one's own hold these field defences and units (pz8-ww1, sections 2a and 2c)?"""
    defences = situation.wire + situation.trench + situation.bunker
    if grid(OneSquare(square=situation.square), rules) != situation.side:
        return _verdict("wrong half")
    if defences > rules.defences_in_a_square:
        return _verdict(f"more than {rules.defences_in_a_square} defences")
    if situation.bunker > rules.bunkers_in_a_square:
        return _verdict(f"more than {rules.bunkers_in_a_square} bunker")
    return _verdict("stacking" if defences + situation.units > rules.stack else "")


def _verdict(why: str) -> dict[str, Any]:
    return {"legal": not why, "why": why or "ok"}


# --- movement (section 4-move)
UnitKind = Annotated[Unit, Untyped(), Help("kind of unit")]


class OneMove(Situation):
    """A unit, and the square that it wants to enter."""

    renamed: ClassVar[Mapping[str, str]] = {"from": "start"}

    unit: UnitKind
    start: Annotated[SquareOnTable, Help("[column, row] where it stands")]
    to: Annotated[AnySquare, Help("[column, row] where it wants to go")]
    difficult_to: Annotated[bool, Help("the target square is difficult terrain or a crater")] = False
    stuck: Annotated[bool, Help("the tank got stuck in an earlier move")] = False
    friends_to: Annotated[int, _UNITS, Help("own units in the target square")] = 0
    defences_to: Annotated[int, _OF_A_DEFENCE, Help("field defences in the target square")] = 0
    enemies_to: Annotated[int, _UNITS, Help("enemy units in the target square")] = 0


def move(situation: OneMove, rules: Ww1) -> Mapping[str, Any]:
    """May a unit move from one square to another (pz8-ww1, sections 2c and 4-move)?"""
    entry = Entry(
        difficult=situation.difficult_to,
        friends=situation.friends_to,
        defences=situation.defences_to,
        enemies=situation.enemies_to,
    )
    why = why_not(situation.unit, situation.start, situation.to, entry, rules, situation.stuck)
    throws = {} if why else {"tank_roll": situation.unit is Unit.TANK}
    return _verdict(why) | throws


class UnitOnGround(Situation):
    """A kind of unit and difficult ground."""

    unit: UnitKind


def difficult_ground(situation: UnitOnGround, rules: Ww1) -> Mapping[str, Any]:
    """Who may enter difficult ground or a crater, and what it adds (pz8-ww1, sections 4-move and 5-assault)."""
    return {
        "may_enter": rules.moves[situation.unit].difficult,
        "defence_bonus": rules.defence("difficult"),
    }


# --- assaults (section 5-assault)
class TwoSquares(Situation):
    """A square that assaults another."""

    renamed: ClassVar[Mapping[str, str]] = {"from": "start"}

    start: Annotated[AnySquare, Help("[column, row] of the assaulting square")]
    to: Annotated[AnySquare, Help("[column, row] of the assaulted square")]


def may_assault(situation: TwoSquares, rules: Ww1) -> bool:
    """Are both squares on the table and side by side (pz8-ww1, section 5-assault, a)? Stormtroopers too assault no square over a corner."""
    on_table = rules.grid.holds(situation.start) and rules.grid.holds(situation.to)
    return on_table and share_a_side(situation.start, situation.to)


class Advance(Situation):
    """Units that may enter an emptied square."""

    units: Annotated[int, _UNITS, Help("surviving units that may advance")]
    defences: Annotated[int, _OF_A_DEFENCE, Help("field defences in the taken square")]


def advance_capacity(situation: Advance, rules: Ww1) -> int:
    """Units that may enter an emptied square (pz8-ww1, sections 2c and 5-assault; R30)."""
    return min(situation.units, rules.stack - situation.defences)


class CapturedWorks(Situation):
    """Field defences, and who built them."""

    wire: Annotated[int, _OF_A_DEFENCE, Help("barbed wires")] = 0
    trench: Annotated[int, _OF_A_DEFENCE, Help("trenches")] = 0
    bunker: Annotated[int, Whole(0, PRINTED.bunkers_in_a_square), Help("bunkers")] = 0
    captured: Annotated[bool, Help("they were built by the other side")] = True


def captured_defences(situation: CapturedWorks, rules: Ww1) -> int:
    """What field defences add for whoever is in the square (pz8-ww1, section 5-assault)."""
    counts = {"wire": situation.wire, "trench": situation.trench, "bunker": situation.bunker}
    return sum(works_value(kind, count, situation.captured, rules) for kind, count in counts.items())


# --- Artillery Points (sections 2b and 7)
class Track(Situation):
    """Artillery Points at the start, and what was spent."""

    stock: Annotated[int, Whole(0, 60), Help("APs at the start")]
    pbs: Annotated[int, Whole(0, 20), Help("Preliminary Bombardment points bought, 3 APs each")] = 0
    spent: Annotated[int, Whole(0, 60), Help("APs spent in support")] = 0


def ap_track(situation: Track, rules: Ww1) -> Mapping[str, Any]:
    """Artillery Points left, and whether the last-rounds die is due (pz8-ww1, sections 2b and 7)."""
    left = points_left(situation.stock, situation.pbs, situation.spent, rules)
    return {"left": left, "last_rounds": left == 0}


# --- the end (section 8-victory)
class EndOfGame(Situation):
    """Where the attacker stands at the end."""

    attacker_squares: Annotated[
        tuple[Annotated[SquareOnTable, Help("[column, row]")], ...],
        Help("squares that hold at least one unit of the attacker"),
    ]
    enemy_in_attacker_half: Annotated[bool, Help("a unit of the defender stands in rows 1-4")]


def victory(situation: EndOfGame, rules: Ww1) -> Victory:
    """Who wins (pz8-ww1, section 8-victory; R20)."""
    return who_wins(frozenset(situation.attacker_squares), situation.enemy_in_attacker_half, rules)
