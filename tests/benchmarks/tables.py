"""How many situations a second: `python -m tests.benchmarks.tables [--rows N]`.

Direct fire at headquarters (pz8-ww2) in every situation: exact laws under two rulesets with the size of every
change, in memory on one core; then the laws under one ruleset written into a file by one process, by two, and
by two workers of a local Dask cluster; then the same sweep written with icepool, for some rows of it. All are
held against each other on the same rows. Needs the extra `[test]`.
"""

from __future__ import annotations

import argparse
import random
import resource
import sqlite3
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from fractions import Fraction
from pathlib import Path
from typing import Any

from pz8edu import compare, system
from pz8edu.asking.situations import Situations
from pz8edu.desk.tables.sweep import values_over
from pz8edu.desk.tables.sweep_over_workers import sweep_into
from pz8edu.systems.pz8_ww2.words import LIVING

ASKED = "pz8-ww2", "direct-fire"
QUESTION = system(ASKED[0]).calculators[ASKED[1]]
OTHERS = ["over_half_range", "cover", "quality", "disorganized", "armoured", "facing", "target_quality"]


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the figures; 1 when any answers differ."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.tables", description=__doc__.split("\n")[0]
    )
    parser.add_argument("--rows", type=int, default=1_000, help="rows that icepool is asked (1000)")
    rows_asked = parser.parse_args(arguments).rows
    over: dict[str, Any] = {"attack": range(7), "defence": range(8), "target_condition": list(LIVING)}
    over |= values_over(QUESTION, OTHERS)
    situations = Situations(
        QUESTION.situation, {name: tuple(each) for name, each in over.items()}, {"hq": True}
    )
    chosen = random.Random(1).sample(range(len(situations)), rows_asked)
    print(f"{len(situations):,} situations of {ASKED[0]} {ASKED[1]}\n")

    begun = time.perf_counter()
    found = compare(*ASKED, {"hq": True}, second="hit_on=3", over=over)
    told = found.summary
    report("one core, two rulesets and all changes, in memory", 2 * len(situations), begun)
    wanted = [found.before.laws[int(found.before.codes[row])].fractions() for row in chosen]  # type: ignore[union-attr]

    equal = [
        by_file(name, situations, over, chosen) == wanted for name in ("1 process", "2 processes", "2 Dask")
    ]
    begun = time.perf_counter()
    peers = by_icepool([situations.situation(row) for row in chosen])
    report(f"icepool, {rows_asked:,} of them, its user remembering laws", rows_asked, begun)
    equal.append([{str(word): share for word, share in law.items()} for law in peers] == wanted)
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"\n{told}\nlargest memory of this process: {megabytes} MB; all answers equal: {all(equal)}")
    return 0 if all(equal) else 1


def report(what: str, count: int, begun: float) -> None:
    """One line: how long it took, and how many situations that is in a second."""
    seconds = time.perf_counter() - begun
    print(f"{what:<55} {seconds:8.2f} s {count / seconds:>12,.0f} a second", flush=True)


def by_file(how: str, situations: Situations, over: Any, chosen: list[int]) -> list[dict[str, Fraction]]:
    """Some laws as they stand in the file that so many workers have written."""
    with ExitStack() as stack:
        file = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "sweep.sqlite"
        executor = None
        if how.endswith("Dask"):
            from distributed import Client, LocalCluster

            cluster = LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
            executor = stack.enter_context(Client(stack.enter_context(cluster))).get_executor(pure=False)
        begun = time.perf_counter()
        sweep_into(file, *ASKED, {"hq": True}, over=over, workers=int(how.split()[0]), executor=executor)
        report(f"{how}, into a file", len(situations), begun)
        opened = stack.enter_context(sqlite3.connect(file))
        query = "SELECT outcome, numerator, denominator FROM odds WHERE situation = ?"
        return [
            {word: Fraction(int(n), int(d)) for word, n, d in opened.execute(query, (row,))} for row in chosen
        ]


def by_icepool(shots: list[Any]) -> list[Any]:
    """The same laws by icepool."""
    from tests.benchmarks.in_icepool import fire_by_laws, law

    return [law(die) for die in fire_by_laws(shots)]


if __name__ == "__main__":
    raise SystemExit(main())
