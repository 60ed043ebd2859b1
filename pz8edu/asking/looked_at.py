"""What a rule looks at in one situation: inputs, numbers of the ruleset, and what is worked out from them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from pz8edu.core.facts.fact import INLINE, RULES, SITUATION, Fact, Fork, KnownLaws, Raised, Total
from pz8edu.core.facts.record import Record
from pz8edu.core.facts.run import FactRow, fields_of_rules
from pz8edu.core.in_force import run_under
from pz8edu.core.records import names_of


@dataclass(frozen=True)
class FactLook:
    """One thing that was looked at, whatever falls: a field of situation or ruleset by name, or a fact.

    `value` is what it comes to; the rows of modifiers that apply, the exception of what refuses. `inside` is
    what a fact looked at itself, in its order.
    """

    what: str | Fact
    value: object
    inside: tuple[FactLook, ...] = ()


def looked_at(
    how: str, function: Callable[..., object], situation: Record, rules: Record
) -> tuple[object, tuple[FactLook, ...]]:
    """What a function of a situation and a ruleset comes to, and what it looked at on the way.

    `how` is "whole" for the law of a rule, "value" for any other function. Raises what a rule raises that
    contradicts itself (`Impure`).
    """
    known, kind = KnownLaws(), type(situation)
    told = {name: getattr(situation, name) for name in names_of(kind)}
    told |= {what: getattr(rules, name) for what, name in fields_of_rules(rules).items()}
    numbers: dict[str | Fact, int] = {what: known.values.of(value) for what, value in told.items()}
    row = FactRow(known, kind, rules, numbers)
    key = ((SITUATION, kind), (RULES, type(rules)))
    fact = known.fact(how, function, (SITUATION, RULES), key)
    came_to = (known.laws if how == "whole" else known.values).things[row.at(fact)]
    return came_to, tuple(_inside(row, fact))


def _inside(row: FactRow, fact: Fact) -> Iterator[FactLook]:
    """What a fact looked at, along its forks."""
    ways, way = fact.ways, None
    while isinstance(step := ways[way], Fork):
        number = row.at(step.on)
        value = row.known.values.things[number]
        if isinstance(step.on, str):
            yield FactLook(step.on, value)
        elif value is not INLINE:  # what it looked at then stands beside it
            value = value.fault if type(value) is Raised else value
            yield FactLook(step.on, _rows(row, step.on, value), tuple(_inside(row, step.on)))
        ways, way = step.ways, number


def _rows(row: FactRow, fact: Fact, value: object) -> object:
    """The rows of modifiers, of which a fact has the total; any other value as it is.

    Modifiers made of others that were given by their total have only that.
    """
    if type(value) is not Total:
        return value
    rows = run_under(fact.own, row.known.fact, ("rows", fact.function, fact.args, fact), {})
    found = row.known.values.things[row.at(rows)]
    return value.total if found is INLINE else found
