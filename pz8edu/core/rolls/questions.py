"""What may be asked about a roll: small records that say which answer a value gives.

A question is about the roll below all added numbers: "9 or more" of a die + 4 is `AtLeast(5)` of the die.
Equal questions about the same roll have equal answers; only a `lasting` one may be remembered.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import lru_cache, partial
from operator import ge, gt, le, lt
from typing import Any, Generic, Protocol, TypeVar

T = TypeVar("T")
U = TypeVar("U")
T_contra = TypeVar("T_contra", contravariant=True)
U_co = TypeVar("U_co", covariant=True)


class Question(Protocol[T_contra, U_co]):
    """Reads the answer from a value."""

    @property
    def lasting(self) -> bool:
        """Is it the same in every replay of the rule?"""

    def answer(self, value: T_contra, /) -> U_co:
        """The answer that a value gives."""


AnyQuestion = Question[Any, object]
"""A question about values of any type."""


@dataclass(frozen=True, slots=True)
class AgainstLimit:
    """Does a value stand so to a limit? `how` is `ge`, `gt`, `lt` or `le` of the module `operator`."""

    how: Callable[[Any, Any], bool]
    limit: int
    lasting = True

    def answer(self, value: int) -> bool:
        """Is the value as it is asked?"""
        return self.how(value, self.limit)


def is_below(question: AnyQuestion) -> bool:
    """Is it "less than 4"? It is spoken as its opposite, "4 or more"."""
    return isinstance(question, AgainstLimit) and question.how is lt


def plus(value: T, number: int) -> T:
    """A value with a number added; only numbers ever have one added."""
    return value + number if number else value  # type: ignore[operator, return-value]


# a rule asks with the same few limits in every replay
at_least, below, above, at_most = (lru_cache(1024)(partial(AgainstLimit, how)) for how in (ge, lt, gt, le))


@dataclass(frozen=True, slots=True)
class Equal:
    """Is it this value?"""

    wanted: object
    lasting = True

    def answer(self, value: object) -> bool:
        """Is it the one?"""
        return bool(value == self.wanted)


@dataclass(frozen=True, slots=True)
class OneOf:
    """Is it one of these values?"""

    wanted: frozenset[object]
    lasting = True

    def answer(self, value: object) -> bool:
        """Is it among them?"""
        return value in self.wanted


@dataclass(frozen=True, slots=True)
class Value(Generic[T]):
    """Which value is it, with `plus` added?"""

    plus: int = 0
    lasting = True

    def answer(self, value: T) -> T:
        """The value with the number added."""
        return plus(value, self.plus)


class Outcome(Value[T]):
    """How does the rule end, where it ends in a roll?"""

    __slots__ = ()
    lasting = False


@dataclass(frozen=True, slots=True)
class LookUp(Generic[T, U]):
    """What does a table or function say to the value, with `plus` added?

    `name` is the function itself where it is the same in every replay, else None.
    """

    read: Callable[[T], U] = field(compare=False)
    name: object
    plus: int = 0

    @property
    def lasting(self) -> bool:
        """Is the function the same in every replay?"""
        return self.name is not None

    def answer(self, value: T) -> U:
        """What is read there."""
        return self.read(plus(value, self.plus))
