from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pz8edu import BadInput
from pz8edu.core import Umpire
from pz8edu.core.chains.chain import Chain
from pz8edu.core.chains.model import LATER, NEVER
from pz8edu.core.chance.distribution import D6, Distribution
from pz8edu.core.rolls.roll import Roll, together

# A random play: states 0 to n-1, each with a law of what comes next; some states are ends.


@st.composite
def plays(draw: st.DrawFn) -> tuple[list[Distribution[int]], set[int]]:
    count = draw(st.integers(1, 7))
    laws = [
        Distribution(
            draw(st.dictionaries(st.integers(0, count - 1), st.integers(1, 4), min_size=1, max_size=3))
        )
        for _ in range(count)
    ]
    return laws, draw(st.sets(st.integers(0, count - 1)))


def chain_of(laws: list[Distribution[int]], ends: set[int], phases: int = 1, start: int = 0) -> Chain[int]:
    def turn(umpire: Umpire, state: int) -> Roll[int]:
        return umpire.roll("next", laws[state])

    return Chain(*[turn] * phases, start=start, over=ends.__contains__)


# The slow, obvious twin: all states at once, by elimination in fractions.


def solved(matrix: list[list[Fraction]], right: list[Fraction]) -> list[Fraction]:
    size = len(right)
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    for column in range(size):
        pivot = next(r for r in range(column, size) if rows[r][column])
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [entry / rows[column][column] for entry in rows[column]]
        for r in range(size):
            if r != column:
                rows[r] = [a - rows[r][column] * b for a, b in zip(rows[r], rows[column], strict=True)]
    return [row[size] for row in rows]


class Twin:
    def __init__(self, laws: list[Distribution[int]], ends: set[int]) -> None:
        self.moves = {i: law.fractions() for i, law in enumerate(laws)}
        self.ends = ends
        self.reached = self.reachable(0)
        self.ending = {i for i in self.reached if self.reachable(i) & ends}
        self.passing = sorted(self.ending - ends)

    def reachable(self, start: int) -> set[int]:
        found, work = {start}, [start]
        while work:
            state = work.pop()
            if state not in self.ends:
                new = set(self.moves[state]) - found
                found |= new
                work += new
        return found

    def chance_to_end_in(self, end: int) -> Fraction:
        if 0 in self.ends or 0 not in self.ending:
            return Fraction(int(end == 0 and 0 in self.ends))
        matrix = [[(i == j) - self.moves[i].get(j, Fraction(0)) for j in self.passing] for i in self.passing]
        into = [self.moves[i].get(end, Fraction(0)) for i in self.passing]
        return solved(matrix, into)[self.passing.index(0)]

    def turns_from(self) -> dict[int, Fraction]:
        matrix = [[(i == j) - self.moves[i].get(j, Fraction(0)) for j in self.passing] for i in self.passing]
        return dict(zip(self.passing, solved(matrix, [Fraction(1)] * len(self.passing)), strict=True))

    def squares(self) -> Fraction:
        """E[T²] from state 0: E[(1 + T')²] = 1 + 2 E[T'] + E[T'²]."""
        ahead = self.turns_from()
        matrix = [[(i == j) - self.moves[i].get(j, Fraction(0)) for j in self.passing] for i in self.passing]
        right = [
            1 + 2 * sum((p * ahead.get(j, Fraction(0)) for j, p in self.moves[i].items()), Fraction(0))
            for i in self.passing
        ]
        return solved(matrix, right)[self.passing.index(0)]


@settings(max_examples=300, deadline=None)
@given(plays())
def test_ends_and_turns_are_those_of_elimination(play: tuple[list[Distribution[int]], set[int]]) -> None:
    laws, ends = play
    chain, twin = chain_of(laws, ends), Twin(laws, ends)
    found = chain.ends()
    assert sum(found.weights.values()) == found.total
    for end in ends:
        assert found.fraction(end) == twin.chance_to_end_in(end)
    never = 1 - sum((twin.chance_to_end_in(end) for end in ends), Fraction(0))
    assert found.fraction(NEVER) == never
    if never:
        assert chain.expected_turns() is None
        assert chain.variance_of_turns() is None
        return
    if 0 in ends:
        assert chain.expected_turns() == chain.variance_of_turns() == 0
        return
    ahead = twin.turns_from()
    assert chain.expected_turns() == ahead[0]
    assert chain.variance_of_turns() == twin.squares() - ahead[0] ** 2
    for state in ahead:
        assert chain_of(laws, ends, start=state).expected_turns() == ahead[state]


