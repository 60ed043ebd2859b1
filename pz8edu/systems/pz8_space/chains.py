"""Pz8 Space turn after turn: stand-offs, and torpedoes that run."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Unpack

from pz8edu.board.hexes import hex_distance
from pz8edu.core import NEVER, Chain, PlayedWith, Umpire
from pz8edu.systems.pz8_space import situations
from pz8edu.systems.pz8_space.fire import Both, exchange_of_fire, one_hits
from pz8edu.systems.pz8_space.movement import ORIGIN, legal_ends
from pz8edu.systems.pz8_space.ruleset import Space
from pz8edu.systems.pz8_space.words import Condition

X_WINS, Y_WINS = "x wins", "y wins"


# --- Stand-off
@dataclass(frozen=True)
class Ships:
    """Two ships, x and y; `x_first` while x has the initiative of the first turn."""

    both: Both
    x_first: bool = False

    def __str__(self) -> str:
        return str(self.both)


def fire_of(umpire: Umpire, both: Both, situation: situations.StandOff, rules: Space) -> Both:
    """One ship fires at the other, and is answered."""
    exchange = situations.Exchange(
        distance=situation.distance,
        attacker_damaged=both.attacker is Condition.DAMAGED,
        target_damaged=both.target is Condition.DAMAGED,
        target_faces=situation.face_each_other,
    )
    return umpire.resolve("exchange", exchange_of_fire, exchange, rules)


def stand_off_turns(situation: situations.StandOff, rules: Space, **how: Unpack[PlayedWith]) -> Chain[Ships]:
    """Turn after turn both fire, in the order of their initiative (sections 2 and 4; R1, R2, R3, R6)."""

    def turn(umpire: Umpire, ships: Ships) -> Ships:
        x_first = ships.x_first or umpire.chance("x has the initiative", Fraction(1, 2))
        both = ships.both if x_first else ships.both.changed_over
        both = fire_of(umpire, both, situation, rules)
        if not both.over:
            both = fire_of(umpire, both.changed_over, situation, rules).changed_over
        return Ships(both if x_first else both.changed_over)

    fresh = Ships(Both(Condition.OK, Condition.OK), situation.initiative_turn_1 is not None)
    return Chain(turn, start=fresh, over=lambda ships: ships.both.over, **how)


def winner(ships: Any) -> str:
    """Who has won."""
    if ships is NEVER:
        return "stalemate"
    if not ships.both.over:
        return "both alive"
    return X_WINS if ships.both.target is Condition.DESTROYED else Y_WINS


def stand_off(situation: situations.StandOff, rules: Space) -> Mapping[str, Any]:
    """Who wins a stand-off, and how long it takes (pz8-space, sections 2 and 4; R1, R2, R3, R6)."""
    chain = stand_off_turns(situation, rules)
    if situation.turns is not None:
        law = chain.after(situation.turns).map(winner)
        return {word: law.fraction(word) for word in (X_WINS, Y_WINS, "both alive")}
    law = chain.ends().map(winner)
    wins = {word: law.fraction(word) for word in (X_WINS, Y_WINS)}
    if situation.initiative_turn_1 is not None:
        return wins
    expected = chain.solver.expected_turns()
    return {
        **wins,
        "stalemate": law.fraction("stalemate"),
        "expected turns": "inf" if expected is None else expected,
    }


# --- Torpedoes
def torpedo_chase(situation: situations.Chase, rules: Space) -> Mapping[str, Any]:
    """The turn in which a torpedo catches a ship that flies straight away (pz8-space, section 5)."""
    closes = rules.torpedo_mp - situation.straight_moves_per_turn
    return {"hit on turn": -(-situation.distance // closes) if closes > 0 else None}


def torpedo_ahead(situation: situations.TorpedoAhead, rules: Space) -> Mapping[str, Any]:
    """How far a ship gets away from a torpedo ahead of its bow (pz8-space, sections 3 and 5)."""
    torpedo = (situation.distance, 0)
    found = legal_ends(ORIGIN, situation.mp, rules.variant(R8="a"), asteroids=(torpedo,))
    best = max(hex_distance(ship.at, torpedo) for ship in found)
    return {"best distance after the move": best, "hit this turn": best <= rules.torpedo_mp}


def shots_at_torpedo(situation: situations.Screen, rules: Space, **how: Unpack[PlayedWith]) -> Chain[str]:
    """Every turn each ship shoots at the torpedo once (section 5; R3)."""
    aim = situations.Aim(distance=situation.distance, at_torpedo=True)

    def turn(umpire: Umpire, _: str) -> str:
        return "exploded" if one_hits(umpire, situation.ships, aim, rules) else "running"

    return Chain(turn, start="running", over=lambda state: state == "exploded", **how)


def torpedo_screen(situation: situations.Screen, rules: Space) -> Mapping[str, Any]:
    """Does a torpedo pass the ships that shoot at it (pz8-space, section 5; R3)?"""
    return {"survives": shots_at_torpedo(situation, rules).after(situation.turns).fraction("running")}
