"""A rule played turn after turn: an absorbing Markov chain, solved exactly."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar, cast

from pz8edu.chance.distribution import Distribution, Weight, as_number, common_total, total_of
from pz8edu.chance.flow import Edges, Flow, flow_through, strongly_connected, turned_round
from pz8edu.chance.reach import (
    LONGEST,
    MOST_CIRCLING,
    MOST_CIRCLING_WITH_MORE,
    MOST_DIGITS,
    MOST_TURNS,
    SHORT,
)
from pz8edu.chance.unknown.polynomial import NOT, Polynomial
from pz8edu.errors import BadInput, unknown

if TYPE_CHECKING:
    from pz8edu.chance.roll import Roll
    from pz8edu.umpire.listening import Listening
    from pz8edu.umpire.vocabulary import Umpire

S = TypeVar("S")

Named = Any
"""One state, its word or a part of it between commas, or a function that says yes to some states."""

END = -1
"""The phase of states in which play is over."""


class Never:
    """The end of a chain that never ends: its chance is that of playing on for ever."""

    def __repr__(self) -> str:
        return "never"

    __str__ = __repr__


NEVER = Never()


class Later:
    """More turns than a law of the number of turns was asked for: its chance is what is left."""

    def __repr__(self) -> str:
        return "later"

    __str__ = __repr__


LATER = Later()


class Graph(NamedTuple):
    """The states of a chain as `flow_through` reads them; `for_ever` are those that play never leaves."""

    edges: list[list[tuple[int, Weight]]]
    divisors: list[Weight]
    groups: list[list[int]]
    for_ever: set[int]


class Chain(Generic[S]):
    """A turn played again and again from `start` until `over(state)`.

    A turn has one or more phases, rules from state to state: `phase(umpire, state) -> state`. Equal states
    meet after every phase; the chain stops in the middle of a turn as soon as it is over.

    Everything is exact. Chances and expectations are fractions; where dice are loaded with symbols, or
    questions are freed, they are SymPy expressions in these: the closed form.

    `word` says a state in words. Where a state is asked for, it may be given itself, by its word, by a part
    of it between commas ("A destroyed" of "A destroyed, B ok"), or as a function that says yes to some.
    """

    def __init__(
        self,
        *phases: Callable[[Umpire, S], S | Roll[S]],
        start: S,
        over: Callable[[S], bool],
        memo: dict[Any, Any] | None = None,
        loaded: Mapping[str, Distribution[Any]] | None = None,
        freed: Mapping[str, Distribution[Any]] | None = None,
        word: Callable[[S], str] = str,
    ) -> None:
        if not phases:
            raise BadInput("a chain needs at least one phase")
        self.phases = phases
        self.start = start
        self.over = over
        self.word = word
        self._memo = {} if memo is None else memo
        self._loaded = loaded
        self._freed = freed
        self.states: list[tuple[int, S]] = []
        self.moves: list[tuple[Weight, list[tuple[int, Weight]]] | None] = []
        self._explore()

    def _explore(self) -> None:
        """Number every state in every phase once; `moves` has None for the ends."""
        from pz8edu.umpire.growing import Growing

        umpire = Growing(draw=False, memo=self._memo, loaded=self._loaded, freed=self._freed)
        ends: dict[S, int] = {}
        numbers: list[dict[S, int]] = [{} for _ in self.phases]

        def number(phase: int, state: S) -> int:
            over = self.over(state)
            known = ends if over else numbers[phase]
            place = known.get(state)
            if place is None:
                place = known[state] = len(self.states)
                self.states.append((END if over else phase, state))
            return place

        number(0, self.start)
        for phase, state in self.states:  # grows on the way
            if phase == END:
                self.moves.append(None)
                continue
            law: Distribution[S] = umpire.grow(self.phases[phase], state).distribution
            following = (phase + 1) % len(self.phases)
            known = numbers[following]
            moves: dict[int, Weight] = {}
            for after, weight in law.items():
                if weight:
                    place = known.get(after)
                    moves[number(following, after) if place is None else place] = weight
            self.moves.append((law.total, list(moves.items())))

    # --- what it is made of
    @cached_property
    def _heard(self) -> Listening:
        """Every phase played once more from every state, with plain dice."""
        from pz8edu.umpire.listening import Listening

        umpire = Listening()
        for phase, state in self.states:
            if phase != END:
                umpire.grow(self.phases[phase], state)
        return umpire

    @property
    def dice(self) -> dict[str, tuple[Any, ...]]:
        """The labels of the dice that can be loaded, with their faces; "d6" stands for all with six sides."""
        dice = {label: tuple(sorted_faces(faces)) for label, faces in self._heard.die_faces.items()}
        six = tuple(range(1, 7))
        return ({"d6": six} if six in dice.values() else {}) | dice

    @property
    def questions(self) -> dict[str, tuple[Any, ...]]:
        """The labels of the questions that can be freed, with their answers (True: yes, False: no)."""
        return {label: tuple(answers) for label, answers in self._heard.answers.items()}

    @property
    def usual_chances(self) -> dict[str, tuple[Fraction, ...]]:
        """The chances of yes with plain dice; a question that is asked with several modifiers has several."""
        return {label: tuple(chances) for label, chances in self._heard.questions.items()}

    # --- states by name
    @cached_property
    def states_met(self) -> tuple[S, ...]:
        """Every state that play can come to, in any phase and at the end, in the order found."""
        return tuple(dict.fromkeys(state for _, state in self.states))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the states: the parts between commas of their words, then the whole words."""
        words = [self.word(state) for state in self.states_met]
        return tuple(dict.fromkeys([part for word in words for part in word.split(", ")] + words))

    def named(self, wanted: Named) -> Callable[[S], bool]:
        """The question whether a state is the one that is named; raises BadInput for a name that none has."""
        if any(state == wanted and type(state) is type(wanted) for state in self.states_met):
            return lambda state: bool(state == wanted)
        if isinstance(wanted, str) and wanted in self.names:
            return lambda state: wanted in (word := self.word(state)).split(", ") or wanted == word
        if callable(wanted):
            return cast("Callable[[S], bool]", wanted)
        if not isinstance(wanted, str) and isinstance(wanted, type(self.start)):
            return lambda state: bool(state == wanted)
        raise unknown("state of this chain", wanted, self.names)

    def until(self, reached: Named) -> Chain[S]:
        """The same play, ended as soon as such a state is reached: the chain of a first passage."""
        over, named = self.over, self.named(reached)
        return Chain(
            *self.phases,
            start=self.start,
            over=lambda state: over(state) or named(state),
            memo=self._memo,
            loaded=self._loaded,
            freed=self._freed,
            word=self.word,
        )

    # --- solving
    @cached_property
    def _graph(self) -> Graph:
        """Edges, divisors and groups of the states, for `flow_through`."""
        edges: list[list[tuple[int, Weight]]] = []
        divisors: list[Weight] = []
        for i, moves in enumerate(self.moves):
            leading = [] if moves is None else [(j, weight) for j, weight in moves[1] if j != i]
            edges.append(leading)
            divisors.append(total_of(weight for _, weight in leading) if leading else 1)
        groups: list[list[int]] = []
        for_ever: set[int] = set()
        for group in reversed(strongly_connected(edges)):
            members = set(group)
            if any(j not in members for i in group for j, _ in edges[i]):
                groups.append(group)
                continue
            groups += [[i] for i in group]  # nothing flows on from here
            if self.moves[group[0]] is not None:
                for_ever |= members
        for i in for_ever:
            edges[i], divisors[i] = [], 1
        return Graph(edges, divisors, groups, for_ever)

    @cached_property
    def _flow(self) -> Flow:
        graph = self._graph
        return flow_of(graph.edges, graph.divisors, {0: 1}, graph.groups)

    def _total(self, i: int) -> Weight:
        moves = self.moves[i]
        return 0 if moves is None or i in self._graph.for_ever else moves[0]

    def _visits(self, i: int) -> Weight:
        """The expected number of visits to a state that is left again, over the flow's whole."""
        return self._flow.amounts[i] * self._total(i)

    @property
    def _never(self) -> Weight:
        return total_of(self._flow.amounts[i] for i in self._graph.for_ever)

    def ends(self) -> Distribution[S | Never]:
        """Where play ends, with NEVER for the chance that it does not."""
        amounts, whole = self._flow
        found: dict[S | Never, Weight] = {
            self.states[i][1]: amounts[i]
            for i, moves in enumerate(self.moves)
            if moves is None and amounts[i]
        }
        if never := self._never:
            found[NEVER] = never
        return Distribution(found, whole).reduced()

    def expected(self, worth: Callable[[S], int | Fraction]) -> Fraction | None:
        """The expectation of a number read from the end, such as losses; None if play may never end."""
        if self._never:
            return None
        ends = self.ends()
        worths = {state: Fraction(worth(cast(S, state))) for state in ends}
        below = math.lcm(*(number.denominator for number in worths.values()))
        above = total_of(weight * int(worths[state] * below) for state, weight in ends.items())
        return shown(above, ends.total * below)

    def expected_turns(self) -> Fraction | None:
        """The expected number of turns played, a broken-off one counted whole; None if play may never end."""
        return self.expected_visits(_any_state)

    def expected_visits(self, counted: Callable[[S], bool], phase: int = 0) -> Fraction | None:
        """How often, on average, a phase begins in such a state; None if play may never end."""
        if self._never:
            return None
        chosen = (i for i, (at, state) in enumerate(self.states) if at == phase and counted(state))
        return shown(total_of(self._visits(i) for i in chosen), self._flow.whole)

    def expected_turns_from(self) -> dict[S, Fraction] | None:
        """The expected number of turns still to be played, from every state in which a turn begins."""
        if self._never:
            return None
        amounts, whole = self._ahead
        return {state: shown(amounts[i], whole) for i, (at, state) in enumerate(self.states) if at <= 0}

    @cached_property
    def _ahead(self) -> Flow:
        """The turns that are still to come in every state: the same equations with the edges turned round."""
        turns = {i: self._total(i) for i, (phase, _) in enumerate(self.states) if phase == 0}
        return flow_back(self._graph, turns)

    def variance_of_turns(self) -> Fraction | None:
        """The variance of the number of turns; None if play may never end."""
        if self._never:
            return None
        (ahead, whole), (_, passed) = self._ahead, self._flow
        turns = [(i, self._visits(i)) for i, (phase, _) in enumerate(self.states) if phase == 0]
        mean = total_of(visits for _, visits in turns)
        both = total_of(visits * ahead[i] for i, visits in turns)  # E[T(T + 1)] / 2
        above = 2 * (both * passed) + -1 * (mean * whole * (mean + passed))
        return shown(above, passed * passed * whole)

    def law_of_turns(self, upto: int) -> Distribution[int | Later]:
        """The exact law of the number of turns up to so many; LATER has the chance of what is left."""
        if upto < 0:
            raise BadInput(f"a number of turns must be 0 or more; got {upto}")
        law: dict[int | Later, Fraction] = {}
        before = Fraction(1)
        for turn, (now, below) in enumerate(islice(self._course(), upto + 1)):
            playing = shown(total_of(w for i, w in now.items() if self.moves[i] is not None), below)
            if playing != before:
                law[turn] = before - playing
            before = playing
        if before:
            law[LATER] = before
        return _from_fractions(law)

    @property
    def in_symbols(self) -> bool:
        """Are there unknown chances in it?"""
        return any(type(weight) is not int for moves in self.moves if moves for _, weight in moves[1])

    # --- first passage
    def chance_of(self, reached: Named) -> Fraction:
        """The chance that play ever comes to such a state, at its start, in a phase or at its end."""
        there = self.until(reached)._arrivals(self.named(reached))
        return shown(there.amounts[0], there.whole)

    def turns_until(self, reached: Named) -> Fraction | None:
        """The expected number of turns until play first comes to such a state, when it ever does.

        The turn in which it does is counted whole. None if it never can; `chance_of` says how often it does.
        """
        passage = self.until(reached)
        arrivals, _ = passage._arrivals(self.named(reached))
        if not arrivals[0]:
            return None
        both = total_of(
            passage._visits(i) * arrivals[i] for i, (phase, _) in enumerate(passage.states) if phase == 0
        )
        return shown(both, passage._flow.whole * arrivals[0])

    def law_until(self, reached: Named, upto: int) -> Distribution[int | Later | Never]:
        """The exact law of the turn in which play first comes to such a state, up to so many turns.

        LATER has the chance that it does so afterwards, NEVER that it never does.
        """
        _check(upto)
        named, passage = self.named(reached), self.until(reached)
        law: dict[int | Later | Never, Fraction] = {}
        before = Fraction(0)
        for turn, (now, below) in enumerate(islice(passage._course(), upto + 1)):
            there = shown(total_of(w for i, w in now.items() if named(passage.states[i][1])), below)
            if there != before:
                law[turn] = there - before
            before = there
        ever = self.chance_of(reached)
        law |= {LATER: ever - before} if ever != before else {}
        law |= {NEVER: 1 - ever} if ever != 1 else {}
        return _from_fractions(law)

    def _arrivals(self, named: Callable[[S], bool]) -> Flow:
        """The chance to end in such a state, from every state: the flow with the edges turned round."""
        there = {i: 1 for i, (at, state) in enumerate(self.states) if at == END and named(state)}
        return flow_back(self._graph, there)

    # --- showing it
    def word_of(self, state: S | Never) -> str:
        """A state, or the end of play that never ends, in words."""
        return str(state) if isinstance(state, Never) else self.word(state)

    def chance_in(self, law: Distribution[Any], state: Any) -> Fraction:
        """The chance of a state in a law of this chain: a fraction, or a formula in the unknown chances."""
        return shown(law.weights.get(state, 0), law.total)

    def __repr__(self) -> str:
        from pz8edu.chance.chain_showing import as_text

        return as_text(self)

    def _repr_html_(self) -> str:
        from pz8edu.chance.chain_showing import as_html

        return as_html(self)

    def to_csv(self, turns: int) -> str:
        """A table of so many turns with one line a turn and state: turn, state, chance, percent."""
        from pz8edu.chance.chain_showing import as_csv

        _check(turns)
        return as_csv(self, turns)

    # --- the long run
    def long_run(self) -> Distribution[S]:
        """The share of all turns that begin in each state, as more and more turns are played.

        A chain that ends stays where it ended; states that play leaves for good have no share.
        """
        graph = self._graph
        amounts, whole = self._flow
        raw = [
            [] if moves is None else [(j, w) for j, w in moves[1] if j != i]
            for i, moves in enumerate(self.moves)
        ]
        shares: dict[S, Fraction] = {}
        for group in strongly_connected(raw):
            if not set(group) <= graph.for_ever and self.moves[group[0]] is not None:
                continue
            entered = shown(total_of(amounts[i] for i in group), whole)
            stays = {i: count for i, count in self._round(group, raw).items() if self.states[i][0] <= 0}
            turns = sum(stays.values(), Fraction(0))
            for i, count in stays.items():
                state = self.states[i][1]
                shares[state] = shares.get(state, Fraction(0)) + entered * count / turns
        return _from_fractions({state: share for state, share in shares.items() if share})

    def _round(self, group: list[int], edges: Edges) -> dict[int, Fraction]:
        """Visits to each state of a group that is never left, from one visit to its first to the next."""
        first, *rest = group
        if not rest:
            return {first: Fraction(1)}
        place = {i: row for row, i in enumerate(rest)}
        inner = [[(place[j], weight) for j, weight in edges[i] if j != first] for i in rest]
        divisors = [total_of(weight for _, weight in edges[i]) for i in rest]
        entering = {place[j]: weight for j, weight in edges[first]}
        amounts, whole = flow_of(inner, divisors, entering, strongly_connected(inner)[::-1])
        moves = self.moves[first]
        assert moves is not None
        visits = {i: shown(amounts[place[i]] * self._moves(i)[0], whole * moves[0]) for i in rest}
        return {first: Fraction(1)} | visits

    def _moves(self, i: int) -> tuple[Weight, list[tuple[int, Weight]]]:
        moves = self.moves[i]
        assert moves is not None
        return moves

    # --- turn after turn
    def after(self, turns: int) -> Distribution[S]:
        """The exact distribution after so many turns; ends stay where they are."""
        _check(turns)
        now: dict[int, Weight] = {}
        below: Weight = 1
        for after, total in islice(self._course(), min(turns, MOST_TURNS) + 1):
            settled = after == now
            now, below = after, total
            if settled:
                break
        else:
            if turns > MOST_TURNS:
                raise BadInput(f"a chain is followed for at most {MOST_TURNS:,} turns; got {turns:,}")
        return Distribution(_by_state(self.states, now), below).reduced()

    def turn_by_turn(self, turns: int) -> Iterator[Distribution[S]]:
        """The exact distributions after 1, 2, 3 turns and so on, up to so many."""
        for now, below in islice(self._course(), 1, turns + 1):
            yield Distribution(_by_state(self.states, now), below).reduced()

    def _course(self) -> Iterator[tuple[dict[int, Weight], Weight]]:
        """The weights of the numbered states and their total, after 0, 1, 2 turns and so on, for ever."""
        now: dict[int, Weight] = {0: 1}
        below: Weight = 1
        due = turn = 0
        while True:
            yield now, below
            for _ in self.phases:
                live = [self._moves(i)[0] for i in now if self.moves[i] is not None]
                if not live:
                    break
                common = common_total(live)
                following: dict[int, Weight] = {}
                for i, weight in now.items():
                    if self.moves[i] is None:
                        following[i] = following.get(i, 0) + weight * common.value
                        continue
                    total, moves = self._moves(i)
                    share = weight * common.share(total)
                    for j, w in moves:
                        following[j] = following[j] + share * w if j in following else share * w
                now, below = following, below * common.value
                if type(below) is int and below.bit_length() > due:
                    law = Distribution(now, below).reduced()
                    now, below = dict(law.weights), law.total
                    due = 2 * below.bit_length() if below.bit_length() > SHORT else 0
            turn += 1
            if type(below) is int and below.bit_length() > LONGEST:
                raise BadInput(
                    f"after {turn:,} turns the exact chances have more than {MOST_DIGITS:,} digits; "
                    "ask for fewer turns, or for decimals"
                )

    def after_as_floats(self, turns: int) -> dict[S, float]:
        """The same in decimals, for long horizons."""
        import numpy

        _check(turns)
        count = len(self.states)
        now: Any = numpy.zeros(count)
        now[0] = 1.0
        for turn in range(turns):
            if turn > MOST_TURNS:
                raise BadInput(f"a chain is followed for at most {MOST_TURNS:,} turns; got {turns:,}")
            before = now
            for sources, targets, shares in self._steps:
                now = numpy.bincount(targets, weights=now[sources] * shares, minlength=count)
            if numpy.array_equal(now, before):
                break
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


