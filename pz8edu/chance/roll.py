"""A roll that nobody has looked at yet: what a rule calculates with until it asks a question."""

from __future__ import annotations

import operator
from collections.abc import Callable, Collection, Hashable, Iterator, Mapping
from functools import cache, partial
from numbers import Number
from typing import TYPE_CHECKING, Any, Generic, NoReturn, TypeVar, cast

from pz8edu.chance.distribution import Distribution, convolve, gather
from pz8edu.chance.modifiers import Modifiers
from pz8edu.errors import Unasked

if TYPE_CHECKING:
    from pz8edu.chance.cards_drawn import Deck
    from pz8edu.tree import Tree
    from pz8edu.umpire.vocabulary import Umpire

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
U = TypeVar("U")

Key = Hashable
"""What a question asks, said so that two equal questions have equal keys; None when it cannot be said."""


class Roll(Generic[T_co]):
    """A value that the dice decide.

    Stays undecided: `+ - * //`, `.half()`, `.at_least(n)`, `.at_most(n)`, `.read(what, function or table)`,
    `together(function, r, s)`, `.modified(modifiers)`.
    Asks a question, and so splits the tree: `< <= > >= == !=`, `.is_in(...)`, `.between(a, b)`, `int(r)`,
    `range(r)`, and the umpire's `look_up`, `settle` and `compare`.
    Anything else raises `Unasked` and says what to write instead.
    """

    __slots__ = ("umpire", "number")

    def __init__(self, umpire: Umpire) -> None:
        self.umpire = umpire
        umpire.rolls += 1
        self.number = umpire.rolls

    # --- arithmetic: stays undecided
    def __add__(self: Roll[int], other: int | Roll[int]) -> Roll[int]:
        if isinstance(other, Roll):
            return _combined(operator.add, "+", self, other, 1)
        return Shifted(self, other)

    def __radd__(self: Roll[int], other: int) -> Roll[int]:
        return Shifted(self, other)

    def __sub__(self: Roll[int], other: int | Roll[int]) -> Roll[int]:
        if isinstance(other, Roll):
            return _combined(operator.sub, "−", self, other, -1)
        return Shifted(self, -other)

    def __rsub__(self: Roll[int], other: int) -> Roll[int]:
        return Shifted(Derived(operator.neg, (self,), "minus {}"), other)

    def __neg__(self: Roll[int]) -> Roll[int]:
        return Derived(operator.neg, (self,), "minus {}")

    def __mul__(self: Roll[int], other: int | Roll[int]) -> Roll[int]:
        if isinstance(other, Roll):
            return Derived(operator.mul, (self, other), "{} × {}")
        return Derived(_times(other), (self,), f"{{}} × {other}")

    __rmul__ = __mul__

    def __floordiv__(self: Roll[int], other: int) -> Roll[int]:
        return Derived(_part(other), (self,), f"{{}} ÷ {other}, rounded down")

    def half(self: Roll[int]) -> Roll[int]:
        """Half of it, rounded up."""
        return Derived(_half, (self,), "half of {}")

    def at_least(self: Roll[int], least: int) -> Roll[int]:
        """The value, but never less than `least`."""
        return Derived(_never_below(least), (self,), f"{{}}, at least {least}")

    def at_most(self: Roll[int], most: int) -> Roll[int]:
        """The value, but never more than `most`."""
        return Derived(_never_above(most), (self,), f"{{}}, at most {most}")

    def modified(self: Roll[int], modifiers: Modifiers) -> Roll[int]:
        """The value with its modifiers; they stand in the words of the question."""
        return Shifted(self, modifiers.total, modifiers)

    def because_of(self: Roll[int], modifiers: Modifiers) -> Roll[int]:
        """The same value; the modifiers that made the score its dice need stand in the words."""
        return Shifted(self, 0, modifiers)

    def called(self, question: str) -> Roll[T_co]:
        """The same value for another question, which has a name of its own: `die.called("jam") <= 1`."""
        return Called(_itself, (self,), question)

    def read(self, what: str, how: Callable[[T_co], U] | Mapping[Any, U]) -> Roll[U]:
        """The same throw read through a function or a table: still undecided."""
        return Derived(how if callable(how) else how.__getitem__, (self,), what)

    # --- questions: split the tree
    def __lt__(self: Roll[int], other: int | Roll[int]) -> bool:
        return self._compared(operator.lt, other)

    def __le__(self: Roll[int], other: int | Roll[int]) -> bool:
        return self._compared(operator.le, other)

    def __gt__(self: Roll[int], other: int | Roll[int]) -> bool:
        return self._compared(operator.gt, other)

    def __ge__(self: Roll[int], other: int | Roll[int]) -> bool:
        return self._compared(operator.ge, other)

    def _compared(self: Roll[int], how: Callable[[Any, Any], bool], other: int | Roll[int]) -> bool:
        roll, bound = (_difference(self, other), 0) if isinstance(other, Roll) else (self, other)
        base, shift = unshifted(roll)
        limit = bound - shift
        return cast(
            bool, self.umpire._ask(roll, lambda value: how(value, limit), (how, limit), "", base=base)
        )

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Roll):
            same = Derived(operator.eq, (self, other), "{} the same as {}")
            return cast(bool, self.umpire._ask(same, _itself, ("value",), ""))
        base, shift = unshifted(self)
        wanted: Any = other
        if shift and isinstance(other, Number):
            wanted = cast(Any, other) - shift
        return cast(
            bool, self.umpire._ask(self, lambda value: value == wanted, ("==", wanted), "", base=base)
        )

    def __ne__(self, other: object) -> bool:
        return not self == other

    def is_in(self, which: Collection[object]) -> bool:
        """Is the value one of these?"""
        base, shift = unshifted(self)
        wanted = frozenset(cast(Any, x) - shift if shift and isinstance(x, Number) else x for x in which)
        return cast(bool, self.umpire._ask(self, wanted.__contains__, ("in", wanted), "", base=base))

    def between(self: Roll[int], least: int, most: int) -> bool:
        """Is the value from `least` to `most`, both included?"""
        return self.is_in(range(least, most + 1))

    def __index__(self: Roll[int]) -> int:
        return self.umpire.settle("", self)

    def __int__(self: Roll[int]) -> int:
        return self.__index__()

    # --- what a roll cannot be used for
    def _refuse(self, use: str, instead: str) -> NoReturn:
        raise Unasked(f"'{self!r}' is a roll that nobody has looked at yet: it cannot be {use}; {instead}")

    def __hash__(self) -> int:  # noqa: PLE0309
        self._refuse(
            "a dictionary key or in a set",
            "ask umpire.look_up(label, roll, table) or umpire.settle(label, roll) first",
        )

    def __bool__(self) -> bool:  # noqa: PLE0304
        self._refuse("true or false by itself", "ask a question such as roll > 0")

    def __iter__(self) -> Iterator[Any]:
        self._refuse("looped over", "use range(roll), or umpire.pool and umpire.tally for many dice")

    def __format__(self, spec: str) -> str:
        self._refuse("written into text", "return it in the outcome, or settle it first")

    # --- what the umpires need
    @property
    def parts(self) -> tuple[Roll[Any], ...]:
        """The rolls that this one is made of; none for a throw of dice."""
        return ()

    def value(self, known: Mapping[int, Any]) -> Any:
        """Its value once the values of rolls are known, by their numbers."""
        return known[self.number]

    def law_when_fresh(self) -> Distribution[Any] | None:
        """Its law while its dice are fresh; None where parts share dice or come from a deck."""
        raise NotImplementedError

    def dice(self) -> tuple[Thrown[Any], ...]:
        """The throws it depends on, each once, in the order in which they were named."""
        found: dict[int, Thrown[Any]] = {}
        for part in self.parts:
            for die in part.dice():
                found[die.number] = die
        return tuple(found[number] for number in sorted(found))


