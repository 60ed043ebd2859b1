"""How cost grows, what an import costs, and how much memory is used."""

from __future__ import annotations

import json
import os
import resource
import statistics
import subprocess
import sys
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pz8edu.asking import batch
from pz8edu.chance.distribution import D6, Distribution
from pz8edu.systems.pz8_ww2.damage import opposed_roll, suffer
from pz8edu.systems.pz8_ww2.fire import aimed, direct_fire, fire_phase
from pz8edu.systems.pz8_ww2.situations import Aim, FirePhase
from pz8edu.systems.pz8_ww2.words import Condition
from pz8edu.umpire import Growing, Umpire
from tests.benchmarks.in_pz8edu import duel, duel_with_unknown_chance, keep_highest
from tests.benchmarks.situations import RULES, WEIGHTS, shots

ROOT = Path(__file__).parents[2]


def seconds(work: Callable[[], Any]) -> float:
    """The time of the processor for one call."""
    started = time.process_time()
    work()
    return time.process_time() - started


def everything() -> dict[str, Any]:
    """Every curve, as rows of (size, milliseconds) or (size, leaves, milliseconds)."""
    return {
        "sum of n D6": rows((10, 30, 100, 300, 1000, 3000, 10_000), lambda n: n @ D6),
        "sum of n uneven dice (10,000 left out: half a minute)": rows(
            (10, 30, 100, 300, 1000, 3000), lambda n: n @ Distribution(WEIGHTS)
        ),
        "half of n D20 kept": rows((10, 20, 40, 80, 160), keep_highest),
        "duel, n a side": rows((3, 6, 12, 20, 30, 40), duel),
        "duel, n a side, as a function of p": rows((2, 3, 4, 6, 8, 10, 12), duel_with_unknown_chance),
        "batch of n lines (1,000,000: ten times the last row)": rows(
            (1, 10, 100, 1000, 10_000, 100_000), batch_of
        ),
        "n shots by plain calls: leaves": leaves((1, 2, 3, 4, 5), plain_shots_tree),
        "n shots in turn, where equal states meet: leaves": leaves((1, 2, 4, 8, 16, 32), shots_in_turn),
        "import": imports(),
        "memory": memory(),
    }


def rows(sizes: tuple[int, ...], work: Callable[[int], Any]) -> list[tuple[int, float]]:
    return [(size, seconds(lambda size=size: work(size)) * 1000) for size in sizes]


def batch_of(count: int) -> None:
    lines = [
        json.dumps({"system": "pz8-ww2", "calculator": "direct-fire", "inputs": shot.plain()})
        for shot in shots(min(count, 10_000))
    ]
    for _ in batch(lines[place % len(lines)] for place in range(count)):
        pass


def plain_shots(umpire: Umpire, count: int) -> Condition:
    """Shots one after the other by plain calls: equal conditions do not meet."""
    condition = Condition.OK
    for _ in range(count):
        if aimed(umpire, Aim(), RULES):
            condition = suffer(condition, opposed_roll(umpire, 5, 4, RULES), RULES)
    return condition


def leaves(sizes: tuple[int, ...], rule: Callable[[Growing, int], Any]) -> list[tuple[int, int, float]]:
    found = []
    for size in sizes:
        started = time.process_time()
        tree = rule(Growing(), size)
        found.append((size, tree.leaves, (time.process_time() - started) * 1000))
    return found


def plain_shots_tree(umpire: Growing, count: int) -> Any:
    return umpire.grow(plain_shots, count)


def shots_in_turn(umpire: Growing, count: int) -> Any:
    phase = FirePhase.read({"shots": [{"attack": 5}] * count, "target": {"defence": 4}})
    return umpire.grow(fire_phase, phase, RULES)


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


def memory() -> dict[str, float]:
    """The most memory of some calculations, in megabytes."""

    def peak(work: Callable[[], Any]) -> float:
        tracemalloc.start()
        work()
        _, most = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        return most / 1e6

    umpire = Growing()
    return {
        "sum of 1000 D6": peak(lambda: 1000 @ D6),
        "sum of 10,000 D6": peak(lambda: 10_000 @ D6),
        "40 D20, keep 20": peak(lambda: keep_highest(40)),
        "1,000 drawn trees of direct fire": peak(
            lambda: [umpire.grow(direct_fire, shot, RULES) for shot in shots(1000)]
        ),
        "duel of 12 a side": peak(lambda: duel(12)),
        "duel of 30 a side": peak(lambda: duel(30)),
        "duel of 6 a side as a function of p": peak(lambda: duel_with_unknown_chance(6)),
    }


def as_text(found: dict[str, Any]) -> str:
    lines = []
    for title, measured in found.items():
        if title == "import":
            lines.append("\nImport, milliseconds over bare Python (goal 30)")
            lines += [f"  {name:<40}{value:10.1f}" for name, value in measured.items()]
        elif title == "memory":
            lines.append("\nMost memory, megabytes")
            lines += [f"  {name:<40}{value:10.2f}" for name, value in measured.items()]
        else:
            lines.append(f"\n{title}, milliseconds")
            lines += [
                "  "
                + "".join(
                    f"{value:>12,.3f}" if isinstance(value, float) else f"{value:>12,}" for value in row
                )
                for row in measured
            ]
    return "\n".join(lines)
