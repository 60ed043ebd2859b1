"""PT-24 and PT-25: morale checks, and shots that frighten a tank."""

from __future__ import annotations

from dataclasses import dataclass

from pz8edu.core import Modifiers, Roll, Umpire
from pz8edu.systems.panzertroops import situations
from pz8edu.systems.panzertroops.fire import effect_of, two_dice
from pz8edu.systems.panzertroops.ruleset import Panzertroops
from pz8edu.systems.panzertroops.words import Effect, Game, Morale, Target

HIGHEST = 12
"""The highest roll of two dice."""


def modifiers_of_morale(
    elite: bool, green: bool, leaderless: bool, immobilised: bool, rules: Panzertroops
) -> Modifiers:
    """The modifiers to a morale check, in the printed order (PT-24; R5)."""
    once = rules.R5 == "a" and leaderless
    return Modifiers(
        (rules.veterans, "all veteran or elite", elite, "PT-24"),
        (rules.green_men, "green men", green, "PT-24"),
        (rules.no_leader, "no noncom or officer", leaderless, "PT-24"),
        (rules.no_leader, "immobilised", immobilised and not once, "PT-24"),
    )


def check(umpire: Umpire, modifiers: Modifiers, rules: Panzertroops) -> Morale:
    """One morale check (PT-24)."""
    return umpire.look_up("morale", two_dice(umpire, "morale").modified(modifiers), rules.morale)


def morale_check(umpire: Umpire, group: situations.Group, rules: Panzertroops) -> Morale:
    """The morale check of a combat group (panzertroops, PT-24; R5)."""
    modifiers = modifiers_of_morale(group.elite, group.green, group.leaderless, group.immobilised, rules)
    return check(umpire, modifiers, rules)


def frightens(dice: tuple[Roll[int], ...], net: int, defence: int, rules: Panzertroops) -> bool:
    """Could the shot have killed, and was the roll a 3 or 4 (PT-24; R4)?  Under R4=b each die is looked at."""
    if net + HIGHEST <= defence:
        return False
    rolls = (dice[0] + net,) if rules.R4 == "c" else dice
    return any(
        roll.called(label).between(rules.check_from, rules.check_up_to)
        for roll, label in zip(rolls, ("crew frightened", "crew frightened too"), strict=False)
    )


@dataclass(frozen=True)
class TankHit:
    """What a shot has done to an AFV, and the morale of its crew; None where it did not check."""

    effect: Effect
    nerve: Morale | None = None

    def __str__(self) -> str:
        return str(self.effect) if self.effect.destroys else f"{self.effect}, {self.nerve or 'no check'}"


def tank_shot(umpire: Umpire, shot: situations.TankShot, rules: Panzertroops) -> TankHit:
    """An armour-piercing shot at an AFV, and the nerve of its crew (panzertroops, PT-6, 14, 24, 25; R4)."""
    effect, frightened = tank_struck(umpire, shot, rules)
    return TankHit(effect, nerve(umpire, shot, effect, rules) if frightened else None)


def firepower_of(shot: situations.TankShot, rules: Panzertroops) -> Modifiers:
    """What is added to the roll of a shot at an AFV (PT-6, 13)."""
    return Modifiers(
        (shot.firepower, "firepower", True, "PT-6"), (shot.penalty, "firer moved", True, "PT-13")
    )


def tank_struck(umpire: Umpire, shot: situations.TankShot, rules: Panzertroops) -> tuple[Effect, bool]:
    """What an armour-piercing shot does to an AFV, and whether its crew must check (PT-24; R4)."""
    dice: tuple[Roll[int], ...] = (two_dice(umpire, "to hit"),)
    if rules.R4 == "b":
        dice = (umpire.d6("one die"), umpire.d6("other die"))
    modifiers = firepower_of(shot, rules)
    total = (dice[0] if len(dice) == 1 else dice[0] + dice[1]).modified(modifiers)
    effect = effect_of(umpire, total, shot.defense, Target.AFV, shot.cover, Game.ADVANCED, rules)
    if effect.destroys or effect is Effect.IMMOBILISED:
        return effect, not effect.destroys
    return effect, frightens(dice, modifiers.total, shot.defense, rules)


def nerve(umpire: Umpire, shot: situations.TankShot, effect: Effect, rules: Panzertroops) -> Morale:
    """The morale check of a crew that was shot at (PT-24)."""
    stuck = effect is Effect.IMMOBILISED or shot.already_immobilised
    return check(umpire, modifiers_of_morale(shot.elite, shot.green, False, stuck, rules), rules)
