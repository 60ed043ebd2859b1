"""Rules of Pz8 Naval played turn after turn: repairs, the NPO, closing, nightfall."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated, Any, Unpack

from pz8edu.core import (
    Chain,
    Distribution,
    Enumerating,
    Help,
    Nullable,
    Part,
    Parts,
    PlayedWith,
    Situation,
    Umpire,
    Whole,
)
from pz8edu.systems.pz8_naval.ruleset import Naval
from pz8edu.systems.pz8_naval.scenarios import daylight
from pz8edu.systems.pz8_naval.sea import range_between, sea
from pz8edu.systems.pz8_naval.situations import PRINTED
from pz8edu.systems.pz8_naval.solo import moves
from pz8edu.systems.pz8_naval.words import Move

NEVER = "never"


# --- C1 repair-all
class RepairTurns(Situation):
    """A ship that repairs turn after turn."""

    damage_points: Annotated[int, Whole(1, 12), Help("H and T hits of the ship")]
    turns: Annotated[
        int | None, Nullable(), Whole(1, 50), Help("end-of-turn rolls; null = ask for the expectation")
    ] = None


def repairs_of(situation: RepairTurns, rules: Naval, **how: Unpack[PlayedWith]) -> Chain[int]:
    """One repair die a turn until nothing is left to repair (section 6)."""

    def turn(umpire: Umpire, points: int) -> int:
        return points - 1 if umpire.d6("repair") >= rules.repair_on else points

    return Chain(turn, start=situation.damage_points, over=lambda points: points == 0, word=hits_word, **how)


def hits_word(points: int) -> str:
    """How much is left to repair."""
    return f"{points} {'hit' if points == 1 else 'hits'}"


def repair_all(situation: RepairTurns, rules: Naval) -> Mapping[str, Any]:
    """How long it takes until nothing is left to repair (section 6)."""
    chain = repairs_of(situation, rules)
    if situation.turns is None:
        return {"expected turns": or_never(chain.solver.expected_turns())}
    return {"all repaired": chain.after(situation.turns).fraction(0)}


# --- C3 npo-withdraws
class NpoTurns(Situation):
    """The fleet of the NPO, turn after turn."""

    net_modifier: Annotated[
        int, Whole(-14, 14), Help("sum of the modifiers of the NPO's die, the same every turn")
    ] = 0
    start_depth: Annotated[
        int,
        Whole(1, PRINTED.own_zones),
        Help("zone of the NPO before turn 1, 1 at the central line … 4 rear zone"),
    ] = PRINTED.own_zones
    by_turn: Annotated[int | None, Nullable(), Whole(1, 100), Help("null = ask for the expectation")] = None


@dataclass(frozen=True)
class Fleet:
    """The NPO fleet before its move: its depth, 0 when it has left, and whether it is turn 1."""

    depth: int
    first_turn: bool = False

    @property
    def parts(self) -> Parts:
        """Its zone, and whether it is turn 1."""
        zone = (Part("zone", str(self.depth)),) if self.depth else (Part("", "gone"),)
        return (*zone, Part("", "turn 1")) if self.first_turn else zone


_STEP = {Move.ADVANCE: -1, Move.BROADSIDE: 0, Move.WITHDRAW: 1}


def npo_moves(situation: NpoTurns, rules: Naval, **how: Unpack[PlayedWith]) -> Chain[Fleet]:
    """The NPO moves every turn until it leaves the table (section 10; R25)."""

    def turn(umpire: Umpire, fleet: Fleet) -> Fleet:
        wanted = umpire.look_up("move", umpire.d6("NPO") + situation.net_modifier, rules.npo_moves)
        move = moves(wanted, fleet.depth, fleet.first_turn, rules)
        return Fleet(0) if move is Move.LEAVE else Fleet(fleet.depth + _STEP[move])

    start = Fleet(situation.start_depth, first_turn=True)
    return Chain(
        turn, start=start, over=lambda fleet: not fleet.depth, parts=lambda fleet: fleet.parts, **how
    )


def npo_withdraws(situation: NpoTurns, rules: Naval) -> Mapping[str, Any]:
    """When the fleet of the NPO leaves the table (section 10; R25)."""
    chain = npo_moves(situation, rules)
    if situation.by_turn is None:
        return {"expected turns until it leaves the table": or_never(chain.solver.expected_turns())}
    return {"gone": chain.after(situation.by_turn).fraction(Fleet(0))}


# --- C4 closing
class Closing(Situation):
    """Two fleets that close."""

    turns: Annotated[int, Whole(1, PRINTED.own_zones - 1), Help("turns played")] = PRINTED.own_zones - 1


def closing(situation: Closing, rules: Naval) -> Mapping[str, Any]:
    """The range after every move when both fleets advance every turn from the table edges (section 3; R2)."""
    zones = sea(rules)
    south, north = zones.southern()[0], zones.northern()[-1]
    ranges = []
    for _ in range(situation.turns):
        south = zones.forward(south) or south
        ranges.append(range_between(south, north, rules))
        north = zones.forward(north) or north
        ranges.append(range_between(south, north, rules))
    return {"ranges": ranges}


# --- C5 until-night
class UntilNight(Situation):
    """The daylight at Cape Matapan."""

    turn: Annotated[
        int | None, Nullable(), Whole(1, 13), Help("turn asked for; null = only the expectation")
    ] = None


def until_night(situation: UntilNight, rules: Naval) -> Mapping[str, Any]:
    """Daylight turns left before the game (section 9)."""
    days: Distribution[int] = Enumerating(draw=False).tree(daylight, rules).distribution
    chances = days.fractions()
    results = {"expected daylight turns": sum((p * day for day, p in chances.items()), Fraction(0))}
    if situation.turn is not None:
        last = situation.turn
        results["night"] = sum((p for day, p in chances.items() if day < last), Fraction(0))
    return results


def or_never(expected: Fraction | None) -> Fraction | str:
    """An expected number, or the word for what never comes."""
    return NEVER if expected is None else expected
