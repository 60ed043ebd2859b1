"""Section 2, Sequence of play: who is Side A."""

from __future__ import annotations

from pz8edu.core import Order, Umpire
from pz8edu.systems.pz8_naval.ruleset import Naval
from pz8edu.systems.pz8_naval.situations import SideRoll

YOU_ARE_A, YOU_ARE_B, TIE = "you are A", "you are B", "tie, throw again"


def side_roll(umpire: Umpire, situation: SideRoll, rules: Naval) -> str:
    """Which side you are this turn (pz8-naval, sections 2 and 10b; R1).

    Under R1=c the higher roll chooses; here it chooses to be Side A.
    """
    if rules.R1 == "b":
        return YOU_ARE_A if umpire.d6("Side A").is_in((1, 3, 5)) else YOU_ARE_B
    if situation.show == "first throw":
        return both_roll(umpire) or TIE
    return umpire.until("both roll", both_roll)


def both_roll(umpire: Umpire) -> str | None:
    """Both players roll; a tie decides nothing."""
    order = umpire.compare("who rolls higher", umpire.d6("you"), umpire.d6("the other side"))
    return {Order.HIGHER: YOU_ARE_A, Order.LOWER: YOU_ARE_B, Order.EQUAL: None}[order]
