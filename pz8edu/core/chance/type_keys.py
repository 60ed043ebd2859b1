"""The types behind values that are equal: words of two systems, yes and 1."""

from __future__ import annotations

from collections.abc import Hashable, Iterable

TypeKey = tuple[Hashable, ...]
"""The types of some values, those inside tuples and sets beside them."""

_NESTED = frozenset((tuple, frozenset))


def type_key(values: Iterable[object]) -> TypeKey:
    """The types of some values, also inside tuples and sets.

    Equal words of two systems are one key of a dictionary; with their type keys beside them they are two.
    Records of one type are taken to hold the same types.
    """
    listed = tuple(values)
    types: TypeKey = tuple(map(type, listed))
    if _NESTED.isdisjoint(types):
        return types
    return tuple(
        (kind, type_key(value)) if isinstance(value, tuple | frozenset) else kind
        for kind, value in zip(types, listed, strict=True)
    )
