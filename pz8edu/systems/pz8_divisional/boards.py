"""What is measured in the revised edition only: contact, limits, turns of fire, sections, formations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from pz8edu.core import Help, Situation, Untyped, Whole, WordDomain
from pz8edu.systems.pz8_divisional.ruleset import DivisionalRevised
from pz8edu.systems.pz8_divisional.situations import PRINTED
from pz8edu.systems.pz8_divisional_2010 import boards as shared
from pz8edu.systems.pz8_divisional_2010.ruleset import Fighter
from pz8edu.systems.pz8_divisional_2010.words import Kind

OUT_OF_AMMO = "out of ammo"


class OneKind(Situation):
    """A kind of unit."""

    unit: Annotated[Kind, Untyped(), Help("kind of unit")]


def may_move_into_contact(situation: OneKind, rules: DivisionalRevised) -> bool:
    """May the unit move into contact of its own will (pz8-divisional, section 4)?"""
    return situation.unit.manoeuvres


def fatigue_limit(situation: OneKind, rules: DivisionalRevised) -> int:
    """The FPs that destroy a unit with the printed factor (pz8-divisional, section 6)."""
    return rules.fp_limit(Fighter(situation.unit))


class InRange(shared.InRange):
    """A battery with its turns of fire, and its target."""

    shots_left: Annotated[int, Whole(0, 6), Help("turns of fire the battery has left")]


class BatteryAndSpotters(shared.BatteryAndSpotters, InRange):
    """A battery with its turns of fire, its target and those that may spot for it."""


def can_fire(situation: BatteryAndSpotters, rules: DivisionalRevised) -> Mapping[str, Any]:
    """May a battery fire at a target (pz8-divisional, section 5)?"""
    if not situation.shots_left:
        return shared.verdict(OUT_OF_AMMO)
    return shared.can_fire(situation, rules)


class BasesNearSection(Situation):
    """Enemy bases near a fortification section."""

    gaps: Annotated[
        tuple[
            Annotated[
                shared.FromZero,
                Help("inches from one enemy base to the nearest edge of the two-base section"),
            ],
            ...,
        ],
        Help("one entry for each enemy base near the section"),
    ]


def fortification_section(situation: BasesNearSection, rules: DivisionalRevised) -> int:
    """How many enemy bases are engaged with the base inside (pz8-divisional, section 10)."""
    return sum(gap == 0 for gap in situation.gaps)


class SampleFormation(Situation):
    """A formation of section 12 or 13."""

    division: Annotated[
        str,
        WordDomain((*PRINTED.formations, *PRINTED.sinai), typed=False),
        Help("sample formation, as printed"),
    ]
