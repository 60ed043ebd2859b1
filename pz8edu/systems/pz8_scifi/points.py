"""Sections 12 and 14: sample units, what units cost, and the roll for support."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any

from pz8edu.core import Help, Nullable, Roll, RowOf, Situation, Umpire, Whole, printed_rules
from pz8edu.systems.pz8_scifi.ruleset import HOVER, SciFi
from pz8edu.systems.pz8_scifi.situations import Support
from pz8edu.systems.pz8_ww2.words import Quality

QualityFactor = Annotated[Quality, Help("the total x 3/2 (elite), x 1 (average), x 3/4 (green)")]
Hitech = Annotated[bool, Help("hi-tech fire control: +1 point")]


class OwnUnit(Situation):
    """A unit of one's own making."""

    move: Annotated[int, Whole(0), Help("inches")]
    range: Annotated[int | None, Whole(0), Nullable(), Help("range in inches; null or missing = none")] = None
    soft: Annotated[
        int | None, Whole(0), Nullable(), Help("Attack Factor against soft targets; null or missing = none")
    ] = None
    armour: Annotated[
        int | None, Whole(0), Nullable(), Help("Attack Factor against armour; null or missing = none")
    ] = None
    defence: Annotated[int, Whole(0), Help("Defence Factor")]
    hover: Annotated[bool, Help("hovertank, jet bike or GEV: +1 point")] = False
    hitech: Hitech = False
    quality: QualityFactor = Quality.AVERAGE


class OneSample(Situation):
    """A unit of the table of sample units."""

    printed = printed_rules(SciFi)

    name: Annotated[str, RowOf("sample_units"), Help("name in the table of sample units")]
    quality: QualityFactor = Quality.AVERAGE
    hitech: Hitech = False


class ArmyEntry(OneSample):
    """Some equal units of a force."""

    count: Annotated[int, Whole(0), Help("how many")] = 1


class Army(Situation):
    """A force of sample units."""

    units: Annotated[tuple[ArmyEntry, ...], Help("entries of the force")]


def point_cost(unit: OwnUnit, rules: SciFi) -> Fraction:
    """What a unit costs; a short move or range gives nothing back (pz8-scifi, section 14; R46, R49)."""
    attack = Fraction((unit.soft or 0) + (unit.armour or 0), rules.attack_divisor)
    inches = max(unit.move - rules.free_move, 0) + max((unit.range or 0) - rules.free_range, 0)
    total = attack + unit.defence + inches * rules.points_per_inch
    extras = rules.hitech_points * unit.hitech + rules.hover_points * unit.hover
    factor = rules.cost_factor(unit.quality)
    cost = total * factor + extras if rules.R49 == "b" else (total + extras) * factor
    return Fraction(math.ceil(2 * cost), 2) if rules.R46 == "b" else cost


def sample_cost(sample: OneSample, rules: SciFi) -> Fraction:
    """What a sample unit costs (pz8-scifi, sections 12 and 14; R44, R45, R46, R49)."""
    hover = rules.sample_rows[sample.name].movement in HOVER
    return point_cost(OwnUnit.of(rules.sample(sample.name), sample, hover=hover), rules)


def sample_unit(situation: OneSample, rules: SciFi) -> Mapping[str, Any]:
    """The line of a sample unit, and what it costs (pz8-scifi, sections 12 and 14; R44, R45, R46, R49)."""
    unit = rules.sample(situation.name)
    factors = {name: getattr(unit, name) for name in ("move", "range", "soft", "armour", "defence")}
    return factors | {"points": sample_cost(situation, rules)}


def army_cost(situation: Army, rules: SciFi) -> Fraction:
    """What a force costs (pz8-scifi, sections 12 and 14; R44, R45, R46, R49)."""
    return sum((unit.count * sample_cost(unit, rules) for unit in situation.units), Fraction(0))


def support_available(umpire: Umpire, situation: Support, rules: SciFi) -> Roll[int]:
    """How many ground attacks and satellites a player has together (pz8-scifi, section 14; R48)."""
    return umpire.sum_of("support", situation.dice)
