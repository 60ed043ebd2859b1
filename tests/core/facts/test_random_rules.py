"""Rules that nobody would write, made at random: whole tables give the laws of one situation after the other.

Every form of statement may stand anywhere: those that can be taken apart, and those that cannot.
"""

from __future__ import annotations

import linecache
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import pytest

from pz8edu import BadInput, Modifiers, Umpire, together
from pz8edu.core.facts.fact import KnownLaws
from pz8edu.core.facts.record import Record
from tests.core.facts.tables import ROWS, Aim, in_columns, one_by_one

HELPERS = '''
def more(umpire, aim, number):
    """A helper with dice and a local number."""
    if number > 2:
        return number
    return int(umpire.d6("more") >= 3 + aim.a) + number


def rolled(umpire, aim):
    """A helper that leaves a roll."""
    return umpire.d6("rolled").half() + aim.b


def high(roll, limit):
    """A helper that asks about a roll of somebody else."""
    return roll >= limit


def summed(aim, number):
    """Modifiers, without dice."""
    return Modifiers((aim.a, "a", True), (number, "number", aim.b > 0))


def careful(aim):
    """A helper that refuses."""
    if aim.a == 3 and aim.c:
        raise BadInput(f"not {aim.a} with {aim.c}")
    return aim.b


def in_turn(umpire, state, item, rules):
    """One more thing of several."""
    return state + item if umpire.d6("in turn") >= rules.more else state


def ruled(rules, number):
    """A helper that knows the rules alone."""
    return number + 1 if rules.limit > 2 else number
'''


