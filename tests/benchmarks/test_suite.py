"""The problems of the public suite come out as with the peer that tests need anyway, and stay short."""

from __future__ import annotations

import pytest

from tests.benchmarks.suite import in_icepool, ours
from tests.benchmarks.suite.answers import canonical
from tests.benchmarks.suite.asked import in_icepool as asked_in_icepool
from tests.benchmarks.suite.asked import ours as asked_ours
from tests.benchmarks.suite.written import Problem, length, lines, problems


@pytest.mark.parametrize("problem", problems(), ids=lambda problem: problem.name)
def test_a_problem_has_the_answer_of_icepool_and_is_short(problem: Problem) -> None:
    answer, theirs = (canonical(getattr(engine, problem.name)()) for engine in (ours, in_icepool))
    assert answer == theirs
    assert length("ours", problem.name) <= 12


@pytest.mark.parametrize("problem", problems("asked.ours"), ids=lambda problem: problem.name)
def test_a_problem_that_was_asked_elsewhere_has_the_answer_of_icepool(problem: Problem) -> None:
    answer, theirs = (canonical(getattr(engine, problem.name)()) for engine in (asked_ours, asked_in_icepool))
    assert answer == theirs
    assert length("asked.ours", problem.name) <= 12


def test_most_problems_take_three_lines() -> None:
    lengths = sorted(length("ours", problem.name) for problem in problems())
    assert lengths[len(lengths) // 2] <= 3


def test_what_is_shown_is_what_is_run() -> None:
    shown = lines("ours", "risk_3_against_2")
    assert shown[0].startswith("def pairs_won(")
    space = dict(vars(ours))
    exec("\n".join(shown[:-1]), space)
    assert canonical(eval(shown[-1], space)) == canonical(ours.risk_3_against_2())
