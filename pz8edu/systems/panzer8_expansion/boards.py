"""What is measured on the table, or read from the tables, of the Panzer8 Expansion Rules."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Annotated, Any

from pz8edu.core import Help, Nullable, Number, Situation, Whole
from pz8edu.systems.panzer8_expansion.ruleset import Expansion
from pz8edu.systems.panzer8_expansion.situations import LevelOfFire
from pz8edu.systems.panzer8_expansion.words import (
    Action,
    Ammunition,
    Enemy,
    Level,
    Mover,
    ScarceArmy,
    Smoke,
    Supply,
    Weapon,
)


# --- 11 Hidden placement
class HiddenElement(Situation):
    """A hidden element, and what happens near it."""

    enemy_moves_within: Annotated[
        Fraction,
        Number(minimum=0),
        Help("distance at which an enemy element moves, in the units of the rules; at most 2 reveals"),
    ]
    action: Annotated[Action | None, Nullable(), Help("what the hidden element itself does")] = None


def hidden_revealed(situation: HiddenElement, rules: Expansion) -> bool:
    """Is a hidden element revealed (panzer8-expansion, section 11)?"""
    return situation.action is not None or situation.enemy_moves_within <= rules.revealed_within


class Marker(Situation):
    """A counter or a terrain feature that somebody wants to fire at."""

    distance: Annotated[
        Fraction,
        Number(minimum=0),
        Help("distance to the counter or terrain feature; at most 12 is allowed"),
    ]
    line_of_sight: Annotated[bool, Help("there is a line of sight")] = True


def speculative_allowed(situation: Marker, rules: Expansion) -> bool:
    """May an element fire speculatively (panzer8-expansion, section 11)?"""
    return situation.line_of_sight and situation.distance <= rules.speculative_range


class Defenders(Situation):
    """The elements of a defender."""

    elements: Annotated[int, Whole(0), Help("elements of the defender")]


def hidden_limit(situation: Defenders, rules: Expansion) -> int:
    """How many elements a defender may hide (panzer8-expansion, section 11; R7)."""
    return divided(situation.elements, rules.hidden_divisor, upwards=rules.R7 == "b")


def divided(number: int, divisor: int, upwards: bool) -> int:
    """A part of a number of elements, rounded up or down."""
    return -(-number // divisor) if upwards else number // divisor


# --- 13 Ammunition supply
class Loaded(Situation):
    """A weapon and what it fires."""

    nation_year: Annotated[ScarceArmy | None, Nullable(), Help("scarce army, null for any other")] = None
    weapon: Annotated[Weapon, Help("weapon; gun = any other gun, such as that of a tank")] = Weapon.GUN
    ammo: Annotated[Ammunition, Help("ammunition fired")] = Ammunition.AP


def ammunition_class(situation: Loaded, rules: Expansion) -> Supply:
    """How easily a weapon runs out (panzer8-expansion, sections 12 and 13; R6)."""
    scarce = situation.nation_year is not None
    if situation.weapon is Weapon.ANTI_TANK_GUN and situation.ammo is Ammunition.AP:
        return Supply.SCARCE if scarce and rules.R6 == "b" else Supply.ANTI_TANK
    special = situation.ammo in (Ammunition.APDS, Ammunition.HVAP)
    if scarce or special or situation.weapon is Weapon.FLAMETHROWER:
        return Supply.SCARCE
    return Supply.NORMAL


# --- 14 Smoke
class Army(Situation):
    """What an army has fielded."""

    afvs: Annotated[int, Whole(0), Help("AFVs fielded")]
    infantry: Annotated[int, Whole(0), Help("infantry elements fielded")]
    half: Annotated[bool, Help("Germans in 1945 or Soviets in 1941")] = False


def smoke_pool(situation: Army, rules: Expansion) -> int:
    """The smoke counters of an army (panzer8-expansion, section 14; R2)."""
    pool = max(situation.afvs, situation.infantry)
    return divided(pool, rules.pool_divisor, upwards=rules.R2 == "a") if situation.half else pool


class SmokeScreen(Situation):
    """A smoke screen."""

    source: Annotated[Smoke, Help("what lays the smoke (section 14)")]


def smoke_width(situation: SmokeScreen, rules: Expansion) -> Mapping[str, Any]:
    """The width of a smoke screen in base-widths (panzer8-expansion, section 14)."""
    return {"base_widths": rules.smoke[situation.source].base_widths}


# --- 15 Support fire
class SupportFire(Situation):
    """Support fire of a level."""

    level: LevelOfFire


def support_fire(situation: SupportFire, rules: Expansion) -> Mapping[str, Any]:
    """Missions, value, beaten zone and delay of support fire (panzer8-expansion, section 15)."""
    row = rules.support[situation.level]
    return {
        "missions": row.missions,
        "hesa": row.hesa,
        "zone": [row.width, row.depth],
        "delay": row.delay,
        "hurts_all_vehicles": situation.level is Level.CORPS,
    }


class FinalFire(Situation):
    """Final defensive fire of a level."""

    level: LevelOfFire
    called_by_foo: Annotated[bool, Help("called by a forward observer")] = True


def fdf_delay(situation: FinalFire, rules: Expansion) -> int:
    """The delay of final defensive fire in turns (panzer8-expansion, section 15; R11)."""
    return rules.delay(situation.level, final=True, observer=situation.called_by_foo)


# --- 17 Field engineering
class WireCrossing(Situation):
    """An element that comes to wire."""

    mover: Annotated[Mover, Help("moving element")]


def wire(situation: WireCrossing, rules: Expansion) -> str:
    """What wire does to a mover (panzer8-expansion, section 17.1)."""
    if situation.mover in (Mover.TRACKED, Mover.BEHIND_TRACKED):
        return "ignores"
    return "stops, crosses with a full move on a later turn"


class FortificationAttacked(Situation):
    """Somebody attacks troops in a fortification."""

    enemy: Annotated[Enemy, Help("attacking element; flamethrower = one not carried by engineers (R9)")]


def fortification_modifier(situation: FortificationAttacked, rules: Expansion) -> int:
    """The modifier in favour of troops in a fortification (panzer8-expansion, section 17.2; R9)."""
    enemy = situation.enemy
    engineers = enemy in (Enemy.ENGINEERS, Enemy.ENGINEERS_FLAME)
    if engineers or (enemy is Enemy.FLAMETHROWER and rules.R9 == "b"):
        return rules.fortifications["engineers"].cover
    return rules.fortifications["dive bombers" if enemy is Enemy.DIVE_BOMBER else "all others"].cover
