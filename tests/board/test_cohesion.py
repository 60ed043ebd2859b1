"""Figures that keep together."""

import pytest

from pz8edu.board.cohesion import all_in_one_chain, each_near_another

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
