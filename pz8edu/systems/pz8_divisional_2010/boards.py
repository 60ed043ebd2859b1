"""What is measured on the table: moves, spotting, fire, contact, withdrawal, reach."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Annotated, Any

from pz8edu.core import Closed, Help, Items, Nullable, Number, Situation, Untyped, Whole, WordDomain, as_json
from pz8edu.systems.pz8_divisional_2010.ruleset import Divisional2010, Fighter, FormationRow
from pz8edu.systems.pz8_divisional_2010.situations import PRINTED, UnitQuality
from pz8edu.systems.pz8_divisional_2010.words import Follow, Ground, Kind, Mover, Quality, Result, Side

FromZero = Annotated[Fraction, Number(0)]
MovingUnit = Annotated[Mover, Untyped(), Help("kind of unit, a row of the movement table")]
SpottingUnit = Annotated[Kind, Untyped(), Help("kind of the spotting unit")]


# --- movement (section 4)
class MoveAllowance(Situation):
    """A unit on one kind of ground."""

    unit: MovingUnit
    terrain: Annotated[Ground, Untyped(), Help("ground of the whole move")]


def move_allowance(situation: MoveAllowance, rules: Divisional2010) -> int | float:
    """Inches that a unit moves on one kind of ground (section 4; R13, R14)."""
    return as_json(rules.open_move(situation.unit) / rules.points_per_inch(situation.terrain))


Stretch = Annotated[
    tuple[Annotated[Ground, Untyped(), Help("ground")], Annotated[FromZero, Help("inches")]],
    Closed(),
    Help("one stretch: [ground, inches]"),
]


class Path(Situation):
    """A move over several kinds of ground."""

    unit: MovingUnit
    segments: Annotated[tuple[Stretch, ...], Items(0), Help("stretches of the move in order")]


def points_spent(stretches: Iterable[tuple[Ground, Fraction]], rules: Divisional2010) -> Fraction:
    """Movement points of a move: inch by inch, or all inches at the worst ground touched (section 4; R12)."""
    walked = [(rules.points_per_inch(ground), inches) for ground, inches in stretches if inches]
    if rules.R12 == "b":
        worst = max((points for points, _ in walked), default=Fraction(0))
        return worst * sum((inches for _, inches in walked), Fraction(0))
    return sum((points * inches for points, inches in walked), Fraction(0))


def path(situation: Path, rules: Divisional2010) -> Mapping[str, Any]:
    """What a move over mixed ground costs, and whether it is legal (section 4; R12, R13, R14)."""
    cost = points_spent(situation.segments, rules)
    allowance = rules.open_move(situation.unit)
    return {"cost": str(cost), "allowance": allowance, "legal": cost <= allowance}


# --- fire (section 5)
class SpottingDistance(Situation):
    """A unit that looks for a target."""

    spotter: SpottingUnit
    on_hill: Annotated[bool, Help('the spotter stands on a hill (+3")')] = False
    target_cover: Annotated[
        bool, Help('the target is in woods, buildings or a fortification (-3", once)')
    ] = False


def spotting_distance(situation: SpottingDistance, rules: Divisional2010) -> int:
    """Inches at which a unit spots a target (section 5)."""
    return rules.spotting_distance(situation.spotter, situation.on_hill, situation.target_cover)


class Spotter(Situation):
    """A unit that may spot the target of a battery."""

    unit: SpottingUnit
    distance: Annotated[FromZero, Help("inches from this unit to the target")]
    on_hill: Annotated[bool, Help("it stands on a hill")] = False
    engaged: Annotated[bool, Help("it is in contact with an enemy")] = False
    same_division: Annotated[bool, Help("it belongs to the battery's own division")] = True
    target_cover: Annotated[bool, Help("the target is in cover as seen from it")] = False


class InRange(Situation):
    """A battery and its target."""

    range: Annotated[FromZero, Help("inches from the battery to the target")]


class BatteryAndSpotters(InRange):
    """A battery, its target and those that may spot for it."""

    spotters: Annotated[
        tuple[Spotter, ...],
        Help("units that may spot the target; the battery itself is listed when it spots"),
    ] = ()


def spots(spotter: Spotter, aim: BatteryAndSpotters, rules: Divisional2010) -> bool:
    """Does this unit spot for the battery (section 5; R22)?

    An artillery unit exactly as far from the target as the battery is the battery itself.
    """
    if rules.R22 == "b" and spotter.unit is Kind.ARTILLERY and spotter.distance == aim.range:
        return False
    reach = rules.spotting_distance(spotter.unit, spotter.on_hill, spotter.target_cover)
    return spotter.same_division and not spotter.engaged and spotter.distance <= reach


OUT_OF_RANGE, NOT_SPOTTED, SPOTTED = "out of range", "not spotted", "spotted"


def why_not_fire(aim: BatteryAndSpotters, rules: Divisional2010) -> str:
    """Why a battery may not fire; empty if it may (section 5)."""
    if aim.range > rules.range_of_fire:
        return OUT_OF_RANGE
    return "" if any(spots(spotter, aim, rules) for spotter in aim.spotters) else NOT_SPOTTED


def can_fire(situation: BatteryAndSpotters, rules: Divisional2010) -> Mapping[str, Any]:
    """May a battery fire at a target (section 5)?"""
    return verdict(why_not_fire(situation, rules))


def verdict(why_not: str) -> dict[str, Any]:
    """Legal, or why it is not."""
    return {"legal": not why_not, "why": why_not or SPOTTED}


# --- combat (section 6)
class Engagement(Situation):
    """Two enemy bases, of which one may stand in a fortification section."""

    gap: Annotated[FromZero, Help("inches between the nearest edges of the two bases")]
    in_fortification: Annotated[bool, Help("the defender is inside a fortification section")] = False
    gap_to_section: Annotated[
        Fraction | None,
        Nullable(),
        Number(0),
        Help(
            "inches between the attacker's base and the nearest edge of that section; null without a section"
        ),
    ] = None


def engagement(situation: Engagement, rules: Divisional2010) -> bool:
    """Are the two bases engaged: in touch, or the attacker with the section (sections 6 and 10)?"""
    return situation.gap == 0 or (situation.in_fortification and situation.gap_to_section == 0)


class Withdrawal(Situation):
    """A unit that is beaten."""

    difference: Annotated[int, Whole(1, 12), Help("winner's total minus loser's total")]
    doubled: Annotated[bool, Help("the winner's total is at least double")] = False
    gap_behind: Annotated[
        Fraction | None,
        Nullable(),
        Number(0),
        Help("free inches straight behind the loser to the nearest other enemy unit; null = none there"),
    ] = None


def withdrawal(situation: Withdrawal, rules: Divisional2010) -> Mapping[str, Any]:
    """How far a beaten unit withdraws, and whether that destroys it (section 6)."""
    row = rules.result(Result.WIN_DOUBLE if situation.doubled else Result.WIN)
    inches = situation.difference if row.withdrawal is None else row.withdrawal
    touches = situation.gap_behind is not None and inches >= situation.gap_behind
    return {"inches": inches, "destroyed": row.destroyed or touches}


class Advance(Situation):
    """A winner who may follow up."""

    result: Annotated[Follow, Untyped(), Help("result of the combat for the winner")]
    withdrawal: Annotated[int, Whole(0, 12), Help("inches the loser has withdrawn")]


def advance(situation: Advance, rules: Divisional2010) -> Mapping[str, Any]:
    """How far the winner may follow, and the gap that is then left (section 6)."""
    inches = rules.results[situation.result].advance
    return {"inches": inches, "gap": max(0, situation.withdrawal - inches)}


# --- rally (section 7)
class RallyEligible(Situation):
    """A unit and its HQ."""

    distance_to_hq: Annotated[FromZero, Help("inches to the unit's own divisional HQ")]
    quality: UnitQuality = Quality.AVERAGE


def rally_eligible(situation: RallyEligible, rules: Divisional2010) -> bool:
    """Is a unit near enough to its HQ to rally (section 7)?"""
    green = situation.quality is Quality.GREEN
    return situation.distance_to_hq <= (rules.rally_reach_green if green else rules.rally_reach)


# --- minefields (section 9)
class MinefieldStop(Situation):
    """A unit on its way to a minefield section."""

    unit: MovingUnit
    distance_to_section: Annotated[FromZero, Help("inches of open ground to the section")]


def minefield_stop(situation: MinefieldStop, rules: Divisional2010) -> Mapping[str, Any]:
    """How far a unit comes that moves to a minefield section (sections 4 and 9)."""
    move = Fraction(rules.open_move(situation.unit))
    stops = situation.distance_to_section <= move
    return {
        "moved": as_json(min(move, situation.distance_to_section)),
        "stops": stops,
        "rolls": stops and situation.unit is not Mover.ENGINEER,
    }


# --- objectives (section 11)
class Objective(Situation):
    """A place that a side does not want to lose."""

    owner: Annotated[Side, Untyped(), Help("owner set by the scenario")]
    occupied_by: Annotated[
        Side | None, Nullable(), Untyped(), Help("side whose unit stands on it; null = nobody")
    ] = None


class Objectives(Situation):
    """The objectives on the table, for the side that rallies."""

    side: Annotated[Side, Untyped(), Help("the side that rallies")]
    objectives: Annotated[tuple[Objective, ...], Help("the objectives on the table")]


def objectives(situation: Objectives, rules: Divisional2010) -> Mapping[str, Any]:
    """Objectives that a side has lost, and what they add to its rally dice (section 11; R9)."""
    lost = sum(
        each.owner is situation.side and each.occupied_by not in (None, situation.side)
        for each in situation.objectives
    )
    return {"lost": lost, "rally_modifier": rules.objectives_modifier(lost)}


# --- formations (section 12)
POOR = "poor"


def strength(formation: FormationRow, rules: Divisional2010) -> dict[str, Any]:
    """Quality, bases, manoeuvre units and the FPs that a formation takes (section 12; R10)."""
    poor = formation.quality == POOR and rules.R10 == "a"
    units = formation.units
    return {
        "quality": str(Quality.GREEN) if poor else formation.quality,
        "bases": sum(units.values()),
        "combat_units": sum(count for kind, count in units.items() if kind.manoeuvres),
        "fatigue_capacity": sum(rules.fp_limit(Fighter(kind)) * count for kind, count in units.items()),
    }


class SampleFormation(Situation):
    """A formation of section 12."""

    division: Annotated[
        str, WordDomain(tuple(PRINTED.formations), typed=False), Help("sample formation, as printed")
    ]


def division_strength(situation: SampleFormation, rules: Divisional2010) -> Mapping[str, Any]:
    """The strength of a sample formation (section 12; R4, R10)."""
    return strength(rules.formation(situation.division), rules)
