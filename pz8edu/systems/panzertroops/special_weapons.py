"""PT-21 to PT-23 and PT-26: satchel charges, flamethrowers, artillery support, smoke."""

from __future__ import annotations

from dataclasses import dataclass

from pz8edu.core import Modifiers, Nothing, Umpire
from pz8edu.systems.panzertroops import situations
from pz8edu.systems.panzertroops.fire import effect_of, fire, two_dice, volley
from pz8edu.systems.panzertroops.ruleset import Panzertroops
from pz8edu.systems.panzertroops.words import Effect, Game, Radio, State

KILLED, TARGET_DESTROYED, TARGET_SURVIVES = "carrier killed", "target destroyed", "target survives"


def satchel_run(umpire: Umpire, situation: situations.SatchelRun, rules: Panzertroops) -> str:
    """A satchel charge carried to its target under defensive fire (panzertroops, PT-21)."""
    if killed_on_the_way(umpire, situation, rules):
        return KILLED
    return TARGET_DESTROYED if charge_destroys(umpire, situation, rules) else TARGET_SURVIVES


def killed_on_the_way(umpire: Umpire, run: situations.SatchelRun, rules: Panzertroops) -> bool:
    """Does defensive fire kill the man with the charge (PT-21)?"""
    shots = situations.Volley(
        shots=run.defensive_shots, defense=run.man_defense, cover=run.man_cover, rules=Game.BASIC
    )
    return umpire.resolve("defensive fire", volley, shots, rules) is State.DESTROYED


def charge_destroys(umpire: Umpire, run: situations.SatchelRun, rules: Panzertroops) -> bool:
    """Does a satchel charge destroy its target (PT-21)?"""
    charge = Modifiers((rules.satchel_firepower, "satchel charge", True, "PT-21"))
    total = two_dice(umpire, "charge").modified(charge)
    effect = effect_of(umpire, total, run.target_defense, run.target, run.cover, Game.BASIC, rules)
    return effect.destroys


def out_of_fuel(umpire: Umpire, rules: Panzertroops) -> bool:
    """Is a flamethrower out for the game after its shot (PT-22)?"""
    return umpire.d6("fuel") <= rules.fuel_out_on


@dataclass(frozen=True)
class Flame:
    """What a flamethrower has done, and whether its fuel is gone."""

    effect: Effect
    spent: bool

    def __str__(self) -> str:
        return f"{self.effect}, {'out of fuel' if self.spent else 'fuel left'}"


def flamethrower_shot(umpire: Umpire, situation: situations.FlameShot, rules: Panzertroops) -> Flame:
    """A shot of a flamethrower, and its fuel (panzertroops, PT-22; R3)."""
    effect = fire(umpire, situations.Shot.of(situation, firepower=rules.flame_firepower), rules)
    return Flame(effect, out_of_fuel(umpire, rules))


def radio_call(umpire: Umpire, situation: Nothing, rules: Panzertroops) -> Radio:
    """Does an observer team get through (panzertroops, PT-23)?"""
    return Radio.THROUGH if two_dice(umpire, "radio") >= rules.radio_on else Radio.NO_CONTACT


def indirect_mission(umpire: Umpire, mission: situations.Mission, rules: Panzertroops) -> str:
    """One mission of off-table weapons (panzertroops, PT-23)."""
    if radio_call(umpire, Nothing(), rules) is Radio.NO_CONTACT:
        return str(Radio.NO_CONTACT)
    if umpire.chance("observer lost", mission.loss):
        return "observer lost"
    shots = (mission.firepower,) * mission.rounds
    shells = situations.Volley.of(mission, shots=shots, rules=Game.BASIC)
    destroyed = umpire.resolve("shells", volley, shells, rules) is State.DESTROYED
    return TARGET_DESTROYED if destroyed else TARGET_SURVIVES


def smoke_goes_off(umpire: Umpire, rules: Panzertroops) -> bool:
    """Does a smoke round lay its screen (PT-26)?"""
    return not two_dice(umpire, "smoke").is_in((rules.smoke_fails_on, rules.smoke_fails_too))


@dataclass(frozen=True)
class Smoke:
    """Whether a round of smoke goes off, and whether it was the last one; None where the supply has no limit."""

    goes_off: bool
    last: bool | None = None

    def __str__(self) -> str:
        word = "smoke" if self.goes_off else "fails"
        return word if self.last is None else f"{word}, {'last round' if self.last else 'rounds left'}"


def smoke_round(umpire: Umpire, situation: situations.SmokeRound, rules: Panzertroops) -> Smoke:
    """One round of smoke, and what is left of it (panzertroops, PT-26; R9)."""
    goes_off = smoke_goes_off(umpire, rules)
    if not situation.limited:
        return Smoke(goes_off)
    if not goes_off and rules.R9 == "b":
        return Smoke(goes_off, last=False)
    return Smoke(goes_off, bool(two_dice(umpire, "supply") >= rules.no_smoke_left_on))
