"""What is written on a command line: the inputs of a question, and the rules under which it is asked."""

from __future__ import annotations

import argparse
import re
import sys
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from pz8edu.asking.ask import rules_for, situation_of
from pz8edu.asking.json_lines import exact_json
from pz8edu.core.rulebook.beyond import beyond
from pz8edu.core.rulebook.domain import Domain, RecordDomain, TextDomain
from pz8edu.core.rulebook.ruleset import Ruleset, changes_in
from pz8edu.core.rulebook.situation import Given, Input, Situation
from pz8edu.core.rulebook.system import Question, System
from pz8edu.desk.tables.sweep import every_value
from pz8edu.desk.variants.variant import read_variant
from pz8edu.errors import BadInput, listed, shown, unknown

Commands: TypeAlias = "argparse._SubParsersAction[argparse.ArgumentParser]"
"""The commands of the command line, to which others are added."""


def say(text: str) -> None:
    """One line to the person at the keyboard, beside the answer: on standard error."""
    print(f"pz8edu: {text}", file=sys.stderr)


# --- rules
def add_rules(command: argparse.ArgumentParser) -> None:
    """The options that change the rules."""
    option = command.add_argument
    option("--reading", help="other readings, such as R3=b,R5=b")
    option("--set", action="append", default=[], metavar="name=value", help="change a printed number or cell")
    option("--variant", metavar="FILE", help="rules from a variant file")
    option("--beyond-the-book", action="store_true", help="let numbers go further than the book has them")


def rules_from(asked: System, chosen: argparse.Namespace) -> Ruleset:
    """The rules that the options of a command ask for.

    Says what a file puts in force, and what is as printed. Raises BadInput for options that contradict each
    other.
    """
    file = read_variant(chosen.variant) if chosen.variant else None
    changes: dict[str, str] = {}
    for text in chosen.set:
        for name, value in changes_in(text).items():
            if changes.setdefault(name, value) != value:
                raise BadInput(f"{name} is given twice: {changes[name]} and {value}")
    for name, value in changes_in(chosen.reading or "").items() if chosen.reading != "default" else ():
        if changes.get(name, value) != value:
            raise BadInput(f"{name} is given twice: {value} and {changes[name]}")
    rules = rules_for(
        asked, chosen.reading, file.rules if file else None, changes, beyond_the_book=chosen.beyond_the_book
    )
    same = [
        f"{name}={value}" for name, value in changes.items() if rules.value(name) == asked.rules.value(name)
    ]
    same += [name for name in (file.as_printed if file else ()) if name not in changes]
    as_printed = f"{', '.join(same)} {'is' if len(same) == 1 else 'are'} as printed" if same else ""
    if file:
        say("; ".join(filter(None, (f"in force: {rules}", as_printed))))
    elif as_printed:
        say(as_printed)
    return rules


def tell_beyond(question: Question, inputs: Mapping[str, object], rules: Ruleset) -> None:
    """Say which inputs and numbers lie further than the book has them."""
    situation = situation_of(question, inputs, beyond_the_book=True)
    outside = situation.beyond_the_book() | rules.beyond_the_book()
    for name, words in outside.items():
        say(f"beyond the book: {name} (the book has {words})")


# --- inputs
def over_in(
    texts: list[str], *forms: type[Situation], free: Sequence[str] = ()
) -> dict[str, tuple[object, ...]]:
    """The values of the inputs that vary, as they are written: `attack,defence=1..5,cover=open|rough`.

    An input by itself takes all its values; `all` is every input that is `free`. Raises BadInput for what no
    form has.
    """
    found: dict[str, tuple[object, ...]] = {}
    texts = [",".join(free)] if texts == ["all"] and free else texts
    for part in ",".join(texts).split(","):
        name, equals, written = (each.strip() for each in part.partition("="))
        domain = _domain(name, _fields(forms))
        if name in found:
            raise BadInput(f"the input {shown(name)} stands twice in --over")
        if not equals:
            found[name] = every_value(name, domain)
            continue
        ends = re.fullmatch(r"(-?\d{1,9})\.\.(-?\d{1,9})", written)
        listed_texts = [str(n) for n in range(int(ends[1]), int(ends[2]) + 1)] if ends else written.split("|")
        if not listed_texts:
            raise BadInput(f"{part.strip()} has no values: the first is larger than the last")
        found[name] = tuple(_value_of(text, name, domain) for text in listed_texts)
    return found


def check_given(form: type[Situation], inputs: Mapping[str, object], over: Mapping[str, object]) -> None:
    """Raise BadInput for inputs that are given and vary, and for such that are neither."""
    if twice := [name for name in inputs if name in over]:
        raise BadInput(f"{listed(twice)} is given twice: it is given and varies too; leave one of them out")
    varied = {name.partition(".")[0] for name in over}
    required = (name for name, known in form.fields().items() if known.required)
    if missing := [name for name in required if name not in inputs and name not in varied]:
        ways = f"{missing[0]}=…, --over {missing[0]} or --over all"
        raise BadInput(f"{listed(missing)} must be given, or vary: {ways}")


def _fields(forms: Sequence[type[Situation]]) -> dict[str, Input]:
    """The inputs of some forms; those of the first come first, and stand."""
    found: dict[str, Input] = {}
    for form in forms:
        found = {**found, **{name: known for name, known in form.fields().items() if name not in found}}
    return found


def _domain(name: str, fields: Mapping[str, Input]) -> Domain:
    """What an input may be; "A.attack" is one inside a record. Raises BadInput for an unknown one."""
    outer, _, inner = name.partition(".")
    known = fields.get(outer)
    if known is None:
        raise unknown("input", name, fields)
    if not inner:
        return known.domain
    inside: Mapping[str, Input] = known.domain.kind.fields() if isinstance(known.domain, RecordDomain) else {}
    if inner not in inside:
        raise unknown(f"input of {outer}", inner, inside)
    return inside[inner].domain


def inputs_from(
    texts: Sequence[str], situation: type[Situation], beyond_the_book: bool = False, *others: type[Situation]
) -> Given:
    """Inputs written as name=value; values that are JSON are read as such, others are words."""
    inputs: dict[str, object] = {}
    fields = _fields((situation, *others))
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or not name:
            raise BadInput(f"an input is written name=value, such as attack=5; got {shown(text)}")
        if name in inputs:
            raise BadInput(f"the input {shown(name)} is given twice")
        known = fields.get(name)
        if known is None:
            inputs[name] = _value(value)
        else:
            inputs[name] = _value_of(value, name, beyond(known.domain) if beyond_the_book else known.domain)
    return inputs


def _value_of(text: str, name: str, domain: Domain) -> object:
    """A value as JSON where that fits, else as it is written."""
    value = _value(text)
    if not isinstance(value, str):
        try:
            return domain.read(value, name)
        except BadInput:
            if not isinstance(domain, TextDomain):
                raise
    return domain.spelled(value if isinstance(value, str) else text, name)


def _value(text: str) -> object:
    try:
        return exact_json(text)
    except (ValueError, RecursionError):
        return text