class Thrown(Roll[T_co]):
    """Dice as they leave the hand: one die, a sum, a pool, a card or the result of a sub-rule."""

    __slots__ = ("label", "law", "deck", "what", "handful", "tree")

    def __init__(
        self,
        umpire: Umpire,
        label: str,
        law: Distribution[Any],
        what: str = "",
        deck: Deck[Any] | None = None,
        handful: Handful | None = None,
        tree: Tree[Any] | None = None,
    ) -> None:
        umpire.rolls += 1
        self.umpire = umpire
        self.number = umpire.rolls
        self.label = label
        self.law = law
        self.what = what
        self.deck = deck
        self.handful = handful
        self.tree = tree

    def law_when_fresh(self) -> Distribution[Any] | None:
        return self.law if self.deck is None else None

    def dice(self) -> tuple[Thrown[Any], ...]:
        return (self,)

    def __repr__(self) -> str:
        return self.label


class Settled(Thrown[T_co]):
    """A result that is known already, where a rule may go on with one that is not."""

    __slots__ = ("settled",)

    def __init__(self, umpire: Umpire, settled: Any) -> None:
        super().__init__(umpire, "", Distribution.certain(settled))
        self.settled = settled


class Stepped(Thrown[T_co]):
    """The undecided result of a step of the rule, with its tree; `used_up` once the next step has it."""

    __slots__ = ("stepped", "used_up")

    def __init__(self, umpire: Umpire, label: str, stepped: Tree[Any]) -> None:
        super().__init__(umpire, label, stepped.distribution)
        self.stepped = stepped
        self.used_up = False


