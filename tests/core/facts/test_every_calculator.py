"""Whole tables against one situation after the other: every calculator, drawn rows, two rulesets."""

from __future__ import annotations

import random
from typing import Any

import pytest

from pz8edu import ids, system
from pz8edu.core.facts.fact import KnownLaws
from pz8edu.core.facts.laws import Laws
from pz8edu.core.rulebook.system import Calculator
from pz8edu.errors import BadInput
from tests.benchmarks.batch import interface_of, random_inputs
from tests.core.facts.tables import in_columns, one_by_one, told
from tests.systems.test_examples import EXAMPLES

ROWS = 24
CASES = [
    pytest.param(name, question, id=f"{name} {question.id}")
    for name in ids()
    for question in system(name).calculators.values()
]


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


@pytest.mark.whole_domain(16)
@pytest.mark.parametrize(("name", "question"), CASES)
def test_a_table_gives_the_law_of_every_row(name: str, question: Calculator) -> None:
    printed = system(name).rules
    dice = random.Random(name)
    other = {
        doubt: dice.choice([answer for answer in told.answers if answer != getattr(printed, doubt)])
        for doubt, told in printed.readings().items()
    }
    rows, together, alone = rows_of(name, question), KnownLaws(), KnownLaws()
    for rules in (printed, printed.variant(other)):
        expected = [told(lambda row: one_by_one(question.rule, row, rules), row) for row in rows]  # noqa: B023
        laws = Laws(question.rule, question.situation, rules, alone)
        assert [told(laws.law, row) for row in rows] == expected
        assert in_columns(question.rule, rows, rules, together) == expected
