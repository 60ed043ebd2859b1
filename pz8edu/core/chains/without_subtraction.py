"""States that lead to each other, solved in floats with nothing subtracted, so that nothing cancels.

Grassmann, Taksar and Heyman (1985): one state after the other is left out. Whoever led to it then leads
straight on to what it led to, in proportion; how often it is left is the sum of the ways out of it.

Why the error is bounded: leaving a state out makes the chances of a smaller group, each by four roundings. An
amount of a group of m states is a sum of products of at most m of its chances over another such sum, all
terms above 0 (the matrix tree theorem); so four roundings of every chance are at most 8 m of the amount. The
state that was left out is then worked out by four more. From the last state to the first that makes
4 m**2 roundings, and chances that were rounded when they were made add 2 m (C. O'Cinneide, 1993, has the
same argument).
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import NamedTuple, TypeAlias

from pz8edu.core.chains.leaving_out import left_out_in_turn
from pz8edu.errors import BadInput

Rates: TypeAlias = dict[int, float]
"""The states that one leads to, or that lead to one, with their chances."""

TINY = 2.0**-900
"""Chances below this are not followed in floats: products of them would be lost."""


class LeftOut(NamedTuple):
    """A state as it was when it was left out: how often it is left, what led to it, what it led to."""

    state: int
    leaving: float
    comes: Rates
    leads: Rates


def roundings_of(states: int) -> int:
    """How often an amount of a group of so many states was rounded, at most."""
    return 4 * states * states + 2 * states


def left_out(leads: dict[int, Rates], outside: Rates) -> list[LeftOut]:
    """The states of a group, left out one after the other, those with few neighbours first.

    `leads` holds the chances to go on to other states of the group, `outside` those to leave it; both change.
    """
    steps: list[LeftOut] = []
    for state, row, into in left_out_in_turn(leads):
        leaving = math.fsum([outside[state], *row.values()])
        steps.append(LeftOut(state, leaving, into, row))
        for before, chance in into.items():
            share = chance / leaving
            if outside[state]:
                outside[before] = not_tiny(outside[before] + share * outside[state])
            for after, onward in row.items():
                if after in leads[before]:
                    leads[before][after] += share * onward
                elif after != before:  # coming back is neither going on nor staying
                    leads[before][after] = not_tiny(share * onward)
    return steps


def visited(steps: list[LeftOut], entering: Mapping[int, float]) -> Rates:
    """How often each state is passed, from how often each is entered from outside the group."""
    return solved([(step.state, step.leaving, step.comes, step.leads) for step in steps], entering)


def still_to_come(steps: list[LeftOut], counted: Mapping[int, float]) -> Rates:
    """What is still to come in each state, from what is counted whenever one is passed."""
    return solved([(step.state, step.leaving, step.leads, step.comes) for step in steps], counted)


def solved(steps: list[tuple[int, float, Rates, Rates]], given: Mapping[int, float]) -> Rates:
    """The amounts of the states: what is given is carried along what was left out, and back again."""
    carried = dict(given)
    for state, leaving, _, onward in steps:
        if amount := carried.get(state, 0.0):
            for after, chance in onward.items():
                carried[after] = not_tiny(carried.get(after, 0.0) + amount * (chance / leaving))
    amounts: Rates = {}
    for state, leaving, back, _ in reversed(steps):
        more = [amounts[after] * chance for after, chance in back.items()]
        amounts[state] = not_tiny(math.fsum([carried.get(state, 0.0), *more]) / leaving)
    return amounts


def not_tiny(number: float) -> float:
    """The number; raises BadInput where it is too small to be followed in floats."""
    if number < TINY:
        raise BadInput(
            "some chances of this chain are below 1e-270, too small for decimals: ask for exact numbers"
        )
    return number
