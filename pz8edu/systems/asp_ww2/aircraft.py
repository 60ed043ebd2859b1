"""AS-19: an aircraft stand flies through defensive shots to its attack."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated

from pz8edu.core import Help, Modifiers, Umpire, Whole
from pz8edu.systems.asp_ww2 import situations
from pz8edu.systems.asp_ww2.fire import IMPOSSIBLE, modifiers_of_initiative, result_of
from pz8edu.systems.asp_ww2.ruleset import AspWw2
from pz8edu.systems.asp_ww2.words import Grade, Result

LOST, DRIVEN_OFF = "aircraft destroyed", "aircraft driven off"
HIGHER, LOWER = "higher", "not higher"


@dataclass(frozen=True)
class Approach:
    """An aircraft stand on its way: its suppression markers, whether it is pinned, and its end ("" so far)."""

    markers: int = 0
    pinned: bool = False
    end: str = ""


def one_shot(
    umpire: Umpire, way: Approach, item: tuple[Grade, situations.DefensiveShot], rules: AspWw2
) -> Approach:
    """One defensive shot at the aircraft as the shots before have left it (AS-17, AS-19; R16)."""
    grade, shot = item
    if way.end or shot.need is None:
        return way
    modifiers = Modifiers(
        (rules.marker_on_target * way.markers, "suppression markers", True, "AS-17"),
        (shot.bonus, "bonus of the shooter", True, "AS-17"),
    )
    result = result_of(umpire, shot.need, grade, modifiers, rules)
    if result is Result.PINNED:
        return replace(way, markers=way.markers + rules.pinned_markers, pinned=True)
    if result is Result.NONE:
        return replace(way, pinned=way.pinned and rules.R16 == "a")
    return Approach(end=LOST if result is Result.DESTROYED else DRIVEN_OFF)


@dataclass(frozen=True)
class Sortie:
    """How an aircraft stand has come through, and what its attack did; None where it did not attack."""

    way: Approach
    attack: Result | str | None = None

    def __str__(self) -> str:
        return self.way.end or f"attack: {self.attack}"


def air_attack(umpire: Umpire, situation: situations.AirAttack, rules: AspWw2) -> Sortie:
    """Defensive shots, then the attack of what comes through (asp-ww2, AS-19; R1, R16)."""
    return flown_in(umpire, situation, Approach(), 0, rules)


def flown_in(
    umpire: Umpire, situation: situations.AirAttack, start: Approach, target_markers: int, rules: AspWw2
) -> Sortie:
    """The same for a stand that has markers, and a target that has (AS-17)."""
    shots = tuple((situation.grade, shot) for shot in situation.shots)
    way = umpire.settle("approach", umpire.in_turn("shot", shots, one_shot, start, rules))
    if way.end:
        return Sortie(way)
    if situation.need is None:
        return Sortie(way, IMPOSSIBLE)
    need = situation.need + (rules.pinned_shooter if way.pinned else 0)
    modifiers = Modifiers((rules.marker_on_target * target_markers, "suppression markers", True, "AS-17"))
    return Sortie(way, result_of(umpire, need, situation.target_grade, modifiers, rules))


class AirAttackInPlay(situations.AirAttack):
    """An air attack in a turn, with what the turns before have left."""

    markers: Annotated[int, Whole(0), Help("suppression markers of the aircraft stand")] = 0
    target_markers: Annotated[int, Whole(0), Help("suppression markers of the target")] = 0


def air_attack_in_play(umpire: Umpire, situation: AirAttackInPlay, rules: AspWw2) -> Sortie:
    """An air attack with the markers of both (AS-17, AS-19)."""
    return flown_in(umpire, situation, Approach(situation.markers), situation.target_markers, rules)


def race(umpire: Umpire, situation: situations.Initiative, rules: AspWw2) -> str:
    """Has a fighter the higher score, and may shoot at aircraft that attack off the table (AS-15, AS-19)?"""
    assert situation.shooter is not None
    assert situation.target is not None
    fighter = umpire.d6("fighter").modified(modifiers_of_initiative(situation.shooter, True, rules))
    aircraft = umpire.d6("aircraft").modified(modifiers_of_initiative(situation.target, False, rules))
    return HIGHER if fighter > aircraft else LOWER
