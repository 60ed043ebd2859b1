"""Two rulesets side by side: every number, reading and cell of a table that one book prints otherwise."""

from __future__ import annotations

from pz8edu.core.records import FrozenRecord
from pz8edu.core.rulebook.ruleset import Ruleset
from pz8edu.core.rulebook.table import cell_text
from pz8edu.pages.places import places_of
from pz8edu.printing.html_table import html_table


class Departure(FrozenRecord):
    """One number, reading or cell that differs; "" where a book does not print it."""

    name: str
    meaning: str
    before: str
    after: str


class Differences(tuple[Departure, ...]):
    """What two books say differently, shown as a table in a notebook."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "\n".join(f"{each.name}: {each.before or '–'} → {each.after or '–'}" for each in self)

    def _repr_html_(self) -> str:
        lines = ((each.name, each.before or "–", each.after or "–", each.meaning) for each in self)
        return html_table(("", "before", "after", "meaning"), lines)


def differences(before: Ruleset, after: Ruleset) -> Differences:
    """Every number, cell and reading that differs between two rulesets: books as printed, or variants."""
    declared = before.declared() | after.declared()
    ours, theirs = _printed(before), _printed(after)
    pairs = ((name, ours.get(name, ""), theirs.get(name, "")) for name in dict.fromkeys((*ours, *theirs)))
    return Differences(
        Departure(name, declared[name.partition("/")[0]].meaning, old, new)
        for name, old, new in pairs
        if old != new
    )


def _printed(rules: Ruleset) -> dict[str, str]:
    """All that a book prints, as text: numbers, readings, cells without their notes."""
    return {place.name: cell_text(rules.value(place.name)) for place in places_of(rules)}
