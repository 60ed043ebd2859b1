"""Where a piece can get to, with every exact total that it can spend on the way.

A state is anything that can be a key: (hex, facing, altitude), a square, a zone. A rule set says how a move
goes on from a state: the states after one action, each with its cost in whole movement points.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import TypeVar

S = TypeVar("S", bound=Hashable)

Actions = Callable[[S], Iterable[tuple[S, int]]]
"""From a state to the states after one action, with the cost of each action, at least 1."""


def spends(start: S, actions: Actions[S], budget: int) -> dict[S, int]:
    """Every state that some sequence of actions reaches, with the totals it can cost, at most the budget.

    The totals are the bits of a whole number: bit 3 is set if a total of exactly 3 reaches the state. The
    start has bit 0.
    """
    found: dict[S, int] = {start: 1}
    waiting: list[list[S]] = [[] for _ in range(budget + 1)]
    waiting[0].append(start)
    onward: dict[S, tuple[tuple[S, int], ...]] = {}
    for total, states in enumerate(waiting):
        for state in states:
            after = onward.get(state)
            if after is None:
                after = onward[state] = tuple(actions(state))
            for other, cost in after:
                reached = total + cost
                if reached <= budget:
                    bits = found.get(other, 0)
                    if not bits >> reached & 1:
                        found[other] = bits | 1 << reached
                        waiting[reached].append(other)
    return found


def totals(bits: int) -> tuple[int, ...]:
    """The totals that a number of bits stands for, ascending."""
    return tuple(total for total in range(bits.bit_length()) if bits >> total & 1)


def states_reached(found: Mapping[S, int], least: int, most: int) -> tuple[S, ...]:
    """The states of `spends` that a total from `least` to `most` reaches."""
    band = (1 << most + 1) - (1 << least)
    return tuple(state for state, bits in found.items() if bits & band)
