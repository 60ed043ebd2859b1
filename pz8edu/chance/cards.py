"""Hands of cards drawn without replacement."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TypeVar

from pz8edu.chance.distribution import Distribution
from pz8edu.errors import BadInput

T = TypeVar("T")


def hand_of(count: int, cards: Mapping[T, int]) -> Distribution[tuple[int, ...]]:
    """How many of each kind (in the given order) are among `count` cards drawn without replacement."""
    deck = sum(cards.values())
    if not 0 <= count <= deck:
        raise BadInput(f"a hand from {deck} cards has 0 to {deck} cards; got {count}")
    hands: dict[tuple[int, ...], int] = {(): 1}
    kinds = list(cards.values())
    for place, copies in enumerate(kinds):
        rest = sum(kinds[place + 1 :])
        following: dict[tuple[int, ...], int] = {}
        for hand, ways in hands.items():
            missing = count - sum(hand)
            for drawn in range(max(0, missing - rest), min(copies, missing) + 1):
                following[(*hand, drawn)] = ways * math.comb(copies, drawn)
        hands = following
    return Distribution(hands, math.comb(deck, count))
