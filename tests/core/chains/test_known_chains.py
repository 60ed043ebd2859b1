"""Chains: the gambler's ruin and other closed formulas, powers of matrices, endless play, long horizons."""

from __future__ import annotations

import random
from fractions import Fraction
from math import comb
from typing import Any

import pytest

from pz8edu.core.chains.chain import Chain
from pz8edu.core.chains.model import NEVER
from pz8edu.core.chance.distribution import Distribution
from pz8edu.errors import BadInput

COIN = Distribution({1: 1, -1: 1})


def walk(chance: Fraction) -> Any:
    """One step up with this chance, else one down."""
    law = Distribution({1: chance.numerator, -1: chance.denominator - chance.numerator})

    def step(umpire: Any, purse: int) -> Any:
        return umpire.roll("bet", law) + purse

    return step


@pytest.mark.parametrize("goal", [2, 5, 9])
@pytest.mark.parametrize("chance", [Fraction(1, 2), Fraction(2, 5), Fraction(3, 4)])
def test_the_gamblers_ruin(goal: int, chance: Fraction) -> None:
    for start in range(goal + 1):
        chain = Chain(walk(chance), start=start, over=lambda purse: purse in (0, goal))
        ratio = (1 - chance) / chance
        wins = Fraction(start, goal) if ratio == 1 else (1 - ratio**start) / (1 - ratio**goal)
        assert chain.ends().fraction(goal) == wins
        assert chain.ends().fraction(0) == 1 - wins
        turns = Fraction(start * (goal - start))
        if ratio != 1:
            turns = (start - goal * wins) / (1 - 2 * chance)
        assert chain.expected_turns() == turns


def test_turns_that_are_expected_until_a_six() -> None:
    def throw(umpire: Any, seen: bool) -> Any:
        return umpire.d6("die").read("a six?", lambda face: face == 6)

    chain = Chain(throw, start=False, over=bool)
    assert chain.expected_turns() == 6
    for turns in (0, 1, 2, 10):
        assert chain.after(turns).fraction(True) == 1 - Fraction(5, 6) ** turns


def test_collecting_every_face_of_a_die() -> None:
    """6 (1 + 1/2 + ... + 1/6) throws, and inclusion and exclusion for the law."""

    def throw(umpire: Any, faces: frozenset[int]) -> Any:
        return umpire.d6("die").read("faces", lambda face: faces | {face})

    chain = Chain(throw, start=frozenset(), over=lambda faces: len(faces) == 6)
    assert chain.expected_turns() == Fraction(147, 10)
    for turns in (5, 6, 13):
        whole = sum((-1) ** k * comb(6, k) * Fraction(6 - k, 6) ** turns for k in range(7))
        assert chain.after(turns).map(len).fraction(6) == whole


def random_chain(seed: int, size: int = 6) -> tuple[Any, list[dict[int, int]]]:
    """A rule that goes from state to state by chance, with its rows of weights; the last state is the end."""
    chooser = random.Random(seed)
    rows = [
        {chooser.randrange(size): chooser.randint(1, 5) for _ in range(chooser.choice((1, 2, 3)))}
        for _ in range(size)
    ]
    laws = [Distribution(row) for row in rows]

    def move(umpire: Any, state: int) -> Any:
        return umpire.roll("move", laws[state])

    return move, rows


def power(rows: list[dict[int, int]], turns: int, end: int) -> list[Fraction]:
    now = [Fraction(int(place == 0)) for place in range(len(rows))]
    for _ in range(turns):
        following = [Fraction(0)] * len(rows)
        for place, chance in enumerate(now):
            if place == end:
                following[place] += chance
                continue
            for after, weight in rows[place].items():
                following[after] += chance * Fraction(weight, sum(rows[place].values()))
        now = following
    return now


