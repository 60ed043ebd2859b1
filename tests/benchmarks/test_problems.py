"""The small problems of the benchmark come out alike: ours, and those of the peer that tests need anyway."""

from __future__ import annotations

import pytest

from tests.benchmarks import in_icepool, in_pz8edu
from tests.benchmarks.problems import PROBLEMS, Problem
from tests.benchmarks.worker import canonical


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda problem: problem.name)
def test_every_entry_of_a_small_problem_answers_alike(problem: Problem) -> None:
    for engine in (in_pz8edu, in_icepool):
        if problem.name in engine.PREPARED:
            engine.PREPARED[problem.name](problem.small)
    answers = {
        f"{engine.__name__} {entry}": canonical(engine.plain(solve(problem.small)))
        for engine in (in_pz8edu, in_icepool)
        for entry, solve in engine.ENTRIES.get(problem.name, {}).items()
    }
    assert answers
    assert len(set(answers.values())) == 1, answers
