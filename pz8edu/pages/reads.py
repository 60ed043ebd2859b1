"""Which numbers, tables and readings of a ruleset a rule looks at, found by watching it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar, cast

from pz8edu.core.records import cached, names_of
from pz8edu.core.rulebook.ruleset import Ruleset

T = TypeVar("T")


def fields_read(rules: Ruleset, use: Callable[[Ruleset], object]) -> tuple[str, ...]:
    """The names of the fields that `use(rules)` looks at, in the order of the ruleset."""
    seen: set[str] = set()
    use(watched(rules, seen))
    return tuple(name for name in names_of(type(rules)) if name in seen)


def watched(record: T, seen: set[str]) -> T:
    """A copy of a frozen record that adds to `seen` the names of the fields that are looked at.

    It is a key by itself: compared or hashed, none of its fields counts as looked at.
    """
    kind: type[object] = type(record)
    copy = object.__new__(_watching(kind))
    inside = object.__getattribute__(copy, "__dict__")
    inside.update({name: getattr(record, name) for name in names_of(kind)}, _seen=seen)
    return cast(T, copy)


@cached
def _watching(kind: type[object]) -> type[object]:
    names = frozenset(names_of(kind))

    def noted(self: object, name: str) -> object:
        if name in names:
            object.__getattribute__(self, "_seen").add(name)
        return object.__getattribute__(self, name)

    # `replace` makes a record of the class that it is told: a plain one, which has nobody to tell.
    body: dict[str, object] = {"__class__": property(lambda _: kind), "__module__": kind.__module__}
    as_key = {"__hash__": object.__hash__, "__eq__": object.__eq__}
    return type(kind.__name__, (kind,), {"__getattribute__": noted} | body | as_key)
