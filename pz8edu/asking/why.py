"""Why is this number what it is?  What the rule of a question looked at, and what it worked out from that.

Nothing here is written for a system: a function, property or method of a book that is about the situation is
a step by itself, and its docstring says what it is and where the book has it.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from markupsafe import Markup

from pz8edu.core.facts.fact import INLINE, RULES, SITUATION, Fact, Fork, KnownLaws, Raised, Refused, Total
from pz8edu.core.facts.record import Record
from pz8edu.core.facts.run import OF_RULES, FactRow, Taken, fields_of_rules
from pz8edu.core.in_force import run_under
from pz8edu.core.records import names_of
from pz8edu.core.rolls.modifiers import Modifiers
from pz8edu.core.rulebook.own_rules import under
from pz8edu.core.rulebook.ruleset import Ruleset
from pz8edu.core.rulebook.situation import Situation
from pz8edu.core.rulebook.system import BoardCheck, Calculator, Question
from pz8edu.core.rulebook.table import Table
from pz8edu.errors import BadInput, shown


@dataclass(frozen=True)
class Reason:
    """One line: what it is, what it comes to ("" for dice), what the book says of it; `inside` says why."""

    name: str
    value: str
    says: str
    inside: tuple[Reason, ...] = ()

    @property
    def line(self) -> str:
        """The line itself: "defence of = 3: the Defence that counts ..."."""
        told = f"{self.name} = {self.value}" if self.value else self.name
        return f"{told}: {self.says}" if self.says else told


class Why(tuple[Reason, ...]):
    """What the rule of a question looked at in one situation, step by step; in a notebook as a list."""

    __slots__ = ()

    def __str__(self) -> str:
        return "\n".join(_lines(self))

    __repr__ = __str__

    def _repr_html_(self) -> str:
        return _list(self)

    __html__ = _repr_html_


def _lines(reasons: tuple[Reason, ...], depth: int = 0) -> Iterator[str]:
    for each in reasons:
        yield "  " * depth + each.line
        yield from _lines(each.inside, depth + 1)


def _list(reasons: tuple[Reason, ...]) -> Markup:
    items = (Markup("<li>{}{}</li>").format(each.line, _list(each.inside)) for each in reasons)
    return Markup("<ul class='pz8-why'>{}</ul>").format(Markup().join(items)) if reasons else Markup()


def why(question: Question, situation: Situation, rules: Ruleset) -> Why:
    """What a calculator or a board check looked at in a situation, whatever the dice show.

    Raises BadInput for a chain, and what the question itself refuses.
    """
    asked = under(question, rules)
    if isinstance(asked, Calculator):
        came_to, looks = looked_at("whole", asked.rule, situation, rules)
        if isinstance(came_to, Refused):
            raise BadInput(came_to.why)
    elif isinstance(asked, BoardCheck):
        _, looks = looked_at("value", asked.answer, situation, rules)
    else:
        raise BadInput(f"{question.id!r} is a chain: only calculators and board checks tell why")
    inputs = {field: name for name, field in type(situation).renamed.items()}
    return Why(_reasons(looks, rules, inputs, set()))


def _reasons(
    looks: tuple[FactLook, ...], rules: Ruleset, inputs: Mapping[str, str], told: set[Fact]
) -> Iterator[Reason]:
    """The lines of what was looked at; what looks at nothing and comes to no word has none."""
    for each in looks:
        what = each.what
        if isinstance(what, str):
            yield from _of_field(inputs.get(what, what), each.value, rules)
        elif what.how == "rows":  # they stand with their total
            continue
        elif what in told:
            found = _of_fact(what, each.value, ())
            yield Reason(found.name, found.value, "as above")
        else:
            found = _of_fact(what, each.value, tuple(_reasons(each.inside, rules, inputs, told)))
            if found.value or found.inside:
                told.add(what)
                yield found


def _of_field(what: str, value: object, rules: Ruleset) -> Iterator[Reason]:
    if what.startswith(OF_RULES):
        yield from _of_rules(what.removeprefix(OF_RULES), value, rules)
    else:
        yield Reason(_spaced(what), plain_word(value) or shown(value), "input")


def _of_rules(name: str, value: object, rules: Ruleset) -> Iterator[Reason]:
    """A number, a reading or a table of the book; nothing for what the book does not print."""
    printed = rules.declared().get(name)
    if printed is None:
        return
    section = f" (section {printed.section})" if printed.section else ""
    if isinstance(value, Table):
        yield Reason(_spaced(name), "", f"a table, {printed.meaning}{section}")
        return
    reading = rules.readings().get(name)
    says = reading.answers[str(value)] if reading else printed.meaning
    yield Reason(name if reading else _spaced(name), str(value), says + section)


def _of_fact(fact: Fact, value: object, inside: tuple[Reason, ...]) -> Reason:
    """What was worked out: by its function's name, with what that was given and what its docstring says."""
    names = list(inspect.signature(fact.function).parameters)[fact.how in ("law", "part") :]  # the umpire
    told: list[tuple[str, object]] = []
    for name, each in zip(names, () if fact.how == "in turn" else fact.args, strict=False):
        told += each.named.items() if isinstance(each, Taken) else [(name, each)]
    given = [f"{_spaced(name)} {word}" for name, each in told if (word := plain_word(each))]
    name = _spaced(fact.function.__name__.lstrip("_")) + (f" ({', '.join(given)})" if given else "")
    says = " ".join((fact.function.__doc__ or "").strip().partition("\n\n")[0].split())
    if isinstance(value, BadInput):
        return Reason(name, "refused", str(value), inside)
    if isinstance(value, Modifiers):
        rows = (Reason(str(row), "", f"section {row.section}" if row.section else "") for row in value)
        return Reason(name, f"{value.total:+d}".replace("-", "−"), says, (*rows, *inside))
    return Reason(name, plain_word(value), says, inside)


def plain_word(value: object) -> str:
    """A plain value in a word: "3", "yes", "side"; "" for anything else."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) if isinstance(value, (int, Fraction, str, Enum)) else ""


def _spaced(name: str) -> str:
    return name.replace("_", " ")


# --- what a rule looks at in one situation
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
