"""Keys of what a function of the user is now: its code, what it was given, and what its names stand for."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Hashable, Iterator
from enum import Enum
from fractions import Fraction
from functools import cached_property, lru_cache
from types import (
    BuiltinFunctionType,
    CellType,
    CodeType,
    FunctionType,
    MemberDescriptorType,
    MethodDescriptorType,
    ModuleType,
)
from typing import Any, cast

from pz8edu.core.frozen import (
    Hashed,
    Keys,
    NotFrozen,
    Way,
    is_function_of_kit,
    is_of_kit,
    is_of_python,
    refused,
)

OF_PYTHON = (BuiltinFunctionType, MethodDescriptorType)
WRAPPERS = {property: "fget", classmethod: "__func__", staticmethod: "__func__", cached_property: "func"}
MOST_READ, MOST_READ_FOR_GOOD = 100_000, 1_000
"""So many names, and members of lists and tables, are looked at for a key."""
MODULES = ("builtins", "collections", "fractions", "functools", "itertools", "math", "operator")
"""Whose functions and classes answer by nothing but what they are given."""
CHANCE = "pz8edu.core.chance."
LOOKING_ROUND = frozenset(
    """
    attrgetter breakpoint cache cached_property compile delattr dir eval exec exit format format_map getattr
    globals hasattr help id input locals lru_cache memoryview methodcaller object open print quit setattr
    super vars
    """.split()  # noqa: SIM905
)
"""By which a function may read, or change, what its code does not name."""
PLAIN_ATTRIBUTES = frozenset(
    name
    for kind in (int, float, Fraction, str, bytes, tuple, list, set, dict, range, Counter)
    for name in dir(kind)
    if not name.startswith("_")
).difference(LOOKING_ROUND)
"""The attributes and methods of plain values, by which nothing else is read."""


@lru_cache(maxsize=4_096)
def names_used(code: CodeType) -> tuple[str, ...]:
    """Every name that a code and the functions inside it use: of globals, of attributes, of imports."""
    inner = (names_used(const) for const in code.co_consts if isinstance(const, CodeType))
    return tuple(dict.fromkeys(name for names in (code.co_names, *inner) for name in names))


class PresentKeys(Keys):
    """Keys of frozen values and of the user's functions as they are now.

    A function of the user is told by its code, by what it was given and closes over, and by what its names
    stand for in its module; functions among those are followed, and lists and tables told by what they hold.
    `of_users` makes keys for one run of a rule, with the user's classes by their methods. Without it a key
    holds for good: there is none for a class of the user, and none for a function with a name that is neither
    a global, a pure function of Python's nor an attribute of plain values, or by which it may import another
    module than its global of that name: who knows what it reads by that?
    """

    def __init__(self, of_users: bool) -> None:
        super().__init__(of_users)
        self.followed: dict[object, int] = {}
        """The functions and classes of the user that the last key was made of, by number."""
        self.handed = False
        """Was the last key made of a list or a table that was handed over, and not only read by its name?"""
        self._names: dict[str, None] = {}
        self._loose: set[str] = set()
        self._modules: dict[ModuleType, None] = {}
        self._by_name = False
        self._left = 0

    def key(self, given: tuple[object, ...]) -> Hashable:
        """The key of some values, with all that the functions among them are now; or raises NotFrozen."""
        self.followed, self.handed, self._by_name = {}, False, False
        self._names, self._loose, self._modules = {}, set(), {}
        self._left = MOST_READ if self.of_users else MOST_READ_FOR_GOOD
        try:
            rows = [self.of(given)]
            while len(rows) <= len(self.followed):
                rows.append(self._now([*self.followed][len(rows) - 1]))
        except RecursionError:
            refused(given)
        if len(rows) == 1:
            return rows[0]
        if not self.of_users:
            rows.append(self._in_modules())
        return Hashed(self.in_force(tuple(rows)))

    def still(self, key: Hashable, given: tuple[object, ...]) -> bool:
        """Have some values the same key as before?"""
        try:
            return self.key(given) == key
        except NotFrozen:
            return False

    def variables_around(self) -> list[tuple[CellType, object]]:
        """The cells that the functions of the last key close over, each with what it holds."""
        own = (each for each in self.followed if isinstance(each, FunctionType))
        cells = [cell for function in own for cell in function.__closure__ or ()]
        return [(cell, value) for cell in cells for value in _held_by(cell)]

    def way(self, kind: type[object]) -> Way:
        """How keys of the values of a class are made, with those of containers as they are now."""
        if kind in (list, set, dict):
            return self._held
        if kind is ModuleType:
            return self._of_module
        way = super().way(kind)
        if self.of_users:
            if kind in WRAPPERS:
                return lambda member: (kind, self.of(getattr(member, WRAPPERS[kind])))
            return way if kind is not MemberDescriptorType else lambda member: member
        return way if kind not in OF_PYTHON else lambda made: way(_closed(made))

    def of_function(self, function: FunctionType) -> Hashable:
        """The kit's functions by identity; the user's are followed."""
        if not is_function_of_kit(function):
            return self._follow(function)
        return self.in_force(function if self.of_users else _closed(function))

    def of_class(self, kind: type[object]) -> Hashable:
        """The user's classes are followed, all others told by identity."""
        if not self.of_users:
            return type, _closed(kind)
        known = is_of_kit(kind) or is_of_python(kind) or issubclass(kind, Enum)
        return (type, kind) if known else self._follow(kind)

    def _of_record(self, kind: type[object]) -> Way:
        way = super()._of_record(kind)
        return way if is_of_kit(kind) else lambda record: (self.of_class(kind), way(record))

    def _of_remembering(self, function: Any) -> Hashable:
        """What remembers its answers may have older ones: no key of it holds for good."""
        if not (self.of_users or is_function_of_kit(function.__wrapped__)):
            refused(function)
        return super()._of_remembering(function)

    def _of_module(self, module: ModuleType) -> Hashable:
        if not (self.of_users or module.__name__ in MODULES):
            refused(module)
        self._modules[module] = None
        return ModuleType, module

    def _held(self, container: Any) -> Hashable:
        """A list, a set or a table by what is in it."""
        self.handed = self.handed or not self._by_name
        self._looked_at(1 + len(container), container)
        kind, members = type(container), self._of_row(tuple(container))
        return (kind, members, self._of_row(tuple(container.values()))) if kind is dict else (kind, members)

    def _looked_at(self, more: int, at: object) -> None:
        self._left -= more
        if self._left < 0:
            refused(at)

    def _follow(self, own: object) -> Hashable:
        return "of the user", self.followed.setdefault(own, len(self.followed))

    def _now(self, own: Any) -> Hashable:
        """All that a function or a class of the user is now."""
        if not isinstance(own, FunctionType):
            return self.of(tuple(_members(own)))
        names, world, built_in = names_used(own.__code__), own.__globals__, cast(Any, own).__builtins__
        self._looked_at(len(names), own)
        self._by_name = True
        stands_for = [(name, self.of(world[name])) for name in names if name in world]
        if names and not self.of_users:
            others = {name: None for name in names if name not in world}
            stands_for += [(name, self.of(built_in[name])) for name in others if name in built_in]
            importable = sys.modules.keys() & names
            self._names.update(dict.fromkeys(names))
            unknown = (name for name in others if name not in built_in and name not in PLAIN_ATTRIBUTES)
            self._loose.update(unknown)
            self._loose.update(name for name in importable if world.get(name) is not sys.modules[name])
        self._by_name = False
        given = own.__defaults__, *(own.__kwdefaults__ or {}).items(), *vars(own).items()
        held = self.of(given) if given != (None,) else None
        around = tuple(tuple(map(self.of, _held_by(cell))) for cell in own.__closure__ or ())
        return own.__code__, tuple(stands_for), held, around

    def _in_modules(self) -> Hashable:
        """What the names stand for in the modules that were read; none may be unknown."""
        read = [(module, name) for module in self._modules for name in self._names if name in vars(module)]
        number = len(self.followed)
        row = self._of_row(tuple(vars(module)[name] for module, name in read))
        if number < len(self.followed) or not self._loose.issubset(name for _, name in read):
            refused(row)
        return tuple(read), row


def _held_by(cell: CellType) -> tuple[object, ...]:
    try:
        return (cell.cell_contents,)
    except ValueError:  # nothing yet
        return ()


def _members(kind: type[object]) -> Iterator[tuple[str, object]]:
    """What the user says of a class and of those that it is a child of, by name."""
    for each in kind.__mro__:
        if not (is_of_kit(each) or is_of_python(each)):
            yield from (member for member in vars(each).items() if not member[0].startswith(("__", "_abc_")))


def _closed(made: Any) -> object:
    """A class or a function that answers by nothing but what it is given; raises NotFrozen for another one.

    A method of a value has no module: it is told by that value.
    """
    name, module = made.__name__, getattr(made, "__module__", None) or "builtins"
    pure = module.strip("_") in MODULES or module.startswith(CHANCE)
    if isinstance(made, type) and vars(sys.modules.get(module, sys)).get(name) is not made:
        pure = False  # of another module by that name
    return made if pure and name not in LOOKING_ROUND and not name.startswith("__") else refused(made)
