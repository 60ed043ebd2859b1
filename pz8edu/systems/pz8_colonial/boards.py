"""What is read off the table and the tables of Pz8 Colonial: moves, ranges, blasts, cohesion, charges."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, Literal

from pz8edu.board.cohesion import all_in_one_chain, each_near_another
from pz8edu.board.distances import those_within
from pz8edu.board.ranges import find_range
from pz8edu.core import Closed, Help, Number, Situation, Whole, WordDomain, as_json
from pz8edu.errors import BadInput
from pz8edu.systems.pz8_colonial.artillery import can_fire, reload_activations
from pz8edu.systems.pz8_colonial.fire import fire_of
from pz8edu.systems.pz8_colonial.movement import charge_reach, move_in_words
from pz8edu.systems.pz8_colonial.ruleset import Colonial
from pz8edu.systems.pz8_colonial.situations import PRINTED, FiringUnit, GunFired
from pz8edu.systems.pz8_colonial.words import Side, Troop, Weapon

Point = Annotated[tuple[Fraction, Fraction], Closed()]
Positions = Annotated[
    tuple[Annotated[Point, Help("[x, y] in inches")], ...], Help("positions of the figures")
]
KindOfTroops = Annotated[Troop, Help("kind of troops")]


# --- movement (sections 2, 3, 4, 6)
class MoveOf(Situation):
    """A kind of troops on some ground."""

    troop: KindOfTroops
    bad: Annotated[bool, Help("bad ground")] = False


def movement(situation: MoveOf, rules: Colonial) -> Mapping[str, Any]:
    """Move, charge and counter-move (pz8-colonial, sections 2, 3, 4 and 6; R16, R29)."""
    troop, bad = situation.troop, situation.bad
    return {
        "move": move_in_words(troop, bad, rules),
        "charge": charge_reach(troop, bad, rules),
        "counter_move": as_json(rules.movement[troop].move * rules.counter_move),
    }


class Charge(Situation):
    """A unit that wants to charge."""

    troop: KindOfTroops
    distance: Annotated[Fraction, Number(minimum=0), Help("distance to the enemy in inches")]
    bad: Annotated[bool, Help("some of the path is bad ground")] = False
    into: Annotated[Literal["open", "building", "woods", "fortification"], Help("where the enemy stands")] = (
        "open"
    )


def charge(situation: Charge, rules: Colonial) -> Mapping[str, Any]:
    """Can the charge reach (pz8-colonial, sections 2 and 6; R29)?"""
    reach = charge_reach(situation.troop, situation.bad, rules)
    if reach is None:
        return {"verdict": "cannot charge"}
    if situation.troop in (Troop.MOUNTED, Troop.CAMEL) and situation.into != "open":
        return {"verdict": "mounted troops may not charge there"}
    return {"verdict": "charge" if situation.distance <= reach else "too far", "reach": reach}


# --- fire (sections 2 and 5)
def fire_parameters(situation: FiringUnit, rules: Colonial) -> Mapping[str, Any]:
    """Dice and number needed of a volley (pz8-colonial, sections 2 and 5; R5)."""
    found = find_range(situation.distance, rules.weapons[situation.weapon].inches)
    if not found.in_range:
        return {"in_range": False}
    fire = fire_of(situation, rules)
    return {"in_range": True, "dice": fire.dice, "needed": fire.on, "over_half": found.over_half_range}


class Rider(Situation):
    """A man with a weapon, perhaps in the saddle."""

    side: Annotated[Side, Help("side; colonial troops count as european, Boers as native")]
    troop: Annotated[Literal["foot", "mounted", "camel"], Help("kind of troops")]
    weapon: Annotated[Weapon, Help("weapon")]


def may_fire_mounted(situation: Rider, rules: Colonial) -> Mapping[str, Any]:
    """May he fire, and with which modifier (pz8-colonial, sections 5 and 6)?"""
    if situation.troop == "foot":
        return {"may_fire": True, "modifier": 0}
    if situation.side is Side.EUROPEAN:
        return {"may_fire": situation.weapon is Weapon.REVOLVER, "modifier": 0}
    firearm = rules.weapons[situation.weapon].firearm
    return {"may_fire": True, "modifier": rules.mounted_native if firearm else 0}


# --- units (sections 2, 4, 7)
class UnitOfMen(Situation):
    """A unit as it starts the game."""

    side: Annotated[Side, Help("side")]
    men: Annotated[int, Whole(0, 100), Help("men in the unit")]
    firearms: Annotated[
        int,
        Whole(0, 100),
        Help("men with firearms; matters only for Natives: at most half of the men"),
    ] = 0


def unit_size(situation: UnitOfMen, rules: Colonial) -> Mapping[str, Any]:
    """Is the size of a unit of men legal (pz8-colonial, section 2)?"""
    row = rules.units[situation.side]
    armed = situation.side is Side.EUROPEAN or situation.firearms <= row.firearms * situation.men
    return {"legal": row.least <= situation.men <= row.most and armed}


class FullStrength(Situation):
    """The starting strength of a unit."""

    figures: Annotated[int, Whole(1, 60), Help("starting strength of the unit")]


def half_mark(situation: FullStrength, rules: Colonial) -> Mapping[str, Any]:
    """When a unit begins to test (pz8-colonial, section 7; R14)."""
    mark = rules.half_mark(situation.figures)
    return {"tests_at_or_below": mark, "losses_needed": situation.figures - mark}


class Crew(Situation):
    """The men at a gun."""

    crew: Annotated[int, Whole(0, 12), Help("crew figures left at the gun")]


def battery(situation: Crew, rules: Colonial) -> Mapping[str, Any]:
    """Can the gun fire, and how long does it reload (pz8-colonial, section 4)?"""
    fires = can_fire(situation.crew, rules)
    return {
        "can_fire": fires,
        "reload_activations": reload_activations(situation.crew, rules) if fires else None,
    }


class Standing(Situation):
    """Where the figures of a unit stand."""

    figures: Positions


def cohesion(situation: Standing, rules: Colonial) -> Mapping[str, Any]:
    """Is the unit in cohesion (pz8-colonial, section 2; R15)?"""
    together = each_near_another if rules.R15 == "a" else all_in_one_chain
    return {"coherent": together(situation.figures, rules.cohesion)}


# --- shells (section 4)
class Blast(Situation):
    """A shell that has come down."""

    gun: GunFired
    impact: Annotated[Point, Help("[x, y] of the impact marker in inches")]
    figures: Positions


def blast(situation: Blast, rules: Colonial) -> Mapping[str, Any]:
    """The figures under a shell (pz8-colonial, section 4)."""
    radius = rules.guns[situation.gun].burst_radius
    return {"affected": list(those_within(situation.impact, situation.figures, radius))}


class Estimate(Situation):
    """A shot at a distance that was estimated by eye."""

    gun: GunFired
    gun_at: Annotated[Point, Help("[x, y] of the gun in inches")]
    direction: Annotated[
        tuple[
            Annotated[int, Help("dx")],
            Annotated[int, Help("dy")],
            Annotated[int, Whole(1), Help("length")],
        ],
        Closed(),
        Help("[dx, dy, length] of a whole-number right triangle: dx*dx + dy*dy = length*length"),
    ]
    estimate: Annotated[Fraction, Number(minimum=0), Help("estimated distance in inches")]
    figures: Positions

    def check(self) -> None:
        dx, dy, length = self.direction
        if dx * dx + dy * dy != length * length:
            raise BadInput(
                f"direction must be [dx, dy, length] with dx*dx + dy*dy = length*length, such as [3, 4, 5]; "
                f"got [{dx}, {dy}, {length}]"
            )


def estimate(situation: Estimate, rules: Colonial) -> Mapping[str, Any]:
    """Where a shell comes down after an estimate, and who is under it (pz8-colonial, section 4)."""
    (x, y), (dx, dy, length) = situation.gun_at, situation.direction
    impact = x + situation.estimate * dx / length, y + situation.estimate * dy / length
    fallen = Blast(gun=situation.gun, impact=impact, figures=situation.figures)
    return {"impact": [as_json(place) for place in impact], **blast(fallen, rules)}


# --- scale (section 1)
class Scaled(Situation):
    """A distance for figures of one size."""

    figures: Annotated[str, WordDomain(tuple(PRINTED.sizes)), Help("figure size")]
    inches: Annotated[Fraction, Number(minimum=0), Help("distance of the rules in inches")]


def scale(situation: Scaled, rules: Colonial) -> Mapping[str, Any]:
    """The distance for another figure size (pz8-colonial, section 1)."""
    row = rules.sizes[situation.figures]
    return {"distance": as_json(situation.inches * row.factor), "unit": row.unit}
