"""Section 11, Battle cruisers and light cruisers: both batteries, torpedoes."""

from __future__ import annotations

from dataclasses import replace

from pz8edu.core import Roll, Umpire
from pz8edu.systems.pz8_naval.damage import Shot, as_asked, full_salvo, turrets_out
from pz8edu.systems.pz8_naval.ruleset import Naval
from pz8edu.systems.pz8_naval.ship import Ship
from pz8edu.systems.pz8_naval.situations import BothBatteries, Straddle, TorpedoSalvo, target_of
from pz8edu.systems.pz8_naval.words import Gun, ShipClass


def attack_of_both(main: int, secondary: int, rules: Naval) -> int:
    """The most T that a ship with two batteries keeps (section 11; R22, R35)."""
    attack = rules.attack_factor(main)
    return attack if rules.R22 == "a" else attack + rules.attack_factor(secondary)


def batteries(situation: BothBatteries, target: Ship, rules: Naval) -> tuple[Shot, ...]:
    """The batteries that fire, in order; one that does not reach the target stays silent (section 11; R21)."""
    aim = Straddle.of(situation, gun=Gun.CRUISER_HEAVY, target_crippled=target.crippled)
    reaches = rules.score_to_straddle(Gun.CRUISER_LIGHT, situation.range) is not None
    if not (situation.both and reaches):
        return (Shot(aim, situation.att_main),)
    main = replace(aim, both_batteries=rules.R21 == "a")
    secondary = replace(aim, gun=Gun.CRUISER_LIGHT, both_batteries=True)
    return Shot(main, situation.att_main), Shot(secondary, situation.att_sec)


def both_batteries(
    umpire: Umpire, situation: BothBatteries, rules: Naval
) -> Ship | ShipClass | Roll[Ship | ShipClass]:
    """Main and secondary batteries at one target (pz8-naval, section 11; R4 to R10, R21, R22, R35)."""
    target = target_of(situation, rules)
    kept = attack_of_both(situation.att_main, situation.att_sec, rules)
    if turrets_out(situation.turret_hits, kept, rules):
        return as_asked(target, situation.show, rules)
    shots = batteries(situation, target, rules)
    return as_asked(umpire.in_turn("battery", shots, full_salvo, target, rules), situation.show, rules)


def next_torpedoes(umpire: Umpire, ship: Ship, salvo: int, rules: Naval) -> Ship | Roll[Ship]:
    """One torpedo salvo at a ship as those before have left it (section 11; R9)."""
    if ship.sunk:
        return ship
    hits = rules.torpedo_hits
    return umpire.d6("torpedoes").read("ship", lambda die: ship.hit_in_hull(hits.get(die, 0), rules))


def torpedo_salvo(umpire: Umpire, situation: TorpedoSalvo, rules: Naval) -> Roll[Ship]:
    """Torpedo salvos at a ship one zone away (pz8-naval, section 11; R9)."""
    salvos = range(situation.salvos)
    return umpire.in_turn("salvo", salvos, next_torpedoes, target_of(situation, rules), rules)


def salvos_at_once(remaining: int, fires_guns: bool, rules: Naval) -> int:
    """How many of its remaining torpedo salvos a ship may fire in one fire phase (section 11; R23)."""
    if rules.R23 == "b":
        return min(remaining, 1)
    return 0 if rules.R23 == "c" and fires_guns else remaining
