"""Several damages in the order that is best for the ship: what a played turn asks under T5=b (section 5)."""

from __future__ import annotations

from typing import NamedTuple

from pz8edu.core import Roll, Umpire
from pz8edu.core.rulebook.system import Calculator
from pz8edu.systems.pz8_naval.cruisers import attack_of_both, batteries
from pz8edu.systems.pz8_naval.damage import Shot, number_of_damages, one_damage, turrets_out
from pz8edu.systems.pz8_naval.fire import straddled
from pz8edu.systems.pz8_naval.ruleset import Naval
from pz8edu.systems.pz8_naval.ship import Ship
from pz8edu.systems.pz8_naval.situations import BothBatteries, Salvo, Straddle, target_of
from pz8edu.systems.pz8_naval.words import Hit


class Taken(NamedTuple):
    """A ship that takes damages: as the others have left it, and whether a Crippled waits to be last."""

    ship: Ship
    crippled: bool = False

    def after(self, hit: Hit, rules: Naval) -> Taken:
        """With one more damage."""
        if hit is Hit.CRIPPLED:
            return self._replace(crippled=True)
        return self._replace(ship=self.ship.struck(hit, rules))

    def at_last(self, rules: Naval) -> Ship:
        """The ship when all are taken."""
        return self.ship.struck(Hit.CRIPPLED, rules) if self.crippled and not self.ship.sunk else self.ship


def next_damage(umpire: Umpire, taken: Taken, hood: bool, rules: Naval) -> Taken | Roll[Taken]:
    """One damage more (section 5)."""
    if taken.ship.sunk:
        return taken
    return umpire.odds("hit", one_damage, hood, rules).read("taken", lambda hit: taken.after(hit, rules))


def battery(umpire: Umpire, target: Ship, shot: Shot, rules: Naval) -> Ship | Roll[Ship]:
    """A salvo whose damages the ship takes in its best order (sections 4 and 5)."""
    if target.sunk or not straddled(umpire, shot.aim, rules):
        return target
    number = number_of_damages(umpire, shot.attack, target.defence, rules)
    if not number:
        return target
    taken = umpire.in_turn("damage", (shot.hood,) * number, next_damage, Taken(target), rules)
    return taken.read("ship", lambda each: each.at_last(rules))


def salvo(umpire: Umpire, situation: Salvo, rules: Naval) -> Ship | Roll[Ship]:
    """One salvo (sections 4 and 5)."""
    target = target_of(situation, rules)
    if turrets_out(situation.turret_hits, rules.attack_factor(situation.att), rules):
        return target
    aim = Straddle.of(situation, target_crippled=target.crippled)
    return battery(umpire, target, Shot(aim, situation.att, situation.hood), rules)


def both(umpire: Umpire, situation: BothBatteries, rules: Naval) -> Ship | Roll[Ship]:
    """Main and secondary batteries (section 11)."""
    target = target_of(situation, rules)
    if turrets_out(
        situation.turret_hits, attack_of_both(situation.att_main, situation.att_sec, rules), rules
    ):
        return target
    return umpire.in_turn("battery", batteries(situation, target, rules), battery, target, rules)


BEST_ORDER = {
    "salvo": Calculator("salvo-in-best-order", "One salvo, the best order", "4, 5", Salvo, salvo),
    "bc-both-batteries": Calculator(
        "batteries-in-best-order", "Both batteries, the best order", "11", BothBatteries, both
    ),
}
"""By the question that is asked where damages are taken as they fall."""
