"""Section 4-sequence: whose half-turn it is."""

from __future__ import annotations

from dataclasses import dataclass

from pz8edu.systems.pz8_ww1.ruleset import Ww1
from pz8edu.systems.pz8_ww1.words import Side


@dataclass(frozen=True)
class HalfTurn:
    """A half-turn by its number from 1; with 0 the game has not begun."""

    number: int

    @property
    def side(self) -> Side:
        """Whose it is: the attacker moves and assaults first, then the defender."""
        return Side.ATTACKER if self.number % 2 else Side.DEFENDER

    @property
    def turn(self) -> int:
        """The turn that it belongs to."""
        return (self.number + 1) // 2

    def why_not(self, side: Side, rules: Ww1) -> str:
        """Why a side may neither move nor assault now; empty if it may (sections 4-sequence, 8-victory)."""
        if self.number < 1:
            return "The game has not begun (§4-sequence)."
        if self.turn > rules.last_turn:
            return f"The game ended after turn {rules.last_turn} (§8-victory)."
        if side is not self.side:
            return f"It is the {self.side}'s half-turn: the {side} neither moves nor assaults (§4-sequence)."
        return ""

    def __str__(self) -> str:
        return f"the {self.side}'s, turn {self.turn}" if self.number else "before the game"
