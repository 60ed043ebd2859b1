"""Section 5, Damage: number of damages, what each of them does, and a whole salvo."""

from __future__ import annotations

from dataclasses import dataclass, replace

from pz8edu.core import Roll, Umpire
from pz8edu.systems.pz8_naval.fire import straddled
from pz8edu.systems.pz8_naval.ruleset import Naval
from pz8edu.systems.pz8_naval.ship import Ship
from pz8edu.systems.pz8_naval.situations import (
    Damages,
    GunDamage,
    OneDamage,
    Salvo,
    Straddle,
    TwoShips,
    target_of,
)
from pz8edu.systems.pz8_naval.words import CriticalResult, DamageResult, Hit, ShipClass, Show


def number_of_damages(umpire: Umpire, attack: int, defence: int, rules: Naval) -> int:
    """Both sides roll a die and add their factor; the margin is the number of damages (section 5)."""
    firer = umpire.d6("firer") + rules.attack_factor(attack)
    target = umpire.d6("target") + defence
    return umpire.look_up("damages", firer - target, rules.damages)


def gun_damage(umpire: Umpire, situation: GunDamage, rules: Naval) -> int:
    """A straddle: the number of damages (pz8-naval, section 5; R35)."""
    return number_of_damages(umpire, situation.att, situation.defence, rules)


SINGLE = {DamageResult.NOTHING: Hit.NOTHING, DamageResult.H: Hit.H1, DamageResult.T: Hit.T1}
TURRETS = {1: Hit.T1, 2: Hit.T2, 3: Hit.T3}
HULL = {1: Hit.H1, 2: Hit.H2, 3: Hit.H3}


def one_damage(umpire: Umpire, hood: bool, rules: Naval) -> Hit | Roll[Hit]:
    """One damage: its die, on a 6 the critical die, and the D3 (sections 5 and 9; R11)."""
    damage = raised(umpire.d6("damage"), hood and rules.R11 == "b", rules)
    result = umpire.look_up("damage", damage, rules.damage_die)
    if result is not DamageResult.CRITICAL:
        return SINGLE[result]
    critical = raised(umpire.d6("critical"), hood and rules.R11 == "a", rules)
    result_of_critical = umpire.look_up("critical", critical, rules.critical_die)
    if result_of_critical is CriticalResult.D3_T:
        return umpire.d3("D3").read("number of T", TURRETS)
    if result_of_critical is CriticalResult.D3_H:
        return umpire.d3("D3").read("number of H", HULL)
    return Hit.SUNK if result_of_critical is CriticalResult.SUNK else Hit.CRIPPLED


def raised(die: Roll[int], by_hood: bool, rules: Naval) -> Roll[int]:
    """A die with what Hood adds to it; more than a 6 counts as a 6 (section 9; R11)."""
    return (die + rules.hood).at_most(6) if by_hood and rules.hood else die


def hit_result(umpire: Umpire, situation: OneDamage, rules: Naval) -> Hit | Roll[Hit]:
    """One damage by itself (pz8-naval, sections 5 and 9; R11)."""
    return one_damage(umpire, situation.hood, rules)


def next_damage(umpire: Umpire, ship: Ship, hood: bool, rules: Naval) -> Ship | Roll[Ship]:
    """One damage to a ship as those before have left it (section 5; R9, R10, R11)."""
    if ship.sunk:
        return ship
    return umpire.odds("hit", one_damage, hood, rules).read("ship", lambda hit: ship.struck(hit, rules))


def take_damages(umpire: Umpire, ship: Ship, number: int, hood: bool, rules: Naval) -> Roll[Ship]:
    """So many damages, one after the other until the ship is sunk (section 5)."""
    return umpire.in_turn("damage", (hood,) * number, next_damage, ship, rules)


def apply_hits(umpire: Umpire, situation: Damages, rules: Naval) -> Roll[Ship]:
    """Damages taken one after another (pz8-naval, section 5; R9, R10, R11, R35)."""
    damages = (situation.hood,) * situation.hits
    return umpire.in_turn("damage", damages, next_damage, target_of(situation, rules), rules)


@dataclass(frozen=True)
class Shot:
    """One battery that fires at one target: how it is aimed, its Attack factor, and whether the target is Hood."""

    aim: Straddle
    attack: int
    hood: bool = False


def full_salvo(umpire: Umpire, target: Ship, shot: Shot, rules: Naval) -> Ship | Roll[Ship]:
    """Straddle, number of damages, damages: the target after one salvo (sections 4 and 5)."""
    if target.sunk or not straddled(umpire, shot.aim, rules):
        return target
    number = number_of_damages(umpire, shot.attack, target.defence, rules)
    return take_damages(umpire, target, number, shot.hood, rules) if number else target


def turrets_out(turret_hits: int, attack: int, rules: Naval) -> bool:
    """Has the ship lost all its turrets, so that it may not fire (section 5; R8)?"""
    return rules.R8 == "b" and turret_hits > 0 and turret_hits >= attack


def as_asked(
    result: Ship | Roll[Ship], show: Show, rules: Naval
) -> Ship | ShipClass | Roll[Ship | ShipClass]:
    """A ship by its hits, or by its class alone."""
    if show is Show.STATES:
        return result
    if isinstance(result, Ship):
        return result.class_of(rules)
    return result.read("class", lambda ship: ship.class_of(rules))


def salvo(umpire: Umpire, situation: Salvo, rules: Naval) -> Ship | ShipClass | Roll[Ship | ShipClass]:
    """One full salvo (pz8-naval, sections 4 and 5; R4 to R11, R35)."""
    target = target_of(situation, rules)
    if turrets_out(situation.turret_hits, rules.attack_factor(situation.att), rules):
        return as_asked(target, situation.show, rules)
    aim = Straddle.of(situation, target_crippled=target.crippled)
    shot = Shot(aim, situation.att, situation.hood)
    return as_asked(full_salvo(umpire, target, shot, rules), situation.show, rules)


def next_ship(umpire: Umpire, target: Ship, shot: Shot, rules: Naval) -> Ship | Roll[Ship]:
    """The salvo of one of several ships, at the target as those before have left it (section 4)."""
    now = replace(shot, aim=replace(shot.aim, target_crippled=target.crippled))
    return full_salvo(umpire, target, now, rules)


def two_ships_one_target(
    umpire: Umpire, situation: TwoShips, rules: Naval
) -> Ship | ShipClass | Roll[Ship | ShipClass]:
    """Two like ships at one fresh target, or each at its own (pz8-naval, section 4; R4, R5, R9, R10, R35)."""
    target = Ship(rules.attack_factor(situation.target_att), situation.target_def)
    aim = Straddle(gun=situation.gun, range=situation.range, multi=situation.concentrate)
    if not situation.concentrate:
        return as_asked(full_salvo(umpire, target, Shot(aim, situation.att), rules), situation.show, rules)
    ships = (Shot(replace(aim, first_of_many=True), situation.att), Shot(aim, situation.att))
    return as_asked(umpire.in_turn("ship", ships, next_ship, target, rules), situation.show, rules)
