"""A roll that nobody has looked at yet: what a rule calculates with until it asks a question."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import product
from numbers import Number
from typing import Any, Generic, NoReturn, Protocol, TypeVar, cast, overload

from pz8edu.core.chance.distribution import Distribution, of_independent
from pz8edu.core.chance.functions import fixed, half, itself, lasting
from pz8edu.core.chance.sums import convolve
from pz8edu.core.chance.told_apart import Met
from pz8edu.core.in_force import for_later
from pz8edu.core.rolls.modifiers import Modifiers
from pz8edu.core.rolls.questions import (
    AgainstLimit,
    Equal,
    OneOf,
    Question,
    Value,
    above,
    at_least,
    at_most,
    below,
)
from pz8edu.core.rolls.throw import Law, Pile, Throw
from pz8edu.errors import Unasked

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
U = TypeVar("U")

Values = Mapping[int, Any]
"""The values of rolls, by their numbers."""

UNSEEN = "a roll that nobody has looked at yet"
"""What stands for a roll in a text: an outcome that holds it is refused."""


class Asker(Protocol):
    """Who throws the dice of a rule and answers its questions; `rolls` numbers the rolls."""

    rolls: int

    def refuse(self, fault: Exception) -> NoReturn:
        """Raise the fault, at once and again when the rule has swallowed it."""
        raise fault

    def throw(self, label: str, throw: Throw[T]) -> Thrown[T]:
        """Dice leave the hand."""

    def ask(self, roll: Roll[object], question: Question[Any, U], label: str = "") -> U:
        """The answer to a question about the roll below all added numbers."""


class Roll(Generic[T_co]):
    """A value that the dice decide.

    Stays undecided: `+ - * //`, `.half()`, `.at_least(n)`, `.at_most(n)`, `.read(what, function or table)`,
    `together(function, r, s)`, `.modified(modifiers)`.
    Asks a question, and so splits the tree: `< <= > >= == !=`, `.is_in(...)`, `.between(a, b)`, `int(r)`,
    `range(r)`, and the umpire's `look_up`, `settle` and `compare`.
    Anything else raises `Unasked` and says what to write instead. What Python does not ask the roll about
    cannot be caught: `isinstance(roll, int)` and `case int():` say no to every roll, so settle it first.
    """

    __slots__ = ("asker", "number")

    def __init__(self, asker: Asker) -> None:
        asker.rolls += 1
        self.asker = asker
        self.number = asker.rolls

    # --- arithmetic: stays undecided
    def __add__(self: Roll[int], other: int | Roll[int]) -> Roll[int]:
        return added(self, other) if isinstance(other, Roll) else Shifted(self, other)

    def __radd__(self: Roll[int], other: int) -> Roll[int]:
        return Shifted(self, other)

    def __sub__(self: Roll[int], other: int | Roll[int]) -> Roll[int]:
        return subtracted(self, other) if isinstance(other, Roll) else Shifted(self, -other)

    def __rsub__(self: Roll[int], other: int) -> Roll[int]:
        return Shifted(-self, other)

    def __neg__(self: Roll[int]) -> Roll[int]:
        return Derived(operator.neg, (self,), "minus {}")

    def __mul__(self: Roll[int], other: int | Roll[int]) -> Roll[int]:
        if isinstance(other, Roll):
            return Derived(operator.mul, (self, other), "{} × {}")
        return Derived(fixed(operator.mul, other), (self,), f"{{}} × {other}")

    __rmul__ = __mul__

    def __floordiv__(self: Roll[int], other: int) -> Roll[int]:
        return Derived(fixed(operator.floordiv, other), (self,), f"{{}} ÷ {other}, rounded down")

    def half(self: Roll[int]) -> Roll[int]:
        """Half of it, rounded up."""
        return Derived(half, (self,), "half of {}")

    def at_least(self: Roll[int], least: int) -> Roll[int]:
        """The value, but never less than `least`."""
        return Derived(fixed(max, least), (self,), f"{{}}, at least {least}")

    def at_most(self: Roll[int], most: int) -> Roll[int]:
        """The value, but never more than `most`."""
        return Derived(fixed(min, most), (self,), f"{{}}, at most {most}")

    def modified(self: Roll[int], modifiers: Modifiers) -> Roll[int]:
        """The value with its modifiers; they stand in the words of the question."""
        return Shifted(self, modifiers.total, modifiers)

    def because_of(self: Roll[int], modifiers: Modifiers) -> Roll[int]:
        """The same value; the modifiers that made the score its dice need stand in the words."""
        return Shifted(self, 0, modifiers)

    def called(self, question: str) -> Roll[T_co]:
        """The same value for another question, which has a name of its own: `die.called("jam") <= 1`."""
        return Called(itself, (self,), question)

    def read(self, what: str, how: Callable[[T_co], U] | Mapping[Any, U]) -> Roll[U]:
        """The same throw read through a function or a table: still undecided."""
        return Read(how if callable(how) else how.__getitem__, (self,), what)

    # --- questions: split the tree
    def __lt__(self: Roll[int], other: int | Roll[int]) -> bool:
        return self._compared(below, other)

    def __le__(self: Roll[int], other: int | Roll[int]) -> bool:
        return self._compared(at_most, other)

    def __gt__(self: Roll[int], other: int | Roll[int]) -> bool:
        return self._compared(above, other)

    def __ge__(self: Roll[int], other: int | Roll[int]) -> bool:
        return self._compared(at_least, other)

    def _compared(self: Roll[int], how: Callable[[int], AgainstLimit], other: int | Roll[int]) -> bool:
        roll, limit = (against(self, other), 0) if isinstance(other, Roll) else (self, other)
        return self.asker.ask(roll, how(limit - unshifted(roll)[1]))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Roll):
            same = Derived(operator.eq, (self, other), "{} the same as {}")
            question: Value[bool] = Value()
            return self.asker.ask(same, question)
        return self.asker.ask(self, Equal(_before(unshifted(self)[1], other)))

    def __ne__(self, other: object) -> bool:
        return not self == other

    def is_in(self, which: Collection[object]) -> bool:
        """Is the value one of these?"""
        shift = unshifted(self)[1]
        return self.asker.ask(self, OneOf(frozenset(_before(shift, value) for value in which)))

    def between(self: Roll[int], least: int, most: int) -> bool:
        """Is the value from `least` to `most`, both included?"""
        return self.is_in(range(least, most + 1))

    def __index__(self: Roll[int]) -> int:
        question: Value[int] = Value(unshifted(self)[1])
        return self.asker.ask(self, question)

    __int__ = __index__

    # --- what a roll cannot be used for
    def _refuse(self, use: str, instead: str) -> NoReturn:
        fault = Unasked(f"'{self.spoken()}' is {UNSEEN}: it cannot be {use}; {instead}")
        if hasattr(self, "asker"):
            self.asker.refuse(fault)
        raise fault

    def __hash__(self) -> int:  # noqa: PLE0309
        self._refuse(
            "a dictionary key or in a set",
            "ask umpire.look_up(label, roll, table) or umpire.settle(label, roll) first",
        )

    def __bool__(self) -> bool:  # noqa: PLE0304
        self._refuse("true or false by itself", "ask a question such as roll > 0")

    def __iter__(self) -> Iterator[object]:
        self._refuse("looped over", "use range(roll), or umpire.pool and umpire.tally for many dice")

    def __format__(self, spec: str) -> str:
        self._refuse("written into text", "return it in the outcome, or settle it first")

    def __str__(self) -> str:  # noqa: PLE0307
        self._refuse("written into text", "return it in the outcome, or settle it first")

    def __repr__(self) -> str:
        return f"<{self.spoken()}: {UNSEEN}>"

    def spoken(self) -> str:
        """How it is spoken of: the names of its dice, and what was done with them."""
        raise NotImplementedError

    # --- what the umpires need
    @property
    def parts(self) -> tuple[Roll[object], ...]:
        """The rolls that this one is made of; none for a throw of dice."""
        return ()

    def value(self, known: Values) -> T_co:
        """Its value once the values of rolls are known, by their numbers."""
        raise NotImplementedError

    def law_when_fresh(self) -> Law | None:
        """Its law while its dice are fresh; None where parts share dice or come from a deck."""
        raise NotImplementedError

    def dice(self) -> tuple[Thrown[object], ...]:
        """The throws it depends on, each once, in the order in which they were named."""
        found = {die.number: die for part in self.parts for die in part.dice()}
        return tuple(found[number] for number in sorted(found))

    def __getstate__(self) -> dict[str, object]:
        """What is kept of it in a tree that is copied or pickled: all but the umpire."""
        slots = (slot for kind in type(self).__mro__ for slot in getattr(kind, "__slots__", ()))
        return {slot: getattr(self, slot) for slot in slots if slot not in ("asker", "__dict__")}

    def __setstate__(self, state: Mapping[str, object]) -> None:
        for slot, value in state.items():
            setattr(self, slot, value)


class Thrown(Roll[T_co]):
    """Dice that were named: one die, a sum, a pool, a card or the result of a sub-rule."""

    __slots__ = ("label", "throw", "law")

    def __init__(self, asker: Asker, label: str, throw: Throw[T_co], law: Law | None = None) -> None:
        asker.rolls += 1
        self.asker = asker
        self.number = asker.rolls
        self.label = label
        self.throw = throw
        self.law: Law = throw.law if law is None else law

    @property
    def pile(self) -> Pile[Any] | None:
        """The cards it is drawn from; None for what is not a card, and for a card that lies on the table."""
        return self.throw.pile if self.law is self.throw.law else None

    def value(self, known: Values) -> T_co:
        return cast("T_co", known[self.number])

    def law_when_fresh(self) -> Law | None:
        return self.law if self.throw.pile is None or self.pile is None else None

    def dice(self) -> tuple[Thrown[object], ...]:
        return (self,)

    def spoken(self) -> str:
        return self.label


class Shifted(Roll[int]):
    """A roll with a number added, plainly or by named modifiers."""

    __slots__ = ("of", "by", "modifiers")

    def __init__(self, of: Roll[int], by: int, modifiers: Modifiers | None = None) -> None:
        asker = of.asker
        asker.rolls += 1
        self.asker = asker
        self.number = asker.rolls
        self.of = of
        self.by = by
        self.modifiers = modifiers

    @property
    def parts(self) -> tuple[Roll[object], ...]:
        return (self.of,)

    def value(self, known: Values) -> int:
        return known[self.number] if self.number in known else self.of.value(known) + self.by

    def law_when_fresh(self) -> Law | None:
        law = self.of.law_when_fresh()
        return law if law is None or not self.by else law + self.by

    def spoken(self) -> str:
        name = self.of.spoken()
        if self.modifiers is not None:
            return f"{name}, {self.modifiers}" if len(self.modifiers) else name
        return f"{name} {'+' if self.by > 0 else '−'} {abs(self.by)}" if self.by else name


class Derived(Roll[T_co]):
    """A roll calculated from others; its `formula` has a place for each: "{} × {}"."""

    __slots__ = ("function", "_parts", "formula")

    def __init__(
        self, function: Callable[..., T_co], parts: tuple[Roll[object], ...], formula: str = ""
    ) -> None:
        asker = parts[0].asker
        asker.rolls += 1
        self.asker = asker
        self.number = asker.rolls
        self.function = for_later(function)
        self._parts = parts
        self.formula = formula

    @property
    def parts(self) -> tuple[Roll[object], ...]:
        return self._parts

    @property
    def operands(self) -> tuple[Roll[object], ...]:
        """The parts as they are spoken of."""
        return self._parts

    def value(self, known: Values) -> T_co:
        if self.number in known:
            return cast("T_co", known[self.number])
        return self.function(*[part.value(known) for part in self._parts])

    def law_when_fresh(self) -> Law | None:
        first = self._parts[0].law_when_fresh()
        if first is None or len(self._parts) > 2:
            return None
        function, name = self.function, lasting(self.function)
        if len(self._parts) == 1:
            return _remembered(first, name, lambda: first.map(function))
        second = self._parts[1].law_when_fresh()
        if second is None or not _separate(*self._parts):
            return None
        keeper, other = (first, second) if isinstance(second.total, int) else (second, first)
        key = None if name is None or other.key is None else (name, keeper is first, other.key)
        function = function if name is not None else Met().noting(function)
        return _remembered(
            keeper,  # what is made of a loaded die goes with it
            key,
            lambda: Distribution.of_weights(
                convolve(first.weights, second.weights, function), first.total * second.total
            ),
        )

    def __getstate__(self) -> dict[str, object]:
        """As of any roll; a function made on the spot, which cannot travel, becomes a table of its values."""
        state = super().__getstate__()
        return state if lasting(self.function) is not None else state | {"function": Tabulated.of(self)}

    def text(self, operands: list[str]) -> str:
        """The formula with its parts filled in."""
        return self.formula.format(*operands)

    def spoken(self) -> str:
        return self.text([part.spoken() for part in self.operands])


class Read(Derived[T_co]):
    """A roll read through a function or table, under a name of its own or that of its parts."""

    __slots__ = ()

    def text(self, operands: list[str]) -> str:
        """Its name, in which "{}" stands for the name of its part."""
        return self.formula.replace("{}", operands[0]) or ", ".join(operands)


class Called(Read[T_co]):
    """The same value under the name of what is asked about it."""

    __slots__ = ()


class Sum(Derived[int]):
    """Two rolls added; `sides` are they, with their own added numbers, where those stand outside."""

    __slots__ = ("sides",)
    sides: tuple[Roll[object], ...]

    @property
    def operands(self) -> tuple[Roll[object], ...]:
        return self.sides


class Difference(Sum):
    """One roll minus another."""

    __slots__ = ()

    def spoken(self) -> str:
        first, second = (side.spoken() for side in self.sides)
        return f"{first} − {second}" if isinstance(self.sides[1], Thrown) else f"{first} − ({second})"


class Against(Difference):
    """The margin of one roll over another that it is compared with."""

    __slots__ = ()

    def spoken(self) -> str:
        return " against ".join(side.spoken() for side in self.sides)


class Tabulated(Generic[T]):
    """A function of a few values as the table of what it says to them."""

    def __init__(self, table: Mapping[tuple[object, ...], T]) -> None:
        self.table = table

    @classmethod
    def of(cls, roll: Derived[T]) -> Tabulated[T]:
        """The function of a roll, at all values that its parts can have one by one."""
        supports = [possible_values(part) for part in roll.parts]
        table: dict[tuple[object, ...], T] = {}
        if math.prod(map(len, supports)) <= MOST_TABULATED:
            for values in product(*supports):
                try:
                    table[values] = roll.function(*values)
                except Exception:  # noqa: S112 - parts that share dice never have these values together
                    continue
        return cls(table)

    def __call__(self, *values: object) -> T:
        return self.table[values]


MOST_TABULATED = 10_000
"""A function of more values is not carried along with a tree."""


def possible_values(roll: Roll[object]) -> tuple[object, ...]:
    """The values that a roll may have, and perhaps some that it cannot have."""
    if isinstance(roll, Thrown):
        return roll.throw.law.support
    if isinstance(roll, Shifted):
        return tuple(cast("int", value) + roll.by for value in possible_values(roll.of))
    assert isinstance(roll, Derived)
    return tuple(dict.fromkeys(Tabulated.of(roll).table.values()))


@overload
def together(  # type: ignore[overload-overlap]
    function: Callable[..., U], *parts: Law
) -> Distribution[U]: ...
@overload
def together(function: Callable[..., U], *parts: object) -> Roll[U]: ...
def together(function: Callable[..., U], *parts: object) -> Roll[U] | Distribution[U]:
    """Several rolls read as one value, such as a record of losses: still undecided.

    Parts that are plain values are passed on as they are; at least one part must be a roll. Of distributions
    alone it is the distribution of the function of independent throws: `together(max, D6, die(8))`.
    """
    rolls = tuple(part for part in parts if isinstance(part, Roll))
    if not rolls:
        laws = [part for part in parts if isinstance(part, Distribution)]
        if not laws or len(laws) < len(parts):
            raise Unasked("together() needs at least one roll; call the function itself for plain values")
        return of_independent(function, laws)
    if len(rolls) == len(parts):
        return Read(function, rolls)

    def with_the_rest(*values: object) -> U:
        drawn = iter(values)
        return function(*[next(drawn) if isinstance(part, Roll) else part for part in parts])

    return Read(with_the_rest, rolls)


def unshifted(roll: Roll[Any]) -> tuple[Roll[Any], int]:
    """The roll below all added numbers, and their sum."""
    shift = 0
    while isinstance(roll, Shifted):
        shift += roll.by
        roll = roll.of
    return roll, shift


def added(first: Roll[int], second: Roll[int]) -> Roll[int]:
    """The sum of two rolls."""
    return _combined(Sum, operator.add, first, second, 1)


def subtracted(first: Roll[int], second: Roll[int]) -> Roll[int]:
    """The first roll minus the second."""
    return _combined(Difference, operator.sub, first, second, -1)


def against(first: Roll[int], second: Roll[int]) -> Roll[int]:
    """The margin of a roll over another that it is compared with."""
    return _combined(Against, operator.sub, first, second, -1)


def _combined(
    kind: type[Sum], function: Callable[[int, int], int], first: Roll[int], second: Roll[int], sign: int
) -> Roll[int]:
    """A sum or difference, with all plain numbers added once, outside: equal dice then share one law."""
    (left, by), (right, also) = unshifted(first), unshifted(second)
    if _is_nothing(right):
        return Shifted(first, sign * also) if also else first
    if _is_nothing(left):
        rest = second if sign > 0 else -second
        return Shifted(rest, by) if by else rest
    whole = kind(function, (left, right), "{} + {}")
    whole.sides = (first, second)
    shift = by + sign * also
    return Shifted(whole, shift, Modifiers()) if shift else whole


def _is_nothing(roll: Roll[int]) -> bool:
    return isinstance(roll, Thrown) and roll.throw.handful is not None and roll.throw.is_nothing


def _before(shift: int, value: object) -> object:
    """The value below an added number."""
    return cast("int", value) - shift if shift and isinstance(value, Number) else value


def _separate(first: Roll[object], second: Roll[object]) -> bool:
    """Do the parts depend on different dice?"""
    if isinstance(first, Thrown) and isinstance(second, Thrown):
        return first.number != second.number
    numbers = {die.number for die in first.dice()}
    return not any(die.number in numbers for die in second.dice())


def _remembered(law: Law, key: object, make: Callable[[], Law]) -> Law:
    """A law made of another one, made once for each way of making it that has a name."""
    if key is None or law.key is None:
        return make()
    made = law._cache.get(key)
    if made is None:
        made = law._cache[key] = make()
    return cast("Law", made)
