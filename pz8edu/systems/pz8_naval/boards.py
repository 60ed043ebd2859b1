"""What is read off the board and the tables of Pz8 Naval: range, moves, hulls, factors, raids, smoke."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, ClassVar, Literal

from pz8edu.core import Help, NullableDomain, Number, Situation, Untyped, Whole, WordDomain
from pz8edu.systems.pz8_naval.factors import attack_of_battery, defence_of_hull, sample_batteries, sample_ship
from pz8edu.systems.pz8_naval.ruleset import Naval
from pz8edu.systems.pz8_naval.sea import check_half, moves_open, range_between, smoke_of
from pz8edu.systems.pz8_naval.ship import immobilised_at
from pz8edu.systems.pz8_naval.situations import PRINTED
from pz8edu.systems.pz8_naval.words import Gun, Half, Side


# --- range and moves (sections 3 and 4)
class Between(Situation):
    """Two ships in their zones."""

    zone_a: Annotated[int, Whole(1, PRINTED.zones), Help("zone of one ship")]
    zone_b: Annotated[int, Whole(1, PRINTED.zones), Help("zone of the other ship")]


def range_in_zones(situation: Between, rules: Naval) -> Mapping[str, Any]:
    """Range between two zones and what reaches (pz8-naval, sections 4 and 11; R2)."""
    zones = range_between(situation.zone_a, situation.zone_b, rules)
    if rules.R2 != "a":
        return {"range": zones}
    reaches = {gun.value: rules.score_to_straddle(gun, zones) is not None for gun in Gun}
    return {"range": zones, **reaches, "torpedo salvo": zones == rules.torpedo_range}


class ShipInZone(Situation):
    """A ship before its move."""

    renamed: ClassVar = {"def": "defence"}

    zone: Annotated[int, Whole(1, PRINTED.zones), Help("zone of the ship, in its own half")]
    side: Annotated[Half, Untyped(), Help("south owns zones 1-4, north 5-8")]
    h: Annotated[int, Whole(0, 7), Help("H hits")] = 0
    defence: Annotated[int, Whole(1, 7), Help("Defence factor of the ship")] = 4


def legal_moves(situation: ShipInZone, rules: Naval) -> list[str]:
    """The moves open to a ship (pz8-naval, sections 3 and 5)."""
    check_half(situation.zone, situation.side, rules)
    return moves_open(situation.zone, situation.h, situation.defence, rules)


class Hull(Situation):
    """A hull."""

    renamed: ClassVar = {"def": "defence"}

    defence: Annotated[int, Whole(1, 7), Help("Defence factor")]


def hull_thresholds(situation: Hull, rules: Naval) -> Mapping[str, int]:
    """The H that stop, cripple and sink a ship (pz8-naval, section 5)."""
    defence = situation.defence
    return {
        "immobilised at": immobilised_at(defence, rules),
        "crippled at": defence,
        "sinks at": defence + 1,
    }


# --- factors (sections 7 and 11)
class BatteryOfShip(Situation):
    """A battery whose factor is wanted."""

    ship: Annotated[
        str | None,
        NullableDomain(WordDomain(tuple(sample_batteries(PRINTED)), typed=False)),
        Help("sample ship whose printed values are shown beside the formula; null = none"),
    ] = None
    calibre: Annotated[Fraction, Number(3, 18), Help("calibre in inches")]
    guns: Annotated[int, Whole(1, 16), Help("guns in the battery")]
    section: Annotated[
        Literal[7, 11], Help("whose table is used: section 7, or section 11 for battle cruisers and cruisers")
    ] = 7


def attack_formula(situation: BatteryOfShip, rules: Naval) -> Mapping[str, Any]:
    """Attack factor by calibre and guns (pz8-naval, sections 7 and 11; R35)."""
    formula = attack_of_battery(situation.calibre, situation.guns, situation.section, rules)
    if situation.ship is None:
        return {"formula": formula}
    printed = sample_batteries(rules)[situation.ship]
    return {"formula": formula, "published": printed.attack, "max range": printed.range}


TONS_PER_POINT = (PRINTED.tons_for_point, PRINTED.tons_for_point_of_cruiser)
"""As printed in section 7 and in section 11."""


class Displacement(Situation):
    """A hull whose factor is wanted."""

    tons: Annotated[int, Whole(0, 80000), Help("tonnage")]
    armour_mm: Annotated[
        int,
        Whole(0, 700),
        Help("armour in mm; over 350 adds 1 in 10 000 t steps, ignored in 5 000 t steps"),
    ] = 0
    tons_per_point: Annotated[
        int, WordDomain(TONS_PER_POINT), Help("tons for one point: section 7 or section 11")
    ] = TONS_PER_POINT[0]


def defence_formula(situation: Displacement, rules: Naval) -> Mapping[str, int]:
    """Defence factor by tonnage and armour, three ways of rounding (pz8-naval, sections 7 and 11)."""
    cruiser = situation.tons_per_point != TONS_PER_POINT[0]
    step = rules.tons_for_point_of_cruiser if cruiser else rules.tons_for_point
    thick = not cruiser and situation.armour_mm > rules.thick_armour
    found = defence_of_hull(situation.tons, step, rules.armour_point if thick else 0)
    return {"nearest": found.nearest, "up": found.up, "down": found.down}


class Convention(Situation):
    """A way of reading the Defence formula."""

    tonnage: Annotated[Literal["standard", "full"], Untyped(), Help("which tonnage of the R19 table")]
    rounding: Annotated[
        Literal["nearest", "up", "down", "either, chosen per ship"],
        Untyped(),
        Help("rounding to whole 10 000 t"),
    ]
    armour: Annotated[
        Literal["belt", "thickest", "ignored"],
        Untyped(),
        Help("which armour of the R19 table; ignored = no armour point"),
    ]
    threshold: Annotated[
        Literal[">350", ">=350"], Untyped(), Help("armour point over 350 mm, or at 350 mm too")
    ] = ">350"


def defence_formula_samples(situation: Convention, rules: Naval) -> Mapping[str, Any]:
    """How many of the sample ships a convention reproduces (pz8-naval, section 7)."""
    either = situation.rounding == "either, chosen per ship"
    failing: dict[str, dict[str, int]] = {}
    for name, hull in rules.tonnage.items():
        tons = hull.standard if situation.tonnage == "standard" else hull.full
        armour = {"belt": hull.belt, "thickest": hull.thickest, "ignored": 0}[situation.armour]
        enough = rules.thick_armour + (1 if situation.threshold == ">350" else 0)
        counts = situation.armour != "ignored" and armour >= enough
        found = defence_of_hull(tons, rules.tons_for_point, rules.armour_point if counts else 0)
        printed = sample_ship(name, rules).defence
        assert printed is not None
        if either:
            fits = printed in (found.up, found.down)
            formula = found.nearest
        else:
            formula = {"nearest": found.nearest, "up": found.up, "down": found.down}[situation.rounding]
            fits = formula == printed
        if not fits:
            failing[name] = {"formula": formula, "printed": printed}
    return {
        "reproduced": len(rules.tonnage) - len(failing),
        "of": len(rules.tonnage),
        "failing": sorted(failing) if either else failing,
    }


# --- torpedoes, raids, smoke (sections 3, 8 and 11)
class Tubes(Situation):
    """The torpedo tubes of a ship."""

    tubes: Annotated[int, Whole(0, 20), Help("torpedo tubes")]


def torpedo_salvos(situation: Tubes, rules: Naval) -> Mapping[str, int]:
    """Torpedo salvos of a ship (pz8-naval, section 11)."""
    return {"salvos": situation.tubes // rules.tubes_for_salvo}


class Carrier(Situation):
    """A carrier off the table."""

    aircraft: Annotated[int, Whole(0, 100), Help("aircraft aboard")]


def air_raids_available(situation: Carrier, rules: Naval) -> Mapping[str, int]:
    """Raids of a carrier (pz8-naval, section 8; R15).

    Under R15=b the first number comes anew every turn; the figures are the same.
    """
    raids = situation.aircraft // rules.aircraft_for_raid
    return {"raids in the game": raids, "most in one turn": min(raids, rules.raids_a_turn)}


class SmokeLaid(Situation):
    """A side that lays smoke."""

    side: Annotated[Side, Untyped(), Help("side that lays smoke this turn")]


def smoke_timing(situation: SmokeLaid, rules: Naval) -> str:
    """Whom smoke shields and silences (pz8-naval, sections 2 and 3)."""
    return smoke_of(situation.side)
