"""What is measured on the table, or worked out from the tables, of Panzertroops."""

from __future__ import annotations

import math
from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any, Literal

from pz8edu.core import Help, Nullable, Number, Situation, Whole, WordDomain, as_json, printed_rules
from pz8edu.errors import BadInput
from pz8edu.systems.panzertroops.ruleset import Panzertroops
from pz8edu.systems.panzertroops.words import Carrier, Chassis, Cover, Effect, Mover

_PRINTED = printed_rules(Panzertroops)
_WEAPONS = tuple(_PRINTED.weapons)
_PRICED = tuple(name for name, row in _PRINTED.weapons.items() if row.points is not None)

PricedWeapons = tuple[Annotated[str, WordDomain(_PRICED, str)], ...]


def half_up(value: Fraction | float) -> int:
    """A number rounded to the nearest whole one, half up."""
    return math.floor(value + Fraction(1, 2))


# --- PT-2 to PT-5 Movement
class Move(Situation):
    """Who moves, and over what."""

    kind: Annotated[
        Mover,
        Help("mover (Table U3); vehicle = half-track, tank or armoured car with its own speed"),
    ]
    base: Annotated[
        int | None, Whole(1, 40), Help("own speed in inches; only, and required, for kind vehicle")
    ] = None
    chassis: Annotated[Chassis | None, Help("only, and required, for kind vehicle")] = None
    road: Annotated[bool, Help("the whole move is along a road")] = False
    rough: Annotated[bool, Help("the move is through forest or rough ground (no effect on a road)")] = False
    steep: Annotated[bool, Help("the move is on a steep hill")] = False
    walls: Annotated[
        int,
        Whole(0),
        Help("walls and hedges crossed, -1 inch each, taken off last (after halving), the move not below 0"),
    ] = 0

    def check(self) -> None:
        """A vehicle has a speed and a chassis of its own, nobody else has."""
        for name, value in (("base", self.base), ("chassis", self.chassis)):
            if self.kind is Mover.VEHICLE and value is None:
                raise BadInput(f"{name} is required for kind vehicle (panzertroops, Table U3)")
            if self.kind is not Mover.VEHICLE and value is not None:
                raise BadInput(f"{name} is only for kind vehicle; {self.kind} has its speed in Table U3")


def max_move(situation: Move, rules: Panzertroops) -> int | float | str:
    """The longest move in inches (panzertroops, PT-2, 3, 4; R23)."""
    if situation.base is not None and situation.chassis is not None:
        row = rules.chassis[situation.chassis]
        inches, bonus, factor, wheeled = situation.base, 0, row.road_factor, row.wheeled
    else:
        speed = rules.speeds[situation.kind]
        inches, bonus, factor, wheeled = speed.inches, speed.road_bonus, speed.road_factor, speed.wheeled
    rough = situation.rough and not situation.road
    if (wheeled and situation.walls) or (rough and situation.kind is Mover.TRUCK):
        return "impossible"
    move = Fraction(inches)
    late = 0
    if situation.road:
        halved_too = rules.R23 == "a" or not situation.steep
        move = move * factor + (bonus if halved_too else 0)
        late = 0 if halved_too else bonus
    for difficult in (rough, situation.steep):
        if difficult:
            move /= rules.terrain_divisor
    return as_json(max(move + late - situation.walls * rules.wall, Fraction(0)))


class Load(Situation):
    """A vehicle and what it is to carry."""

    vehicle: Annotated[Carrier, Help("carrier")]
    men: Annotated[int, Whole(0), Help("men inside")]
    heavy_weapons: Annotated[int, Whole(0), Help("heavy weapons with ammunition, each counts as a man")] = 0
    towed_gun: Annotated[bool, Help("a gun is towed; its ammunition counts as a man")] = False


def transport(situation: Load, rules: Panzertroops) -> bool:
    """Does the load fit (panzertroops, PT-5; R17)?"""
    row = rules.carriers[situation.vehicle]
    men, tows = (row.men, row.tows) if rules.R17 == "a" else (row.listed_men, row.listed_tows)
    load = situation.men + situation.heavy_weapons + situation.towed_gun
    return load <= men and (tows or not situation.towed_gun)


