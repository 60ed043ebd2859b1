"""Keys of frozen values: nothing is remembered by a key that does not hold all that its value says."""

from __future__ import annotations

import sys
from collections.abc import Callable, Hashable, Iterable
from decimal import Decimal
from enum import Enum, Flag
from fractions import Fraction
from functools import cached_property, lru_cache, partial
from operator import attrgetter
from types import BuiltinFunctionType, FunctionType, MethodDescriptorType, MethodType, ModuleType, NoneType
from typing import Any, NoReturn

from pz8edu.core.in_force import IN_FORCE, run_under
from pz8edu.core.records import FrozenRecord, names_of
from pz8edu.errors import shown

KIT = ("pz8edu.", "pz8widgets.")
PLAIN: frozenset[type[object]] = frozenset((bool, int, str, bytes, NoneType, Fraction))
"""Their values are told apart by type and value."""
EQUAL_BY_TYPE = (object.__eq__, str.__eq__, int.__eq__)
"""How words of one class are compared: each equals itself alone."""
MOST_KINDS = 4_096
"""The ways of so many classes are remembered."""

Way = Callable[[Any], Hashable]
Remembering: type[Any] = type(lru_cache(str))


class NotFrozen(TypeError):
    """A value that may change, or that only its identity tells from others: nothing is remembered by it."""

    def __str__(self) -> str:
        told = shown(self.args[0])
        return f"{told} may change, or only its identity tells it from others: it has no key"


class Hashed:
    """A long key, which is added up once."""

    __slots__ = ("key", "_hash")

    def __init__(self, key: Hashable) -> None:
        self.key = key
        self._hash = hash(key)

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Hashed) and self.key == other.key)


class Keys:
    """Makes keys of frozen values, exact to the type: 1, True and 1.0 are three.

    Frozen are plain values, words (enums), tuples, frozensets, frozen records of such values, functions of
    the kit itself, and what says its own key (`frozen_key`): rulesets, tables, modifiers, distributions in
    their order. `of` raises NotFrozen for all else: a list, an object with its identity for a hash, a
    function of the user, which may read what changes.

    `of_users` says whether classes may be the user's: their methods may read what changes as well.
    """

    def __init__(self, of_users: bool) -> None:
        self.of_users = of_users
        self._ways: dict[type, Way] = {}
        self._plain: set[type[object]] = {*PLAIN}

    def of(self, value: object) -> Hashable:
        """What tells a frozen value from every other one; raises NotFrozen for a value that may change."""
        kind = type(value)
        if kind in self._plain:
            return kind, value
        way = self._ways.get(kind)
        if way is None:
            if len(self._ways) + len(self._plain) >= MOST_KINDS:
                self._ways.clear()
                self._plain.intersection_update(PLAIN)
            way = self._ways[kind] = self.way(kind)
        return way(value)

    def way(self, kind: type[object]) -> Way:
        """How keys of the values of a class are made."""
        way = self._of_python(kind)
        if way is not None:
            return way
        if not (self.of_users or is_of_kit(kind)):
            return refused
        if issubclass(kind, Enum):
            if kind.__eq__ in EQUAL_BY_TYPE and not issubclass(kind, Flag):
                self._plain.add(kind)
            return self._of_word
        if is_frozen_record(kind) and is_of_kit(kind) and vars(object)["__hash__"] is kind.__hash__:
            return lambda record: (kind, record)  # a record of the kit that is told by its identity
        if hasattr(kind, "frozen_key"):
            return lambda value: value.frozen_key(self.of)
        if is_frozen_record(kind):
            return self._of_record(kind)
        if issubclass(kind, tuple) and not kind.__dictoffset__:
            return lambda row: (kind, self._of_row(tuple(row)))
        return refused

    def _of_python(self, kind: type[object]) -> Way | None:
        ways: dict[type, Way] = {
            tuple: self._of_row,
            frozenset: lambda members: (frozenset, frozenset(map(self.of, members))),
            float: lambda number: (float, number.hex()),
            Decimal: lambda number: (Decimal, str(number)),
            range: lambda numbers: (range, numbers.start, numbers.stop, numbers.step),
            partial: self._of_partial,
            FunctionType: self.of_function,
            Remembering: self._of_remembering,
            BuiltinFunctionType: self._of_builtin,
            MethodDescriptorType: _itself,
            MethodType: lambda method: (MethodType, self.of(method.__func__), self.of(method.__self__)),
        }
        if issubclass(kind, type):
            return self.of_class
        return ways.get(kind)

    def _of_row(self, row: tuple[object, ...]) -> Hashable:
        kinds = tuple(map(type, row))
        if self._plain.issuperset(kinds):
            return kinds, row
        told = tuple(map(self.of, row))  # which learns of new words
        return (kinds, row) if self._plain.issuperset(kinds) else (tuple, told)

    def _of_word(self, word: Enum) -> Hashable:
        kind = type(word)
        return kind, word if kind in self._plain else word.value if isinstance(word, Flag) else word.name

    def _of_record(self, kind: type[object]) -> Way:
        """The way of a frozen record: field by field, each with its type."""
        names = names_of(kind)
        worked_out = {name for name in dir(kind) if isinstance(getattr(kind, name, None), cached_property)}
        known, ours = worked_out.union(names), is_of_kit(kind)
        every: Callable[[object], Any] = attrgetter(*names) if names else _nothing

        def key(record: object) -> Hashable:
            values = every(record) if len(names) != 1 else (every(record),)
            if not (ours or known.issuperset(getattr(record, "__dict__", ()))):
                refused(record)
            kinds = tuple(map(type, values))
            if self._plain.issuperset(kinds):
                return kind, kinds, values
            told = tuple(map(self.of, values))  # which learns of new words
            return (kind, kinds, values) if self._plain.issuperset(kinds) else (kind, told)

        return key

    def of_function(self, function: FunctionType) -> Hashable:
        """The way of functions: those of the kit by identity, with the rules of one's own in force."""
        return self.in_force(function) if is_function_of_kit(function) else refused(function)

    def in_force(self, key: Hashable) -> Hashable:
        """The key of something that calls functions, with the rules of one's own in force."""
        own = IN_FORCE.get()
        return key if own is None else (key, own.running, run_under(None, self.of, (own.rules,), {}))

    def of_class(self, kind: type[object]) -> Hashable:
        """The way of classes: those of the kit and of Python by identity."""
        return (type, kind) if is_of_kit(kind) or is_of_python(kind) else refused(kind)

    def _of_partial(self, made: partial[object]) -> Hashable:
        named = tuple((name, self.of(value)) for name, value in made.keywords.items())
        return partial, self.of(made.func), tuple(map(self.of, made.args)), named

    def _of_remembering(self, function: Any) -> Hashable:
        """A function that remembers its answers, where it is one of the kit."""
        return lru_cache, self.of(function.__wrapped__)

    def _of_builtin(self, function: BuiltinFunctionType) -> Hashable:
        """A function of Python itself, or a method of a frozen value such as `names.index`."""
        owner = function.__self__
        if owner is None or isinstance(owner, ModuleType):
            return function
        return BuiltinFunctionType, function.__name__, self.of(owner)


