"""Section 2, Sequence of play: initiative, and how many aircraft are activated together."""

from __future__ import annotations

from pz8edu.core import Nothing, Order, Umpire
from pz8edu.systems.pz8_aerial_1935.ruleset import Aerial1935
from pz8edu.systems.pz8_aerial_1935.words import Side

A_FIRST, B_FIRST, TIE = "A first", "B first", "tie"


def initiative(umpire: Umpire, situation: Nothing, rules: Aerial1935) -> str:
    """Which side starts the turn (pz8-aerial-1935, section 2; R1)."""
    if rules.R1 == "a":
        return umpire.until("both roll", both_roll)
    return both_roll(umpire) or (A_FIRST if rules.R1 == "b" else TIE)


def both_roll(umpire: Umpire) -> str | None:
    """Both players roll; a tie decides nothing."""
    order = umpire.compare("who rolls higher", umpire.d6("A"), umpire.d6("B"))
    return {Order.HIGHER: A_FIRST, Order.LOWER: B_FIRST, Order.EQUAL: None}[order]


def together(own: int, enemy: int) -> int:
    """How many aircraft a side activates at a time (section 2)."""
    return max(1, own // enemy)


def schedule(aircraft: dict[Side, int], first: Side) -> tuple[tuple[Side, int], ...]:
    """The blocks of a turn in order: side and number of aircraft (section 2)."""
    size = {side: together(aircraft[side], aircraft[side.other]) for side in Side}
    left, side, blocks = dict(aircraft), first, []
    while any(left.values()):
        block = min(size[side], left[side])
        if block:
            blocks.append((side, block))
            left[side] -= block
        side = side.other
    return tuple(blocks)
