"""What a play comes to, in decimals with the bound of their error: where exact numbers grow too long."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import cached_property
from typing import Generic, TypeVar, cast

from pz8edu.core.chains.elimination import strongly_connected
from pz8edu.core.chains.model import END, NEVER, Model, Never
from pz8edu.core.chains.solver import Solver
from pz8edu.core.chains.trajectory import Trajectory
from pz8edu.core.chains.without_subtraction import (
    LeftOut,
    Rates,
    left_out,
    not_tiny,
    roundings_of,
    still_to_come,
    visited,
)
from pz8edu.core.chance.approximate import Approximate, ApproximateDistribution, error_of
from pz8edu.core.symbolic.weight import whole
from pz8edu.errors import BadInput

S = TypeVar("S")

PASSING = 6
"""A state that does not come back rounds so often: its chance and its sum, two to leave it, two to enter."""


class InDecimals(Generic[S]):
    """A chain in decimals: the same questions as to the exact one, answered with "about ... ± ...".

    Groups of thousands of states that lead to each other are solved in a moment. Every answer is a sum of
    products of numbers above 0, rounded at most `roundings` times; only the variance is a difference, and its
    error says so. Raises BadInput where chances are formulas, or below 1e-270.
    """

    def __init__(self, model: Model[S]) -> None:
        if model.in_symbols:
            raise BadInput("chances that are formulas have no decimals: give numbers first")
        self.model = model
        self.solver = Solver(model)

    # --- what is solved
    @cached_property
    def groups(self) -> list[list[int]]:
        """The groups of states that lead to each other, first to last."""
        return strongly_connected(self.solver.moves)[::-1]

    @cached_property
    def never_left(self) -> set[int]:
        """The ends, and the states in which play goes on for ever."""
        return {i for group in self.solver.closed for i in group}

    @cached_property
    def chances(self) -> list[Rates]:
        """For every state the chances of its moves to other states; each is rounded once."""
        return [
            {}
            if moves is None or i in self.never_left
            else {j: not_tiny(whole(weight) / whole(moves[0])) for j, weight in moves[1] if j != i}
            for i, moves in enumerate(self.model.moves)
        ]

    @cached_property
    def steps(self) -> dict[int, list[LeftOut]]:
        """How each group that is left again is solved, by its first state."""
        return {group[0]: self._left_out(group) for group in self.groups if group[0] not in self.never_left}

    def _left_out(self, group: list[int]) -> list[LeftOut]:
        members = set(group)
        leads = {i: {j: chance for j, chance in self.chances[i].items() if j in members} for i in group}
        return left_out(leads, {i: self._leaving(i, members) for i in group})

    def _leaving(self, state: int, members: set[int]) -> float:
        """The chance to leave the group from a state: added up exactly, rounded once."""
        total, row = cast("tuple[int, list[tuple[int, int]]]", self.model.moves[state])
        return sum(weight for after, weight in row if after not in members) / total

    @cached_property
    def roundings(self) -> int:
        """How often an amount was rounded, at most: as often as the groups on one way add up to."""
        depth: dict[int, int] = {}
        for group in self.groups:
            here = max(depth.get(i, 0) for i in group)
            here += PASSING if len(group) == 1 else roundings_of(len(group)) + PASSING
            for i in group:
                for j in self.chances[i]:
                    depth[j] = max(depth.get(j, 0), here)
        return max(depth.values(), default=0) + PASSING

    @cached_property
    def passed(self) -> Rates:
        """How often, on average, each state is passed; the chance to come to one that is never left."""
        arriving: dict[int, list[float]] = {0: [1.0]}
        found: Rates = {}
        for group in self.groups:
            entering = {i: not_tiny(math.fsum(arriving.pop(i))) for i in group if i in arriving}
            if group[0] in self.never_left:
                found |= entering
                continue
            here = visited(self.steps[group[0]], entering)
            found |= here
            members = set(group) if len(group) > 1 else ()
            for i, amount in here.items():
                for j, chance in self.chances[i].items():
                    if j not in members:
                        arriving.setdefault(j, []).append(amount * chance)
        return found

    def ahead(self, counted: Callable[[int], bool]) -> Rates:
        """How often, on average, play still passes such states, from every state; each counts itself."""
        found: Rates = {}
        for group in reversed(self.groups):
            if group[0] in self.never_left:
                found |= {i: float(counted(i)) for i in group}
                continue
            members = set(group)
            given: Rates = {}
            for i in group:
                later = [chance * found[j] for j, chance in self.chances[i].items() if j not in members]
                if more := math.fsum([float(counted(i)), *later]):
                    given[i] = more
            found |= still_to_come(self.steps[group[0]], given) if given else dict.fromkeys(group, 0.0)
        return found

    # --- answers
    def _sum(self, amounts: Iterable[float], roundings: int) -> Approximate:
        exact = sum(map(Fraction, amounts), Fraction(0))
        return Approximate.near(exact, exact * error_of(roundings))

    def ends(self) -> ApproximateDistribution[S | Never]:
        """Where play ends, with NEVER for the chance that it does not."""
        found: dict[S | Never, float] = {}
        for_ever = []
        for i, amount in self.passed.items():
            if i in self.never_left:
                phase, state = self.model.states[i]
                if phase == END:
                    found[state] = amount
                else:
                    for_ever.append(amount)
        if for_ever:
            found[NEVER] = math.fsum(for_ever)
        return ApproximateDistribution(found, self.roundings + 1)

    def expected(self, worth: Callable[[S], object]) -> Approximate | None:
        """The expectation of a number read from the end, such as losses; None if play may never end."""
        if self.solver.for_ever:
            return None
        return self.ends().expectation(lambda end: worth(cast(S, end)))

    def _turns(self) -> list[tuple[int, float]]:
        return [(i, visits) for i, visits in self.passed.items() if self.model.states[i][0] == 0]

    def expected_turns(self) -> Approximate | None:
        """The expected number of turns played, a broken-off one counted whole; None if play may never end."""
        if self.solver.for_ever:
            return None
        return self._sum((visits for _, visits in self._turns()), self.roundings)

    def variance_of_turns(self) -> Approximate | None:
        """The variance of the number of turns; None if play may never end."""
        mean = self.expected_turns()
        if mean is None:
            return None
        ahead = self.ahead(lambda i: self.model.states[i][0] == 0)
        both = self._sum((visits * ahead[i] for i, visits in self._turns()), 2 * self.roundings + 1)
        return both + both - mean * (mean + Approximate.of(1))

    def chance_of(self, reached: Callable[[S], bool]) -> Approximate:
        """The chance that play ever comes to such a state, at its start, in a phase or at its end."""
        passage: InDecimals[S] = InDecimals(self.model.until(reached))
        return passage.ends().chance(lambda end: not isinstance(end, Never) and reached(end))

    def after(self, turns: int) -> ApproximateDistribution[S]:
        """The distribution after so many turns; ends stay where they are."""
        return Trajectory(self.model).in_decimals(turns)
