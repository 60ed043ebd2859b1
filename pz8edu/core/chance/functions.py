"""Functions that are the same object in every replay of a rule, so that what they make can be remembered."""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any, Generic, TypeVar

from pz8edu.core.frozen import NotFrozen, lasting_key_of

T = TypeVar("T")


@dataclass(slots=True, eq=False)
class Fixed(Generic[T]):
    """A named function of two values with its second one fixed."""

    function: Callable[[Any, Any], T]
    argument: object

    def __call__(self, value: object) -> T:
        """What the function says to a value."""
        return self.function(value, self.argument)

    def frozen_key(self, of: Callable[[object], Hashable]) -> Hashable:
        """What tells it from other ones: the function and the value."""
        return Fixed, of(self.function), of(self.argument)


@lru_cache(maxsize=None, typed=True)
def fixed(function: Callable[[Any, Any], T], argument: object) -> Fixed[T]:
    """The same object for the same function and argument."""
    return Fixed(function, argument)


def lasting(function: object) -> Hashable | None:
    """The key of a function that is the same in every replay and in every run, else None.

    A function of the user may read what changes, and what a rule makes anew (a lambda, a dictionary, a
    partial function) would only fill the memory.
    """
    if isinstance(function, partial):
        return None
    try:
        return lasting_key_of(function)
    except NotFrozen:
        return None


def itself(value: T) -> T:
    """The value."""
    return value


def half(value: int) -> int:
    """Half of it, rounded up."""
    return -(-value // 2)


def weighed_sum(counts: tuple[int, ...], worth: tuple[int, ...]) -> int:
    """The sum of what everything that came up is worth."""
    return sum(map(operator.mul, counts, worth))


def by_size(values: Iterable[T]) -> tuple[T, ...]:
    """Whole numbers by size, other values as they come."""
    listed = tuple(values)
    if not all(type(value) is int for value in listed):
        return listed
    return tuple(sorted(listed))  # type: ignore[type-var]


def nothing(value: object) -> int:
    """Nothing, whatever came up."""
    return 0


def in_a_row(*values: object) -> tuple[object, ...]:
    """Several values as one."""
    return values
