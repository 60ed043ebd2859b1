"""The public suite of dice problems: `python -m tests.benchmarks.suite`.

    python -m tests.benchmarks.suite [PROBLEM ...] [--runs 7] [--json FILE]

Every problem is solved by this kit and by each peer that has a short way to it, in turns, so that whatever
the machine does in between falls on all of them. A first call comes after every cache was emptied; for a
second one this kit remembers laws, as `remember(1000)` asks it to, and the peers do as they always do; what a
user has who asks for nothing is printed beside it. Each problem is printed when it is done. Times are those
of the processor, the median of all runs; every law is looked at while the clock runs. The exit status is 0
when all answers are equal. Needs the extra `[bench]`.
"""

from __future__ import annotations

import argparse
import functools
import gc
import importlib
import json
import statistics
import sys
import time
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from pz8edu import D6, remember
from tests.benchmarks.looking import looked_at
from tests.benchmarks.suite.answers import canonical
from tests.benchmarks.suite.written import ENGINES, Problem, length, module, problems

PEERS = ENGINES[1:]
ENOUGH = 4.0
"""Seconds after which a slow problem is not run again."""

THREEFOLD = ("several pools", "mixed dice", "cards")
"""The kinds of which every problem is to be three times as fast as with icepool."""

Times = dict[str, list[float]]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.suite",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    every = {problem.name: problem for problem in problems()}
    parser.add_argument("problems", nargs="*", metavar="PROBLEM", help="only these")
    parser.add_argument("--runs", type=int, default=7, help="how often each is run (7)")
    parser.add_argument("--json", type=Path, help="write every single measurement to this file")
    options = parser.parse_args(arguments)
    for name in options.problems:
        if name not in every:
            parser.error(f"unknown problem {name!r}; there are {', '.join(every)}")
    warnings.simplefilter("ignore")
    chosen = [every[name] for name in options.problems or every]
    for engine in ENGINES:
        module(engine)
    caches = [each for each in gc.get_objects() if isinstance(each, functools._lru_cache_wrapper)]
    gc.freeze()
    say(head())
    measured: list[Measured] = []
    for problem in chosen:
        if not measured or measured[-1].problem.kind != problem.kind:
            say(f"\n{problem.kind}")
        measured.append(Measured(problem, caches, options.runs))
        say(row(measured[-1]))
    say("\n".join(["", *goals(measured)]))
    faults = [each.problem.name for each in measured if len(set(each.answers.values())) > 1]
    say(f"DIFFERENT ANSWERS: {', '.join(faults)}" if faults else "All answers are equal.")
    if options.json:
        found = [vars(each) | {"problem": vars(each.problem)} for each in measured]
        options.json.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    return 1 if faults else 0


class Measured:
    """What the runs of one problem came to, by engine."""

    def __init__(self, problem: Problem, caches: list[Any], runs: int) -> None:
        self.problem = problem
        self.engines = [engine for engine in ENGINES if hasattr(module(engine), problem.name)]
        self.lines = {engine: length(engine, problem.name) for engine in self.engines}
        self.cold: Times = {engine: [] for engine in self.engines}
        self.warm: Times = {engine: [] for engine in self.engines}
        self.as_is: list[float] = []
        self.answers: dict[str, str] = {}
        started = time.thread_time()
        for run in range(runs):
            for engine in self.engines[run % len(self.engines) :] + self.engines[: run % len(self.engines)]:
                self._run(engine, caches)
            if time.thread_time() - started > ENOUGH and run > 1:
                break

    def _run(self, engine: str, caches: list[Any]) -> None:
        forget(caches)
        solve = getattr(importlib.reload(module(engine)), self.problem.name)
        gc.collect()
        seconds, answer = timed(solve)
        self.cold[engine].append(seconds)
        if engine not in self.answers:
            self.answers[engine] = canonical(answer)
        if engine == ENGINES[0]:
            self.as_is.append(timed(solve)[0])
            remember(1000)
            timed(solve)
        self.warm[engine].append(min(timed(solve)[0] for _ in range(3 if seconds < 0.1 else 1)))
        remember(0)

    def ratio(self, times: Times, peers: Sequence[str] = PEERS) -> float | None:
        """How many times as long the quickest of some peers takes."""
        theirs = [statistics.median(times[peer]) for peer in peers if peer in times]
        return min(theirs) / statistics.median(times[ENGINES[0]]) if theirs else None


