"""Keys of what a function of the user does right now: its code, what it holds and what it reads by name."""

from __future__ import annotations

import dis
from collections.abc import Callable, Hashable, Iterator
from enum import Enum
from functools import cached_property, lru_cache
from types import CodeType, FunctionType, MemberDescriptorType, ModuleType
from typing import Any

from pz8edu.core.frozen import Keys, Remembering, Way, is_function_of_kit, is_of_kit, is_of_python, refused

READS = ("LOAD_GLOBAL", "LOAD_NAME")
WRITES = ("STORE_GLOBAL", "DELETE_GLOBAL", "STORE_DEREF", "DELETE_DEREF")
WRAPPERS = {property: "fget", classmethod: "__func__", staticmethod: "__func__", cached_property: "func"}


@lru_cache(maxsize=4_096)
def read_by(code: CodeType) -> tuple[str, ...]:
    """The global names that compiled code and the functions inside it read, in their order."""
    return tuple(dict.fromkeys(name for how, name in _steps(code) if how in READS))


@lru_cache(maxsize=4_096)
def changed_by(code: CodeType) -> frozenset[str]:
    """The names outside a function that its code changes."""
    written = {(how, name) for how, name in _steps(code) if how in WRITES}
    return frozenset(name for how, name in written if how.endswith("GLOBAL") or name in code.co_freevars)


def _steps(code: CodeType) -> Iterator[tuple[str, str]]:
    for step in dis.get_instructions(code):
        yield step.opname, str(step.argval)
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _steps(inner)


class Same:
    """Something that is told by its identity, for as long as the key is kept."""

    __slots__ = ("thing",)

    def __init__(self, thing: object) -> None:
        self.thing = thing

    def __hash__(self) -> int:
        return id(self.thing)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Same) and self.thing is other.thing


class PresentKeys(Keys):
    """Keys within one run of a rule: those of frozen values, and of the user's functions as they are now.

    A function of the user is told by its code and by what it closes over, was given and reads by name, lists
    and tables by what they hold now. `of` raises NotFrozen for a function that changes something outside
    itself, and for one that holds what has no key: a roll, an umpire, an object that may change.
    """

    def __init__(self) -> None:
        super().__init__(of_users=True)
        self._within: list[object] = []
        self._by_name = False
        self.by_hand = False
        """Was a list or a table met that was handed over, and not only read by its name?"""

    def way(self, kind: type[object]) -> Way:
        """How keys of the values of a class are made, with those of containers as they are now."""
        if kind in (list, set, dict):
            return self._held
        if issubclass(kind, ModuleType) or kind is MemberDescriptorType:
            return Same
        if kind in WRAPPERS:
            return lambda member: (kind, self.of(getattr(member, WRAPPERS[kind])))
        return super().way(kind)

    def _held(self, container: Any) -> Hashable:
        """A list, a set or a table by what is in it."""
        kind = type(container)
        self.by_hand = self.by_hand or not self._by_name

        def members() -> Hashable:
            if kind is dict:
                return kind, tuple((self.of(name), self.of(value)) for name, value in container.items())
            return kind, (tuple if kind is list else frozenset)(map(self.of, container))

        return self._once(container, members)

    def _once(self, thing: object, key: Callable[[], Hashable]) -> Hashable:
        """The key of something that may hold itself: there it is told by how far outside it is."""
        for place, outer in enumerate(reversed(self._within)):
            if outer is thing:
                return "again", place
        self._within.append(thing)
        try:
            return key()
        finally:
            self._within.pop()

    def of_function(self, function: FunctionType) -> Hashable:
        """The kit's functions by identity, the user's by all that they depend on now."""
        if is_function_of_kit(function):
            return self.in_force(function)
        if changed_by(function.__code__):
            refused(function)
        return self.in_force(self._once(function, lambda: self._function_now(function)))

    def _function_now(self, function: FunctionType) -> Hashable:
        world = function.__globals__
        outer, self._by_name = self._by_name, True
        read = tuple((name, self.of(world[name])) for name in read_by(function.__code__) if name in world)
        self._by_name = outer
        held = tuple(map(self._in_cell, function.__closure__ or ()))
        given = (function.__defaults__, function.__kwdefaults__ or None, vars(function) or None)
        return FunctionType, function.__code__, Same(world), read, held, tuple(map(self.of, given))

    def _in_cell(self, cell: Any) -> Hashable:
        try:
            return self.of(cell.cell_contents)
        except ValueError:  # nothing yet
            return "empty"

    def _of_record(self, kind: type[object]) -> Way:
        way = super()._of_record(kind)
        return way if is_of_kit(kind) else lambda record: (self.of_class(kind), way(record))

    def of_class(self, kind: type[object]) -> Hashable:
        """The user's classes by their methods as they are now, all others by identity."""
        if is_of_kit(kind) or is_of_python(kind) or issubclass(kind, Enum):
            return type, kind
        return self._once(kind, lambda: (kind, *self._said_by(kind)))

    def _said_by(self, kind: type[object]) -> Iterator[Hashable]:
        for each in kind.__mro__:
            if not (is_of_kit(each) or is_of_python(each)):
                for name, member in vars(each).items():
                    if not name.startswith(("__", "_abc_")):
                        yield name, self.of(member)

    def _of_remembering(self, function: Any) -> Hashable:
        return Remembering, self.of(function.__wrapped__)
