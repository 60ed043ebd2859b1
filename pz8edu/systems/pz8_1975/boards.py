"""What is read off the board and the tables of Pz8 1975/2010 otherwise than in Pz8 1950/1975."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from pz8edu.core import Help, WordDomain, printed_rules
from pz8edu.systems.pz8_1950 import boards as y1950
from pz8edu.systems.pz8_1975.ruleset import Y1975
from pz8edu.systems.pz8_1975.situations import DefenceFactor, Reactive
from pz8edu.systems.pz8_ww2 import boards as ww2

PRINTED = printed_rules(Y1975)


class LookUp(ww2.LookUp):
    """A row of a printed table."""

    row: Annotated[str, WordDomain(ww2.all_rows(PRINTED)), Help(y1950.rows_in_words(PRINTED))]


class Ranged(ww2.Ranged):
    """A weapon, perhaps with a laser rangefinder, and a distance."""

    laser: Annotated[bool, Help("laser rangefinder: range x 3/2")] = False


class RangeOf(ww2.RangeOf, Ranged):
    """A weapon and a distance."""


class Halving(ww2.Halving):
    """A Defence Factor, add-on armour, and the causes that halve it."""

    defence: DefenceFactor
    armoured: Annotated[
        bool,
        Help(
            "only armoured vehicles are halved or get add-on armour; for others the printed Defence is returned"
        ),
    ]
    halving_causes: Annotated[
        tuple[str, ...],
        Help(
            "the causes of halving that apply, in words (e.g. 'side', 'rear', 'indirect', 'helicopter', 'top attack'); "
            "only their number matters; 'top attack' is never given together with reactive"
        ),
    ]
    reactive: Reactive = False


def defence_that_counts(situation: Halving, rules: Y1975) -> int:
    """The Defence added to the defender's die (pz8-1975, section 9; R21, R37)."""
    more = rules.add_on(situation.defence) if situation.armoured and situation.reactive else 0
    if rules.R37 == "b":
        return ww2.defence_that_counts(situation, rules) + more
    return ww2.defence_that_counts(replace(situation, defence=situation.defence + more), rules)


class ShotProfile(y1950.ShotProfile):
    """A weapon, a target and the distance between them."""

    laser: Annotated[bool, Help("+1 and range x 3/2")] = False
