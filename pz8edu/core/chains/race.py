"""Two plays side by side, until one of them is over: who is first?"""

from __future__ import annotations

from typing import Any

from pz8edu.core.chains.chain import Chain, Phase
from pz8edu.core.rolls.roll import Roll
from pz8edu.core.umpire.base import Umpire

Pair = tuple[Any, Any]


def race(first: Chain[Any], second: Chain[Any]) -> Chain[Pair]:
    """Each turn the first play goes on, then the second, until one of the two is over.

    The states are pairs of theirs. What one does is independent of the other.
    """
    return Chain(
        *(_moves(0, phase) for phase in first.phases),
        *(_moves(1, phase) for phase in second.phases),
        start=(first.start, second.start),
        over=lambda pair: first.over(pair[0]) or second.over(pair[1]),
    )


def _moves(place: int, phase: Phase[Any]) -> Phase[Pair]:
    """A phase of one of the two plays as a phase of both."""

    def together(mine: Any, pair: Pair) -> Pair:
        return (mine, pair[1]) if place == 0 else (pair[0], mine)

    def moved(umpire: Umpire, pair: Pair) -> Pair | Roll[Pair]:
        after = phase(umpire, pair[place])
        if isinstance(after, Roll):
            return after.read("side by side", lambda mine: together(mine, pair))
        return together(after, pair)

    return moved