class Handful:
    """Several equal dice thrown together: how their faces become one value.

    `counting` are the faces that count one each, where that is all that the value says.
    """

    __slots__ = ("count", "die", "fold", "counting")

    def __init__(
        self,
        count: int,
        die: Distribution[Any],
        fold: Callable[[tuple[Any, ...]], Any],
        counting: tuple[Any, ...] = (),
    ) -> None:
        self.count = count
        self.die = die
        self.fold = fold
        self.counting = counting


class Shifted(Roll[int]):
    """A roll with a number added, plainly or by named modifiers."""

    __slots__ = ("of", "by", "modifiers")

    def __init__(self, of: Roll[int], by: int, modifiers: Modifiers | None = None) -> None:
        umpire = of.umpire
        umpire.rolls += 1
        self.umpire = umpire
        self.number = umpire.rolls
        self.of = of
        self.by = by
        self.modifiers = modifiers

    @property
    def parts(self) -> tuple[Roll[Any], ...]:
        return (self.of,)

    def value(self, known: Mapping[int, Any]) -> Any:
        if self.number in known:
            return known[self.number]
        return self.of.value(known) + self.by

    def law_when_fresh(self) -> Distribution[Any] | None:
        law = self.of.law_when_fresh()
        if law is None or not self.by:
            return law
        by = self.by
        return _remembered(law, ("shift", by), lambda: law.map(lambda value: value + by))

    def __repr__(self) -> str:
        if self.modifiers is not None:
            return f"{self.of!r}, {self.modifiers}" if len(self.modifiers) else repr(self.of)
        if not self.by:
            return repr(self.of)
        return f"{self.of!r} {'+' if self.by > 0 else '−'} {abs(self.by)}"


