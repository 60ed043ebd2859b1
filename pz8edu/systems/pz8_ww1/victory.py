"""Section 8, Victory conditions: how long the game lasts, and who has won."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from pz8edu.board.squares import Square
from pz8edu.core import Nothing, Umpire
from pz8edu.systems.pz8_ww1.ruleset import Ww1
from pz8edu.systems.pz8_ww1.words import Victory


@dataclass(frozen=True)
class Length:
    """How many turns a game lasts."""

    turns: int

    def __str__(self) -> str:
        return f"{self.turns} turns"


def game_length(umpire: Umpire, situation: Nothing, rules: Ww1) -> Length:
    """The last turn of the game (pz8-ww1, section 8-victory; R21)."""
    last_die = rules.die_after_turn if rules.R21 == "a" else rules.last_turn - 1
    for turn in range(rules.die_after_turn, last_die + 1):
        if umpire.d6(f"after turn {turn}") >= rules.ends_on:
            return Length(turn)
    return Length(rules.last_turn)


def who_wins(held: Collection[Square], enemy_in_own_half: bool, rules: Ww1) -> Victory:
    """What the attacker's occupied squares are worth at the end (section 8-victory; R20)."""
    won = Victory.DEFENDER_WINS
    if enemy_in_own_half:
        return won
    for level in rules.victory.values():
        if all(square in held for square in rules.grid.row(rules.half + level.row)):
            won = Victory(level.victory)
        elif rules.R20 == "b":
            break
    return won
