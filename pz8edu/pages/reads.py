"""Which numbers, tables and readings of a ruleset a rule looks at, found by watching it."""

from __future__ import annotations

from collections.abc import Callable

from pz8edu.core.records import names_of
from pz8edu.core.rulebook.ruleset import Ruleset
from pz8edu.core.umpire.watching import watched


def fields_read(rules: Ruleset, use: Callable[[Ruleset], object]) -> tuple[str, ...]:
    """The names of the fields that `use(rules)` looks at, in the order of the ruleset."""
    seen: set[str] = set()
    use(watched(rules, seen))
    return tuple(name for name in names_of(type(rules)) if name in seen)
