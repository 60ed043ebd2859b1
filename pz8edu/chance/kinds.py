"""The types behind values that are equal: words of two systems, yes and 1."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

_NESTED = frozenset((tuple, frozenset))


def kinds_of(values: Iterable[Any]) -> tuple[Any, ...]:
    """The types of some values, also inside tuples and sets.

    Equal words of two systems are one key of a dictionary; with their kinds beside them they are two.
    Records of one type are taken to hold the same types.
    """
    kinds: tuple[Any, ...] = tuple(map(type, values))
    if _NESTED.isdisjoint(kinds):
        return kinds
    return tuple(
        (kind, kinds_of(value)) if kind in _NESTED else kind
        for kind, value in zip(kinds, values, strict=True)
    )
