"""First passage: does play ever come to a state, and when?"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cached_property
from typing import Generic, TypeVar

from pz8edu.algebra.weight import total_of
from pz8edu.core.chains.model import LATER, NEVER, Later, Model, Never
from pz8edu.core.chains.solver import Solver
from pz8edu.core.chains.trajectory import Trajectory, first_times
from pz8edu.core.chance.distribution import Distribution
from pz8edu.core.chance.exact import as_fraction, from_chances

S = TypeVar("S")


class FirstPassage(Generic[S]):
    """How play first comes to a state that is `reached`, in plain fractions (expressions of symbols)."""

    def __init__(self, model: Model[S], reached: Callable[[S], bool]) -> None:
        self.reached = reached
        self.model = model.until(reached)
        self.solver = Solver(self.model)

    @cached_property
    def chance(self) -> Fraction:
        """The chance that play ever comes there, at its start, in a phase or at its end."""
        above, below = self.solver.arrivals(self.reached)
        return as_fraction(above[0], below)

    def expected_turns(self) -> Fraction | None:
        """The expected number of turns until it does, when it ever does; the last one is counted whole.

        None if it never can.
        """
        arrivals, _ = self.solver.arrivals(self.reached)
        if not arrivals[0]:
            return None
        solver = self.solver
        both = total_of(
            solver.visits(i) * arrivals[i] for i, (phase, _) in enumerate(self.model.states) if phase == 0
        )
        return as_fraction(both, solver.passed.below * arrivals[0])

    def duration(self, upto: int) -> Distribution[int | Later | Never]:
        """The exact distribution of the turn in which it does, up to so many turns.

        LATER has the chance that it does so afterwards, NEVER that it never does.
        """
        states = self.model.states
        by_turn, by_then = first_times(
            Trajectory(self.model).chances(lambda i: self.reached(states[i][1]), upto)
        )
        law: dict[int | Later | Never, Fraction] = {LATER: self.chance - by_then, NEVER: 1 - self.chance}
        return from_chances({**by_turn, **law})
