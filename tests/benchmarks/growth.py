"""How cost grows, what an import costs, and how much memory is used: `python -m tests.benchmarks.growth`.

Every point of a curve is measured in a process of its own that has solved the curve's smallest size before:
the time of the processor, and how much more memory the process took at its most. A point that is not done
after its limit is printed as such, and no larger one is tried.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import json
import os
import random
import resource
import statistics
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TextIO, cast

from pz8edu import cli
from pz8edu.core import Enumerating, Umpire
from pz8edu.core.chance.distribution import D6, Distribution
from pz8edu.core.tree.tree import Tree
from pz8edu.systems import ids
from pz8edu.systems.pz8_ww2.damage import opposed_roll, suffer
from pz8edu.systems.pz8_ww2.fire import aimed, fire_phase
from pz8edu.systems.pz8_ww2.situations import Aim, FirePhase
from pz8edu.systems.pz8_ww2.words import Condition
from tests.benchmarks.batch import random_line
from tests.benchmarks.in_pz8edu import ENTRIES, PREPARED, duel, duel_with_unknown_chance, keep_highest
from tests.benchmarks.memory import peak_memory
from tests.benchmarks.problems import PROBLEMS
from tests.benchmarks.situations import RULES, WEIGHTS, shots
from tests.benchmarks.worker import allow

ROOT = Path(__file__).parents[2]


# --- what grows
def sum_of_even_dice(count: int) -> Any:
    return count @ D6


def sum_of_uneven_dice(count: int) -> Any:
    return count @ Distribution(WEIGHTS)


def shots_by_plain_calls(count: int) -> Tree[Condition]:
    return Enumerating().tree(plain_shots, count)


def plain_shots(umpire: Umpire, count: int) -> Condition:
    """Shots one after the other by plain calls: equal conditions do not meet."""
    condition = Condition.OK
    for _ in range(count):
        if aimed(umpire, Aim(), RULES):
            condition = suffer(condition, opposed_roll(umpire, 5, 4, RULES), RULES)
    return condition


def shots_in_turn(count: int) -> Tree[Any]:
    phase = FirePhase.read({"shots": [{"attack": 5}] * count, "target": {"defence": 4}})
    return Enumerating().tree(fire_phase, phase, RULES)


def batch_of_fire(count: int) -> None:
    ask(itertools.islice(itertools.cycle(lines_of_fire()), count))


def batch_of_everything(count: int) -> None:
    ask(itertools.islice(itertools.cycle(lines_of_everything(min(count, 100_000))), count))


@cache
def lines_of_fire() -> list[str]:
    """Ten thousand different lines."""
    return [
        json.dumps({"system": "pz8-ww2", "calculator": "direct-fire", "inputs": shot.plain()})
        for shot in shots(10_000)
    ]


@cache
def lines_of_everything(count: int) -> list[str]:
    """So many random lines over every question of every system, under any reading."""
    dice = random.Random(1000)
    return [json.dumps(random_line(dice.choice(ids()), dice)) for _ in range(count)]


def ask(lines: Iterator[str]) -> None:
    """What `pz8edu ask --batch -` does with these lines on its standard input."""
    standard_input = sys.stdin
    sys.stdin = cast(TextIO, lines)
    try:
        with Path(os.devnull).open("w", encoding="ascii") as unread, contextlib.redirect_stdout(unread):
            if cli.main(["ask", "--batch", "-"]):
                raise AssertionError("the batch came to no good end")
    finally:
        sys.stdin = standard_input


def _nothing_to_prepare(size: int) -> None:
    pass


@dataclass(frozen=True)
class Curve:
    """One thing of many sizes; `prepare` is what has to be there before the clock runs."""

    name: str
    title: str
    sizes: tuple[int, ...]
    work: Callable[[int], Any]
    prepare: Callable[[int], Any] = _nothing_to_prepare
    seconds: int = 10
    """The limit of one point, in seconds of the processor."""


DICE = (10, 30, 100, 300, 1000, 3000, 10_000)
SIDES = (3, 6, 12, 20, 30, 40)

CURVES = (
    Curve("even-dice", "sum of n D6", DICE, sum_of_even_dice),
    Curve("uneven-dice", "sum of n dice with uneven weights", DICE[:-1], sum_of_uneven_dice),
    Curve("kept-dice", "n D20, the higher half kept", (10, 20, 40, 80, 160, 320), keep_highest),
    Curve("duel", "duel, n a side: who wins", SIDES, duel),
    Curve(
        "duel-symbolic",
        "duel, n a side, as a function of the unknown hit chance p",
        SIDES,
        duel_with_unknown_chance,
    ),
    Curve(
        "batch",
        "n lines of direct fire through `ask --batch`",
        (1, 10, 100, 1000, 10_000, 100_000, 1_000_000),
        batch_of_fire,
        lambda size: lines_of_fire(),
        seconds=180,
    ),
    Curve(
        "batch-mixed",
        "n random lines over every question of every system, likewise; up to 10,000 steps are remembered",
        (1000, 10_000, 50_000),
        batch_of_everything,
        lines_of_everything,
        seconds=180,
    ),
    Curve("depth", "n shots by plain calls: the leaves", (1, 2, 3, 4, 5, 6), shots_by_plain_calls),
    Curve(
        "depth-in-turn",
        "n shots in turn, where equal states meet: the leaves",
        (1, 2, 4, 8, 16, 32, 64),
        shots_in_turn,
    ),
)


# --- measuring
def everything() -> dict[str, Any]:
    """Every curve as a list of points, what imports cost, and the memory of every entry of ours."""
    found: dict[str, Any] = {curve.title: points(curve) for curve in CURVES}
    return found | {"import": imports(), "memory": memory()}


def points(curve: Curve) -> list[dict[str, Any]]:
    """Size, seconds and megabytes of every point, up to the first that does not end within the limit."""
    found: list[dict[str, Any]] = []
    for size in curve.sizes:
        said = in_its_own_process("point", curve.name, str(size))
        if said is None:
            found.append({"size": size, "seconds": None, "limit": curve.seconds})
            break
        found.append({"size": size, **said})
    return found


def in_its_own_process(*arguments: str) -> dict[str, Any] | None:
    """What one measurement says; None when the system ended it at its limit."""
    command = [sys.executable, "-m", "tests.benchmarks.growth", *arguments]
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode < 0:
        return None
    if done.returncode:
        raise RuntimeError(f"{' '.join(arguments)}: {done.stderr.strip().splitlines()[-1]}")
    return cast("dict[str, Any]", json.loads(done.stdout))


def point(curve: Curve, size: int) -> dict[str, Any]:
    """One point, measured here and now."""
    curve.prepare(size)
    curve.work(curve.sizes[0])
    before = peak_memory()
    allow(curve.seconds)
    started = time.thread_time()
    found = curve.work(size)
    seconds = time.thread_time() - started
    said = {"seconds": seconds, "megabytes": (peak_memory() - before) / 1000}
    return said | {"leaves": found.leaves} if isinstance(found, Tree) else said


def imports() -> dict[str, float]:
    """Milliseconds of the processor that `import pz8edu` costs over bare Python, the median of many."""

    def cost(statement: str) -> float:
        times = []
        for _ in range(15):
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            environment = {**os.environ, "PYTHONPATH": str(ROOT)}
            subprocess.run([sys.executable, "-c", statement], env=environment, cwd=ROOT, check=True)
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            times.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
        return statistics.median(times) * 1000

    bare = cost("pass")
    first = "import pz8edu; pz8edu.ask('pz8-ww2', 'direct-fire', attack=5, defence=4)"
    return {
        "bare Python": bare,
        "import pz8edu": cost("import pz8edu") - bare,
        "import and a first answer": cost(first) - bare,
    }


MEMORY_SECONDS = 20
"""The limit of one entry while every piece of its memory is counted, which takes several times as long."""


def memory() -> dict[str, float | None]:
    """The most memory that each of our entries holds at once, in megabytes; None beyond the limit."""
    found: dict[str, float | None] = {}
    for problem in PROBLEMS:
        said = in_its_own_process("memory", problem.name)
        found[problem.title] = None if said is None else said["megabytes"]
    return found


def memory_of(name: str) -> dict[str, float]:
    """The memory of one entry, of which a small one has been solved before."""
    problem = next(each for each in PROBLEMS if each.name == name)
    (solve,) = ENTRIES[name].values()
    for size in (problem.small, problem.size) if name in PREPARED else ():
        PREPARED[name](size)
    solve(problem.small)
    allow(MEMORY_SECONDS)
    tracemalloc.start()
    answer = solve(problem.size)
    most = tracemalloc.get_traced_memory()[1]
    del answer
    return {"megabytes": most / 1e6}


# --- what came out
def as_text(found: dict[str, Any]) -> str:
    lines = []
    for title, measured in found.items():
        if title == "import":
            lines += ["", "Import, milliseconds over bare Python (goal 30)"]
            lines += [f"  {name:<28}{value:8.1f}" for name, value in measured.items()]
        elif title == "memory":
            lines += ["", "The most memory that each of our entries holds at once, megabytes"]
            lines += [
                f"  {f'{value:.2f}' if value is not None else f'> {MEMORY_SECONDS} s':>8}  {name}"
                for name, value in measured.items()
            ]
        else:
            lines += ["", title, *map(row, headed(measured))]
    return "\n".join(lines)


def headed(measured: list[dict[str, Any]]) -> list[tuple[str, ...]]:
    """The points of a curve as cells, with their heads."""
    leaves = any("leaves" in each for each in measured)
    cells: list[tuple[str, ...]] = [("n", "milliseconds", "megabytes", *(["leaves"] if leaves else []))]
    for each in measured:
        if each["seconds"] is None:
            cells.append((f"{each['size']:,}", f"> {each['limit']} s, the limit"))
            continue
        counted = (f"{each['leaves']:,}",) if leaves else ()
        cells.append(
            (f"{each['size']:,}", f"{each['seconds'] * 1000:,.3f}", f"{each['megabytes']:,.1f}", *counted)
        )
    return cells


def row(cells: Sequence[str]) -> str:
    return "  " + "".join(f"{cell:>14}" if len(cell) < 14 else f"  {cell}" for cell in cells)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure everything, or (for a process of its own) one point or the memory of one entry."""
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks.growth", description=__doc__)
    parser.add_argument("one", nargs="*", metavar="point CURVE SIZE | memory PROBLEM", help="only this")
    parser.add_argument("--json", type=Path, help="write every single measurement to this file")
    options = parser.parse_args(arguments)
    match options.one:
        case ["point", name, size]:
            curve = next(each for each in CURVES if each.name == name)
            sys.stdout.write(json.dumps(point(curve, int(size))))
        case ["memory", name]:
            sys.stdout.write(json.dumps(memory_of(name)))
        case []:
            found = everything()
            sys.stdout.write(as_text(found) + "\n")
            if options.json is not None:
                options.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
        case _:
            parser.error(f"what is {' '.join(options.one)}?")


if __name__ == "__main__":
    main()
