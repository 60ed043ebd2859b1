"""The matching sets among dice or cards whose faces are all alike, the largest first."""

from __future__ import annotations

import math
from collections.abc import Callable

from pz8edu.algebra.weight import Weight

Sizes = tuple[int, ...]
"""The sizes of matching sets, the largest first."""


def ways_of_sets(
    count: int, faces: int, most: int, least: int, ways: Callable[[int, int], int]
) -> dict[Sizes, Weight]:
    """The ways to the sets of `least` or more among so many dice or cards with so many faces.

    `ways(left, size)` is the number of ways in which `size` of the dice that are left show one given face;
    a face comes up at most `most` times.
    """
    states: list[tuple[Sizes, int, int, int]] = [((), count, faces, 1)]
    """The sets so far, the dice and the faces that are left, and the ways to come there."""
    for size in range(min(count, most), 0, -1):
        following = []
        for sizes, left, free, so_far in states:
            fewest = max(0, left - free * (size - 1))  # the others are shared out among smaller sets
            shown = so_far
            for sets in range(min(left // size, free) + 1):
                rest = left - sets * size
                if sets >= fewest:
                    named = sizes + (size,) * sets if size >= least else sizes
                    following.append((named, rest, free - sets, shown * math.comb(free, sets)))
                shown *= ways(rest, size)
        states = following
    found: dict[Sizes, Weight] = {}
    for sizes, _, _, so_far in sorted(states, reverse=True):
        found[sizes] = found.get(sizes, 0) + so_far
    return found