@dataclass
class Writer:
    """Writes the source of a rule; `names` have a value by now: n for numbers, r for rolls, t for tuples."""

    dice: random.Random

    def label(self) -> str:
        return f"'x{self.dice.randint(1, 3)}'"

    def number(self, names: list[str], depth: int = 0) -> str:
        forms: list[Callable[[], str]] = [
            lambda: self.dice.choice(["aim.a", "aim.b", "aim.c", "rules.limit", "rules.more"]),
            lambda: str(self.dice.randint(0, 4)),
        ]
        if numbers := [name for name in names if name.startswith("n")]:
            forms += [lambda: self.dice.choice(numbers)] * 3
        if depth < 2:
            number, roll, test = (
                partial(each, names, depth + 1) for each in (self.number, self.roll, self.test)
            )
            forms += [
                lambda: f"({number()} {self.dice.choice('+-*')} {number()})",
                lambda: f"max({number()}, {number()})",
                lambda: f"({number()} if {test()} else {number()})",
                lambda: f"sum(each for each in ({number()}, {number()}))",
                lambda: f"summed(aim, {number()}).total",
                lambda: f"more(umpire, aim, {number()})",
                lambda: f"umpire.settle({self.label()}, {roll()})",
                lambda: f"umpire.look_up({self.label()}, {roll()}, lambda v: v + {self.number(names, 2)})",
                lambda: f"umpire.resolve({self.label()}, more, aim, {number()})",
                lambda: f"umpire.resolve({self.label()}, rolled, aim)",
                lambda: f"int({test()})",
                lambda: "careful(aim)",
                lambda: f"ruled(rules, {number()})",
                lambda: f"{{rules: {number()}}}[rules]",
            ]
        return self.dice.choice(forms)()

    def roll(self, names: list[str], depth: int = 0) -> str:
        forms: list[Callable[[], str]] = [
            lambda: f"umpire.d6({self.label()})",
            lambda: f"umpire.sum_of({self.label()}, 2)",
        ]
        if rolls := [name for name in names if name.startswith("r")]:
            forms += [lambda: self.dice.choice(rolls)] * 3
        if pairs := [name for name in names if name.startswith("t")]:
            forms += [lambda: f"{self.dice.choice(pairs)}[0]"] * 2
        if depth < 2:
            number, roll = partial(self.number, names, depth + 1), partial(self.roll, names, depth + 1)
            forms += [
                lambda: f"({roll()} + {number()})",
                lambda: f"({roll()} - {roll()})",
                lambda: f"{roll()}.modified(summed(aim, {number()}))",
                lambda: f"{roll()}.called({self.label()})",
                lambda: f"together(max, {roll()}, {roll()})",
                lambda: "rolled(umpire, aim)",
                lambda: f"umpire.odds({self.label()}, rolled, aim)",
                lambda: f"umpire.odds({self.label()}, more, aim, {number()})",
                lambda: f"umpire.in_turn({self.label()}, (1, {number()}), in_turn, 0, rules)",
            ]
        return self.dice.choice(forms)()

    def test(self, names: list[str], depth: int = 0) -> str:
        forms: list[Callable[[], str]] = [
            lambda: f"{self.number(names, 2)} {self.dice.choice(['<', '>=', '=='])} {self.number(names, 2)}",
            lambda: f"{self.roll(names, 2)} {self.dice.choice(['<', '>=', '=='])} {self.number(names, 2)}",
            lambda: f"high({self.roll(names, 2)}, {self.number(names, 2)})",
            lambda: f"{self.roll(names, 2)}.is_in((1, {self.number(names, 2)}))",
        ]
        if depth < 2:
            test = partial(self.test, names, depth + 1)
            forms += [
                lambda: f"({test()} and {test()})",
                lambda: f"({test()} or {test()})",
                lambda: f"not {test()}",
            ]
        return self.dice.choice(forms)()

    def outcome(self, names: list[str]) -> str:
        return self.dice.choice(
            [
                lambda: self.number(names),
                lambda: self.roll(names),
                lambda: f'f"{{{self.number(names, 2)}}} {{{self.test(names, 2)}}}"',
                lambda: f"({self.number(names, 1)}, {self.number(names, 2)})",
                lambda: f"together(lambda *values: values, {self.roll(names, 1)}, {self.number(names, 2)})",
            ]
        )()

    def block(self, names: list[str], depth: int, size: int) -> Iterator[str]:
        pad = "    " * depth
        for _ in range(size):
            for line in self.statement(names, depth):
                yield pad + line

    def statement(self, names: list[str], depth: int) -> list[str]:
        dice = self.dice
        kind = dice.randint(0, 13 if depth < 3 else 7)
        new = f"{len(names)}"
        if kind <= 1:
            lines = [f"n{new} = {self.number(names)}"]
            names.append(f"n{new}")
        elif kind == 2:
            lines = [f"n{new}: int = {self.number(names)}"]
            names.append(f"n{new}")
        elif kind == 3 and (numbers := [name for name in names if name.startswith("n")]):
            lines = [f"{dice.choice(numbers)} += {self.number(names, 1)}"]
        elif kind == 4:
            lines = [f"n{new}, r{new} = {self.number(names, 1)}, {self.roll(names, 1)}"]
            names += [f"n{new}", f"r{new}"]
        elif kind == 5:
            lines = [f"t{new} = ({self.roll(names, 1)}, {self.number(names, 1)})"]
            names.append(f"t{new}")
        elif kind <= 7:
            lines = [f"r{new} = {self.roll(names)}"]
            names.append(f"r{new}")
        elif kind <= 9:
            lines = [f"if {self.test(names)}:", *self.block([*names], 1, dice.randint(1, 2))]
            if dice.random() < 0.6:
                lines.append(f"    return {self.outcome(names)}")
            if dice.random() < 0.5:
                lines += ["else:", *self.block([*names], 1, 1)]
        elif kind == 10:
            lines = [
                f"n{new} = 0",
                f"for step in (1, aim.b, {self.number(names, 2)}):",
                f"    if umpire.d6({self.label()}) >= step:",
                f"        n{new} += step",
            ]
            names.append(f"n{new}")
        elif kind == 11:
            lines = [f"n{new} = 0", "for step in range(aim.b):", f"    n{new} += {self.number(names, 1)}"]
            names.append(f"n{new}")
        elif kind == 12:
            lines = [
                f"found = [{self.number(names, 1)}]",
                f"found.append({self.number(names, 1)})",
                f"n{new} = sum(found)",
            ]
            names.append(f"n{new}")
        else:
            lines = ["careful(aim)"]
        return lines

    def rule(self) -> str:
        names: list[str] = []
        body = "\n".join(self.block(names, 1, self.dice.randint(1, 5)))
        return f"def rule(umpire, aim, rules):\n{body}\n    return {self.outcome(names)}\n"


def written(seed: int) -> tuple[str, Any]:
    """The source of a rule, and the rule, as a notebook's cell would define it."""
    source = HELPERS + "\n\n" + Writer(random.Random(seed)).rule()
    name = f"<random rule {seed}>"
    linecache.cache[name] = len(source), None, source.splitlines(True), name
    world: dict[str, Any] = {
        "Modifiers": Modifiers,
        "BadInput": BadInput,
        "together": together,
        "Umpire": Umpire,
    }
    exec(compile(source, name, "exec"), world)
    return source, world["rule"]


@dataclass(frozen=True)
class Rules(Record):
    """Two numbers that designers change."""

    limit: int
    more: int


RULES = Rules(1, 4), Rules(1, 3), Rules(3, 4)


def answer(rule: Any, row: Aim, rules: Rules) -> Any:
    try:
        return one_by_one(rule, row, rules).fractions()
    except BadInput as refused:
        return str(refused)


@pytest.mark.whole_domain(6)
@pytest.mark.parametrize("seed", range(20))
def test_a_random_rule_has_the_same_laws_in_columns(seed: int) -> None:
    source, rule = written(seed)
    known = KnownLaws()
    for rules in RULES:
        expected = [answer(rule, row, rules) for row in ROWS]
        assert in_columns(rule, ROWS, rules, known) == expected, source
