"""The types behind values that are equal: words of two systems, yes and 1."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any


def kinds_of(values: Iterable[Any]) -> tuple[Any, ...]:
    """The types of some values, also inside tuples and sets.

    Equal words of two systems are one key of a dictionary; with their kinds beside them they are two.
    Records of one type are taken to hold the same types.
    """
    listed = tuple(values)
    kinds: tuple[Any, ...] = tuple(map(type, listed))
    if tuple in kinds or frozenset in kinds:
        return tuple(
            (kind, kinds_of(value)) if kind is tuple or kind is frozenset else kind
            for kind, value in zip(kinds, listed, strict=True)
        )
    return kinds