@settings(max_examples=100, deadline=None)
@given(plays(), st.integers(0, 6))
def test_turn_after_turn_is_that_of_walking(
    play: tuple[list[Distribution[int]], set[int]], turns: int
) -> None:
    laws, ends = play
    now: dict[int, Fraction] = {0: Fraction(1)}
    ended = [Fraction(int(0 in ends))]
    for _ in range(turns):
        following: dict[int, Fraction] = {}
        for state, chance in now.items():
            moves = {state: Fraction(1)} if state in ends else laws[state].fractions()
            for after, share in moves.items():
                following[after] = following.get(after, Fraction(0)) + chance * share
        now = following
        ended.append(sum((chance for state, chance in now.items() if state in ends), Fraction(0)))
    chain = chain_of(laws, ends)
    assert chain.after(turns).fractions() == now
    law = chain.duration(turns)
    for turn in range(turns + 1):
        assert law.fraction(turn) == ended[turn] - (ended[turn - 1] if turn else 0)
    assert law.fraction(LATER) == 1 - ended[turns]
    assert sum(law.weights.values()) == law.total


def test_a_fair_walk_ends_as_the_books_say() -> None:
    def step(umpire: Umpire, place: int) -> Roll[int]:
        return umpire.roll("step", Distribution({place - 1: 1, place + 1: 1}))

    chain = Chain(step, start=3, over=lambda place: place in (0, 10))
    assert chain.ends().fractions() == {0: Fraction(7, 10), 10: Fraction(3, 10)}
    assert chain.expected_turns() == 3 * 7


def test_phases_count_whole_turns() -> None:
    """A turn of two throws that is over at the first six: broken off in the first phase or not."""

    def throw(umpire: Umpire, state: str) -> str:
        return "six" if umpire.d6("throw") == 6 else state

    chain = Chain(throw, throw, start="", over=lambda state: state == "six")
    ends_in_a_turn = 1 - Fraction(5, 6) ** 2
    assert chain.expected_turns() == 1 / ends_in_a_turn
    assert chain.variance_of_turns() == (1 - ends_in_a_turn) / ends_in_a_turn**2
    assert chain.duration(3).fractions() == {
        1: ends_in_a_turn,
        2: ends_in_a_turn * (1 - ends_in_a_turn),
        3: ends_in_a_turn * (1 - ends_in_a_turn) ** 2,
        LATER: (1 - ends_in_a_turn) ** 3,
    }


def test_a_first_passage_is_a_chain_that_ends_there() -> None:
    def step(umpire: Umpire, total: int) -> Roll[int]:
        return umpire.roll("die", D6) + total

    race = Chain(step, start=0, over=lambda total: total >= 20)
    ten = race.first_passage(lambda total: total == 10)
    reached = ten.solver.ends().fraction(10)
    ways = [Fraction(1)]  # the chance to come by each total
    for total in range(1, 11):
        ways.append(sum(ways[max(0, total - 6) : total], Fraction(0)) / 6)
    assert reached == ways[10]
    assert race.solver.expected_visits(lambda total: total == 10) == ways[10]


def test_a_duel_is_solved_alike_by_icepool() -> None:
    icepool = pytest.importorskip("icepool")
    hit = icepool.d6 >= 5

    def round_(a: int, b: int) -> Any:
        if not a or not b:
            return a, b
        return icepool.tupleize(
            (b @ hit).map(lambda n: max(a - n, 0)), (a @ hit).map(lambda n: max(b - n, 0))
        )

    def turn(umpire: Umpire, fight: tuple[int, int]) -> Roll[tuple[int, int]]:
        a, b = fight
        return together(
            lambda by_a, by_b: (max(a - by_b, 0), max(b - by_a, 0)),
            umpire.pool("A fires", a, on=5),
            umpire.pool("B fires", b, on=5),
        )

    chain = Chain(turn, start=(3, 2), over=lambda fight: 0 in fight)
    start = icepool.Die([(3, 2)])
    theirs = start.map(round_, star=True, repeat="inf")
    total = theirs.denominator()
    assert chain.ends().fractions() == {end: Fraction(w, total) for end, w in theirs.items()}
    assert chain.expected_turns() == start.mean_time_to_absorb(round_, star=True)


def test_play_that_comes_back_is_shared_out_in_the_long_run() -> None:
    laws = [Distribution({1: 1}), Distribution({0: 1, 2: 1}), Distribution({1: 1, 2: 3})]
    shares = chain_of(laws, set()).long_run().fractions()
    assert shares == {0: Fraction(1, 7), 1: Fraction(2, 7), 2: Fraction(4, 7)}
    for state in range(3):  # what comes in is what is there
        comes = sum((shares[i] * laws[i].fraction(state) for i in range(3)), Fraction(0))
        assert comes == shares[state]


def test_a_number_of_turns_below_zero_is_refused() -> None:
    chain = chain_of([Distribution({0: 1})], set())
    for ask in (chain.after, chain.duration):
        with pytest.raises(BadInput, match="0 or more"):
            ask(-1)
    with pytest.raises(BadInput, match="phase"):
        Chain(start=0, over=bool)
