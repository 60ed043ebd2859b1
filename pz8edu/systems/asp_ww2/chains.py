"""Rules of asp games World War 2 played turn after turn, shot after shot."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Unpack

from pz8edu.core import Chain, Modifiers, PlayedWith, Roll, Umpire
from pz8edu.systems.asp_ww2 import situations
from pz8edu.systems.asp_ww2.aircraft import LOST, Sortie, air_attack
from pz8edu.systems.asp_ww2.command import markers_left, obstacle_crossing, passes
from pz8edu.systems.asp_ww2.fire import result_of
from pz8edu.systems.asp_ww2.ruleset import AspWw2
from pz8edu.systems.asp_ww2.words import Result

WAITING, DONE = "waiting", "done"


def told(chain: Chain[str], up_to: int) -> Mapping[str, Any]:
    """The chance of every turn, of a later one, and the expected number of turns."""
    waiting = [law.fraction(WAITING) for law in (chain.after(0), *chain.turn_by_turn(up_to))]
    return {
        **{str(turn): before - after for turn, (before, after) in enumerate(pairwise(waiting), 1)},
        "later": waiting[-1],
        "expected": chain.solver.expected_turns(),
    }


def until_done(turn: Any, **how: Unpack[PlayedWith]) -> Chain[str]:
    """A test again and again until it succeeds."""

    def again(umpire: Umpire, _: str) -> str:
        return DONE if turn(umpire) else WAITING

    return Chain(again, start=WAITING, over=lambda state: state == DONE, **how)


# --- Suppression markers
def turns_of_clearing(situation: situations.Clearing, rules: AspWw2, **how: Unpack[PlayedWith]) -> Chain[int]:
    """Own turns until no suppression marker is left (sequence, step 1; R4)."""

    def turn(umpire: Umpire, markers: int) -> Roll[int]:
        return markers_left(umpire, markers, rules)

    return Chain(turn, start=situation.markers, over=lambda markers: markers == 0, **how)


def clear_suppression(situation: situations.Clearing, rules: AspWw2) -> Mapping[str, Any]:
    """How long it takes to get rid of all markers (asp-ww2, step 1 of the sequence; R4)."""
    return {"expected turns": turns_of_clearing(situation, rules).solver.expected_turns()}


def markers_after(situation: situations.ClearingTurns, rules: AspWw2) -> Mapping[str, Any]:
    """The markers that are left after some turns (asp-ww2, step 1 of the sequence; R4)."""
    law = turns_of_clearing(situation, rules).after(situation.turns).fractions()
    return {str(markers): law[markers] for markers in sorted(law) if law[markers]}


# --- Recovery and obstacles
def recoveries(situation: situations.Recovery, rules: AspWw2, **how: Unpack[PlayedWith]) -> Chain[str]:
    """Morale tests of a repulsed stand until it recovers (AS-17)."""
    return until_done(lambda umpire: passes(umpire, situation.grade, rules), **how)


def repulse_recovery(situation: situations.Recovery, rules: AspWw2) -> Mapping[str, Any]:
    """The own turn in which a repulsed stand recovers (asp-ww2, AS-17)."""
    return told(recoveries(situation, rules), situation.up_to)


def crossings(situation: situations.Crossing, rules: AspWw2, **how: Unpack[PlayedWith]) -> Chain[str]:
    """Attempts until a stand has crossed (AS-22)."""
    stand = situations.AtObstacle(markers=situation.markers)
    return until_done(lambda umpire: obstacle_crossing(umpire, stand, rules) == "crosses", **how)


def crossing(situation: situations.Crossing, rules: AspWw2) -> Mapping[str, Any]:
    """The attempt with which a stand crosses an obstacle (asp-ww2, AS-22)."""
    return told(crossings(situation, rules), situation.up_to)


# --- Fire until destroyed
DESTROYED = -1


def steady_fire(situation: situations.SteadyFire, rules: AspWw2, **how: Unpack[PlayedWith]) -> Chain[int]:
    """Shot after shot at one stand, whose markers add up; its state is their number (AS-17; R1)."""

    def fire(umpire: Umpire, markers: int) -> int:
        suppressed = Modifiers((rules.marker_on_target * markers, "suppression markers", True, "AS-17"))
        result = result_of(umpire, situation.need, situation.grade, suppressed, rules)
        if result is Result.DESTROYED:
            return DESTROYED
        more = {Result.PINNED: rules.pinned_markers, Result.REPULSED: rules.repulsed_markers}
        return markers + more.get(result, 0)

    return Chain(fire, start=0, over=lambda markers: markers == DESTROYED, **how)


def fire_until_destroyed(situation: situations.SteadyFire, rules: AspWw2) -> Mapping[str, Any]:
    """How many shots a stand takes (asp-ww2, AS-17; R1)."""
    chain = steady_fire(situation, rules)
    return {
        "expected shots": chain.solver.expected_turns(),
        **{f"within {shots}": chain.after(shots).fraction(DESTROYED) for shots in (1, 2, 3, 5)},
    }


# --- Sorties of an attack stand
@dataclass(frozen=True)
class Flown:
    """The sorties flown, the attacks delivered, and whether the stand is lost."""

    sorties: int = 0
    delivered: int = 0
    lost: bool = False

    @property
    def end(self) -> str:
        """What is told in the end."""
        return f"{self.delivered} delivered, {'lost' if self.lost else 'survives'}"

    def __str__(self) -> str:
        return f"{self.sorties} flown, {self.end}"


def sorties(situation: situations.Sorties, rules: AspWw2, **how: Unpack[PlayedWith]) -> Chain[Flown]:
    """Sortie after sortie, each without markers, until the stand is lost or all are flown (AS-19; R1)."""

    def sortie(umpire: Umpire, flown: Flown) -> Roll[Flown]:
        def after(done: Sortie) -> Flown:
            delivered = flown.delivered + (not done.way.end)
            return Flown(flown.sorties + 1, delivered, done.way.end == LOST)

        return umpire.odds("sortie", air_attack, situation, rules).read("sorties flown", after)

    return Chain(
        sortie, start=Flown(), over=lambda flown: flown.lost or flown.sorties == rules.most_attacks, **how
    )


def attack_sorties(situation: situations.Sorties, rules: AspWw2) -> Mapping[str, Any]:
    """The attacks that a stand delivers, and whether it survives them (asp-ww2, AS-19; R1)."""
    ends = sorties(situation, rules).after(rules.most_attacks).map(lambda flown: flown.end).fractions()
    return dict(sorted(ends.items()))


# --- Battle group reaction
def group_tests(situation: situations.Collapse, rules: AspWw2, **how: Unpack[PlayedWith]) -> Chain[str]:
    """Morale tests of a battle group until it fails (AS-20)."""
    return until_done(lambda umpire: not passes(umpire, situation.grade, rules), **how)


def battle_group_collapse(situation: situations.Collapse, rules: AspWw2) -> Mapping[str, Any]:
    """Does a battle group fail while its threshold holds (asp-ww2, AS-20; R20)?"""
    tests = situation.turns if rules.R20 == "b" else 1
    holds = group_tests(situation, rules).after(tests).fraction(WAITING)
    return {"failed": 1 - holds, "holds": holds}
