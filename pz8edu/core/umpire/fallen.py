"""Rolls that have fallen: what stands for a roll between two pieces of a rule.

A piece may leave a roll that nobody has looked at yet. Each of its values then goes a way of its own, as if
the dice lay on the table; the next piece finds a roll that is certain.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn, TypeVar, cast

from pz8edu.core.chance.distribution import Distribution
from pz8edu.core.chance.type_keys import TypeKey, type_key
from pz8edu.core.rolls.questions import Question
from pz8edu.core.rolls.roll import Asker, Roll, Thrown, together, unshifted
from pz8edu.core.rolls.throw import Throw
from pz8edu.core.umpire.base import AnyRoll
from pz8edu.core.umpire.pieces import Undivided, is_plain, standing_alone

T = TypeVar("T")
U = TypeVar("U")

MOST_VALUES = 64
"""A roll of more values is not taken apart: the rest of the rule runs with it."""


@dataclass(frozen=True)
class Fallen:
    """A roll that shows a value, and the type of that: 1 and yes are two things."""

    value: object
    types: TypeKey

    @classmethod
    def of(cls, value: object) -> Fallen:
        """A roll that shows this; raises Undivided for a value that holds more than itself."""
        if isinstance(value, Fallen):
            return value
        if not is_plain(value):
            raise Undivided
        return cls(value, type_key((value,)))

    def __bool__(self) -> NoReturn:
        """A roll is no test."""
        raise Undivided


def settled(value: object) -> object:
    """A value, or what a roll shows."""
    return value.value if isinstance(value, Fallen) else value


class OnTheTable(Asker):
    """Who answers questions about dice that lie on the table, for a piece that throws none."""

    def __init__(self) -> None:
        self.rolls = 0
        self.values: dict[int, object] = {}

    def throw(self, label: str, throw: Throw[T]) -> NoReturn:
        """No dice leave the hand here."""
        raise Undivided

    def ask(self, roll: Roll[object], question: Question[T, U], label: str = "") -> U:
        """The answer, read from what lies there."""
        return question.answer(cast(T, unshifted(roll)[0].value(self.values)))

    def found(self, value: object) -> object:
        """What a local name holds for a piece: a roll where there was one."""
        return _found(value, self._lies)

    def _lies(self, value: object) -> AnyRoll:
        lying: AnyRoll = Thrown(self, "", _NO_THROW)
        self.values[lying.number] = value
        return lying

    def outcome(self, value: object) -> object:
        """What the last piece of a rule comes to."""
        return value.value(self.values) if isinstance(value, Roll) else value

    def left(self, value: object) -> object:
        """What a piece leaves for the next ones; raises Undivided for what cannot stand by itself."""
        if isinstance(value, Roll):
            return Fallen.of(value.value(self.values))
        if _holds(value, Roll):
            return tuple([self.left(each) for each in value])  # type: ignore[attr-defined]
        return standing_alone(value)


def ending(function: Callable[..., object]) -> Callable[..., object]:
    """The last piece of a rule, which finds rolls where others have fallen."""

    def played(umpire: Asker, situation: object, rules: object, *local: object) -> object:
        def certain(value: object) -> AnyRoll:
            return Thrown(umpire, "", Throw(Distribution.certain(value)))

        return function(umpire, situation, rules, *[_found(value, certain) for value in local])

    return played


def leaving(function: Callable[..., object]) -> Callable[..., object]:
    """A piece that finds rolls where others have fallen, and leaves values that stand by themselves.

    It raises Undivided for what cannot stand by itself.
    """
    played = ending(function)
    return lambda *inputs: _left(played(*inputs))


def _found(value: object, lying: Callable[[object], AnyRoll]) -> object:
    if isinstance(value, Fallen):
        return lying(value.value)
    if _holds(value, Fallen):
        return tuple([_found(each, lying) for each in value])  # type: ignore[attr-defined]
    return value


def _left(value: object) -> object:
    """What a piece leaves; of a roll, or of rolls in a tuple, all that they may fall to."""
    if isinstance(value, Roll):
        law = value.law_when_fresh()
        if law is not None and len(law) > MOST_VALUES:
            raise Undivided
        return value.read("", Fallen.of)
    if _holds(value, Roll):
        return together(lambda *parts: parts, *map(_left, value))  # type: ignore[call-overload]
    return standing_alone(value)


def _holds(value: object, kind: type[object]) -> bool:
    return type(value) is tuple and any(isinstance(each, kind) for each in value)


_NO_THROW: Throw[object] = Throw(Distribution.certain(None))
