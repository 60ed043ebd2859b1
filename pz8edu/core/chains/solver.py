"""What a play comes to in the end, in plain fractions: for programs, without SymPy."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Generic, TypeVar, cast

from pz8edu.algebra.elimination import Amounts, Edges, Equations, Groups, strongly_connected
from pz8edu.algebra.weight import Weight, total_of
from pz8edu.core.chains.model import END, NEVER, Model, Never
from pz8edu.core.chains.unknowns import of_one_degree, solve
from pz8edu.core.chance.distribution import Distribution
from pz8edu.core.chance.exact import as_fraction, from_chances

S = TypeVar("S")


class Solver(Generic[S]):
    """The ends of a model, its expected turns, their variance: each worked out when it is asked for.

    Numbers are plain fractions; only where chances are symbols they are SymPy expressions.
    """

    def __init__(self, model: Model[S]) -> None:
        self.model = model

    # --- equations
    @cached_property
    def moves(self) -> Edges:
        """Every state's moves to other states."""
        return [
            [] if moves is None else [(j, weight) for j, weight in moves[1] if j != i]
            for i, moves in enumerate(self.model.moves)
        ]

    @cached_property
    def closed(self) -> Groups:
        """Groups of states that play never leaves, the ends among them."""
        groups = []
        for group in strongly_connected(self.moves):
            members = set(group)
            if all(j in members for i in group for j, _ in self.moves[i]):
                groups.append(group)
        return groups

    @cached_property
    def always_ends(self) -> bool:
        """Does every state lead to an end?"""
        comes: list[list[int]] = [[] for _ in self.moves]
        for i, row in enumerate(self.moves):
            for j, _ in row:
                comes[j].append(i)
        met = [moves is None for moves in self.model.moves]
        waiting = [i for i, is_end in enumerate(met) if is_end]
        for j in waiting:  # grows on the way
            for i in comes[j]:
                if not met[i]:
                    met[i] = True
                    waiting.append(i)
        return len(waiting) == len(met)

    @cached_property
    def for_ever(self) -> set[int]:
        """The states in which play goes on for ever."""
        return {i for group in self.closed if self.model.moves[group[0]] is not None for i in group}

    @cached_property
    def equations(self) -> Equations:
        """The equations of all states; nothing is passed on from those that play never leaves."""
        left = {i for group in self.closed for i in group}
        edges = [[] if i in left else row for i, row in enumerate(self.moves)]
        divisors = [total_of(weight for _, weight in row) if row else 1 for row in edges]
        groups: Groups = []
        for group in reversed(strongly_connected(self.moves)):
            groups += [[i] for i in group] if group[0] in left else [group]
        return Equations(edges, divisors, groups)

    @cached_property
    def passed(self) -> Amounts:
        """How much of play passes each state: its visits that move on, over its total."""
        return solve(self.equations, {0: 1})

    def visits(self, i: int) -> Weight:
        """The expected number of visits to a state that is left again, over `passed.below`."""
        return self.passed.above[i] * self._total(i)

    def _total(self, i: int) -> Weight:
        moves = self.model.moves[i]
        return 0 if moves is None or i in self.for_ever else moves[0]

    def still_to_come(self, entering: dict[int, Weight]) -> Amounts:
        """What is still to come in every state: the transposed equations."""
        return solve(of_one_degree(self.equations, entering).transposed(), entering)

    def arrivals(self, reached: Callable[[S], bool]) -> Amounts:
        """The chance to end in such a state, from every state."""
        ends = enumerate(self.model.states)
        return self.still_to_come({i: 1 for i, (phase, state) in ends if phase == END and reached(state)})

    @cached_property
    def turns_ahead(self) -> Amounts:
        """The expected number of turns still to come, from every state."""
        return self.still_to_come({i: self._total(i) for i in self._begins(0)})

    def _begins(self, at: int) -> list[int]:
        """The states in which a phase begins."""
        return [i for i, (phase, _) in enumerate(self.model.states) if phase == at]

    # --- answers
    @cached_property
    def never(self) -> Weight:
        """The chance that play never ends, over `passed.below`."""
        return total_of(self.passed.above[i] for i in self.for_ever)

    def ends(self) -> Distribution[S | Never]:
        """Where play ends, with NEVER for the chance that it does not."""
        above, below = self.passed
        found: dict[S | Never, Weight] = {
            state: above[i] for i, (phase, state) in enumerate(self.model.states) if phase == END and above[i]
        }
        if self.never:
            found[NEVER] = self.never
        return Distribution.of_weights(found, below).reduced()

    def expected(self, worth: Callable[[S], int | Fraction]) -> Fraction | None:
        """The expectation of a number read from the end, such as losses; None if play may never end."""
        if self.never:
            return None
        ends = self.ends()
        worths = {state: Fraction(worth(cast(S, state))) for state in ends}
        below = math.lcm(*(number.denominator for number in worths.values()))
        above = total_of(weight * int(worths[state] * below) for state, weight in ends.items())
        return as_fraction(above, ends.total * below)

    def expected_turns(self) -> Fraction | None:
        """The expected number of turns played, a broken-off one counted whole; None if play may never end."""
        return self.expected_visits(lambda _: True)

    def expected_visits(self, counted: Callable[[S], bool], phase: int = 0) -> Fraction | None:
        """How often, on average, a phase begins in such a state; None if play may never end."""
        if self.never:
            return None
        chosen = (i for i in self._begins(phase) if counted(self.model.states[i][1]))
        return as_fraction(total_of(map(self.visits, chosen)), self.passed.below)

    def variance_of_turns(self) -> Fraction | None:
        """The variance of the number of turns; None if play may never end."""
        if self.never:
            return None
        (ahead, whole), passed = self.turns_ahead, self.passed.below
        turns = [(i, self.visits(i)) for i in self._begins(0)]
        mean = total_of(visits for _, visits in turns)
        both = total_of(visits * ahead[i] for i, visits in turns)  # E[T(T + 1)] / 2
        above = 2 * (both * passed) + -1 * (mean * whole * (mean + passed))
        return as_fraction(above, passed * passed * whole)

    # --- the long run
    def long_run(self) -> Distribution[S]:
        """The share of all turns that begin in each state, as more and more turns are played.

        A chain that ends stays where it ended; states that play leaves for good have no share.
        """
        shares: dict[S, Fraction] = {}
        for group in self.closed:
            entered = as_fraction(total_of(self.passed.above[i] for i in group), self.passed.below)
            rounds = {i: visits for i, visits in self._round(group).items() if self.model.states[i][0] <= 0}
            turns = sum(rounds.values(), Fraction(0))
            for i, visits in rounds.items():
                state = self.model.states[i][1]
                shares[state] = shares.get(state, Fraction(0)) + entered * visits / turns
        return from_chances(shares)

    def _round(self, group: list[int]) -> Mapping[int, Fraction]:
        """Visits to each state of a group that is never left, from one visit to its first to the next."""
        first, *rest = group
        place = {i: row for row, i in enumerate(rest)}
        inner = [[(place[j], weight) for j, weight in self.moves[i] if j != first] for i in rest]
        divisors = [total_of(weight for _, weight in self.moves[i]) for i in rest]
        equations = Equations(inner, divisors, strongly_connected(inner)[::-1])
        above, below = solve(equations, {place[j]: weight for j, weight in self.moves[first]})
        total = (self.model.moves[first] or (1, []))[0]
        return {first: Fraction(1)} | {
            i: as_fraction(above[place[i]] * (self.model.moves[i] or (1, []))[0], below * total) for i in rest
        }
