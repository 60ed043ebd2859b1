"""Little tables of a rule: all rows together, row by row, and the rule itself one by one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy

from pz8edu import Enumerating
from pz8edu.core.facts.columns import Column
from pz8edu.core.facts.fact import KnownLaws, Refused
from pz8edu.core.facts.laws import Laws
from pz8edu.core.facts.record import Record
from pz8edu.core.records import names_of
from pz8edu.errors import BadInput


@dataclass(frozen=True)
class Aim(Record):
    """Three numbers, and what is worked out from them."""

    a: int
    b: int
    c: int = 0

    @property
    def both(self) -> int:
        return self.a + self.b


SIZES = {"a": 4, "b": 3, "c": 2}
ROWS = [Aim(*values) for values in product(*map(range, SIZES.values()))]


def column_of(numbers: Any) -> Column:
    """A column of numbers that stand for themselves, counted anew from 0."""
    met, place = numpy.unique(numbers, return_inverse=True)
    return Column(place.astype(numpy.int32), tuple(met.tolist()))


def one_by_one(rule: Any, row: Any, rules: Any) -> Any:
    return Enumerating(draw=False).tree(rule, row, rules).distribution


def told(law: Callable[[Any], Any], row: Any) -> Any:
    """The chances, the sentence with which the rule refuses, or the kind of its fault."""
    try:
        found = law(row)
    except BadInput as refused:
        return str(refused)
    except Exception as fault:
        return type(fault)
    return found.why if isinstance(found, Refused) else found.fractions()


def in_columns(rule: Any, rows: list[Any], rules: Any, known: KnownLaws) -> list[Any]:
    """All rows at once, along one axis."""
    if not rows:
        return []
    columns = {
        name: column_of(numpy.array([known.values.of(getattr(row, name)) for row in rows]))
        for name in names_of(type(rows[0]))
    }
    numbers = Laws(rule, type(rows[0]), rules, known).of(columns, (len(rows),))
    laws = (known.laws.things[number] for number in numpy.broadcast_to(numbers, len(rows)))
    return [law.why if isinstance(law, Refused) else law.fractions() for law in laws]


def as_a_product(rule: Any, rules: Any, known: KnownLaws) -> list[Any]:
    """All combinations, an axis for each field."""
    columns = {}
    for axis, (name, size) in enumerate(SIZES.items()):
        along = [size if place == axis else 1 for place in range(len(SIZES))]
        numbers = tuple(known.values.of(value) for value in range(size))
        columns[name] = Column(numpy.arange(size).reshape(along), numbers)
    shape = tuple(SIZES.values())
    numbers = numpy.broadcast_to(Laws(rule, Aim, rules, known).of(columns, shape), shape)
    laws = (known.laws.things[number] for number in numbers.flat)
    return [law.why if isinstance(law, Refused) else law.fractions() for law in laws]
