"""How far the engine reaches: `python -m tests.benchmarks.scale`.

    python -m tests.benchmarks.scale [NAME ...]

Large chains exactly and in decimals, sums of very many dice, large packs of cards: seconds of the processor,
each in a process of its own, beside the goal and beside what solves the same equations elsewhere (SciPy's
sparse solver in plain floats; Storm in exact fractions, where it is installed). The exit status is 1 when a
goal is not reached.
"""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pz8edu import D6, Hand, Pool, die
from pz8edu.algebra.weight import whole
from pz8edu.core.chains.in_decimals import InDecimals
from pz8edu.core.chains.model import Model, explored
from pz8edu.core.chains.solver import Solver
from pz8edu.core.chance.distribution import Distribution
from pz8edu.core.chance.sum_in_decimals import sum_in_decimals

Work = Callable[[], object]
Row = Callable[[random.Random, int, int], dict[int, int]]

LONGEST = 60
"""Seconds after which nothing is waited for any more."""


def walk(_: random.Random, place: int, size: int) -> dict[int, int]:
    """One step down or, twice as often, up; from the lowest place always up."""
    return {place + 1: 2, place - 1: 1} if place else {1: 1}


def banded(dice: random.Random, place: int, size: int) -> dict[int, int]:
    """Up to four places up or down."""
    near = [place + by for by in range(-4, 5) if by and 0 <= place + by < size]
    return {place + 1: 3} | {to: dice.randint(1, 6) for to in dice.sample(near, 3)}


def unstructured(dice: random.Random, place: int, size: int) -> dict[int, int]:
    """To three places anywhere."""
    return {dice.randrange(size + 1): dice.randint(1, 6) for _ in range(3)} | {(place + 1): 1}


def model(row: Row, size: int) -> Model[int]:
    """A chain of so many states; play ends above the last."""
    dice = random.Random(size)
    laws = [Distribution(row(dice, place, size)) for place in range(size)]
    return explored(1, 0, lambda place: place >= size, lambda _, place: laws[place])


def exact(row: Row, size: int) -> Work:
    """The expected turns, as a fraction."""
    chain = model(row, size)
    return lambda: Solver(chain).expected_turns()


def decimals(row: Row, size: int) -> Work:
    """The expected turns, in decimals with a bound."""
    chain = model(row, size)
    return lambda: InDecimals(chain).expected_turns()


def in_scipy(row: Row, size: int) -> Work:
    """The same in floats, without a bound."""
    import numpy as np
    from scipy.sparse import csr_array
    from scipy.sparse.linalg import spsolve

    chain = model(row, size)
    places = [number for number, moves in enumerate(chain.moves) if moves is not None]
    order = {number: place for place, number in enumerate(places)}
    found: list[tuple[int, int, float]] = [(place, place, 1.0) for place in range(len(places))]
    for number in places:
        total, row_of = chain.moves[number] or (1, [])
        found += [(order[number], order[to], -whole(w) / whole(total)) for to, w in row_of if to in order]
    rows, columns, values = zip(*found, strict=True)
    equations = csr_array((values, (rows, columns)), shape=(len(places), len(places)))
    return lambda: spsolve(equations, np.ones(len(places)))[0]


def in_storm(row: Row, size: int) -> Work:
    """The same in Storm's exact fractions, with all ends."""
    from tests.core.chains.in_storm import answers_of_storm

    chain = model(row, size)
    return lambda: answers_of_storm(chain)


@dataclass(frozen=True)
class Task:
    """What is measured, within how many seconds it is to end, and the same by others."""

    title: str
    goal: float
    ours: Callable[[], Work]
    peers: dict[str, Callable[[], Work]]


def of_chain(title: str, goal: float, way: Callable[[Row, int], Work], row: Row, size: int) -> Task:
    """A chain, with SciPy beside it, and Storm beside exact fractions."""
    peers: dict[str, Callable[[], Work]] = {"SciPy": lambda: in_scipy(row, size)}
    if way is exact:
        peers["Storm"] = lambda: in_storm(row, size)
    return Task(title, goal, lambda: way(row, size), peers)


TASKS = {
    "decimals-unstructured": of_chain("3,000 states, unstructured", 1, decimals, unstructured, 3_000),
    "decimals-banded": of_chain("100,000 states in a band", 5, decimals, banded, 100_000),
    "exact-walk": of_chain("a walk of 10,000 states, exactly", 2, exact, walk, 10_000),
    "exact-unstructured": of_chain("1,000 unstructured states, exactly", 4, exact, unstructured, 1_000),
    "sum-100000": Task("100,000 dice, in decimals", 2, lambda: lambda: sum_in_decimals(100_000, D6), {}),
    "places": Task("places 2 to 20 of 40d20", 2, lambda: lambda: Pool(40, die(20)).places(2, 20), {}),
    "large-pack": Task(
        "5 of a pack of 52,000 cards, by rank",
        1,
        lambda: lambda: Hand(dict.fromkeys(range(13), 4_000), 5).sets(),
        {},
    ),
}


def measured(make: Callable[[], Work]) -> float:
    """Seconds of the processor that a work takes, once it is laid out."""
    work = make()
    started = time.process_time()
    work()
    return time.process_time() - started


def alone(name: str, peer: str) -> str:
    """The seconds of a task in a process of its own, or why there are none."""
    command = [sys.executable, "-m", "tests.benchmarks.scale", "--one", name, peer]
    try:
        ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=LONGEST)
    except subprocess.TimeoutExpired:
        return f"over {LONGEST}"
    return ran.stdout.strip() if ran.returncode == 0 else ran.stderr.strip().splitlines()[-1][:80]


def say(line: str) -> None:
    """A line, at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main(words: list[str]) -> int:
    """Measure all tasks, or those that are named, and say which are short of their goal."""
    if words[:1] == ["--one"]:
        _, name, peer = words
        task: Any = TASKS[name]
        say(f"{measured(task.peers[peer] if peer else task.ours):.3f}")
        return 0
    if unknown := [name for name in words if name not in TASKS]:
        sys.stderr.write(f"unknown task {unknown[0]!r}; there are {', '.join(TASKS)}\n")
        return 2
    short = False
    for name in words or TASKS:
        task = TASKS[name]
        ours = alone(name, "")
        missed = not ours[:1].isdigit() or float(ours) > task.goal
        short |= missed
        beside = "".join(f"   {peer} {alone(name, peer)}" for peer in task.peers)
        say(f"{task.title:<40}{ours:>8} s of {task.goal:g}{'  SHORT' if missed else ''}{beside}")
    return int(short)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
