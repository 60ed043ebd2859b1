"""The problems of the public suite come out as with the peer that tests need anyway, and stay short."""

from __future__ import annotations

import pytest

from tests.benchmarks.suite import ours
from tests.benchmarks.suite.answers import canonical
from tests.benchmarks.suite.written import ASKED, ENGINES, LATER, Problem, length, lines, module, problems

EVERY = [(engines, problem) for engines in (ENGINES, ASKED, LATER) for problem in problems(engines[0])]


@pytest.mark.whole_domain(3)
@pytest.mark.parametrize(("engines", "problem"), EVERY, ids=[problem.name for _, problem in EVERY])
def test_a_problem_has_the_answer_of_icepool_and_is_short(engines: tuple[str, ...], problem: Problem) -> None:
    answer, theirs = (canonical(getattr(module(engine), problem.name)()) for engine in engines[:2])
    assert answer == theirs
    assert length(engines[0], problem.name) <= 12


def test_most_problems_take_three_lines() -> None:
    lengths = sorted(length("ours", problem.name) for problem in problems())
    assert lengths[len(lengths) // 2] <= 3


def test_what_is_shown_is_what_is_run() -> None:
    shown = lines("ours", "risk_3_against_2")
    assert shown[0].startswith("def pairs_won(")
    space = dict(vars(ours))
    exec("\n".join(shown[:-1]), space)
    assert canonical(eval(shown[-1], space)) == canonical(ours.risk_3_against_2())
