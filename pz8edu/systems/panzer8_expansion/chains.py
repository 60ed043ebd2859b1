"""Tests of the Panzer8 Expansion Rules taken turn after turn: all of them wait for one success."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import pairwise
from typing import Any, Unpack

from pz8edu.core import Chain, PlayedWith, Umpire
from pz8edu.systems.panzer8_expansion import fire, hidden, situations, support
from pz8edu.systems.panzer8_expansion.ruleset import Expansion
from pz8edu.systems.panzer8_expansion.words import Stock, Test

WAITING = "waiting"
LATER = "later"


def until_success(
    rule: Callable[..., Any], situation: Any, rules: Expansion, **how: Unpack[PlayedWith]
) -> Chain[str]:
    """The same test again and again until it succeeds."""

    def again(umpire: Umpire, _: str) -> str:
        return str(Test.SUCCESS) if rule(umpire, situation, rules) is Test.SUCCESS else WAITING

    return Chain(again, start=WAITING, over=lambda state: state == Test.SUCCESS, **how)


def first_success(chain: Chain[str], tries: int) -> list[Fraction]:
    """The chance that the first success comes with the first try, the second, and so on."""
    still = [chain.after(number).fraction(WAITING) for number in range(tries + 1)]
    return [before - after for before, after in pairwise(still)]


def told(chain: Chain[str], up_to: int) -> Mapping[str, Any]:
    """The chances of every try, of none, and the expected number of tries; "inf" where none can succeed."""
    firsts = first_success(chain, up_to)
    expected = chain.solver.expected_turns()
    return {
        **{str(number): chance for number, chance in enumerate(firsts, 1)},
        LATER: 1 - sum(firsts),
        "expected": "inf" if expected is None else expected,
    }


# --- ammunition-life (section 13)
def shots(situation: situations.Shots, rules: Expansion, **how: Unpack[PlayedWith]) -> Chain[Stock]:
    """Shot after shot until the weapon is empty (section 13)."""
    weapon = situations.Weapon(kind=situation.kind)

    def shot(umpire: Umpire, _: Stock) -> Stock:
        return fire.ammunition(umpire, weapon, rules)

    return Chain(shot, start=Stock.LEFT, over=lambda stock: stock is Stock.OUT, **how)


def ammunition_life(situation: situations.Shots, rules: Expansion) -> Mapping[str, Any]:
    """How long the ammunition lasts (panzer8-expansion, section 13)."""
    chain = shots(situation, rules)
    expected = chain.solver.expected_turns()
    return {
        "still supplied": chain.after(situation.shots).fraction(Stock.LEFT),
        "expected shots": "inf" if expected is None else expected,
    }


# --- wire (section 17.1)
def clearing(situation: situations.ClearingRolls, rules: Expansion, **how: Unpack[PlayedWith]) -> Chain[str]:
    """Roll after roll until there is a gap (section 17.1)."""
    return until_success(support.wire_clearing, situations.Engineers(), rules, **how)


def turns_a_roll(rules: Expansion) -> int:
    """Turns from one clearing roll to the next (R8)."""
    return 2 if rules.R8 == "b" else 1


def wire_clearing(situation: situations.ClearingRolls, rules: Expansion) -> Mapping[str, Any]:
    """The roll that makes the gap, and the turns that it takes (panzer8-expansion, section 17.1; R8)."""
    chain = clearing(situation, rules)
    firsts = first_success(chain, situation.rolls)
    rolls = chain.solver.expected_turns()
    return {
        **{f"in roll {number}": chance for number, chance in enumerate(firsts, 1)},
        LATER: 1 - sum(firsts),
        "expected": "inf" if rolls is None else (rolls - 1) * turns_a_roll(rules) + 1,
    }


def wire_turn(situation: situations.ClearingRolls, rules: Expansion) -> Mapping[str, Any]:
    """The turn of the gap; the engineers stand still in turn 1 (panzer8-expansion, section 17.1; R8)."""
    firsts = first_success(clearing(situation, rules), situation.rolls)
    turns = range(2, 2 + len(firsts) * turns_a_roll(rules), turns_a_roll(rules))
    return {
        **{f"turn {turn}": chance for turn, chance in zip(turns, firsts, strict=True)},
        LATER: 1 - sum(firsts),
    }


# --- tries until one succeeds (sections 11, 14 and 15)
def calls(situation: situations.Tries, rules: Expansion, **how: Unpack[PlayedWith]) -> Chain[str]:
    """Communication tests until one goes through (section 15)."""
    return until_success(
        support.communication_test, situations.Troops(quality=situation.quality), rules, **how
    )


def call_until_through(situation: situations.Tries, rules: Expansion) -> Mapping[str, Any]:
    """The try with which a call goes through (panzer8-expansion, section 15; R1)."""
    return told(calls(situation, rules), situation.up_to)


def searches(situation: situations.Searches, rules: Expansion, **how: Unpack[PlayedWith]) -> Chain[str]:
    """Speculative fire of one element until it succeeds (section 11)."""
    return until_success(hidden.speculative_fire, situations.Search.of(situation), rules, **how)


def search_until_found(situation: situations.Searches, rules: Expansion) -> Mapping[str, Any]:
    """The try with which the hidden element is found (panzer8-expansion, section 11; R1)."""
    return told(searches(situation, rules), situation.up_to)


def screens(situation: situations.Tries, rules: Expansion, **how: Unpack[PlayedWith]) -> Chain[str]:
    """Mortar smoke until a screen is down (section 14)."""
    return until_success(fire.mortar_smoke, situations.Troops(quality=situation.quality), rules, **how)


def mortar_smoke_until_down(situation: situations.Tries, rules: Expansion) -> Mapping[str, Any]:
    """The try with which the screen is laid (panzer8-expansion, section 14; R1)."""
    return told(screens(situation, rules), situation.up_to)


# --- missions-delivered (section 15)
def mission_calls(situation: situations.Missions, rules: Expansion, **how: Unpack[PlayedWith]) -> Chain[str]:
    """One call a turn until it goes through (section 15)."""
    return until_success(
        support.communication_test, situations.Troops(quality=situation.quality), rules, **how
    )


def missions_delivered(situation: situations.Missions, rules: Expansion) -> Mapping[str, Any]:
    """The turns of fire that fall before the game ends (panzer8-expansion, section 15; R1, R10)."""
    support_fire = rules.support[situation.level]
    wanted = min(situation.duration, support_fire.missions)
    tries = 1 if rules.R10 == "b" else situation.turns
    firsts = first_success(mission_calls(situation, rules), tries)
    return {
        "expected missions": sum(
            (
                chance * max(0, min(wanted, situation.turns - turn - support_fire.delay + 1))
                for turn, chance in enumerate(firsts, 1)
            ),
            Fraction(0),
        )
    }
