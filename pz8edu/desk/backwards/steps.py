"""What may be changed, and in which steps: inputs of a question, numbers, cells and readings of a ruleset."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from pz8edu.core.rulebook.beyond import beyond, book_has
from pz8edu.core.rulebook.domain import Domain, NumberDomain, WholeDomain, WordDomain
from pz8edu.core.rulebook.draws import listed_values
from pz8edu.core.rulebook.ruleset import Ruleset
from pz8edu.core.rulebook.table import columns_of
from pz8edu.errors import BadInput

REACH = 12
"""So many steps up and down are tried of a number that has no limits."""
LONGEST = 100
"""Longer lists of values are cut to those near the value now."""


def values_near(domain: Domain, now: Any) -> tuple[object, ...]:
    """The values of a domain; of one without limits, or of very many values, those near `now`."""
    listed = listed_values(domain)
    if listed is not None and len(listed) <= LONGEST:
        return listed
    if isinstance(domain, (WholeDomain, NumberDomain)):
        step = 1 if isinstance(domain, WholeDomain) else Fraction(1, 2)
        middle = now if now is not None else (domain.limits.minimum or 0)
        near = (middle + place * step for place in range(-REACH, REACH + 1))
        return tuple(value for value in near if book_has(domain, value))
    raise BadInput("the values to try cannot be listed; name them: values=[...]")


def domain_in(rules: Ruleset, name: str, beyond_the_book: bool = False) -> Domain:
    """What a number, a reading or a cell of a ruleset may be; raises BadInput for an unknown name."""
    domain = rules.domain(name)
    return beyond(domain) if beyond_the_book else domain


def one_step_off(rules: Ruleset, name: str, beyond_the_book: bool = False) -> Iterator[object]:
    """One step down and one up of a number or cell; every other answer of a reading."""
    now, domain = rules.value(name), domain_in(rules, name, beyond_the_book)
    if isinstance(domain, WordDomain):
        yield from (answer for answer in domain.options if answer != now)
    elif isinstance(now, (int, Fraction)) and not isinstance(now, bool):
        step = Fraction(1, 2) if now.denominator != 1 else 1
        yield from (value for value in (now - step, now + step) if book_has(domain, value))


def changeable(rules: Ruleset, names: tuple[str, ...], cells: bool = True) -> tuple[str, ...]:
    """Of the fields named, the numbers and readings; of tables every cell that holds a number."""
    plain = (name for name in names if name in rules.numbers() or name in rules.readings())
    return (
        *plain,
        *(cell for name in names if cells and name in rules.tables() for cell in _cells(rules, name)),
    )


def _cells(rules: Ruleset, table: str) -> Iterator[str]:
    """The cells of a table that hold a number, its keys left out."""
    columns = list(columns_of(rules.tables()[table].row))[1:]
    for key, row in getattr(rules, table).items():
        for column in columns:
            if type(getattr(row, column)) in (int, Fraction):
                yield f"{table}/{key}/{column}"
