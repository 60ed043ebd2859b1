"""Section 7, Artillery last rounds, and the track of Artillery Points (section 2b)."""

from __future__ import annotations

from pz8edu.core import Nothing, Roll, Umpire
from pz8edu.systems.pz8_ww1.ruleset import Ww1
from pz8edu.systems.pz8_ww1.situations import Stock


def last_rounds(umpire: Umpire, situation: Nothing, rules: Ww1) -> Roll[int]:
    """Additional Artillery Points when the stock is spent, once a game for each player (pz8-ww1, section 7)."""
    return umpire.d6("last rounds")


def ap_budget(umpire: Umpire, situation: Stock, rules: Ww1) -> Roll[int]:
    """All Artillery Points of a game: the stock and the last rounds (pz8-ww1, sections 5-assault and 7)."""
    return last_rounds(umpire, Nothing(), rules) + situation.stock


def points_left(stock: int, bombardment_dice: int, spent: int, rules: Ww1) -> int:
    """Circles that are not crossed off yet, never below 0 (section 2b)."""
    left = stock - bombardment_dice * rules.points_for_a_bombardment_die - spent
    return max(left, 0)
