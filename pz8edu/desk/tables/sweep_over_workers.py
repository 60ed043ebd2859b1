"""A sweep over processes, or over a cluster, into a file: interrupted or killed, it goes on where it was."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from itertools import product
from math import prod
from pathlib import Path
from typing import Any

import pz8edu
from pz8edu.asking.ask import question_in, rules_for
from pz8edu.asking.situations import Situations, cut_in_parts
from pz8edu.core.facts.fact import KnownLaws, Refused
from pz8edu.core.rulebook.ruleset import Ruleset
from pz8edu.core.rulebook.situation import Values
from pz8edu.core.rulebook.system import Calculator, System
from pz8edu.desk.tables.answers import Progress, answers
from pz8edu.desk.tables.sweep import Over, values_over
from pz8edu.desk.tables.sweep_file import LawOrRefusal, SweepFile, as_cell
from pz8edu.errors import BadInput
from pz8edu.starting import processes

PART = 20_000
"""So many situations, at most, are asked and written in one step."""
AHEAD = 3
"""So many parts for each worker are handed out before their answers are written."""
MOST_BREAKS = 3
"""After workers have died so often, the sweep gives up."""

Answered = tuple[list[LawOrRefusal], list[int]]
"""The laws of a part, and the place of its law for every situation."""


def sweep_into(
    file: str | Path,
    asked: str | System | Calculator,
    calculator: str | None = None,
    inputs: Mapping[str, object] | None = None,
    /,
    *,
    over: Over,
    reading: str | None = None,
    rules: Ruleset | None = None,
    workers: int | None = None,
    executor: Executor | None = None,
    told: Progress | None = None,
    **more: object,
) -> int:
    """The odds of a calculator for all combinations of some inputs' values, in an SQLite file.

    Says how many situations the file holds. `workers` is the number of processes (one for each core unless
    given; 1 stays in this process); `executor` works elsewhere, such as `client.get_executor()` of a Dask
    cluster whose workers have the kit. Whatever stops it, a file that is named again goes on where it was.
    Raises BadInput for anything the rules do not know, and for a file that cannot be written or holds another
    sweep.
    """
    home, question = question_in(asked, calculator, rules, "calculator")
    assert isinstance(question, Calculator)
    if not question.tells_outcome:
        raise BadInput(f"{question.id} tells no outcomes: a sweep would have nothing to write")
    ruleset, fixed = rules_for(home, reading, rules), {**(inputs or {}), **more}
    values = {name: tuple(listed) for name, listed in values_over(question, over).items()}
    situations = Situations(question.situation, values, fixed)
    about = {
        "system": home.id,
        "calculator": question.id,
        "rules": str(ruleset),
        "inputs": situations.fixed,
        "over": {name: list(listed) for name, listed in values.items()},
        "version": pz8edu.__version__,
    }
    written = SweepFile(file, about, tuple(values), PART)
    try:
        _go_on(written, situations, (question, ruleset), workers, executor, told)
    finally:
        written.close()
    return len(situations)


def _go_on(
    file: SweepFile,
    situations: Situations,
    asked: tuple[Calculator, Ruleset],
    workers: int | None,
    executor: Executor | None,
    told: Progress | None,
) -> None:
    """Ask and write all parts that are not in the file yet."""
    there = file.done()
    parts = list(_parts(situations, file.part_size))
    done = sum(_size(values) for number, (_, values) in enumerate(parts) if number in there)
    due = [(number, start, values) for number, (start, values) in enumerate(parts) if number not in there]
    if told is not None:
        told(done, len(situations))
    for number, start, values, (laws, codes) in _answered(due, asked, situations.fixed, workers, executor):
        cells = product(*([as_cell(value) for value in listed] for listed in values.values()))
        rows = zip(range(start, start + len(codes)), cells, codes, strict=True)
        file.write(number, laws, rows)
        done += _size(values)
        if told is not None:
            told(done, len(situations))


def _parts(situations: Situations, most: int) -> Iterator[tuple[int, Values]]:
    """The table in parts: the number of the first situation of each, and its values."""
    start = 0
    for part in cut_in_parts(situations.sizes, lambda: most):
        values = {
            name: listed[within]
            for (name, listed), within in zip(situations.values.items(), part, strict=True)
        }
        yield start, values
        start += _size(values)


def _size(values: Values) -> int:
    return prod(map(len, values.values()))


# --- who works
Due = tuple[int, int, Values]
Asked = tuple[Calculator, Ruleset]


def answer_part(where: Any, rules: Ruleset, values: Values, fixed: Mapping[str, object]) -> Answered:
    """The answers to one part of a sweep, wherever they are worked out."""
    question = where if isinstance(where, Calculator) else pz8edu.system(where[0]).calculators[where[1]]
    (found,) = answers(question, (rules,), values, fixed, known=_known(question.rule, rules))
    met: dict[int, int] = {}
    codes = [met.setdefault(int(code), len(met)) for code in found.codes]
    laws = [found.laws[code] for code in met]
    return [law.why if isinstance(law, Refused) else law.fractions() for law in laws], codes


@lru_cache(maxsize=2)
def _known(rule: Callable[..., object], rules: Ruleset) -> KnownLaws:
    """What this process has found out about a rule under a ruleset."""
    return KnownLaws()


def _answered(
    due: list[Due], asked: Asked, fixed: Mapping[str, object], workers: int | None, executor: Executor | None
) -> Iterator[tuple[int, int, Values, Answered]]:
    """All parts with their answers, in order."""
    question, rules = asked
    known = rules.system in pz8edu.ids() and pz8edu.system(rules.system).calculators.get(question.id)
    where = (rules.system, question.id) if known is question else question
    count = workers or os.cpu_count() or 1

    def submitted(to: Executor, values: Values) -> Future[Answered]:
        return to.submit(answer_part, where, rules, values, fixed)

    if executor is not None:
        yield from _in_order(due, executor, submitted, AHEAD * count)
    elif count == 1 or len(due) <= 1:
        for number, start, values in due:
            yield number, start, values, answer_part(where, rules, values, fixed)
    else:
        yield from _by_processes(due, submitted, count)


Submit = Callable[[Executor, Values], "Future[Answered]"]


def _by_processes(
    due: list[Due], submitted: Submit, count: int
) -> Iterator[tuple[int, int, Values, Answered]]:
    """The same by processes of this machine; where one dies, others take over what was not answered."""
    breaks = 0
    while due:
        with processes(count) as pool:
            try:
                for each in _in_order(due, pool, submitted, AHEAD * count):
                    yield each
                    due = due[1:]
            except BrokenProcessPool:
                breaks += 1
                if breaks > MOST_BREAKS:
                    raise BadInput(
                        f"processes of this sweep have died {breaks} times; what is done stays, and the same "
                        "command goes on there"
                    ) from None


def _in_order(
    due: list[Due], executor: Executor, submitted: Submit, ahead: int
) -> Iterator[tuple[int, int, Values, Answered]]:
    """Every part with its answer; so many are under way."""
    under_way: deque[Future[Answered]] = deque()
    rest = iter(due)
    try:
        for number, start, values in due:
            for later in rest:
                under_way.append(submitted(executor, later[2]))
                if len(under_way) >= ahead:
                    break
            yield number, start, values, under_way.popleft().result()
    finally:
        for future in under_way:
            future.cancel()
