"""Many states that lead to each other: every way of solving their equations gives the same fractions."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from pz8edu import NEVER, Chain
from pz8edu.algebra.dissection import WIDEST, solved_by_dissection
from pz8edu.algebra.elimination import Equations, amounts_of
from pz8edu.algebra.lifting import Group, solved_by_lifting, solves

Shape = Callable[[random.Random, int], dict[int, set[int]]]


def walk(_: random.Random, n: int) -> dict[int, set[int]]:
    return {i: {j for j in (i - 1, i + 1) if 0 <= j < n} for i in range(n)}


def band(rng: random.Random, n: int) -> dict[int, set[int]]:
    near = {i: {j for j in range(i - 4, i + 5) if 0 <= j < n and rng.random() < 0.4} - {i} for i in range(n)}
    return {i: row | walk(rng, n)[i] for i, row in near.items()}


def ring(_: random.Random, n: int) -> dict[int, set[int]]:
    return {i: {(i + 1) % n} for i in range(n)}


def hub(rng: random.Random, n: int) -> dict[int, set[int]]:
    return {i: row | ({0} if i else {n // 2}) for i, row in walk(rng, n).items()}


def two_parts(rng: random.Random, n: int) -> dict[int, set[int]]:
    """Two bands that meet in a state which all others lead to."""
    ways = {i: {j for j in row if (i < n // 2) == (j < n // 2)} for i, row in walk(rng, n).items()}
    return {i: (row | {0}) - {i} | ({n - 1, n // 2} if not i else set()) for i, row in ways.items()}


def grid(_: random.Random, n: int) -> dict[int, set[int]]:
    wide = 7
    return {
        i: {j for j in (i - wide, i + wide) if 0 <= j < n}
        | {j for j in (i - 1, i + 1) if 0 <= j < n and j // wide == i // wide}
        for i in range(n)
    }


def unstructured(rng: random.Random, n: int) -> dict[int, set[int]]:
    return {i: ({(i + 1) % n, rng.randrange(n), rng.randrange(n)}) - {i} for i in range(n)}


SHAPES: tuple[Shape, ...] = (walk, band, ring, hub, two_parts, grid, unstructured)


def equations(shape: Shape, n: int, seed: int) -> tuple[Group, dict[int, int]]:
    """A group with a few ways out and a few states that are entered, its states named out of order."""
    rng = random.Random(seed)
    names = rng.sample(range(10 * n), n)
    leads = {
        names[i]: [(names[j], rng.randint(1, 12)) for j in sorted(row)] for i, row in shape(rng, n).items()
    }
    way_out = {rng.choice(names): rng.randint(1, 30) for _ in range(3)}
    divisors = {i: sum(weight for _, weight in row) + way_out.get(i, 0) for i, row in leads.items()}
    return Group(leads, divisors), {i: rng.choice((0, 0, rng.randint(1, 9))) for i in names} | {names[0]: 1}


def as_fractions(found: tuple[dict[int, int], int] | None) -> dict[int, Fraction]:
    assert found is not None
    return {state: Fraction(above, found[1]) for state, above in found[0].items()}


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("n", [17, 60])
def test_all_ways_give_the_same_fractions(shape: Shape, n: int, seed: int) -> None:
    group, entering = equations(shape, n, seed)
    size = max(group.leads) + 1
    edges: list[Any] = [group.leads.get(i, []) for i in range(size)]
    divisors = [group.divisors.get(i, 1) for i in range(size)]
    solved = amounts_of([*group.leads], Equations(edges, divisors, []), entering)
    slow = {state: Fraction(above, below) for state, (above, below) in solved.items()}  # type: ignore[arg-type]
    assert as_fractions(solved_by_lifting(group, entering)) == slow
    by_parts = solved_by_dissection(group, entering)
    if n == 60:
        assert (by_parts is None) == (shape is unstructured)
    if by_parts:
        assert as_fractions(by_parts) == slow


@pytest.mark.parametrize("shape", [walk, band, hub, two_parts])
def test_long_bands_are_left_out_by_halves(shape: Shape) -> None:
    group, entering = equations(shape, 1500, 1)
    found = solved_by_dissection(group, entering)
    assert found is not None
    assert solves(group, entering, *found)


def test_unstructured_ones_are_solved_by_whole_rows() -> None:
    group, entering = equations(unstructured, 400, 2)
    assert solved_by_dissection(group, entering) is None
    found = solved_by_lifting(group, entering)
    assert found is not None
    assert solves(group, entering, *found)


def test_a_band_that_is_too_wide_is_not_taken_apart() -> None:
    n = 4 * WIDEST
    near = {i: [(j, 1) for j in range(n) if 0 < abs(i - j) <= WIDEST + 1] for i in range(n)}
    group = Group(near, {i: len(row) + 1 for i, row in near.items()})
    assert solved_by_dissection(group, dict.fromkeys(near, 1)) is None
    assert solved_by_lifting(group, dict.fromkeys(near, 1)) == (dict.fromkeys(near, 1), 1)


@pytest.mark.parametrize("goal", [40, 521, 1100])
def test_a_walk_that_goes_down_twice_as_often(goal: int) -> None:
    """Its determinants are powers of 2 less one; the chance to come up is (2**start - 1) / (2**goal - 1)."""

    def step(umpire: Any, state: int) -> int:
        return state + (1 if umpire.d6("step") >= 5 else -1)

    chain = Chain(step, start=goal // 2, over=lambda state: state in (0, goal))
    up = Fraction(2 ** (goal // 2) - 1, 2**goal - 1)
    assert chain.ends().fractions() == {0: 1 - up, goal: up}
    assert chain.expected_turns() == 3 * (goal // 2) - 3 * goal * up


@pytest.mark.parametrize("trap", [False, True])
def test_a_long_walk_that_may_never_end(trap: bool) -> None:
    """A trap in the middle: who steps on it walks for ever between two states."""

    def step(umpire: Any, state: int) -> int:
        if state < 0:
            return -3 - state
        if trap and state == 60 and umpire.d6("trap") == 6:
            return -1
        return state + (1 if umpire.d6("step") >= 4 else -1)

    chain = Chain(step, start=60, over=lambda state: state in (0, 120))
    ends = chain.ends().fractions()
    assert ends[0] == ends[120]
    assert sum(ends.values()) == 1
    # 59 of 60 walks from the middle come back to it first
    never = Fraction(1, 6) / (1 - Fraction(5, 6) * Fraction(59, 60)) if trap else 0
    assert ends.get(NEVER, 0) == never
    assert (chain.expected_turns() is None) == trap