# --- PT-8, PT-9, PT-11 Lines of fire
class FirerSeen(Situation):
    """Where a shot at a vehicle comes from."""

    bearing: Annotated[
        Fraction,
        Number(minimum=0, maximum=180),
        Help("angle of the firer off the target's forward direction, degrees, 0 to 180"),
    ]


def armour_facing(situation: FirerSeen, rules: Panzertroops) -> Literal["front", "side", "rear"]:
    """The face of the hull that is hit (panzertroops, PT-11)."""
    if situation.bearing < rules.side_from:
        return "front"
    return "side" if situation.bearing <= rules.side_up_to else "rear"


class TargetSeen(Situation):
    """Where a target lies."""

    bearing: Annotated[
        Fraction,
        Number(minimum=-180, maximum=180),
        Help("angle of the target off the weapon's forward direction, degrees, left negative"),
    ]


def limited_field_of_fire(situation: TargetSeen, rules: Panzertroops) -> bool:
    """Is it in the field of fire of a weapon that only fires forward (panzertroops, PT-8)?"""
    return abs(situation.bearing) <= rules.field_of_fire


class LineOfFire(Situation):
    """How far away a target is."""

    distance: Annotated[Fraction, Number(minimum=0), Help("inches")]
    weapon_range: Annotated[int, Whole(0), Help("range of the weapon in inches")]
    into_or_through_woods_or_buildings: Annotated[
        bool, Help("the line of fire enters or crosses woods or buildings: range at most 5 inches")
    ] = False


def in_range(situation: LineOfFire, rules: Panzertroops) -> bool:
    """Is a target in range (panzertroops, PT-9; R15)?"""
    reach = situation.weapon_range
    if situation.into_or_through_woods_or_buildings:
        reach = min(reach, rules.woods_range)
    return situation.distance <= reach if rules.R15 == "a" else situation.distance < reach


# --- tables
class SoftTarget(Situation):
    """A soft target and what it does."""

    state: Annotated[
        str, WordDomain(tuple(_PRINTED.soft_defences), str), Help("state of the target (Table U4)")
    ]


def soft_defense(situation: SoftTarget, rules: Panzertroops) -> int:
    """The Defence value of a soft target (panzertroops, Table U4; R18)."""
    return rules.soft_defence(situation.state)


class OneWeapon(Situation):
    """A weapon."""

    weapon: Annotated[str, WordDomain(_WEAPONS, str), Help("key of Table U2")]


def weapon_price(situation: OneWeapon, rules: Panzertroops) -> int | None:
    """Points of a weapon (panzertroops, Table U2; R19)."""
    return rules.price(situation.weapon)


class Mortar(Situation):
    """A mortar off the table."""

    weapon: Annotated[
        Literal["light-mortar", "medium-mortar", "heavy-mortar"],
        Help("key of Table U2, for information"),
    ]
    range: Annotated[int, Whole(10), Help("range of the mortar in inches")]


def off_board_mortar_reach(situation: Mortar, rules: Panzertroops) -> int:
    """How far onto the table a mortar reaches (panzertroops, PT-23)."""
    return situation.range - rules.off_table


class Force(Situation):
    """Men and their weapons."""

    green: Annotated[int, Whole(0), Help("green infantrymen")] = 0
    line: Annotated[int, Whole(0), Help("line infantrymen")] = 0
    veteran: Annotated[int, Whole(0), Help("veteran or elite infantrymen")] = 0
    leader: Annotated[int, Whole(0), Help("noncoms and officers")] = 0
    weapons: Annotated[PricedWeapons, Help("keys of Table U2, one entry for each weapon")] = ()


def prices(weapons: tuple[str, ...], rules: Panzertroops) -> int:
    """Points of some weapons."""
    return sum(rules.price(weapon) or 0 for weapon in weapons)


