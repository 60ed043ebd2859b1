"""PT-27: who sets up first."""

from __future__ import annotations

from pz8edu.core import Nothing, Order, Umpire
from pz8edu.systems.panzertroops.ruleset import Panzertroops

FIRST, SECOND, TIE = "first", "second", "tie"


def higher_die(umpire: Umpire) -> str | None:
    """Each player rolls a die: who has the higher one? None for a tie."""
    order = umpire.compare("set-up dice", umpire.d6("first player"), umpire.d6("second player"))
    return {Order.HIGHER: FIRST, Order.LOWER: SECOND, Order.EQUAL: None}[order]


def setup_roll(umpire: Umpire, situation: Nothing, rules: Panzertroops) -> str:
    """Who sets up first (panzertroops, PT-27; R8)?"""
    if rules.R8 == "b":
        return higher_die(umpire) or TIE
    return umpire.until("set-up", higher_die)
