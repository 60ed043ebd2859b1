"""How often each thing came up among many dice."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Generic, TypeVar

from pz8edu.core.chance.functions import fixed, nothing, weighed_sum
from pz8edu.core.rolls.roll import Read, Roll

T = TypeVar("T")
U = TypeVar("U")


class Tally(Generic[T]):
    """How often each named thing came up among many dice: rolls that share the same throw."""

    def __init__(self, thrown: Roll[tuple[int, ...]], names: tuple[T, ...]) -> None:
        self._thrown = thrown
        self._names = names

    def __getitem__(self, name: T) -> Roll[int]:
        if name not in self._names:
            listed = ", ".join(map(str, self._names))
            raise KeyError(f"this tally does not count {name!s}; it counts {listed}")
        return self._read(fixed(operator.getitem, self._names.index(name)), name)

    def count(self, name: T) -> Roll[int]:
        """How often it came up; 0 for something that cannot come up."""
        return self[name] if name in self._names else self._read(nothing, name)

    def _read(self, how: Callable[[tuple[int, ...]], int], name: T) -> Roll[int]:
        return Read(how, (self._thrown,), f"{name} in {self._thrown.spoken()}")

    def total(self, worth: Mapping[T, int]) -> Roll[int]:
        """The sum of what everything that came up is worth."""
        values = tuple(worth.get(name, 0) for name in self._names)
        return Read(fixed(weighed_sum, values), (self._thrown,), f"total of {self._thrown.spoken()}")

    def read(self, what: str, how: Callable[[dict[T, int]], U]) -> Roll[U]:
        """All counts together, read by one function of a dictionary name -> count."""
        names = self._names
        return self._thrown.read(what, lambda counts: how(dict(zip(names, counts, strict=True))))
