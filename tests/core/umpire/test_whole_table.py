"""Laws of whole tables against one situation after the other: every calculator, random rows and readings."""

from __future__ import annotations

import random
from dataclasses import dataclass, replace
from typing import Any

import numpy
import pytest

from pz8edu import Enumerating, Umpire, ids, system
from pz8edu.core.rulebook.system import Calculator
from pz8edu.core.umpire.columns import column_of
from pz8edu.core.umpire.known_laws import Known, Refused
from pz8edu.core.umpire.laws_of_table import Laws
from pz8edu.core.umpire.watching import names_of
from pz8edu.core.umpire.whole_table import WholeTable
from pz8edu.errors import BadInput
from tests.benchmarks.batch import interface_of, random_inputs
from tests.systems.test_examples import EXAMPLES

ROWS = 24


def rows_of(system_id: str, question: Calculator) -> list[Any]:
    """Worked examples of a question, and random rows of its interface."""
    dice = random.Random(f"{system_id} {question.id}")
    lines = [one["ask"] for one in EXAMPLES.get(system_id, ()) if one["ask"].get("calculator") == question.id]
    given = [line["inputs"] for line in dice.sample(lines, min(len(lines), ROWS // 2))]
    while len(given) < ROWS:
        given.append(random_inputs(interface_of(system_id, "calculator", question.id)["inputs"], dice))
    found = []
    for inputs in given:
        try:
            found.append(question.situation.read(inputs))
        except BadInput:
            continue
    return found


CASES = [
    pytest.param(name, question, id=f"{name} {question.id}")
    for name in ids()
    for question in system(name).calculators.values()
]


@pytest.mark.parametrize(("name", "question"), CASES)
def test_a_table_gives_the_law_of_every_row(name: str, question: Calculator) -> None:
    printed = system(name).rules
    dice = random.Random(name)
    other = {
        doubt: dice.choice([answer for answer in told.answers if answer != getattr(printed, doubt)])
        for doubt, told in printed.readings().items()
    }
    rows, known = rows_of(name, question), Known()
    for rules in (printed, printed.variant(other)):
        table: WholeTable[Any, Any] = WholeTable(question.rule, rules)
        expected = [told(lambda row: one_by_one(question.rule, row, rules), row) for row in rows]  # noqa: B023
        for _ in range(2):
            assert [told(table.law, row) for row in rows] == expected
        assert in_columns(question.rule, rows, rules, known) == expected


def one_by_one(rule: Any, row: Any, rules: Any) -> Any:
    return Enumerating(draw=False).tree(rule, row, rules).distribution


def in_columns(rule: Any, rows: list[Any], rules: Any, known: Known) -> list[Any]:
    """The same of all rows at once."""
    if not rows:
        return []
    columns = {
        name: column_of(numpy.array([known.values.of(getattr(row, name)) for row in rows]))
        for name in names_of(rows[0])
    }
    numbers = Laws(rule, type(rows[0]), rules, known).of(columns, (len(rows),))
    found = [known.laws.things[number] for number in numpy.broadcast_to(numbers, len(rows))]
    return [law.why if isinstance(law, Refused) else law.fractions() for law in found]


def told(law: Any, situation: Any) -> Any:
    """The chances, or the sentence with which the rule refuses."""
    try:
        return law(situation).fractions()
    except BadInput as refused:
        return str(refused)


# --- rules that would go wrong if reads were guessed
@dataclass(frozen=True)
class Pair:
    a: int
    b: int
    c: int = 0

    @property
    def both(self) -> int:
        return self.a + self.b


def held_in_a_name(umpire: Umpire, pair: Pair, rules: None) -> int:
    same = pair
    if umpire.d6("x") >= 4:
        return same.a
    return same.b


def held_in_a_function(umpire: Umpire, pair: Pair, rules: None) -> int:
    ask = lambda: pair.b  # noqa: E731
    if pair.a > 2:
        return ask()
    return 0


def held_in_a_tuple(umpire: Umpire, pair: Pair, rules: None) -> int:
    kept = (1, lambda: pair.c)
    return kept[0] + kept[1]()


def rolls_between_statements(umpire: Umpire, pair: Pair, rules: None) -> Any:
    die = umpire.d6("x") + pair.a
    if die >= 5:
        return die
    return pair.both


def read_late(umpire: Umpire, pair: Pair, rules: None) -> str:
    high = umpire.d6("x") >= 5
    word = "high" if high else "low"
    if pair.a == 1:
        word = word + str(pair.b)
    if high and pair.c:
        return f"{word} {pair.c}"
    return word


def in_a_loop(umpire: Umpire, pair: Pair, rules: None) -> int:
    total = pair.a
    for place in range(pair.b):
        total += place * (umpire.d6("x") >= 3)
    return total


def compared_as_a_whole(umpire: Umpire, pair: Pair, rules: None) -> bool:
    known = pair == Pair(1, 2, 0)
    return known and umpire.d6("x") == 6


def with_a_field_replaced(umpire: Umpire, pair: Pair, rules: None) -> int:
    other = replace(pair, a=0)
    return other.b + (umpire.d6("x") >= 3) + replace(pair, b=1).a


@pytest.mark.parametrize(
    "rule",
    [
        with_a_field_replaced,
        held_in_a_name,
        held_in_a_function,
        held_in_a_tuple,
        rolls_between_statements,
        read_late,
        in_a_loop,
        compared_as_a_whole,
        lambda umpire, pair, rules: umpire.d6("x") + pair.a,
    ],
)
def test_what_is_not_understood_runs_in_one_piece(rule: Any) -> None:
    table: WholeTable[Pair, Any] = WholeTable(rule, None)
    dice = random.Random(3)
    pairs = [Pair(dice.randint(0, 3), dice.randint(0, 3), dice.randint(0, 2)) for _ in range(60)]
    expected = [one_by_one(rule, pair, None).fractions() for pair in pairs]
    assert [table.law(pair).fractions() for pair in pairs] == expected
    assert in_columns(rule, pairs, None, Known()) == expected


def test_yes_and_one_are_told_apart() -> None:
    def kind_of(umpire: Umpire, pair: Pair, rules: None) -> str:
        return type(pair.a).__name__

    table: WholeTable[Pair, str] = WholeTable(kind_of, None)
    pairs = [Pair(a, 0) for a in (1, True, 1)]
    assert [next(iter(table.law(pair))) for pair in pairs] == ["int", "bool", "int"]
    assert [next(iter(law)) for law in in_columns(kind_of, pairs, None, Known())] == ["int", "bool", "int"]


def test_what_a_test_rules_out_is_not_asked() -> None:
    def careful(umpire: Umpire, pair: Pair, rules: None) -> int:
        if pair.b:
            return pair.a // pair.b
        return -1

    table: WholeTable[Pair, int] = WholeTable(careful, None)
    pairs = [Pair(7, 2), Pair(7, 0), Pair(9, 3)]
    assert [next(iter(table.law(pair))) for pair in pairs] == [3, -1, 3]
    assert [next(iter(law)) for law in in_columns(careful, pairs, None, Known())] == [3, -1, 3]


def test_what_is_remembered_may_be_emptied_at_any_time() -> None:
    memo: dict[Any, Any] = {}
    table: WholeTable[Pair, Any] = WholeTable(read_late, None, memo)
    first = table.law(Pair(1, 2, 1)).fractions()
    memo.clear()
    assert table.law(Pair(1, 2, 1)).fractions() == first
    assert memo


def test_equal_situations_are_worked_out_once() -> None:
    played: list[str] = []
    table: WholeTable[Pair, int] = WholeTable(counted, played)
    for _ in range(3):
        for b in range(5):
            table.law(Pair(1, b))
    assert len(played) == 2, "a rule of the user's is replayed once"


def counted(umpire: Umpire, pair: Pair, rules: list[Any]) -> int:
    rules.append("played")
    return pair.a
