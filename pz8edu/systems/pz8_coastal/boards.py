"""What is read off the table and the tables of Pz8 Coastal: speeds, pivots, arcs, torpedoes, vessels."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, Literal

from pz8edu.core import Closed, Help, Number, Situation, Untyped, Whole, WordDomain
from pz8edu.systems.pz8_coastal import movement
from pz8edu.systems.pz8_coastal.arcs import ahead_or_astern, arcs_of, bears
from pz8edu.systems.pz8_coastal.chains import BaseSpeed
from pz8edu.systems.pz8_coastal.firing import light_gun_factor
from pz8edu.systems.pz8_coastal.ruleset import AGILE, OTHERS, Coastal, Vessel
from pz8edu.systems.pz8_coastal.situations import AFLOAT, PRINTED, ForeOrAft, LightGuns
from pz8edu.systems.pz8_coastal.torpedoes import first_touch
from pz8edu.systems.pz8_coastal.words import Level

PLACES = 6
"""Decimal places of what is measured."""

_SPEED = Whole(0, PRINTED.full_speed)
_AFLOAT = WordDomain(AFLOAT, Level, typed=False)


# --- speed (sections 5 and 7)
class SpeedClass(Situation):
    """A class of vessels."""

    base: BaseSpeed


def max_speed(situation: SpeedClass, rules: Coastal) -> Mapping[str, int]:
    """Maximum speed by damage (pz8-coastal, sections 5 and 7)."""
    return {level.value: movement.max_speed(situation.base, level, rules) for level in AFLOAT}


class SpeedBefore(Situation):
    """A vessel at the start of a turn."""

    current: Annotated[int, _SPEED, Help("speed die of the last turn, inches")]
    base: BaseSpeed
    agile: Annotated[bool, Help("MTB, S-boot, PT or MAS: 2 levels; else 1")]
    level: Annotated[Level, _AFLOAT, Help("state of the vessel")] = Level.OK


def speed_choices(situation: SpeedBefore, rules: Coastal) -> list[int]:
    """The speeds that a vessel may choose (pz8-coastal, sections 3a, 5 and 7; R17)."""
    return movement.speed_choices(situation.current, situation.base, situation.agile, situation.level, rules)


# --- movement (section 4)
class Speed(Situation):
    """The length of a move."""

    speed: Annotated[int, _SPEED, Help("inches moved")]


def pivots(situation: Speed, rules: Coastal) -> Mapping[str, int]:
    """Pivots in a move (pz8-coastal, section 4)."""
    return {
        AGILE: movement.pivots(situation.speed, True, rules),
        OTHERS: movement.pivots(situation.speed, False, rules),
    }


Ahead = Annotated[
    tuple[
        Annotated[Literal["F"], Untyped()],
        Annotated[Fraction, Number(minimum=0), Help("inches straight ahead")],
    ],
    Closed(),
    Help("ahead"),
]
Pivot = Annotated[
    tuple[
        Annotated[Literal["L", "R"], Untyped()],
        Annotated[Fraction, Number(0, 360), Help("degrees to port or starboard")],
    ],
    Closed(),
    Help("pivot"),
]


class Moves(Situation):
    """A move step by step."""

    moves: Annotated[
        tuple[Ahead | Pivot, ...],
        Help("steps in order, from the origin with heading 0 (+y), x to starboard"),
    ]


def path(situation: Moves, rules: Coastal) -> list[int | float]:
    """Where a move ends (pz8-coastal, section 4)."""
    x, y, heading = movement.end_of(situation.moves)
    return [round(x, PLACES) + 0.0, round(y, PLACES) + 0.0, float(heading)]


# --- firing (sections 6 and 14)
class Bearing(Situation):
    """A target by its bearing."""

    bearing: Annotated[Fraction, Number(0, 360), Help("degrees clockwise from the bow")]


def arcs(situation: Bearing, rules: Coastal) -> Mapping[str, Any]:
    """The arcs in which a target lies (pz8-coastal, sections 6 and 14; R15)."""
    found = arcs_of(situation.bearing, rules)
    return {
        "arcs": [arc.value for arc in found],
        "FPS": bears("FPS", found),
        "APS": bears("APS", found),
        "small calibre halved": ahead_or_astern(found, rules),
    }


class LightGunsAimed(Situation):
    """The light guns of a vessel."""

    count: LightGuns
    level: Annotated[Level, _AFLOAT, Help("state of the firer")] = Level.OK
    fore_aft: ForeOrAft = False
    distance: Annotated[Fraction, Number(0, 60), Help("inches to the target")] = Fraction(3)


def small_calibre_factor(situation: LightGunsAimed, rules: Coastal) -> int | None:
    """The Attack factor of the light guns (pz8-coastal, sections 6 and 7; R9, R10, R11)."""
    return light_gun_factor(situation.count, situation.level, situation.fore_aft, situation.distance, rules)


# --- torpedoes (section 10)
class Track(Situation):
    """A torpedo counter and a vessel."""

    course: Annotated[
        Fraction,
        Number(-180, 180),
        Help("degrees off the bow, starboard positive; beyond 45 to either side it cannot be launched"),
    ]
    run: Annotated[Fraction, Number(0, 60), Help("inches it runs, 21 or 18")] = Fraction(21)
    target: Annotated[
        tuple[Annotated[Fraction, Help("x, starboard")], Annotated[Fraction, Help("y, ahead")]],
        Closed(),
        Help("centre of the target in inches, firer at the origin with heading +y"),
    ]
    radius: Annotated[Fraction, Number(0, 5), Help("radius of the target disc in inches")] = Fraction(1, 2)


def torpedo_track(situation: Track, rules: Coastal) -> float | None:
    """Where a torpedo counter first touches a vessel (pz8-coastal, section 10; R20)."""
    touched = first_touch(situation.course, situation.run, situation.target, situation.radius, rules)
    return None if touched is None else round(touched, PLACES)


# --- sample vessels (section 12)
class SampleVessel(Situation):
    """A sample vessel."""

    vessel: Annotated[
        str, WordDomain(tuple(PRINTED.vessels), typed=False), Help("row of the table of sample vessels")
    ]


def vessel(situation: SampleVessel, rules: Coastal) -> Mapping[str, Any]:
    """One sample vessel (pz8-coastal, section 12; R5)."""
    row = rules.vessels[situation.vessel]
    guns = ((row.gun, row.arcs), (row.second_gun, row.second_arcs))
    return {
        "def": row.defence,
        "max speed": row.speed,
        "big guns": [[gun.value, arcs] for gun, arcs in guns if gun],
        "small calibre": row.light_guns,
        "torpedoes": torpedoes_of(row),
        "pivots at full speed": movement.pivots(row.speed, rules.agile(row), rules),
    }


def torpedoes_of(row: Vessel) -> list[list[int | str | None]]:
    """The torpedoes of a vessel by number, calibre and arc, those forward first."""
    tubes = ((row.torpedoes, "F"), (row.aft_torpedoes, "A"))
    return [[number, row.calibre, arc] for number, arc in tubes if number]
