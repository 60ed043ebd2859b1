"""A rule played turn after turn: an absorbing Markov chain, solved exactly."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from pz8edu.chance.distribution import Distribution
from pz8edu.errors import BadInput

if TYPE_CHECKING:
    from pz8edu.chance.roll import Roll
    from pz8edu.umpire.vocabulary import Umpire

S = TypeVar("S")


class Never:
    """The end of a chain that never ends: its chance is that of playing on for ever."""

    def __repr__(self) -> str:
        return "never"

    __str__ = __repr__


NEVER = Never()


class Chain(Generic[S]):
    """A turn played again and again from `start` until `over(state)`.

    A turn has one or more phases, rules from state to state: `phase(umpire, state) -> state`. Equal states
    meet after every phase; the chain stops in the middle of a turn as soon as it is over.
    """

    def __init__(
        self,
        *phases: Callable[[Umpire, S], S | Roll[S]],
        start: S,
        over: Callable[[S], bool],
        memo: dict[Any, Any] | None = None,
        loaded: Mapping[str, Distribution[Any]] | None = None,
    ) -> None:
        if not phases:
            raise BadInput("a chain needs at least one phase")
        self.phases = phases
        self.start = start
        self.over = over
        self._memo = {} if memo is None else memo
        self._loaded = loaded
        self.states: list[tuple[int, S]] = []
        self.moves: list[tuple[int, list[tuple[int, int]]] | None] = []
        self._explore()

    def _explore(self) -> None:
        """Number every state in every phase once; `moves` has None for the ends."""
        from pz8edu.umpire.growing import Growing

        numbers: dict[tuple[int, S], int] = {}

        def number(phase: int, state: S) -> int:
            place = (-1, state) if self.over(state) else (phase, state)
            if place not in numbers:
                numbers[place] = len(self.states)
                self.states.append(place)
            return numbers[place]

        number(0, self.start)
        done = 0
        while done < len(self.states):
            phase, state = self.states[done]
            done += 1
            if phase < 0:
                self.moves.append(None)
                continue
            umpire = Growing(draw=False, memo=self._memo, loaded=self._loaded)
            law: Distribution[S] = umpire.grow(self.phases[phase], state).distribution
            following = (phase + 1) % len(self.phases)
            self.moves.append((law.total, [(number(following, s), weight) for s, weight in law.items()]))

    # --- solving
    def _visits(self) -> tuple[dict[int, Fraction], Fraction]:
        """The expected number of visits to every numbered state, and the chance of playing on for ever.

        Strongly connected states are solved together, in the order of play; states that play goes on in
        for ever have no visits but add to that chance.
        """
        inflow: dict[int, Fraction] = {0: Fraction(1)}
        visits: dict[int, Fraction] = {}
        never = Fraction(0)
        for group in reversed(_strongly_connected(self.moves)):
            entered = {i: inflow[i] for i in group if inflow.get(i)}
            if not entered:
                continue
            members = set(group)
            if self.moves[group[0]] is not None and not any(
                j not in members for i in group for j, weight in self._moves(i)[1] if weight
            ):
                never += sum(entered.values(), Fraction(0))
                continue
            here = self._solve(group, entered)
            for i, count in here.items():
                visits[i] = count
                if self.moves[i] is None:
                    continue
                total, moves = self._moves(i)
                for j, weight in moves:
                    if j not in members:
                        inflow[j] = inflow.get(j, Fraction(0)) + count * Fraction(weight, total)
        return visits, never

    def _moves(self, i: int) -> tuple[int, list[tuple[int, int]]]:
        moves = self.moves[i]
        assert moves is not None
        return moves

    def _solve(self, group: list[int], entered: Mapping[int, Fraction]) -> dict[int, Fraction]:
        if len(group) == 1:
            (i,) = group
            if self.moves[i] is None:
                return {i: entered[i]}
            total, moves = self._moves(i)
            stay = sum(weight for j, weight in moves if j == i)
            return {i: entered[i] * Fraction(total, total - stay)}
        place = {i: row for row, i in enumerate(group)}
        size = len(group)
        rows = [
            [Fraction(int(r == c)) for c in range(size)] + [entered.get(i, Fraction(0))]
            for r, i in enumerate(group)
        ]
        for i in group:
            total, moves = self._moves(i)
            for j, weight in moves:
                if j in place:
                    rows[place[j]][place[i]] -= Fraction(weight, total)
        for column in range(size):
            pivot = next(r for r in range(column, size) if rows[r][column])
            rows[column], rows[pivot] = rows[pivot], rows[column]
            scale = rows[column][column]
            rows[column] = [entry / scale for entry in rows[column]]
            for r in range(size):
                factor = rows[r][column]
                if r != column and factor:
                    rows[r] = [a - factor * b for a, b in zip(rows[r], rows[column], strict=True)]
        return {i: rows[place[i]][size] for i in group}

    def ends(self) -> Distribution[S | Never]:
        """Where play ends, with NEVER for the chance that it does not."""
        visits, never = self._visits()
        found: dict[S | Never, Fraction] = {
            self.states[i][1]: count for i, count in visits.items() if self.moves[i] is None and count
        }
        if never:
            found[NEVER] = never
        return _from_fractions(found)

    def expected_turns(self) -> Fraction | None:
        """The expected number of turns played, a broken-off one counted whole; None if play may never end."""
        visits, never = self._visits()
        if never:
            return None
        return sum((count for i, count in visits.items() if self.states[i][0] == 0), Fraction(0))

    def expected_visits(self, counted: Callable[[S], bool], phase: int = 0) -> Fraction | None:
        """How often, on average, a phase begins in such a state; None if play may never end."""
        visits, never = self._visits()
        if never:
            return None
        chosen = (c for i, c in visits.items() if self.states[i][0] == phase and counted(self.states[i][1]))
        return sum(chosen, Fraction(0))

    # --- the long run
    def long_run(self) -> Distribution[S]:
        """The share of all turns that begin in each state, as more and more turns are played.

        A chain that ends stays where it ended; states that play leaves for good have no share.
        """
        visits, _ = self._visits()
        shares: dict[S, Fraction] = {}
        for group in _strongly_connected(self.moves):
            if not self._is_closed(group):
                continue
            entered = Fraction(int(0 in group))
            for i, count in visits.items():
                if self.moves[i] is not None and i not in group:
                    total, moves = self._moves(i)
                    entered += count * Fraction(sum(weight for j, weight in moves if j in group), total)
            stays = {i: count for i, count in self._round(group).items() if self.states[i][0] <= 0}
            whole = sum(stays.values(), Fraction(0))
            for i, count in stays.items():
                state = self.states[i][1]
                shares[state] = shares.get(state, Fraction(0)) + entered * count / whole
        return _from_fractions({state: share for state, share in shares.items() if share})

    def _is_closed(self, group: list[int]) -> bool:
        """Is this group of states never left?"""
        return self.moves[group[0]] is None or not any(
            j not in group for i in group for j, weight in self._moves(i)[1] if weight
        )

    def _round(self, group: list[int]) -> dict[int, Fraction]:
        """Visits to each state of a group that is never left, from one visit to its first to the next."""
        first, *rest = group
        if not rest:
            return {first: Fraction(1)}
        total, moves = self._moves(first)
        entered = {j: Fraction(weight, total) for j, weight in moves if j != first}
        return {first: Fraction(1)} | self._solve(rest, entered)

    # --- turn after turn
    def after(self, turns: int) -> Distribution[S]:
        """The exact distribution after so many turns; ends stay where they are."""
        if turns < 0:
            raise BadInput(f"a number of turns must be 0 or more; got {turns}")
        now, below = next(islice(self._course(), turns, None))
        return Distribution(_by_state(self.states, now), below)

    def turn_by_turn(self, turns: int) -> Iterator[Distribution[S]]:
        """The exact distributions after 1, 2, 3 turns and so on, up to so many."""
        for now, below in islice(self._course(), 1, turns + 1):
            yield Distribution(_by_state(self.states, now), below)

    def _course(self) -> Iterator[tuple[dict[int, int], int]]:
        """The weights of the numbered states and their total, after 0, 1, 2 turns and so on, for ever."""
        now: dict[int, int] = {0: 1}
        below = 1
        while True:
            yield now, below
            for _ in self.phases:
                live = [self._moves(i)[0] for i in now if self.moves[i] is not None]
                if not live:
                    break
                common = math.lcm(*live)
                following: dict[int, int] = {}
                for i, weight in now.items():
                    if self.moves[i] is None:
                        following[i] = following.get(i, 0) + weight * common
                        continue
                    total, moves = self._moves(i)
                    share = weight * (common // total)
                    for j, w in moves:
                        following[j] = following.get(j, 0) + share * w
                below *= common
                divisor = math.gcd(below, *following.values())
                below //= divisor
                now = {i: weight // divisor for i, weight in following.items()}

    def after_as_floats(self, turns: int) -> dict[S, float]:
        """The same in decimals, for long horizons."""
        import numpy

        if turns < 0:
            raise BadInput(f"a number of turns must be 0 or more; got {turns}")
        count = len(self.states)
        now: Any = numpy.zeros(count)
        now[0] = 1.0
        for _ in range(turns):
            for sources, targets, shares in self._steps:
                now = numpy.bincount(targets, weights=now[sources] * shares, minlength=count)
        return _by_state(self.states, {int(i): float(now[i]) for i in numpy.flatnonzero(now)})

    @cached_property
    def _steps(self) -> list[tuple[Any, Any, Any]]:
        """For every phase the arrays of its moves: from where, to where, with which share."""
        import numpy

        steps = []
        for phase in range(len(self.phases)):
            rows = [(i, i, 1.0) for i, moves in enumerate(self.moves) if moves is None]
            for i, moves in enumerate(self.moves):
                if moves is not None and self.states[i][0] == phase:
                    rows += [(i, j, weight / moves[0]) for j, weight in moves[1]]
            sources, targets, shares = zip(*rows, strict=True) if rows else ((), (), ())
            steps.append((numpy.array(sources, int), numpy.array(targets, int), numpy.array(shares, float)))
        return steps


def _by_state(states: list[tuple[int, S]], chances: Mapping[int, Any]) -> dict[S, Any]:
    found: dict[S, Any] = {}
    for i, chance in chances.items():
        state = states[i][1]
        found[state] = found[state] + chance if state in found else chance
    return found


def _from_fractions(chances: Mapping[Any, Fraction]) -> Distribution[Any]:
    below = math.lcm(*(chance.denominator for chance in chances.values()))
    return Distribution({k: c.numerator * (below // c.denominator) for k, c in chances.items()}, below)


def _strongly_connected(moves: list[tuple[int, list[tuple[int, int]]] | None]) -> list[list[int]]:
    """Groups of states that can reach each other, later groups first (Tarjan, without recursion)."""
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    on_stack: set[int] = set()
    stack: list[int] = []
    groups: list[list[int]] = []
    for root in range(len(moves)):
        if root in index:
            continue
        work: list[tuple[int, int]] = [(root, 0)]
        while work:
            state, place = work.pop()
            if place == 0:
                index[state] = low[state] = len(index)
                stack.append(state)
                on_stack.add(state)
            leads = moves[state]
            successors = leads[1] if leads is not None else []
            deeper = False
            for number in range(place, len(successors)):
                after = successors[number][0]
                if after not in index:
                    work.append((state, number + 1))
                    work.append((after, 0))
                    deeper = True
                    break
                if after in on_stack:
                    low[state] = min(low[state], index[after])
            if deeper:
                continue
            if low[state] == index[state]:
                group = []
                while True:
                    member = stack.pop()
                    on_stack.discard(member)
                    group.append(member)
                    if member == state:
                        break
                groups.append(group)
            if work:
                parent = work[-1][0]
                low[parent] = min(low[parent], low[state])
    return groups