def _check(turns: int) -> None:
    if turns < 0:
        raise BadInput(f"a number of turns must be 0 or more; got {turns}")


def flow_of(
    edges: Edges, divisors: list[Weight], entering: dict[int, Weight], groups: list[list[int]]
) -> Flow:
    """The flow through a graph of states, by the way that fits its weights."""
    if symbols := next((each.symbols for each in divisors if isinstance(each, Polynomial)), None):
        from pz8edu.chance.unknown.one_unknown import flow_of_unknowns

        check_formulas(groups, symbols)
        return flow_of_unknowns(edges, divisors, entering, groups)
    return flow_through(edges, divisors, entering, groups)


def check_formulas(groups: list[list[int]], symbols: tuple[str, ...]) -> None:
    """Raise BadInput where formulas would be too long to be worked out in minutes."""
    names = [name for name in symbols if not name.startswith(NOT)]
    most = MOST_CIRCLING if len(names) == 1 else MOST_CIRCLING_WITH_MORE
    circling = max(map(len, groups), default=0)
    if circling > most:
        raise BadInput(
            f"{circling:,} states of this chain lead to each other: for formulas in {', '.join(names)} "
            f"they may be at most {most}; give numbers, or leave one chance unknown"
        )


def flow_back(graph: Graph, entering: dict[int, Weight]) -> Flow:
    """The flow through the same states with the edges turned round."""
    divisors = graph.divisors
    if all(len(group) == 1 for group in graph.groups) and all(
        type(each) is int for each in entering.values()
    ):
        divisors = of_one_degree(divisors)
    return flow_of(turned_round(graph.edges), divisors, entering, graph.groups[::-1])


