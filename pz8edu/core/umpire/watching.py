"""Records that note which of their fields are looked at."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from functools import cache, cached_property, lru_cache
from typing import Any, TypeVar, cast

T = TypeVar("T")


class Looked(dict[str, None]):
    """The names of the fields that somebody has looked at, in that order."""

    def add(self, name: str) -> None:
        """Note a field."""
        self[name] = None

    def update(self, names: frozenset[str]) -> None:  # type: ignore[override]
        """Note several fields that are looked at at once."""
        for name in sorted(names):
            self[name] = None


def names_of(record: object) -> tuple[str, ...]:
    """The fields of a record, in their order."""
    return tuple(field.name for field in dataclasses.fields(cast(Any, record)))


def watched(record: T, seen: set[str] | Looked, as_a_whole: bool = True) -> T:
    """A copy of a frozen record that adds to `seen` the names of the fields that are looked at.

    Where it is compared or hashed, all of its fields are looked at; unless it counts `as_a_whole`: then it is
    a key by itself.
    """
    kind: Any = type(record)
    values = {name: getattr(record, name) for name in names_of(record)}
    return cast(T, watched_values(kind, values, seen, as_a_whole))


def watched_values(
    kind: Any, values: Mapping[str, object], seen: set[str] | Looked, as_a_whole: bool = True
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


# --- rulesets
RULES = "all rules"
"""What is noted where a ruleset is compared or hashed as a whole: nothing that is seen later adds to it.

It is no name that a field of a situation could have.
"""
FIELD = "rules."
"""What stands before the name of a ruleset's field."""


def watched_rules(rules: T, seen: Looked) -> T:
    """A stand-in of a ruleset that notes its fields as `rules.name`; it is a key as good as the ruleset.

    What the ruleset works out from its fields once (`cached_property`) counts as these fields.
    """
    kind: Any = type(rules)
    copy = object.__new__(_standing_in(kind))
    object.__setattr__(copy, "_rules", rules)
    object.__setattr__(copy, "_seen", seen)
    return cast(T, copy)


@cache
def _standing_in(kind: type[object]) -> type[object]:
    names, cached = frozenset(names_of(kind)), _cached(kind)

    def looked(self: object, name: str) -> object:
        if name in names:
            return getattr(_noted(self, FIELD + name), name)
        if name in cached:
            for behind in _behind(_rules_of(self), name):
                _noted(self, behind)
            return getattr(_rules_of(self), name)
        if name == "__dict__":
            _noted(self, RULES)
        return object.__getattribute__(self, name)

    body: dict[str, object] = {
        "__getattribute__": looked,
        "__class__": property(lambda _: kind),
        "__module__": kind.__module__,
        "__eq__": lambda self, other: _noted(self, RULES) == getattr(other, "_rules", other),
        "__hash__": lambda self: hash(_noted(self, RULES)),
    }
    return type(kind.__name__, (kind,), body)


def _rules_of(stand_in: object) -> object:
    return object.__getattribute__(stand_in, "_rules")


def _noted(stand_in: object, name: str) -> object:
    """The ruleset itself, once it is noted what is looked at."""
    seen = object.__getattribute__(stand_in, "_seen")
    if RULES not in seen:
        seen.add(name)
    return _rules_of(stand_in)


def _cached(kind: type[object]) -> frozenset[str]:
    """The names of what a ruleset works out once."""
    every = (named for each in kind.__mro__ for named in vars(each).items())
    return frozenset(name for name, value in every if isinstance(value, cached_property))


@lru_cache(maxsize=4096)
def _behind(rules: object, name: str) -> tuple[str, ...]:
    """The fields that a cached property of a ruleset is worked out from."""
    seen = Looked()
    made = next(vars(each)[name] for each in type(rules).__mro__ if name in vars(each))
    made.func(watched_rules(rules, seen))
    return tuple(seen)
