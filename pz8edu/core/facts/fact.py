"""What is known of a question whatever the table and the ruleset: values, laws, facts and their runs."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pz8edu.core.facts.record import fact_key
from pz8edu.core.in_force import IN_FORCE, Function, Own
from pz8edu.core.records import FrozenRecord
from pz8edu.core.rolls.throw import Law
from pz8edu.core.umpire.throws import Memo
from pz8edu.errors import BadInput, Impure

T = TypeVar("T")


class Refused(FrozenRecord):
    """What stands for a law where the rules do not allow a situation: the sentence with which they refuse."""

    why: str


class Raised(FrozenRecord):
    """What a fact comes to that refuses."""

    fault: BadInput


@dataclass(frozen=True)
class Total:
    """What stands for modifiers that a fact is given or comes to; who asks for their rows, works them out."""

    total: int


class Placeholder:
    """A word that stands for something."""

    def __init__(self, means: str) -> None:
        self.means = means

    def __repr__(self) -> str:
        return self.means


SITUATION, RULES = Placeholder("the situation"), Placeholder("the rules")
"""What stands for these among the arguments of a fact."""
INLINE = Placeholder("worked out where it stands")
"""What a fact comes to that is not frozen, or that goes wrong: it is no fact."""


class Fork:
    """What runs look at next, by name or as a fact, and what follows for each of its values, by number."""

    __slots__ = ("on", "ways")

    def __init__(self, on: str | Fact) -> None:
        self.on = on
        self.ways: Ways = {}


Ways = dict[int | None, "Fork | int"]
"""What follows: another fork, or what the fact comes to, by number."""


class Fact:
    """A function with what it is given, and all its runs so far; they start at the way None.

    `how` it is worked out: a "value", or one that its record has "kept"; the "law" of a rule, of a "part"
    with its dice, of what comes "in turn"; the "rows" of modifiers. `own` are rules of one's own in force.
    What is run is `printed`: without them the rule itself, which then is no part of itself besides.
    """

    __slots__ = ("how", "function", "args", "own", "printed", "ways")

    def __init__(
        self, how: str, function: Function, args: tuple[object, ...], own: Own | None = None
    ) -> None:
        self.how, self.function, self.args, self.own = how, function, args, own
        self.printed = function if own else getattr(function, "fact_of", function)
        self.ways: Ways = {}

    def __repr__(self) -> str:
        return getattr(self.function, "__qualname__", str(self.function))

    def keep(self, seen: dict[str | Fact, int], found: int) -> None:
        """A run that saw these values, in this order, came to something.

        Raises Impure where another run that was alike so far looked at something else.
        """
        ways, way = self.ways, None
        for what, number in seen.items():
            fork = ways.setdefault(way, Fork(what))
            if not isinstance(fork, Fork) or fork.on != what:
                raise Impure(f"{self} looked at {what} in one of two runs that are alike so far")
            ways, way = fork.ways, number
        ways[way] = found


class Numbering(Generic[T]):
    """Equal things have one number, counted from 0; 1 and True are two things."""

    def __init__(self) -> None:
        self.things: list[T] = []
        self._number: dict[Hashable, int] = {}

    def of(self, thing: T, key: Hashable = None) -> int:
        """The number of a thing, or of the `key` that stands for it; what may change is only itself."""
        if key is None:
            try:
                key = fact_key(thing)
            except TypeError:
                key = id(thing)
        number = self._number.get(key)
        if number is None:
            number = self._number[key] = len(self.things)
            self.things.append(thing)
        return number


class KnownLaws:
    """Values and laws by number, and all facts; `memo` is that of the umpires."""

    def __init__(self) -> None:
        self.values: Numbering[Any] = Numbering()
        self.laws: Numbering[Law | Refused] = Numbering()
        self.memo: Memo = {}
        self._facts: dict[Hashable, Fact] = {}

    def fact(
        self, how: str, function: Callable[..., object], args: tuple[object, ...], key: Hashable
    ) -> Fact:
        """The one fact of a function and what it is given; `key` holds all that tells it from another."""
        own = IN_FORCE.get()
        found = self._facts.get((how, function, key, own))
        if found is None:
            found = self._facts[how, function, key, own] = Fact(how, function, args, own)
        return found

    def number_of(self, law: Law | Refused) -> int:
        """The number of a law; the same chances are the same law."""
        if isinstance(law, Refused):
            return self.laws.of(law, law)
        lowest = law.reduced()
        made: Any = lowest.key
        keys = map(fact_key, lowest.weights) if made is None else made.key[1]
        ways = frozenset(zip(keys, lowest.weights.values(), strict=True)), lowest.total
        return self.laws.of(lowest, ways)
