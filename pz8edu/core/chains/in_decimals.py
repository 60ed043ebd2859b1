"""What a play comes to, in decimals with the bound of their error: where exact numbers grow too long."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any, Generic, NamedTuple, TypeVar, cast

from pz8edu.algebra.approximate import Approximate, ApproximateDistribution
from pz8edu.algebra.corrected import ScaledEquations, too_far_apart
from pz8edu.algebra.weight import whole
from pz8edu.core.chains.model import END, NEVER, Model, Moves, Never
from pz8edu.core.chains.solver import Solver
from pz8edu.core.chains.trajectory import Trajectory
from pz8edu.errors import BadInput

S = TypeVar("S")


class Bounded(NamedTuple):
    """What is still to come in every state, and by how much each is off at most; both over 2**bits."""

    amounts: list[int]
    errors: list[int]


class InDecimals(Generic[S]):
    """A chain in decimals: the same questions as to the exact one, answered with "about ... ± ...".

    Thousands of states that lead to each other are solved in a moment (with SciPy; without it up to 2,000).
    The error of a chance is at most the remainder of its equations, all of whose parts end somewhere with a
    chance of at most 1; that of an expected number is the remainder times the turns that are still to come.
    Raises BadInput where chances are formulas, or lie too far apart for floats.
    """

    def __init__(self, model: Model[S]) -> None:
        if model.in_symbols:
            raise BadInput("chances that are formulas have no decimals: give numbers first")
        self.model = model
        self.solver = Solver(model)

    # --- what is solved
    @cached_property
    def left_again(self) -> dict[int, int]:
        """The states that play leaves again, by their place among the equations."""
        moves = self.model.moves
        if self.solver.always_ends:
            left = [i for i, own in enumerate(moves) if own is not None]
        else:
            kept = {i for group in self.solver.closed for i in group}
            left = [i for i in range(len(moves)) if i not in kept]
        return {i: place for place, i in enumerate(left)}

    @cached_property
    def equations(self) -> ScaledEquations:
        """The equations of the states that play leaves again."""
        places, moves = self.left_again, self.solver.moves
        rows: Any = [moves[i] for i in places]
        edges = [[(places[j], weight) for j, weight in row if j in places] for row in rows]
        return ScaledEquations(edges, [sum([weight for _, weight in row]) for row in rows])

    @cached_property
    def totals(self) -> list[int]:
        """The totals of these states: one that leads to itself is passed again."""
        moves = self.model.moves
        return [whole(cast("Moves", moves[i])[0]) for i in self.left_again]

    @cached_property
    def most_moves_ahead(self) -> list[int]:
        """More moves than are still to come in each state: twice a solution that leaves less than half."""
        bits = self.equations.bits
        amounts, left = self.equations.ahead({i: total << bits for i, total in enumerate(self.totals)})
        if min(amounts) <= 0 or any(
            2 * abs(rest) > total << bits for rest, total in zip(left, self.totals, strict=True)
        ):
            raise too_far_apart()
        return [2 * each for each in amounts]

    def ahead(self, counted: Mapping[int, int], off: int = 0) -> Bounded:
        """What is still to come in every state of what is counted (times its total), off by `off` a move."""
        amounts, left = self.equations.ahead(counted)
        a_move = off + max(-(-abs(rest) // total) for rest, total in zip(left, self.totals, strict=True))
        bits = self.equations.bits
        return Bounded(amounts, [(a_move * moves >> bits) + 1 for moves in self.most_moves_ahead])

    @cached_property
    def turns_begun(self) -> dict[int, int]:
        """The totals of the states in which a turn begins."""
        return {
            place: self.totals[place] for i, place in self.left_again.items() if self.model.states[i][0] == 0
        }

    @cached_property
    def turns_ahead(self) -> Bounded:
        """How many turns are still to come in each state."""
        bits = self.equations.bits
        return self.ahead({i: total << bits for i, total in self.turns_begun.items()})

    def _near(self, found: Bounded) -> Approximate:
        """What is still to come at the start."""
        over = 1 << self.equations.bits
        return Approximate.near(Fraction(found.amounts[0], over), Fraction(found.errors[0], over))

    # --- answers
    def ends(self) -> ApproximateDistribution[S | Never]:
        """Where play ends, with NEVER for the chance that it does not."""
        found: dict[S | Never, int] = {}
        over, left = 1 << self.equations.bits, [0]
        if not self.left_again:
            found[self._end(0)] = over
        else:
            amounts, left = self.equations.passed({0: over})
            for i, place in self.left_again.items():
                for j, weight in self.solver.moves[i]:
                    if j not in self.left_again:
                        end = self._end(j)
                        found[end] = found.get(end, 0) + amounts[place] * whole(weight)
        off = Fraction(sum(map(abs, left)), over)
        chances = {end: max(Fraction(amount, over), Fraction(0)) for end, amount in found.items()}
        lost = math.nextafter(float(off), math.inf) if off else 0.0
        return ApproximateDistribution({end: float(chance) for end, chance in chances.items()}, 1, lost)

    def _end(self, i: int) -> S | Never:
        phase, state = self.model.states[i]
        return state if phase == END else NEVER

    def expected(self, worth: Callable[[S], object]) -> Approximate | None:
        """The expectation of a number read from the end, such as losses; None if play may never end."""
        if not self.solver.always_ends:
            return None
        return self.ends().expectation(lambda end: worth(cast(S, end)))

    def expected_turns(self) -> Approximate | None:
        """The expected number of turns played, a broken-off one counted whole; None if play may never end."""
        if not self.solver.always_ends:
            return None
        return self._near(self.turns_ahead) if self.left_again else Approximate.of(0)

    def variance_of_turns(self) -> Approximate | None:
        """The variance of the number of turns; None if play may never end."""
        mean = self.expected_turns()
        if mean is None or not self.left_again:
            return mean
        amounts, errors = self.turns_ahead
        later = {i: total * amounts[i] for i, total in self.turns_begun.items()}
        both = self._near(self.ahead(later, max(errors)))  # E[T(T + 1)] / 2
        return both + both - mean * (mean + Approximate.of(1))

    def chance_of(self, reached: Callable[[S], bool]) -> Approximate:
        """The chance that play ever comes to such a state, at its start, in a phase or at its end."""
        passage: InDecimals[S] = InDecimals(self.model.until(reached))
        return passage.ends().chance(lambda end: not isinstance(end, Never) and reached(end))

    def after(self, turns: int) -> ApproximateDistribution[S]:
        """The distribution after so many turns; ends stay where they are."""
        return Trajectory(self.model).in_decimals(turns)
