"""Outcomes that are equal in Python and yet not the same: 1, True and 1.0 do not meet in one law."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import chain
from numbers import Rational
from typing import Any, TypeVar, cast

from pz8edu.core.frozen import NotFrozen, key_of
from pz8edu.errors import BadInput, shown

T = TypeVar("T")

NUMBERS = frozenset((int, bool, float, type(None)))
PLAIN = NUMBERS | {str, bytes}


def same(first: object, second: object) -> bool:
    """Are two values equal, to their types? A whole number may be a fraction."""
    if first is second:
        return True
    if first != second:
        return False
    if type(first) is type(second) and (type(first) in PLAIN or _plain_rows(first, second)):
        return True
    if isinstance(first, Rational) and isinstance(second, Rational):
        return isinstance(first, bool) is isinstance(second, bool)
    try:
        return key_of(first) == key_of(second)
    except NotFrozen:
        return type(first) is type(second)


def _plain_rows(first: Any, second: Any) -> bool:
    """Are both rows of plain values of the same types?"""
    if type(first) is not type(second) or not isinstance(first, tuple) or type(first).__dictoffset__:
        return False
    kinds = [*map(type, first)]
    return PLAIN.issuperset(kinds) and kinds == [*map(type, second)]


class Met:
    """The values met so far."""

    def __init__(self) -> None:
        self._values: dict[object, object] = {}

    def is_new(self, value: object) -> bool:
        """Was it not met before? Raises BadInput where it equals another value that is not the same."""
        before = len(self._values)
        known = self._values.setdefault(value, value)
        if len(self._values) > before:
            return True
        if known is not value and not same(known, value):
            raise BadInput(
                f"one law has {shown(known)} ({type(known).__name__}) and {shown(value)} "
                f"({type(value).__name__}), which are equal in Python: use one of them, or two words"
            )
        return False

    def noting(self, function: Callable[..., T]) -> Callable[..., T]:
        """The function, whose values are told apart."""

        def noted(*given: object) -> T:
            value = function(*given)
            self.is_new(value)
            return value

        return noted


def check_told_apart(values: Iterable[object]) -> None:
    """Raise BadInput where two values are equal and not the same."""
    listed = values if isinstance(values, list) else tuple(values)
    kinds: set[object] = {*map(type, listed)}
    if len(kinds) == 1 and (PLAIN.issuperset(kinds) or (kinds == {tuple} and _in_columns(cast(Any, listed)))):
        return
    met = Met()
    for value in listed:
        met.is_new(value)


def _in_columns(rows: Sequence[tuple[object, ...]]) -> bool:
    """Have all rows plain values of the same types, place by place?"""
    kinds = {*map(type, chain.from_iterable(rows))}
    if len(kinds) < 2 or not PLAIN.issuperset(kinds) or len({*map(len, rows)}) != 1:
        return len(kinds) == 1 and PLAIN.issuperset(kinds)
    return all(len({*map(type, column)}) == 1 for column in zip(*rows, strict=True))
