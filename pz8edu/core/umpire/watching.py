"""Records that note which of their fields are looked at."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from functools import cache
from typing import Any, TypeVar, cast

T = TypeVar("T")


def names_of(record: object) -> tuple[str, ...]:
    """The fields of a record, in their order."""
    return tuple(field.name for field in dataclasses.fields(cast(Any, record)))


def watched(record: T, seen: set[str], as_a_whole: bool = True) -> T:
    """A copy of a frozen record that adds to `seen` the names of the fields that are looked at.

    Where it is compared or hashed, all of its fields are looked at; unless it counts `as_a_whole`: then it is
    a key by itself.
    """
    kind: Any = type(record)
    values = {name: getattr(record, name) for name in names_of(record)}
    return cast(T, watched_values(kind, values, seen, as_a_whole))


def watched_values(
    kind: Any, values: Mapping[str, object], seen: set[str], as_a_whole: bool = True
) -> object:
    """The same for a record that is there only as the values of its fields."""
    copy = object.__new__(_watching(kind, as_a_whole))
    inside = object.__getattribute__(copy, "__dict__")
    inside.update(values)
    inside["_seen"] = seen
    return copy


@cache
def _watching(kind: type[object], as_a_whole: bool) -> type[object]:
    names = frozenset(names_of(kind))

    def noted(self: object, name: str) -> object:
        seen = object.__getattribute__(self, "_seen")
        if name in names:
            seen.add(name)
        elif as_a_whole and name == "__dict__":
            seen.update(names)
        return object.__getattribute__(self, name)

    def all_seen(self: object) -> tuple[object, ...]:
        return tuple(getattr(self, name) for name in sorted(names))

    def same(self: object, other: object) -> bool:
        return isinstance(other, kind) and all_seen(self) == tuple(getattr(other, n) for n in sorted(names))

    def hashed(self: object) -> int:
        return hash(all_seen(self))

    as_key: dict[str, object] = (
        {"__hash__": hashed, "__eq__": same}
        if as_a_whole
        else {"__hash__": object.__hash__, "__eq__": object.__eq__}
    )
    # `replace` makes a record of the class that it is told: a plain one, which has nobody to tell.
    body: dict[str, object] = {"__class__": property(lambda _: kind), "__module__": kind.__module__}
    return type(kind.__name__, (kind,), {"__getattribute__": noted} | body | as_key)