def force_points(situation: Force, rules: Panzertroops) -> int:
    """Points of men and their weapons (panzertroops, Tables U1 and U2; R19)."""
    men: int = sum(getattr(situation, figure) * row.points for figure, row in rules.men.items())
    return men + prices(situation.weapons, rules)


# --- PT-28 Vehicle values
class Armour(Situation):
    """A thickness of armour."""

    mm: Annotated[Fraction, Number(minimum=0), Help("armour basis in millimetres")]


def armour_value(situation: Armour, rules: Panzertroops) -> int:
    """The Defence value of armour (panzertroops, PT-28)."""
    return half_up(situation.mm / rules.millimetres_a_point + rules.least_armour)


class Engine(Situation):
    """An engine and what it has to move."""

    hp: Annotated[Fraction, Number(minimum=0), Help("horsepower")]
    tons: Annotated[
        Fraction,
        Number(above=0),
        Help("weight in tons; whole tons, the weight steps are given for whole tons"),
    ]


def vehicle_speed(situation: Engine, rules: Panzertroops) -> int:
    """Speed in inches (panzertroops, PT-28)."""
    steps = rules.weight_steps.rows
    step = next(row.step for row in steps if row.tons is None or math.floor(situation.tons) <= row.tons)
    return half_up(situation.hp / situation.tons + step)


class VehicleDesign(Situation):
    """A vehicle and its entries."""

    vehicle: Annotated[
        str,
        WordDomain((*_PRINTED.vehicles, "custom"), str),
        Help("name spelled as in Table U6 (only for the listed points), or custom"),
    ]
    guns: Annotated[PricedWeapons, Help("keys of the guns of Table U2, may be empty")]
    speed: Annotated[int, Whole(1), Help("inches")]
    machine_guns: Annotated[int, Whole(0), Help("number of machine-guns")]
    front: Annotated[int, Whole(1), Help("front armour value")]
    side_rear: Annotated[int, Whole(1), Help("side and rear armour value")]


def vehicle_points(situation: VehicleDesign, rules: Panzertroops) -> Mapping[str, Any]:
    """Points of a vehicle by the formula, beside those listed (panzertroops, PT-28 and Table U5; R19)."""
    armour = Fraction(2 * situation.front + situation.side_rear, 3) - rules.unarmoured
    plain = (
        prices(situation.guns, rules) + situation.speed + rules.points_a_machine_gun * situation.machine_guns
    )
    value = plain + (float(armour) ** float(rules.armour_power) if armour > 0 else 0.0)
    return {
        "value": round(value, 4),
        "points": half_up(value),
        "listed": rules.vehicles[situation.vehicle].listed if situation.vehicle in rules.vehicles else None,
    }


# --- the example battle
class ExampleRoll(Situation):
    """A roll of the example battle."""

    shot: Annotated[str, Help("free label of the shot, no effect")]
    net_firepower: Annotated[int, Whole(-3, 10), Help("firepower plus penalty")]
    roll: Annotated[int, Whole(2, 12), Help("sum of the two dice")]
    defense: Annotated[int, Whole(1, 30), Help("defence value of the man fired at")]
    cover: Annotated[Cover, Help("cover of the man")] = Cover.NONE
    save_roll: Annotated[
        int | None,
        Whole(2, 12),
        Nullable(),
        Help("sum of the two dice of the saving roll; null = none was rolled, nothing is saved"),
    ] = None


def example_roll(situation: ExampleRoll, rules: Panzertroops) -> Effect:
    """One roll of the example battle, read with the advanced rules (panzertroops, PT-14, 18, 19)."""
    total, defence, save = situation.roll + situation.net_firepower, situation.defense, situation.save_roll
    if total > defence:
        if save is not None and (
            (situation.cover is Cover.HARD and save >= rules.hard_save_on)
            or (situation.cover is Cover.SOFT and save in (rules.soft_save, rules.soft_save_too))
        ):
            return Effect.SAVED
        return Effect.WITH_WEAPONS if total >= defence + rules.total_destruction else Effect.DESTROYED
    return Effect.PINNED if total >= defence - rules.pinned_below else Effect.MISS