class Derived(Roll[T_co]):
    """A roll calculated or read from others."""

    __slots__ = ("function", "_parts", "words", "operands")

    def __init__(
        self,
        function: Callable[..., T_co],
        parts: tuple[Roll[Any], ...],
        words: str,
        operands: tuple[Roll[Any], ...] | None = None,
    ) -> None:
        umpire = parts[0].umpire
        umpire.rolls += 1
        self.umpire = umpire
        self.number = umpire.rolls
        self.function = function
        self._parts = parts
        self.words = words
        self.operands = operands

    @property
    def parts(self) -> tuple[Roll[Any], ...]:
        return self._parts

    def value(self, known: Mapping[int, Any]) -> Any:
        if self.number in known:
            return known[self.number]
        return self.function(*[part.value(known) for part in self._parts])

    def law_when_fresh(self) -> Distribution[Any] | None:
        function = self.function
        laws = [part.law_when_fresh() for part in self._parts]
        first = laws[0]
        if first is None:
            return None
        if len(laws) == 1:
            return _remembered(first, named(function), lambda: first.map(function))
        second = laws[1]
        if len(laws) != 2 or second is None or not _separate(self._parts):
            return None
        name = named(function)
        key = None if name is None else (name, second, second.kinds())
        return _remembered(
            first,
            key,
            lambda: Distribution(
                convolve(first.weights, second.weights, function), first.total * second.total
            ),
        )

    def __repr__(self) -> str:
        shown = self.operands or self._parts
        if "{}" in self.words:
            texts = [
                f"({part!r})" if place and "−" in self.words and not isinstance(part, Thrown) else repr(part)
                for place, part in enumerate(shown)
            ]
            return self.words.replace("{}", "%s") % tuple(texts)
        return self.words or ", ".join(map(repr, shown))


class Called(Derived[T_co]):
    """The same value under the name of what is asked about it."""

    __slots__ = ()


def together(function: Callable[..., U], *parts: Any) -> Roll[U]:
    """Several rolls read as one value, such as a record of losses: still undecided.

    Parts that are plain values are passed on as they are; at least one part must be a roll.
    """
    rolls = tuple(part for part in parts if isinstance(part, Roll))
    if not rolls:
        raise Unasked("together() needs at least one roll; call the function itself for plain values")
    if len(rolls) == len(parts):
        return Derived(function, rolls, "")
    mixed = list(parts)

    def with_the_rest(*values: Any) -> U:
        drawn = iter(values)
        return function(*[next(drawn) if isinstance(part, Roll) else part for part in mixed])

    return Derived(with_the_rest, rolls, "")


def unshifted(roll: Roll[Any]) -> tuple[Roll[Any], int]:
    """The roll below all added numbers, and their sum."""
    shift = 0
    while isinstance(roll, Shifted):
        shift += roll.by
        roll = roll.of
    return roll, shift


def _combined(function: Any, sign: str, first: Roll[int], second: Roll[int], direction: int) -> Roll[int]:
    """A sum or difference, with all plain numbers added once, outside: equal dice then share one law."""
    (left, by), (right, also) = unshifted(first), unshifted(second)
    if _has_no_dice(right):
        return Shifted(first, direction * also) if also else first
    if _has_no_dice(left):
        rest = second if direction > 0 else -second
        return Shifted(rest, by) if by else rest
    shift = by + direction * also
    derived: Roll[int] = Derived(function, (left, right), f"{{}} {sign} {{}}", (first, second))
    return Shifted(derived, shift, Modifiers()) if shift else derived


def _has_no_dice(roll: Roll[Any]) -> bool:
    """Is it a sum of no dice at all? It adds nothing and is not spoken of."""
    return (
        isinstance(roll, Thrown)
        and roll.handful is not None
        and roll.handful.count == 0
        and roll.law.support == (0,)
    )


def _difference(first: Roll[int], second: Roll[int]) -> Roll[int]:
    return _combined(operator.sub, "against", first, second, -1)


def _separate(parts: tuple[Roll[Any], ...]) -> bool:
    """Do the parts depend on different dice?"""
    first, second = parts
    if isinstance(first, Thrown) and isinstance(second, Thrown):
        return first.number != second.number
    numbers = {die.number for die in first.dice()}
    return not any(die.number in numbers for die in second.dice())


