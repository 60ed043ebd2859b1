"""Little tables of a rule: all rows together, row by row, and the rule itself one by one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import Any

from pz8edu import Enumerating
from pz8edu.asking.diagrams import Diagrams, LawDiagrams, one_diagram
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
    diagrams, kind = Diagrams([len(rows)]), type(rows[0])
    fields = {
        name: one_diagram(diagrams, [~known.values.of(getattr(row, name)) for row in rows], [0])
        for name in names_of(kind)
    }
    return laws_of(LawDiagrams(Laws(rule, kind, rules, known), diagrams, fields))


def as_a_product(rule: Any, rules: Any, known: KnownLaws) -> list[Any]:
    """All combinations, an axis for each field."""
    diagrams = Diagrams([*SIZES.values()])
    fields = {
        name: one_diagram(diagrams, [~known.values.of(value) for value in range(size)], [axis])
        for axis, (name, size) in enumerate(SIZES.items())
    }
    return laws_of(LawDiagrams(Laws(rule, Aim, rules, known), diagrams, fields))


def laws_of(made: LawDiagrams) -> list[Any]:
    """The law of every row, in words where it is refused."""
    laws = [made.known.laws.things[number] for number in made.diagrams.codes(made.law())]
    return [law.why if isinstance(law, Refused) else law.fractions() for law in laws]
