"""Section 3, Sequence: who is Side A."""

from __future__ import annotations

from pz8edu.core import Nothing, Order, Umpire
from pz8edu.systems.pz8_ww2.ruleset import Ww2

FIRST, SECOND = "first-player", "second-player"


def side_roll(umpire: Umpire, situation: Nothing, rules: Ww2) -> str:
    """Which player is Side A (pz8-ww2, section 3; R25)."""
    if rules.R25 == "b":
        return umpire.until("both roll", both_roll)
    return FIRST if umpire.d6("Side A") <= rules.first_player_up_to else SECOND


def both_roll(umpire: Umpire) -> str | None:
    """Both players roll, the higher is Side A; a tie decides nothing (R25=b)."""
    order = umpire.compare("who rolls higher", umpire.d6("first player"), umpire.d6("second player"))
    return {Order.HIGHER: FIRST, Order.LOWER: SECOND, Order.EQUAL: None}[order]
