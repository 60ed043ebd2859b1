"""Which numbers, tables and readings of a ruleset a rule looks at, found by watching it."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from functools import cache
from typing import Any, cast

from pz8edu.rulebook.ruleset import Ruleset


def fields_read(rules: Ruleset, use: Callable[[Any], object]) -> tuple[str, ...]:
    """The names of the fields that `use(rules)` looks at, in the order of the ruleset."""
    kind: Any = type(rules)
    watched = object.__new__(_watching(kind))
    names = [field.name for field in dataclasses.fields(cast(Any, rules))]
    for name in names:
        object.__setattr__(watched, name, getattr(rules, name))
    seen: set[str] = set()
    object.__setattr__(watched, "_seen", seen)
    use(watched)
    return tuple(name for name in names if name in seen)


@cache
def _watching(kind: Any) -> Any:
    """A ruleset of the same kind that notes which of its fields are looked at."""
    names = {field.name for field in dataclasses.fields(cast(Any, kind))}

    def noted(self: Any, name: str) -> Any:
        if name in names:
            object.__getattribute__(self, "_seen").add(name)
        return object.__getattribute__(self, name)

    # As a key it counts as itself: comparing it by content would look at every field.
    itself: dict[str, Any] = {"__hash__": object.__hash__, "__eq__": object.__eq__}
    return type(kind.__name__, (kind,), {"__getattribute__": noted, "__module__": kind.__module__} | itself)
