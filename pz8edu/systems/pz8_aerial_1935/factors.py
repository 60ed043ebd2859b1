"""Sections 6 and 12, Factors: rate an aircraft that is not among the samples."""

from __future__ import annotations

from typing import Annotated

from pz8edu.core import Help, RowOf, Situation, Whole, printed_rules
from pz8edu.systems.pz8_aerial_1935.ruleset import Aerial1935, AircraftRow

PRINTED = printed_rules(Aerial1935)


class OwnAircraft(Situation):
    """An aircraft as its history tells it."""

    printed = PRINTED

    aircraft: Annotated[str, Help("its type")]
    speed: Annotated[int, Whole(1), Help("greatest speed in km/h")]
    armament: Annotated[str, RowOf("armament"), Help("fixed weapons to the front")]
    rear: Annotated[
        str | None, RowOf("armament"), Help("flexible weapon of a gunner; leave out for none")
    ] = None
    defence: Annotated[
        int,
        Whole(PRINTED.weakest, PRINTED.strongest),
        Help("Defence factor, by strength of structure, speed and manoeuvrability: yours to judge"),
    ]
    ceiling: Annotated[int, Whole(1), Help("greatest altitude in metres")]
    biplane: bool = False
    dive_bomber: bool = False
    ww1: Annotated[bool, Help("of the First World War: 50 km/h for an MP, 1,500 metres for a level")] = False


def full(quantity: int, unit: int) -> int:
    """One for each full unit, and 1 at least: so the sample aircraft come out."""
    return max(1, quantity // unit)


def rated(own: OwnAircraft, rules: Aerial1935) -> AircraftRow:
    """The factors of an own aircraft, as a row beside the samples (sections 6 and 12)."""
    return AircraftRow(
        aircraft=own.aircraft,
        mp=full(own.speed, rules.speed_for_mp_ww1 if own.ww1 else rules.speed_for_mp),
        front=rules.armament[own.armament].attack,
        rear=None if own.rear is None else rules.armament[own.rear].attack,
        defence=own.defence,
        altitude=full(own.ceiling, rules.metres_for_level_ww1 if own.ww1 else rules.metres_for_level),
        biplane=own.biplane,
        dive_bomber=own.dive_bomber,
        note="rated by section 12" if own.ww1 else "rated by section 6",
    )
