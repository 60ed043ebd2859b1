"""What must hold of a game that is said to be solved."""

from __future__ import annotations

from collections.abc import Iterator

from pz8edu.analysis.solved import Solved
from pz8edu.turns.moment import CHANCE


def better_choices(known: Solved) -> Iterator[tuple[int, int]]:
    """Position and choice, wherever one is better than the position is said to be: none, if solved."""
    for number, side in enumerate(known.positions.sides):
        if side == CHANCE:
            continue
        sign = 1 if side == known.first else -1
        for at, worth in enumerate(known.of_choices(number)):
            if (worth - known.worths[number]) * sign > 0:
                yield number, at
