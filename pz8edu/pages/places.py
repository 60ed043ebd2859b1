"""Every place of a rulebook that a designer can change: numbers, readings, and the cells of tables."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pz8edu.core.records import FrozenRecord
from pz8edu.core.rulebook.domain import Domain, FlagDomain, WordDomain
from pz8edu.core.rulebook.ruleset import Ruleset, printed_rules
from pz8edu.core.rulebook.table import cell_text, columns_of


class Changeable(FrozenRecord):
    """One number, reading or cell (`table/row/column`): what it means, where it stands, what is printed.

    `allowed` says in words what it may be changed to; `choices` has those values with their words where they
    can be listed.
    """

    name: str
    meaning: str
    section: str
    printed: Any
    allowed: str
    choices: Mapping[str, Any]

    def matches(self, wanted: str) -> bool:
        """Do all words of a search stand in its name, its meaning, its section or its printed value?"""
        text = f"{self.name} {self.meaning} §{self.section} {cell_text(self.printed)}".lower()
        return all(word in text for word in wanted.lower().split())


def places_of(rules: Ruleset) -> tuple[Changeable, ...]:
    """All places of a book in its order: numbers, readings, then table after table."""
    book = printed_rules(type(rules))
    found = [
        Changeable(name, told.meaning, told.section, getattr(book, name), told.domain.words(), {})
        for name, told in rules.numbers().items()
    ]
    for name, doubt in rules.readings().items():
        answers = {f"{letter}: {text}": letter for letter, text in doubt.answers.items()}
        printed = getattr(book, name)
        found.append(
            Changeable(name, doubt.question, doubt.section, printed, ", ".join(doubt.answers), answers)
        )
    for name, table in rules.tables().items():
        first, *columns = columns_of(table.row)
        domains = {column: getattr(book, name).domain(column) for column in columns}
        for row in getattr(book, name).values():
            key, *cells = [(column, getattr(row, column)) for column in (first, *columns)]
            found += [
                Changeable(
                    f"{name}/{key[1]}/{column}",
                    f"{table.meaning}: {cell_text(key[1])}, {column.replace('_', ' ')}",
                    table.section,
                    printed,
                    domains[column].words(),
                    _choices(domains[column]),
                )
                for column, printed in cells
                if column != "note"
            ]
    return tuple(found)


def _choices(domain: Domain) -> dict[str, object]:
    """The values of a cell that can be listed, by their words."""
    if isinstance(domain, FlagDomain):
        return {"no": False, "yes": True}
    return {word: word for word in domain.options} if isinstance(domain, WordDomain) else {}