def _nothing(record: object) -> tuple[()]:
    return ()


def _itself(value: Hashable) -> Hashable:
    return value


def refused(value: object) -> NoReturn:
    """Raise NotFrozen for a value that may change."""
    raise NotFrozen(value)


def _is_of_kit(kind: object) -> bool:
    return f"{kind.__module__}.".startswith(KIT) and "as_printed" not in vars(kind)


is_of_kit: Callable[[object], bool] = lru_cache(maxsize=MOST_KINDS)(_is_of_kit)
"""Does a class belong to the kit, without any functions of the user?"""


def is_of_python(kind: type[object]) -> bool:
    """Does a class belong to Python itself?"""
    return kind.__module__.partition(".")[0] in sys.stdlib_module_names


def is_function_of_kit(function: FunctionType) -> bool:
    """Is it a function of the kit that nothing of the user was put into?

    One that was made with something counts where it stands in its module under its own name.
    """
    if "<locals>" in function.__qualname__ or not str(function.__module__).startswith(KIT):
        return False
    return _stands_in_kit(function)


def _reads_kit(function: FunctionType) -> bool:
    """Are the global names that it reads those of a module of the kit?"""
    world = function.__globals__
    name = str(world.get("__name__"))
    return name.startswith(KIT) and world is vars(sys.modules.get(name, sys))


@lru_cache(maxsize=MOST_KINDS)
def _stands_in_kit(function: FunctionType) -> bool:
    if function.__closure__ is None or not _reads_kit(function):
        return _reads_kit(function)
    found: object = sys.modules.get(function.__module__)
    for step in function.__qualname__.split("."):
        found = getattr(found, step, None)
    return found is function


def is_from_kit(function: object) -> bool:
    """Is it a function that code of the kit made, out of nothing of the user's?"""
    if not isinstance(function, FunctionType):
        kind = type(function)
        return is_of_kit(kind) or (is_of_python(kind) and all(map(is_from_kit, _parts(function))))
    if is_function_of_kit(function):
        return IN_FORCE.get() is None
    cells = function.__closure__ or ()
    return _reads_kit(function) and all(is_from_kit(cell.cell_contents) for cell in cells)


def _parts(value: object) -> Iterable[object]:
    """What a value of one of Python's own classes was made of."""
    if isinstance(value, partial):
        return value.func, *value.args, *value.keywords.values()
    if isinstance(value, MethodType):
        return value.__func__, value.__self__
    if isinstance(value, Remembering):
        return (value.__wrapped__,)
    if isinstance(value, dict):
        return *value, *value.values()
    return value if isinstance(value, tuple | list | set | frozenset) else ()


def is_frozen_record(kind: type[object]) -> bool:
    """Is it a class of frozen records, all of whose slots are fields?"""
    told = getattr(kind, "__dataclass_params__", None)
    if told is None or not (told.frozen or issubclass(kind, FrozenRecord)):
        return False
    names = {"__weakref__", "__dict__", "_hash", *names_of(kind)}
    slots = (vars(each).get("__slots__", ()) for each in kind.__mro__)
    return all(names.issuperset((each,) if isinstance(each, str) else each) for each in slots)


key_of = Keys(of_users=True).of
"""The key of a frozen value; it holds as long as nothing changes that the methods of its class read."""
lasting_key_of = Keys(of_users=False).of
"""The key of a frozen value in which no class and no function is the user's: it holds for good."""
