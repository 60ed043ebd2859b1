"""Dice with symbols on their faces."""

from __future__ import annotations

from collections.abc import Mapping

from pz8edu.core.chance.distribution import Distribution
from pz8edu.core.chance.sums import add_counts
from pz8edu.errors import unknown

BLANK = "-"
"""A face without a symbol."""


def symbol_die(faces: str, worth: Mapping[str, tuple[int, ...]]) -> Distribution[tuple[int, ...]]:
    """A die by its faces, each written as its symbols, one letter each; "-" is a blank face.

    `worth` says what a symbol counts, in as many places as there are things to count; a face counts them all:
    `symbol_die("- s s ss sa", {"s": (1, 0), "a": (0, 1)})`. `Pool.of(...).counts()` adds such dice up. Raises
    BadInput for a symbol that is not among them.
    """

    def counted(face: str) -> tuple[int, ...]:
        total = (0,) * len(next(iter(worth.values()), ()))
        for symbol in face.replace(BLANK, ""):
            if symbol not in worth:
                raise unknown("symbol", symbol, worth)
            total = add_counts(total, worth[symbol])
        return total

    return Distribution.uniform(map(counted, faces.split()))
