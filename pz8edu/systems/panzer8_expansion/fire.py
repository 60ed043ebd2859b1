"""Sections 10, 13, 14 and 17.2: ammunition supply, smoke, and what modifies fire."""

from __future__ import annotations

from pz8edu.core import Modifiers, Roll, Umpire
from pz8edu.systems.panzer8_expansion import situations
from pz8edu.systems.panzer8_expansion.d20 import d20, of_quality, reaches, test
from pz8edu.systems.panzer8_expansion.ruleset import Expansion
from pz8edu.systems.panzer8_expansion.words import Stock, Supply, Test


def runs_out(die: Roll[int], supply: Supply, rules: Expansion) -> bool:
    """Does the unmodified die of a shot empty the weapon (section 13)?"""
    if supply is Supply.ANTI_TANK:
        return False
    face = die.called("ammunition")
    if supply is Supply.SCARCE:
        return face.is_in((rules.runs_out_on, rules.scarce_also_on))
    return face == rules.runs_out_on


def ammunition(umpire: Umpire, situation: situations.Weapon, rules: Expansion) -> Stock:
    """Does a weapon run out with this shot (panzer8-expansion, section 13)?"""
    return Stock.OUT if runs_out(d20(umpire, "shot", rules), situation.kind, rules) else Stock.LEFT


def fire_with_ammunition(umpire: Umpire, situation: situations.SuppliedShot, rules: Expansion) -> str:
    """One die for the hit and for the supply (panzer8-expansion, section 13; R1)."""
    die = d20(umpire, "to hit", rules)
    hit = reaches(die, Modifiers(), situation.face, rules)
    stock = "out" if runs_out(die, situation.kind, rules) else str(Stock.LEFT)
    return f"{'hit' if hit else 'miss'}, {stock}"


def fire_modified(umpire: Umpire, situation: situations.ModifiedShot, rules: Expansion) -> Test:
    """Any roll of fire with modifiers (panzer8-expansion, sections 10, 14 and 17.2; R1)."""
    modifiers = Modifiers(*((value, "modifier", True) for value in situation.modifiers))
    return test(umpire, "fire", modifiers, situation.need, rules)


def mortar_smoke(umpire: Umpire, situation: situations.Troops, rules: Expansion) -> Test:
    """A mortar lays a smoke screen (panzer8-expansion, section 14; R1)."""
    return test(umpire, "smoke", of_quality(situation.quality, "14"), rules.smoke_on, rules)
