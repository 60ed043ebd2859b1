"""What runs of a piece of a rule have come to, by what they looked at."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from pz8edu.core.chance.type_keys import type_key
from pz8edu.errors import Impure

T = TypeVar("T")


class Numbers(Generic[T]):
    """Equal things have one number, counted from 0; 1 and True are two things."""

    def __init__(self) -> None:
        self.things: list[T] = []
        self._number: dict[Hashable, int] = {}

    def of(self, thing: T, key: Hashable = None) -> int:
        """The number of a thing, or of the `key` that stands for it; what is no key at all is only itself."""
        known = (thing, type_key((thing,))) if key is None else key
        try:
            number = self._number.get(known)
        except TypeError:
            known = id(thing)
            number = self._number.get(known)
        if number is None:
            number = self._number[known] = len(self.things)
            self.things.append(thing)
        return number


@dataclass
class Fork:
    """The field that a run looks at next, and what follows for each of its values, by number."""

    name: str
    ways: dict[Hashable, Fork | int] = field(default_factory=dict)


class Runs:
    """All runs of one piece: which field is looked at next depends on nothing but what has been seen so far.

    So a run that has looked at a few fields answers for every situation, and for every ruleset, that has the
    same values there. `reads` are the fields of the situation that any run has looked at.
    """

    def __init__(self) -> None:
        self.starts: dict[Hashable, Fork | int] = {}
        self.reads: dict[str, None] = {}

    def find(self, held: Hashable, numbers: Mapping[str, int]) -> int | None:
        """What a run came to that held and saw these values, by number; None if there was none."""
        step = self.starts.get(held)
        while isinstance(step, Fork):
            step = step.ways.get(numbers[step.name])
        return step

    def keep(self, held: Hashable, seen: Mapping[str, int], found: int) -> None:
        """A run that saw these values, in this order, came to something."""
        ways, key = self.starts, held
        for name, number in seen.items():
            step = ways.get(key)
            if step is None:
                step = ways[key] = Fork(name)
            if not isinstance(step, Fork) or step.name != name:
                raise Impure(f"this rule looked at {name} in one of two runs that are alike so far")
            ways, key = step.ways, number
        ways[key] = found
