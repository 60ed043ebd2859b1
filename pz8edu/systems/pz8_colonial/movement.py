"""Sections 2 to 6, Movement and charges."""

from __future__ import annotations

from pz8edu.core import Roll, Umpire
from pz8edu.systems.pz8_colonial.ruleset import Colonial
from pz8edu.systems.pz8_colonial.situations import MoveMade
from pz8edu.systems.pz8_colonial.words import Troop

GUNS = (Troop.MACHINE_GUN, Troop.ARTILLERY)


def fixed_move(troop: Troop, bad: bool, rules: Colonial) -> int | None:
    """The inches of a move that needs no dice; None where dice are rolled (sections 2, 3, 4, 6; R16)."""
    row = rules.movement[troop]
    if not bad:
        return row.move
    if row.bad_dice is None or (troop in GUNS and rules.R16 == "b"):
        return row.bad_move
    return None


def move_in_words(troop: Troop, bad: bool, rules: Colonial) -> str:
    """A move as the book writes it: "6" or "1D6" inches."""
    inches = fixed_move(troop, bad, rules)
    return f"{rules.movement[troop].bad_dice}D6" if inches is None else str(inches)


def move_distance(umpire: Umpire, situation: MoveMade, rules: Colonial) -> int | Roll[int]:
    """The length of a move (pz8-colonial, sections 2, 3 and 6; R16)."""
    troop = Troop.MACHINE_GUN if situation.troop == "gun" else Troop(situation.troop)
    inches: int | Roll[int] | None = fixed_move(troop, situation.bad, rules)
    if inches is None:
        inches = umpire.sum_of("move on bad ground", rules.movement[troop].bad_dice or 0)
    if situation.extra:
        inches = inches + umpire.sum_of("further move", rules.extra_dice)
    return inches


def charge_reach(troop: Troop, bad: bool, rules: Colonial) -> int | None:
    """The inches of a charge; None for troops that do not charge (sections 2 and 6; R29)."""
    row = rules.movement[Troop.FOOT if troop in GUNS and rules.R29 == "b" else troop]
    return row.bad_charge if bad else row.charge
