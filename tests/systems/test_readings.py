"""Which readings act on a question: what is listed, held against what its rules look at."""

from __future__ import annotations

from itertools import islice
from typing import Any

import pytest

from pz8edu import BadInput, Enumerating, ids, system
from pz8edu.asking.ask import exact_answer, situation_of
from pz8edu.cli import main
from pz8edu.core.rulebook.draws import drawn_situations
from pz8edu.core.rulebook.system import Calculator, Question, System, readings_of
from pz8edu.pages.reads import fields_read

TRIED = 25
"""So many situations of every question are looked at,"""
FEW = 4
"""and of those that take long."""
LONG = ("assault", "assault-chain", "two-ships-one-target", "gunnery-duel", "salvo")


def looked_at(question: Question, given: dict[str, Any], home: System) -> set[str]:
    """The readings that a question looks at in a situation; none where the situation is refused."""
    situation = situation_of(question, given)

    def asked(rules: Any) -> None:
        if not isinstance(question, Calculator):
            question.answer(situation, rules)
            return
        Enumerating(draw=False).tree(question.rule, situation, rules)
        if question.further is not None:
            question.further(situation, rules)

    return home.rules.readings().keys() & set(fields_read(home.rules, asked))


def answer_of(question: Question, given: dict[str, Any], rules: Any) -> Any:
    try:
        return exact_answer(question, given, rules)
    except BadInput as fault:
        return str(fault)


@pytest.mark.whole_domain(6)
@pytest.mark.parametrize("name", ids())
def test_a_reading_that_is_not_listed_changes_no_answer(name: str) -> None:
    home = system(name)
    for question in home.questions:
        drawn = drawn_situations(question.situation.fields(), "readings")
        for given in islice(drawn, FEW if question.id in LONG else TRIED):
            try:
                unlisted = looked_at(question, given, home) - {*readings_of(question)}
            except BadInput:
                continue
            for doubt in unlisted:
                for answer in home.rules.readings()[doubt].answers:
                    rules = home.rules.variant({doubt: answer})
                    told = (
                        f"{question.kind} {question.id}: {doubt} acts on it ({given}); name it in also_reads"
                    )
                    assert answer_of(question, given, rules) == answer_of(question, given, home.rules), told


@pytest.mark.parametrize("name", ids())
def test_what_is_also_read_acts_and_is_not_published(name: str) -> None:
    home = system(name)
    for question in home.questions:
        assert not {*question.also_reads} & {*question.readings}
        for doubt in question.also_reads:
            answers = home.rules.readings()[doubt].answers
            assert any(
                answer_of(question, given, home.rules.variant({doubt: answer}))
                != answer_of(question, given, home.rules)
                for given in islice(drawn_situations(question.situation.fields(), "r"), 60)
                for answer in answers
            ), (question.id, doubt)


def test_what_acts_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    """The scope of the natural 6 is a doubt of Rally, too, though its published list does not name it."""
    assert main(["matters", "pz8-divisional", "rally", "objectives_lost=3", "fp=1"]) == 0
    told = capsys.readouterr().out
    assert "R37=b    3 of 3" in told
