"""Sections 10.2 and 11: the recce move, hidden placement and speculative fire."""

from __future__ import annotations

from fractions import Fraction

from pz8edu.core import Distribution, Modifiers, Umpire
from pz8edu.systems.panzer8_expansion import situations, words
from pz8edu.systems.panzer8_expansion.d20 import faces_that_reach, test
from pz8edu.systems.panzer8_expansion.ruleset import Expansion
from pz8edu.systems.panzer8_expansion.words import Start


def recce_start(umpire: Umpire, situation: situations.RecceSides, rules: Expansion) -> Start:
    """Who makes the first recce move (panzer8-expansion, section 10.2)?"""
    if not situation.both_sides:
        return Start.ONE_SIDE
    if situation.has_defender:
        return Start.DEFENDER
    return Start.SIDE_A if umpire.chance("side A starts", Fraction(1, 2)) else Start.SIDE_B


def modifiers_of_search(quality: int, recce: bool, rules: Expansion) -> Modifiers:
    """The modifiers to speculative fire (section 11)."""
    return Modifiers(
        (quality, "troop quality", True, "11"),
        (rules.not_recce, "spotting element is not recce", not recce, "11"),
    )


def speculative_fire(umpire: Umpire, situation: situations.Search, rules: Expansion) -> words.Test:
    """One element fires at something hidden (panzer8-expansion, section 11; R1)."""
    modifiers = modifiers_of_search(situation.quality, situation.recce, rules)
    return test(umpire, "speculative fire", modifiers, rules.speculative_on, rules)


def reveal_by_several(umpire: Umpire, situation: situations.SearchParty, rules: Expansion) -> words.Search:
    """Several elements fire at one marker; one success is enough (panzer8-expansion, section 11; R1)."""
    found = one_finds(umpire, situation, True, rules) or one_finds(umpire, situation, False, rules)
    return words.Search.REVEALED if found else words.Search.HIDDEN


def one_finds(umpire: Umpire, party: situations.SearchParty, recce: bool, rules: Expansion) -> bool:
    """Does one of the recce elements, or one of the others, find the marker (section 11; R1)?"""
    modifiers = modifiers_of_search(party.quality, recce, rules)
    found = faces_that_reach(modifiers.total, rules.speculative_on, rules)
    die = Distribution.uniform(range(1, rules.sides + 1))
    label, count = ("recce", party.recce) if recce else ("others", party.others)
    return umpire.sum_of(label, count, dict.fromkeys(found, 1), die).because_of(modifiers) >= 1