def _remembered(law: Distribution[Any], key: Any, make: Callable[[], Distribution[Any]]) -> Distribution[Any]:
    """A law made of another one, made once for each way of making it that has a name."""
    if key is None:
        return make()
    made = law._cache.get(key)
    if made is None:
        made = law._cache[key] = make()
    return cast("Distribution[Any]", made)


def named(function: Any) -> Any:
    """The function itself where it is the same object in every replay, else None.

    What a rule makes anew (a lambda, a dictionary, a partial function) must not be remembered for ever.
    """
    if hasattr(function, "shared"):
        return function
    if getattr(function, "__closure__", None) is not None or isinstance(function, partial):
        return None
    if getattr(function, "__name__", "") == "<lambda>" or "<locals>" in getattr(function, "__qualname__", ""):
        return None
    owner = getattr(function, "__self__", function)
    if type(owner).__hash__ is None or (
        owner is function and not hasattr(function, "__name__") and _by_identity(owner)
    ):
        return None
    return function


def _by_identity(thing: object) -> bool:
    return type(thing).__hash__ is object.__hash__


def _itself(value: Any) -> Any:
    return value


def _half(value: int) -> int:
    return -(-value // 2)


class _Shared:
    """A small named function with one argument fixed, the same object every time."""

    __slots__ = ("function", "argument", "shared")

    def __init__(self, function: Callable[[Any, Any], Any], argument: Any) -> None:
        self.function = function
        self.argument = argument
        self.shared = True

    def __call__(self, value: Any) -> Any:
        return self.function(value, self.argument)


@cache
def _times(factor: int) -> _Shared:
    return _Shared(operator.mul, factor)


@cache
def _part(divisor: int) -> _Shared:
    return _Shared(operator.floordiv, divisor)


@cache
def _never_below(least: int) -> _Shared:
    return _Shared(max, least)


@cache
def _never_above(most: int) -> _Shared:
    return _Shared(min, most)


@cache
def entry(place: int) -> _Shared:
    """The function that reads one place of a tuple."""
    return _Shared(operator.getitem, place)


class Tally(Generic[T]):
    """How often each named thing came up among many dice: rolls that share the same throw."""

    def __init__(self, thrown: Roll[tuple[int, ...]], names: tuple[T, ...]) -> None:
        self._thrown = thrown
        self._names = names

    def __getitem__(self, name: T) -> Roll[int]:
        if name not in self._names:
            listed = ", ".join(map(str, self._names))
            raise KeyError(f"this tally does not count {name!s}; it counts {listed}")
        return Derived(entry(self._names.index(name)), (self._thrown,), f"{name} in {self._thrown!r}")

    def count(self, name: T) -> Roll[int]:
        """How often it came up; 0 for something that cannot come up."""
        if name in self._names:
            return self[name]
        return Derived(_nothing, (self._thrown,), f"{name} in {self._thrown!r}")

    def total(self, worth: Mapping[T, int]) -> Roll[int]:
        """The sum of what everything that came up is worth."""
        values = tuple(worth.get(name, 0) for name in self._names)
        return Derived(_valued(values), (self._thrown,), f"total of {self._thrown!r}")

    def read(self, what: str, how: Callable[[dict[T, int]], U]) -> Roll[U]:
        """All counts together, read by one function of a dictionary name -> count."""
        names = self._names
        return self._thrown.read(what, lambda counts: how(dict(zip(names, counts, strict=True))))


def _nothing(counts: tuple[int, ...]) -> int:
    return 0


@cache
def _valued(values: tuple[int, ...]) -> _Shared:
    return _Shared(lambda counts, worth: sum(map(operator.mul, counts, worth)), values)


def mapped(law: Distribution[Any], function: Callable[[Any], Any]) -> dict[Any, Any]:
    """The weights of a function of one value."""
    return gather((function(value), weight) for value, weight in law.items())
