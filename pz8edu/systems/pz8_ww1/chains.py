"""Rules of Pz8 WW1 played turn after turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Unpack

from pz8edu.core import Chain, Enumerating, Part, Parts, PlayedWith, Roll, Umpire
from pz8edu.systems.pz8_ww1 import artillery
from pz8edu.systems.pz8_ww1.assault import Survivors, survivors
from pz8edu.systems.pz8_ww1.bombardment import damage_points
from pz8edu.systems.pz8_ww1.force import Force
from pz8edu.systems.pz8_ww1.movement import gets_stuck
from pz8edu.systems.pz8_ww1.ruleset import Ww1
from pz8edu.systems.pz8_ww1.situations import (
    Assault,
    DamageWanted,
    RepeatedAssault,
    Stock,
    TankTurns,
    WireTurns,
)
from pz8edu.systems.pz8_ww1.wire import wires_left
from pz8edu.systems.pz8_ww1.words import Ground


# --- tank-run
@dataclass(frozen=True)
class Tank:
    """A tank on its way: squares behind it, and whether it is stuck."""

    squares: int = 0
    stuck: bool = False

    def __str__(self) -> str:
        return f"{self.squares} squares"


def next_move(umpire: Umpire, tank: Tank, _: int, rules: Ww1) -> Tank:
    """One more attempt to move a square (section 4-move; R6)."""
    if tank.stuck:
        return tank
    stuck = gets_stuck(umpire, rules)
    moved = tank.squares if stuck and rules.R6 == "a" else tank.squares + 1
    return Tank(moved, stuck)


def tank_run(umpire: Umpire, situation: TankTurns, rules: Ww1) -> Roll[str]:
    """A tank that tries to move one square every turn (pz8-ww1, section 4-move; R6)."""
    tank = umpire.in_turn("move", range(situation.turns), next_move, Tank(), rules)
    return tank.read("squares", str)


def tank_chain(situation: TankTurns, rules: Ww1, **how: Unpack[PlayedWith]) -> Chain[Tank]:
    """Move after move until the tank is stuck or has crossed as many squares as it has turns."""

    def turn(umpire: Umpire, tank: Tank) -> Tank:
        return next_move(umpire, tank, 0, rules)

    def over(tank: Tank) -> bool:
        return tank.stuck or tank.squares == situation.turns

    return Chain(turn, start=Tank(), over=over, parts=tank_parts, **how)


def tank_parts(tank: Tank) -> Parts:
    """How far a tank has come, and whether it is stuck."""
    way = (Part("", str(tank)),)
    return (*way, Part("", "stuck")) if tank.stuck else way


def tank_run_chain(situation: TankTurns, rules: Ww1) -> Mapping[str, Any]:
    """Squares that a tank has behind it after so many turns (section 4-move; R6)."""
    return {"outcomes": tank_chain(situation, rules).after(situation.turns).map(str).fractions()}


# --- wire-clearing
def next_clearing(umpire: Umpire, wire: int, idle: WireTurns, rules: Ww1) -> int:
    """One more turn of the same idle units (section 6)."""
    return wires_left(umpire, wire, idle, rules) if wire else wire


def wire_clearing(umpire: Umpire, situation: WireTurns, rules: Ww1) -> Roll[int]:
    """Wires that are left after several turns of idle units (pz8-ww1, section 6)."""
    turns = (situation,) * situation.turns
    return umpire.in_turn("turn", turns, next_clearing, situation.wire, rules)


def wire_chain(situation: WireTurns, rules: Ww1, **how: Unpack[PlayedWith]) -> Chain[int]:
    """Turn after turn until no wire is left."""

    def turn(umpire: Umpire, wire: int) -> int:
        return wires_left(umpire, wire, situation, rules)

    return Chain(turn, start=situation.wire, over=lambda wire: not wire, word=wires_word, **how)


def clearing_time(situation: WireTurns, rules: Ww1) -> Mapping[str, Any]:
    """The expected number of turns; None when nobody can clear any wire."""
    return {"expected": wire_chain(situation, rules).solver.expected_turns()}


def wire_clearing_chain(situation: WireTurns, rules: Ww1) -> Mapping[str, Any]:
    """Wires left after so many turns, and the expected time to clear them all (section 6)."""
    chain = wire_chain(situation, rules)
    left = chain.after(situation.turns).map(wires_word).fractions()
    return {"outcomes": left, "expected": chain.solver.expected_turns()}


def wires_word(wire: int) -> str:
    """How many wires are left."""
    return f"{wire} left"


# --- bombard-until
LONGEST = 8
"""Bombardment dice up to which the chance is told."""


@dataclass(frozen=True)
class Shelling:
    """A bombardment on its way: damage points so far, and the dice that they took."""

    points: int = 0
    dice: int = 0

    def __str__(self) -> str:
        return f"{self.points} damage points with {self.dice} {'die' if self.dice == 1 else 'dice'}"


def next_die(umpire: Umpire, points: int, wanted: DamageWanted, rules: Ww1) -> Roll[int]:
    """One more bombardment die on the same square; damage beyond what is wanted does not count (section 2b)."""
    return (damage_points(umpire, 1, rules) + points).at_most(wanted.damage)


def shelled_again(
    umpire: Umpire, so_far: Shelling, wanted: DamageWanted, rules: Ww1
) -> Shelling | Roll[Shelling]:
    """One more die, unless the damage total is reached."""
    if so_far.points >= wanted.damage:
        return so_far
    points = next_die(umpire, so_far.points, wanted, rules)
    return points.read("damage points", lambda points: Shelling(points, so_far.dice + 1))


def bombard_until(umpire: Umpire, situation: DamageWanted, rules: Ww1) -> Roll[str]:
    """After how many bombardment dice the damage total is reached (pz8-ww1, section 2b; R2)."""
    dice = (situation,) * LONGEST
    return umpire.in_turn("die", dice, shelled_again, Shelling(), rules).read(
        "reached",
        lambda end: (
            f"reached with die {end.dice}" if end.points >= situation.damage else f"not within {LONGEST} dice"
        ),
    )


def bombardment_chain(situation: DamageWanted, rules: Ww1, **how: Unpack[PlayedWith]) -> Chain[int]:
    """Die after die until the damage total is reached (section 2b; R2)."""

    def turn(umpire: Umpire, points: int) -> Roll[int]:
        return next_die(umpire, points, situation, rules)

    return Chain(turn, start=0, over=lambda points: points >= situation.damage, word=points_word, **how)


def points_word(points: int) -> str:
    """How much damage there is."""
    return f"{points} damage {'point' if points == 1 else 'points'}"


def bombardment_time(situation: DamageWanted, rules: Ww1) -> Mapping[str, Any]:
    """The chance to reach the damage total with so many dice, and the expected number of dice (section 2b; R2)."""
    chain = bombardment_chain(situation, rules)
    within = {str(dice): chain.after(dice).fraction(situation.damage) for dice in range(1, LONGEST + 1)}
    return {"within": within, "expected": chain.solver.expected_turns()}


# --- assault-chain
def next_assault(umpire: Umpire, both: Survivors, first: Assault, rules: Ww1) -> Survivors:
    """One more assault by what is left of both sides; none once a square is empty (section 5-assault)."""
    if over(both):
        return both
    return survivors(umpire, again(first, both), rules)


def again(first: Assault, both: Survivors) -> Assault:
    """The same assault with what is left of both sides."""
    units = {f"attacker_{kind}": count for kind, count in vars(both.attacker).items()}
    units |= {f"defender_{kind}": count for kind, count in vars(both.defender).items()}
    return replace(first, **units)


def over(both: Survivors) -> bool:
    """Is one of the two squares empty?"""
    return both.ground is not Ground.HELD


def ground(both: Survivors) -> Ground:
    """What has become of the two squares."""
    return both.ground


def repeated_assault(umpire: Umpire, situation: RepeatedAssault, rules: Ww1) -> Roll[Ground]:
    """The same square assaults the same square until one is empty (pz8-ww1, section 5-assault)."""
    start = Survivors(situation.attacker, situation.defender)
    turns = (situation,) * most_assaults(situation)
    return umpire.in_turn("assault", turns, next_assault, start, rules).read("squares", ground)


def most_assaults(situation: RepeatedAssault) -> int:
    """Every assault removes a unit, and none is left on one side after the last."""
    return situation.attacker.units + situation.defender.units - 1


def assault_chain(situation: RepeatedAssault, rules: Ww1, **how: Unpack[PlayedWith]) -> Chain[Survivors]:
    """Assault after assault, each with the same Artillery Points; every one removes a unit."""

    def turn(umpire: Umpire, both: Survivors) -> Survivors:
        return next_assault(umpire, both, situation, rules)

    start = Survivors(situation.attacker, situation.defender)
    return Chain(turn, start=start, over=over, parts=survivors_parts, **how)


def survivors_parts(both: Survivors) -> Parts:
    """The units that are left of both sides."""
    sides = {"attackers": force_word(both.attacker), "defenders": force_word(both.defender)}
    return tuple(Part(side, units, f"{side}: {units}") for side, units in sides.items())


def force_word(force: Force) -> str:
    """The units of one side by their kinds."""
    kinds = [f"{count} {kind}" for kind, count in vars(force).items() if count]
    return " + ".join(kinds) or "none"


def assaults_needed(situation: RepeatedAssault, rules: Ww1) -> Mapping[str, Any]:
    """The expected number of assaults until a square is empty (section 5-assault)."""
    return {"expected": assault_chain(situation, rules).solver.expected_turns()}


def repeated_assault_chain(situation: RepeatedAssault, rules: Ww1) -> Mapping[str, Any]:
    """What becomes of the two squares, and the expected number of assaults (section 5-assault)."""
    chain = assault_chain(situation, rules)
    ends = chain.after(most_assaults(situation)).map(ground).map(str).fractions()
    return {"outcomes": ends, "expected": chain.solver.expected_turns()}


# --- ap-budget
def ap_budget_chain(situation: Stock, rules: Ww1) -> Mapping[str, Any]:
    """All Artillery Points of a game: the stock is spent, then the last rounds (sections 5-assault and 7)."""
    law = Enumerating(draw=False).tree(artillery.ap_budget, situation, rules).distribution
    return {"outcomes": law.map(str).fractions()}
