"""Section 3, Turn sequence: the cards that activate the vessels."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated

from pz8edu.core import Help, Situation, Umpire, Whole
from pz8edu.systems.pz8_coastal.ruleset import Coastal
from pz8edu.systems.pz8_coastal.situations import BothSides

ALLIED, AXIS = "R", "B"


def activation_order(umpire: Umpire, situation: BothSides, rules: Coastal) -> str:
    """The order in which the vessels are activated (pz8-coastal, section 3b; R7).

    A card of a side without vessels left is ignored, so that the rest of the order is then forced.
    """
    allied, axis = situation.allied, situation.axis
    red, black = (allied, axis) if rules.R7 == "c" else (rules.red_cards, rules.black_cards)
    order = ""
    while allied and axis:
        if is_red(umpire, f"card {len(order) + 1} is red?", red, black, rules):
            order, allied, red = order + ALLIED, allied - 1, red - 1
        else:
            order, axis, black = order + AXIS, axis - 1, black - 1
    return order + ALLIED * allied + AXIS * axis


def is_red(umpire: Umpire, label: str, red: int, black: int, rules: Coastal) -> bool:
    """Is the next card red (section 3b; R7)?"""
    return umpire.chance(label, Fraction(1, 2) if rules.R7 == "b" else Fraction(red, red + black))


class Cards(Situation):
    """The cards that are left."""

    red: Annotated[int, Whole(0, 52), Help("red cards")]
    black: Annotated[int, Whole(0, 52), Help("black cards")]


def next_card(umpire: Umpire, cards: Cards, rules: Coastal) -> str:
    """The next card alone: the single step of `activation_order` (section 3b; R7)."""
    return ALLIED if is_red(umpire, "the card is red?", cards.red, cards.black, rules) else AXIS