def timed(solve: Callable[[], Any]) -> tuple[float, Any]:
    """How long a call takes until its answer was looked at, and the answer."""
    started = time.thread_time()
    answer = solve()
    looked_at(answer)
    return time.thread_time() - started, answer


def forget(caches: list[Any]) -> None:
    """Empty every cache of every engine."""
    import icepool

    for each in caches:
        each.cache_clear()
    for evaluator in vars(icepool.evaluator).values():
        if "_cache" in getattr(evaluator, "__dict__", ()):
            evaluator._cache.clear()
    D6._cache.clear()


# --- what came out
def head() -> str:
    """What the columns are: a line for each problem follows when it is done, and the goals at the end."""
    heads = "".join(f"{engine.removeprefix('in_'):>10}" for engine in ENGINES)
    return (
        "first, again: how many times as long the quickest peer takes, at first and in a second call, for "
        "which\nonly this kit is told to remember; as it is without that: `as is`\n\n"
        f"{'milliseconds, first call':<28}{heads}   first   again   as is  lines (peers)"
    )


def row(each: Measured) -> str:
    times = "".join(
        f"{statistics.median(each.cold[engine]) * 1000:>10.3f}" if engine in each.cold else f"{'–':>10}"
        for engine in ENGINES
    )
    cold, warm = each.ratio(each.cold), each.ratio(each.warm)
    as_is = each.ratio({**each.warm, ENGINES[0]: each.as_is})
    peers = ", ".join(str(each.lines[engine]) for engine in each.engines[1:])
    ratios = f"{cold:>7.1f}×{warm:>7.1f}×{as_is:>7.1f}×"
    return f"  {each.problem.name:<26}{times}{ratios} {each.lines[ENGINES[0]]:>5} ({peers})"


def goals(measured: list[Measured]) -> list[str]:
    """Each goal with what was reached, and what stays short of it."""
    cold = {each.problem.name: each.ratio(each.cold) or 0 for each in measured}
    warm = {each.problem.name: each.ratio(each.warm) or 0 for each in measured}
    icepool = {each.problem.name: each.ratio(each.cold, PEERS[:1]) or 0 for each in measured}
    own = [each.lines[ENGINES[0]] for each in measured]
    lines = [
        goal("median of first calls, ahead of the quickest peer", statistics.median(cold.values()), 5),
        goal("median of first calls, ahead of icepool", statistics.median(icepool.values()), 5),
        goal(f"least of first calls ({min(cold, key=cold.__getitem__)})", min(cold.values()), 1),
        goal(f"least of second calls ({min(warm, key=warm.__getitem__)})", min(warm.values()), 0.8),
    ]
    for kind in THREEFOLD:
        ahead = {
            each.problem.name: icepool[each.problem.name] for each in measured if each.problem.kind == kind
        }
        if ahead:
            least = min(ahead, key=ahead.__getitem__)
            lines.append(goal(f"{kind}: least ahead of icepool ({least})", ahead[least], 3))
    short = sum(number <= 3 for number in own)
    lines.append(f"  longest entry {max(own)} lines of 12; {short} of {len(own)} within 3 lines")
    as_is = {each.problem.name: each.ratio({**each.warm, ENGINES[0]: each.as_is}) or 0 for each in measured}
    for told, ratios in (("told to remember", warm), ("as it is", as_is)):
        below = [f"{name} {ratio:.1f}×" for name, ratio in ratios.items() if ratio < 0.8]
        lines += [f"  second calls below 0.8, {told}: {', '.join(below)}"] if below else []
    return lines


def goal(what: str, reached: float, wanted: float) -> str:
    return f"  {what}: {reached:.1f}× of {wanted}×{'' if reached >= wanted else '  SHORT'}"


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
