"""What is measured on the table, or counted, in asp games World War 2."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Annotated, Any, Literal

from pz8edu.core import Help, Items, Number, Situation, Whole, WordDomain, printed_rules
from pz8edu.systems.asp_ww2 import fire, situations
from pz8edu.systems.asp_ww2.ruleset import AspWw2
from pz8edu.systems.asp_ww2.situations import GradeOfStand
from pz8edu.systems.asp_ww2.words import Grade, Option

_PRINTED = printed_rules(AspWw2)
CENTIMETRES_AN_INCH = Fraction(254, 100)

ScaleOfModels = Annotated[
    str,
    WordDomain(tuple(_PRINTED.scales), str),
    Help("model scale of Table U1 (10mm also 12 mm; 20mm also 1/72, HO and OO; 1/35 also 50 mm)"),
]


def as_number(value: Fraction, digits: int | None = None) -> int | float:
    """A number as JSON writes it: whole, or in decimals."""
    if value.denominator == 1:
        return value.numerator
    return float(value) if digits is None else round(float(value), digits)


def inches_a_metre(scale: str, rules: AspWw2) -> Fraction:
    """What a metre is in inches on the table (U1)."""
    row = rules.scales[scale]
    unit = Fraction(row.inches) if row.inches else Fraction(row.centimetres or 0) / CENTIMETRES_AN_INCH
    return unit / rules.metres_a_unit


def on_the_table(metres: Fraction, scale: str, rules: AspWw2) -> Mapping[str, Any]:
    """Metres, and what they are in inches on the table (U1)."""
    return {"metres": as_number(metres), "inches": as_number(metres * inches_a_metre(scale, rules), 4)}


# --- Movement and command points
class Moving(Situation):
    """A stand that moves."""

    type: Annotated[str, WordDomain(tuple(_PRINTED.moves), str), Help("stand type of Table U3")]
    kind: Annotated[Literal["march", "tactical"], Help("kind of move")]
    going: Annotated[Literal["good", "bad"], Help("going")]
    scale: ScaleOfModels
    half: Annotated[bool, Help("half a move")] = False


def move(situation: Moving, rules: AspWw2) -> Mapping[str, Any]:
    """The length of a move (asp-ww2, AS-10)."""
    metres = Fraction(getattr(rules.moves[situation.type], f"{situation.kind}_{situation.going}"))
    return on_the_table(metres / 2 if situation.half else metres, situation.scale, rules)


class TacticalMove(Situation):
    """A stand that makes a tactical move."""

    metres_from_hq: Annotated[
        Fraction, Number(minimum=0), Help("distance of the stand from its BGHQ in metres")
    ]


class March(Situation):
    """A linked group that marches."""

    metres_from_hq: Annotated[
        Fraction, Number(minimum=0), Help("distance of the linked group from its BGHQ in metres")
    ]


def steps(metres: Fraction, step: int, rules: AspWw2) -> int:
    """The steps of distance that cost a command point each (R9)."""
    return math.ceil(metres / step) if rules.R9 == "b" else math.floor(metres / step)


def tactical_cp(situation: TacticalMove, rules: AspWw2) -> int:
    """The command points of a tactical move (asp-ww2, AS-13; R9)."""
    return 1 + steps(situation.metres_from_hq, rules.tactical_step, rules)


def march_cp(situation: March, rules: AspWw2) -> int:
    """The command points of a march (asp-ww2, AS-10; R9)."""
    return rules.march_cost + steps(situation.metres_from_hq, rules.march_step, rules)


class Led(Situation):
    """A stand and who leads it."""

    grade: GradeOfStand
    mobile: Annotated[bool, Help("mobile: 1 tactical point more")] = False


class OptionsTaken(Led):
    """The options that a stand takes."""

    options: Annotated[
        tuple[Annotated[Option, Help("option")], ...],
        Items(minimum=1, maximum=8),
        Help("options taken this turn"),
    ]


def allowance(situation: Led, rules: AspWw2) -> int:
    """The tactical points of a command point (U4)."""
    return rules.grades[situation.grade].tactical_points + (rules.mobile_points if situation.mobile else 0)


def options_per_cp(situation: Led, rules: AspWw2) -> list[str]:
    """The options that a command point buys (asp-ww2, AS-13)."""
    points = allowance(situation, rules)
    return [name for name, row in rules.options.items() if row.tactical_points <= points]


def options_cost(situation: OptionsTaken, rules: AspWw2) -> int | str:
    """The command points of several options (asp-ww2, AS-12 and AS-13; R11)."""
    points = allowance(situation, rules)
    wanted = sorted((rules.options[option].tactical_points for option in situation.options), reverse=True)
    cost = len(wanted)
    if rules.R11 == "b":
        cost = max(cost, math.ceil(sum(wanted) / points))
    elif wanted[0] > points:
        return "not allowed"
    elif rules.R11 == "c":
        cost = fewest(wanted, (), points)
    return cost if cost <= rules.most_command_points else "not allowed"


def fewest(wanted: list[int], left: tuple[int, ...], points: int) -> int:
    """The fewest command points that hold all options; `left` are the points left on those spent."""
    if not wanted:
        return len(left)
    first, *rest = wanted
    held = [
        fewest(rest, (*left[:place], room - first, *left[place + 1 :]), points)
        for place, room in enumerate(left)
        if room >= first
    ]
    return min([*held, fewest(rest, (*left, points - first), points)])


# --- Detection and scores
def detection_range(situation: situations.Seen, rules: AspWw2) -> Mapping[str, Any]:
    """The greatest distances for 2+ and 5+ (asp-ww2, AS-14, 25 and 26)."""
    near, far = rules.detection_ranges(
        situation.kind, situation.cover, situation.motion, situation.light, situation.weather
    )
    return {"two_plus": as_number(near), "five_plus": as_number(far)}


def needed_score(situation: situations.Aim, rules: AspWw2) -> int | str:
    """The needed score with its modifiers (asp-ww2, AS-16; R5)."""
    needed = fire.needed_score(situation, rules)
    return fire.IMPOSSIBLE if needed is None else needed


# --- Armies
DUG_IN = "dug-in"
CLASSES = tuple(name for name in _PRINTED.points if name != DUG_IN)


class StandBought(Situation):
    """A stand and what is added to it."""

    stand: Annotated[str, WordDomain(CLASSES, str), Help("class of Table U11")]
    grade: Annotated[Grade, Help("grade: D x 1/2, C x 1, B x 3/2, A x 2")]
    extra: Annotated[
        tuple[Annotated[Literal["light mortars", "AAA"], Help("added equipment")], ...],
        Items(minimum=0, maximum=4),
        Help("added equipment"),
    ] = ()


def points(situation: StandBought, rules: AspWw2) -> int | float:
    """The points of a stand (asp-ww2, AS-21; R23)."""
    return as_number(price(situation.stand, situation.grade, situation.extra, rules))


def price(stand: str, grade: Grade, extra: Iterable[str], rules: AspWw2) -> Fraction:
    """The points of a stand with what is added to it, to be dug in too (U11, AS-22; R23)."""
    factor = rules.grades[grade].factor
    extras = sum((rules.points[each].points for each in extra), Fraction(0))
    return rules.points[stand].points * factor + extras * (1 if rules.R23 == "b" else factor)


class Armies(Situation):
    """A game of so many battle groups."""

    battle_groups: Annotated[int, Whole(1, 40), Help("battle groups on a side")]
    scale: ScaleOfModels


def table_width(situation: Armies, rules: AspWw2) -> Mapping[str, Any]:
    """The width of the table (asp-ww2, AS-2)."""
    return on_the_table(Fraction(rules.table_width * situation.battle_groups), situation.scale, rules)


class AlliedAircraft(Situation):
    """The aircraft of the Allied player in 1944."""

    allied: Annotated[int, Whole(0), Help("aircraft stands of the Allied player")]


def german_aircraft_1944(situation: AlliedAircraft, rules: AspWw2) -> int:
    """How many aircraft stands the German player has (asp-ww2, AS-27)."""
    return -(-situation.allied // rules.german_aircraft_divisor)


class Losses(Situation):
    """The state of a battle group."""

    repulsed: Annotated[int, Whole(0, 12), Help("repulsed stands of its 12")]
    pinned: Annotated[int, Whole(0, 12), Help("pinned stands that are not repulsed")]


def battle_group_must_test(situation: Losses, rules: AspWw2) -> bool:
    """Must a battle group test its morale (asp-ww2, AS-20)?"""
    shaken = situation.repulsed + situation.pinned
    return situation.repulsed >= rules.repulsed_for_a_test or shaken >= rules.shaken_for_a_test


class Side(Situation):
    """The state of a side."""

    battle_groups: Annotated[int, Whole(1, 40), Help("battle groups of the side")]
    failed: Annotated[int, Whole(0, 40), Help("battle groups that have failed")]


def side_has_lost(situation: Side, rules: AspWw2) -> bool:
    """Has a side lost (asp-ww2, AS-20)?"""
    return rules.lost_divisor * situation.failed >= situation.battle_groups
