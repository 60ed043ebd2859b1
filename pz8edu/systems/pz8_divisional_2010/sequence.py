"""Section 3, Turn sequence: who is side A, and how long the day is."""

from __future__ import annotations

from pz8edu.core import Nothing, Umpire
from pz8edu.systems.pz8_divisional_2010.ruleset import Divisional2010

FIRST, SECOND = "first player is A", "second player is A"


def both_roll(umpire: Umpire) -> str | None:
    """Both players roll; the higher die is side A, a tie decides nothing (R1=b)."""
    first, second = umpire.d6("first player"), umpire.d6("second player")
    margin = umpire.settle("difference", first - second)
    if not margin:
        return None
    return FIRST if margin > 0 else SECOND


def side_choice(umpire: Umpire, situation: Nothing, rules: Divisional2010) -> str:
    """Which player is side A (section 3; R1)."""
    if rules.R1 == "b":
        return umpire.until("both roll", both_roll)
    return FIRST if umpire.d6("first player") <= rules.first_player_up_to else SECOND


def day_length(umpire: Umpire, situation: Nothing, rules: Divisional2010) -> int:
    """The turns of a day: the die after turn 9 (section 3; R2)."""
    last = rules.day if rules.R2 == "b" else rules.day_die_after + 1
    for turn in range(rules.day_die_after, last):
        if umpire.d6(f"after turn {turn}") >= rules.day_ends_on:
            return turn
    return rules.day