def of_one_degree(divisors: list[Weight]) -> list[Weight]:
    """Divisors with one unknown chance, all written with the same degree.

    An edge that is turned round meets the divisor of another state: their degrees must not differ.
    """
    symbols = next((each.symbols for each in divisors if isinstance(each, Polynomial)), None)
    only = None if symbols is None else Polynomial(symbols, {}).only_unknown
    if only is None:
        return divisors
    from pz8edu.chance.unknown.loaded import unknown_chance

    one = total_of(unknown_chance(only).weights.values())  # p + "not p"
    degrees = [each.degree if isinstance(each, Polynomial) else 0 for each in divisors]
    return [one ** (max(degrees) - degree) * each for each, degree in zip(divisors, degrees, strict=True)]


def _by_state(states: list[tuple[int, S]], chances: Mapping[int, Any]) -> dict[S, Any]:
    found: dict[S, Any] = {}
    for i, chance in chances.items():
        state = states[i][1]
        found[state] = found[state] + chance if state in found else chance
    return found


def sorted_faces(faces: Iterable[Any]) -> list[Any]:
    """Faces in order where they are numbers, else as they were found."""
    listed = list(faces)
    return sorted(listed) if all(type(face) is int for face in listed) else listed


def _any_state(state: object) -> bool:
    return True


def _from_fractions(chances: Mapping[Any, Fraction]) -> Distribution[Any]:
    if not all(isinstance(chance, Fraction) for chance in chances.values()):
        return Distribution(chances, 1)
    below = math.lcm(*(chance.denominator for chance in chances.values()))
    return Distribution({k: c.numerator * (below // c.denominator) for k, c in chances.items()}, below)


def shown(above: Weight, below: Weight) -> Fraction:
    """An exact fraction; a SymPy expression where weights are symbols."""
    if type(above) is int and type(below) is int:
        return Fraction(above, below)
    return cast(Fraction, as_number(above, below))
