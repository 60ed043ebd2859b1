"""Rules of Panzertroops played shot after shot, call after call, loss after loss."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Any, Unpack

from pz8edu.core import Chain, Enumerating, Nothing, PlayedWith, Umpire
from pz8edu.systems.panzertroops import situations
from pz8edu.systems.panzertroops.fire import ammunition_for, fire
from pz8edu.systems.panzertroops.morale import check, modifiers_of_morale
from pz8edu.systems.panzertroops.ruleset import Panzertroops
from pz8edu.systems.panzertroops.special_weapons import out_of_fuel, radio_call, smoke_round
from pz8edu.systems.panzertroops.words import Morale, Radio

GOING, OVER = "going on", "over"


def told(chain: Chain[str], up_to: int, rest: str) -> Mapping[str, Any]:
    """The chance of every number of turns, of more, and the expected number."""
    going = [chain.after(number).fraction(GOING) for number in range(up_to + 1)]
    expected = chain.solver.expected_turns()
    return {
        **{str(number): before - after for number, (before, after) in enumerate(pairwise(going), 1)},
        rest: going[-1],
        "expected": "inf" if expected is None else expected,
    }


def until_over(turn: Any, **how: Unpack[PlayedWith]) -> Chain[str]:
    """A turn again and again until it says that it is over."""

    def again(umpire: Umpire, _: str) -> str:
        return OVER if turn(umpire) else GOING

    return Chain(again, start=GOING, over=lambda state: state == OVER, **how)


# --- The fuel of a flamethrower
def flames(situation: situations.UpTo, rules: Panzertroops, **how: Unpack[PlayedWith]) -> Chain[str]:
    """Shot after shot until the flamethrower is out of fuel (PT-22)."""
    return until_over(lambda umpire: out_of_fuel(umpire, rules), **how)


def flamethrower_life(situation: situations.UpTo, rules: Panzertroops) -> Mapping[str, Any]:
    """How many shots a flamethrower has (panzertroops, PT-22)."""
    return told(flames(situation, rules), situation.up_to, "more")


# --- The smoke of a vehicle
def smoke_rounds(situation: situations.UpTo, rules: Panzertroops, **how: Unpack[PlayedWith]) -> Chain[str]:
    """Round after round until no smoke is left (PT-26; R9)."""
    limited = situations.SmokeRound(limited=True)
    return until_over(lambda umpire: smoke_round(umpire, limited, rules).last is True, **how)


def smoke_life(situation: situations.UpTo, rules: Panzertroops) -> Mapping[str, Any]:
    """How many rounds of smoke there are (panzertroops, PT-26; R9)."""
    return told(smoke_rounds(situation, rules), situation.up_to, "more")


# --- Radio calls
def radio_calls(situation: situations.UpTo, rules: Panzertroops, **how: Unpack[PlayedWith]) -> Chain[str]:
    """Call after call until one gets through (PT-23)."""
    return until_over(lambda umpire: radio_call(umpire, Nothing(), rules) is Radio.THROUGH, **how)


def radio_wait(situation: situations.UpTo, rules: Panzertroops) -> Mapping[str, Any]:
    """How long it takes to get through (panzertroops, PT-23)."""
    return told(radio_calls(situation, rules), situation.up_to, "later")


# --- Duels
A_WINS, B_WINS = "A wins", "B wins"


def duel_shots(
    situation: situations.Duel, rules: Panzertroops, **how: Unpack[PlayedWith]
) -> Chain[str | int]:
    """Shot after shot in the order of fire until one is destroyed (PT-6, 14)."""
    order = situation.order

    def shot(umpire: Umpire, place: str | int) -> str | int:
        assert isinstance(place, int)
        by_a = order[place] == "A"
        shooter, target = (situation.a, situation.b) if by_a else (situation.b, situation.a)
        one = situations.Shot.of(target, firepower=shooter.firepower, ammo=ammunition_for(target.target))
        if umpire.resolve(f"{'A' if by_a else 'B'} fires", fire, one, rules).destroys:
            return A_WINS if by_a else B_WINS
        return (place + 1) % len(order)

    word = partial(shooter_word, order)
    return Chain(shot, start=0, over=lambda state: isinstance(state, str), word=word, **how)


def shooter_word(order: str, state: str | int) -> str:
    """Who fires next, or who has won."""
    return state if isinstance(state, str) else f"{order[state]} fires, shot {state + 1} of {order}"


def duel(situation: situations.Duel, rules: Panzertroops) -> Mapping[str, Any]:
    """Who wins a duel, and after how many shots (panzertroops, PT-6, 14)."""
    chain = duel_shots(situation, rules)
    shots = chain.solver.expected_turns()
    if shots is None:
        return {"expected shots": "inf"}
    ends = chain.ends()
    return {
        A_WINS: ends.fraction(A_WINS),
        B_WINS: ends.fraction(B_WINS),
        "expected shots": shots,
    }


# --- The morale of a squad
def losses_that_cause_a_check(size: int, rules: Panzertroops) -> list[int]:
    """The losses at half strength and below, while someone is left (PT-24; R11)."""
    half = -(-size // 2) if rules.R11 == "b" else size // 2
    return [loss for loss in range(1, size) if size - loss <= half]


@dataclass(frozen=True)
class Loss:
    """One man lost: how many checks it causes, with or without a leader."""

    checks: int
    leaderless: bool
    elite: bool
    green: bool


def losses_of(squad: situations.Squad, rules: Panzertroops) -> tuple[Loss, ...]:
    """The losses of a group, one after the other (PT-24; R11, R12)."""
    scheduled = losses_that_cause_a_check(squad.size, rules)
    gone = squad.leader_lost_at
    found = []
    for loss in range(1, min(squad.losses, squad.size) + 1):
        due, leader = loss in scheduled, loss == gone
        checks = max(due, leader) if rules.R12 == "b" else due + leader
        leaderless = gone is not None and loss >= gone
        found.append(Loss(int(checks), leaderless, squad.elite, squad.green))
    return tuple(found)


def after_a_loss(umpire: Umpire, worst: Morale, loss: Loss, rules: Panzertroops) -> Morale:
    """The worst morale of a group after one more loss."""
    modifiers = modifiers_of_morale(loss.elite, loss.green, loss.leaderless, False, rules)
    for _ in range(loss.checks):
        if worst is Morale.BROKEN:
            break
        worst = max(worst, check(umpire, modifiers, rules), key=lambda each: each.place)
    return worst


def squad_morale(situation: situations.Squad, rules: Panzertroops) -> Mapping[str, Any]:
    """The worst morale of a group after so many losses (panzertroops, PT-24; R11, R12)."""
    losses = losses_of(situation, rules)

    def played(umpire: Umpire) -> Any:
        return umpire.in_turn("loss", losses, after_a_loss, Morale.GOOD, rules)

    law = Enumerating(draw=False).tree(played).distribution
    return {str(morale): law.fraction(morale) for morale in Morale if law.fraction(morale) != Fraction(0)}


def squad_check_schedule(situation: situations.SquadSize, rules: Panzertroops) -> Mapping[str, Any]:
    """The losses at which a check is due (panzertroops, PT-24; R11)."""
    return {"checks at losses": losses_that_cause_a_check(situation.size, rules)}