@pytest.mark.parametrize("seed", range(40))
def test_random_chains_against_powers_and_inverses_of_matrices(seed: int) -> None:
    import sympy

    move, rows = random_chain(seed)
    end = len(rows) - 1
    chain = Chain(move, start=0, over=lambda state: state == end)
    for turns in (0, 1, 2, 9):
        wanted = {state: chance for state, chance in enumerate(power(rows, turns, end)) if chance}
        assert chain.after(turns).fractions() == wanted
        decimals = chain.in_decimals.after(turns)
        assert {state for state, _ in decimals.items()} == set(wanted)
        assert all(decimals[state].may_be(chance) for state, chance in wanted.items())
    reach = [{end} | {place for place, row in enumerate(rows) if end in row}]
    while len(reach) < 9:
        reach.append(
            reach[-1] | {p for p, row in enumerate(rows) if any(after in reach[-1] for after in row)}
        )
    live = [place for place in sorted(reach[-1]) if place != end]
    if 0 not in live:
        assert chain.ends().fractions() == {NEVER: 1}
        assert chain.expected_turns() is None
        return

    def share(place: int, after: int) -> Any:
        return sympy.Rational(rows[place].get(after, 0), sum(rows[place].values()))

    stay = sympy.Matrix([[share(place, after) for after in live] for place in live])
    visits = (sympy.eye(len(live)) - stay).inv().row(live.index(0))
    arrives = sum(visit * share(place, end) for visit, place in zip(visits, live, strict=True))
    assert chain.ends().fraction(end) == Fraction(int(arrives.p), int(arrives.q))
    assert chain.ends().fraction(NEVER) == 1 - chain.ends().fraction(end)
    if arrives == 1:
        turns = sum(visits)
        assert chain.expected_turns() == Fraction(int(turns.p), int(turns.q))
        for visit, place in zip(visits, live, strict=True):
            found = chain.solver.expected_visits(lambda state, place=place: state == place)
            assert found == Fraction(int(visit.p), int(visit.q))
    else:
        assert chain.expected_turns() is None


def test_phases_of_a_turn() -> None:
    """Two phases: a coin to lose a point, then a die to win one; the turn breaks off when play is over."""

    def lose(umpire: Any, points: int) -> Any:
        return umpire.roll("coin", COIN).read("points", lambda side: points - (side < 0))

    def win(umpire: Any, points: int) -> Any:
        return points + 1 if umpire.d6("die") >= 5 else points

    chain = Chain(lose, win, start=1, over=lambda points: points in (0, 3))
    one_turn = {0: Fraction(1, 2), 1: Fraction(1, 3), 2: Fraction(1, 6)}
    assert chain.after(1).fractions() == one_turn
    law = {1: Fraction(1)}
    for _ in range(4):
        after: dict[int, Fraction] = {}
        for points, chance in law.items():
            if points in (0, 3):
                after[points] = after.get(points, Fraction(0)) + chance
                continue
            for lost, half in ((points - 1, Fraction(1, 2)), (points, Fraction(1, 2))):
                if lost == 0:
                    after[0] = after.get(0, Fraction(0)) + chance * half
                    continue
                for now, share in ((lost + 1, Fraction(1, 3)), (lost, Fraction(2, 3))):
                    after[now] = after.get(now, Fraction(0)) + chance * half * share
        law = after
    assert chain.after(4).fractions() == law
    assert [each.fractions() for each in chain.turn_by_turn(4)][-1] == law
    assert sum(chain.ends().fractions().values()) == 1


def test_play_that_is_over_before_it_begins() -> None:
    chain = Chain(walk(Fraction(1, 2)), start=0, over=lambda purse: purse == 0)
    assert chain.ends().fractions() == {0: 1}
    assert chain.expected_turns() == 0
    assert chain.after(7).fractions() == {0: 1}


def test_play_that_never_ends() -> None:
    def round_and_round(umpire: Any, state: int) -> int:
        return (state + 1) % 3

    chain = Chain(round_and_round, start=0, over=lambda state: state == 9)
    assert chain.ends().fractions() == {NEVER: 1}
    assert str(NEVER) == "never"
    assert chain.expected_turns() is None
    assert chain.solver.expected_visits(lambda state: state == 1) is None
    assert chain.after(5).fractions() == {2: 1}


def test_horizons_beyond_reach_are_refused_in_one_sentence() -> None:
    chain = Chain(walk(Fraction(1, 3)), start=5, over=lambda purse: purse in (0, 10))
    assert sum(chain.after(5_000).fractions().values()) == 1
    with pytest.raises(BadInput, match="more than 20,000 digits"):
        chain.after(10**9)
    with pytest.raises(BadInput, match="0 or more; got -1"):
        chain.after(-1)
    still = Chain(lambda umpire, state: state, start=0, over=lambda state: state == 9)
    assert still.after(10**12).fractions() == {0: 1}
    assert still.in_decimals.after(10**12)[0].value == 1
    turning = Chain(lambda umpire, state: 1 - state, start=0, over=lambda state: state == 9)
    with pytest.raises(BadInput, match="at most 100,000 turns"):
        turning.after(10**12)
    with pytest.raises(BadInput, match="at least one phase"):
        Chain(start=0, over=bool)
