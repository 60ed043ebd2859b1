"""Figures that keep together."""

from fractions import Fraction
from random import Random

import pytest

from pz8edu.board import cohesion
from pz8edu.board.cohesion import all_in_one_chain, each_near_another, near
from pz8edu.board.distances import within
from pz8edu.board.lengths import Number

PAIRS = [(0, 0), (2, 0), (9, 0), (9, 2)]
LINE = [(0, 0), (2, 0), (4, 0), (6, 0)]


@pytest.mark.parametrize(
    ("points", "near", "chain"),
    [
        ([], True, True),
        ([(3, 3)], True, True),
        (PAIRS, True, False),
        (LINE, True, True),
        ([*LINE, (8.1, 0)], False, False),
        ([(0, 0), (0, 0)], True, True),
        ([(0.1, 0.1), (1.3, 1.7)], True, True),
        ([(0, 0), (1.5, 1.5)], False, False),
    ],
)
def test_two_inches_from_another(points: list[tuple[float, float]], near: bool, chain: bool) -> None:
    assert each_near_another(points, 2) is near
    assert all_in_one_chain(points, 2) is chain
    assert all_in_one_chain(points[::-1], 2) is chain


@pytest.mark.parametrize("seed", range(200))
def test_the_cells_say_what_every_pair_says(seed: int) -> None:
    random = Random(seed)
    limit = random.choice([0, Fraction(1, 3), 0.5, 1, 1.3, 2])
    steps = random.choice([1, 2, 3, 7])
    points: list[tuple[Number, Number]] = [
        (Fraction(random.randrange(-12, 12), steps), Fraction(random.randrange(-9, 9), steps))
        for _ in range(random.randrange(12))
    ]
    numbers = range(len(points))
    pairs = {a: [b for b in numbers if b != a and within(points[a], points[b], limit)] for a in numbers}
    assert each_near_another(points, limit) is (len(points) < 2 or all(pairs.values()))
    seen, waiting = {0}, [0]
    while waiting and points:
        new = set(pairs[waiting.pop()]) - seen
        seen |= new
        waiting += new
    assert all_in_one_chain(points, limit) is (not points or len(seen) == len(points))


@pytest.mark.parametrize("step", [Fraction(1, 1000), Fraction(19, 10)])
def test_thousands_of_figures_are_few_comparisons(step: Fraction, monkeypatch: pytest.MonkeyPatch) -> None:
    compared = 0

    def counting(one: tuple[int, int], other: tuple[int, int], reach: int) -> bool:
        nonlocal compared
        compared += 1
        return near(one, other, reach)

    monkeypatch.setattr(cohesion, "near", counting)
    rank = [(place % 50 * step, place // 50 * step) for place in range(2000)]
    assert each_near_another(rank, 2)
    assert all_in_one_chain(rank, 2)
    assert not all_in_one_chain([*rank, (1000, 1000)], 2)
    assert compared < 100_000
