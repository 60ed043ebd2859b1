"""Sections 10.2 and 11: the recce move, hidden placement and speculative fire."""

from __future__ import annotations

from fractions import Fraction

from pz8edu.core.chance.distribution import Distribution
from pz8edu.core.rolls.modifiers import Modifiers
from pz8edu.core.umpire import Umpire
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
    found = recce_find(umpire, situation, rules) or others_find(umpire, situation, rules)
    return words.Search.REVEALED if found else words.Search.HIDDEN


def recce_find(umpire: Umpire, party: situations.SearchParty, rules: Expansion) -> bool:
    """Does one of the recce elements find the marker (section 11)?"""
    return one_finds(umpire, "recce", party.recce, modifiers_of_search(party.quality, True, rules), rules)


def others_find(umpire: Umpire, party: situations.SearchParty, rules: Expansion) -> bool:
    """Does one of the other elements find the marker (section 11)?"""
    return one_finds(umpire, "others", party.others, modifiers_of_search(party.quality, False, rules), rules)


def one_finds(umpire: Umpire, label: str, count: int, modifiers: Modifiers, rules: Expansion) -> bool:
    """Does one of several equal searchers succeed (R1)?"""
    found = faces_that_reach(modifiers, rules.speculative_on, rules)
    die = Distribution.uniform(range(1, rules.sides + 1))
    return umpire.sum_of(label, count, dict.fromkeys(found, 1), die).because_of(modifiers) >= 1
