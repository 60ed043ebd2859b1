"""The public suite of dice problems: `python -m tests.benchmarks.suite`.

    python -m tests.benchmarks.suite [PROBLEM ...] [--asked | --later] [--runs 7] [--json FILE]

Every problem is solved by this kit and by each peer that has a short way to it, in turns, so that whatever
the machine does in between falls on all of them. A first call comes after every cache was emptied, a second
one in the same process with whatever each engine remembers by itself. Each problem is printed when it is
done. Times are those of the processor, the median of all runs; every law is looked at while the clock runs.
The exit status is 0 when all answers are equal. With `--asked` the problems are those that people asked
elsewhere (see `asked/`), with `--later` more of them (see `later/`). Needs the extra `[bench]`.
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
from pz8edu.core.chance.memory import USUAL
from tests.benchmarks.looking import looked_at
from tests.benchmarks.suite.answers import canonical
from tests.benchmarks.suite.written import ASKED, ENGINES, LATER, Problem, length, module, problems

ENOUGH = 4.0
"""Seconds after which a slow problem is not run again."""

FIVEFOLD = ("several pools", "mixed dice", "cards")
"""The kinds of which every problem is to be five times as fast as with icepool."""

Times = dict[str, list[float]]


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.suite",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("problems", nargs="*", metavar="PROBLEM", help="only these")
    parser.add_argument("--asked", action="store_true", help="those that people asked elsewhere")
    parser.add_argument("--later", action="store_true", help="more of them, collected later")
    parser.add_argument("--runs", type=int, default=7, help="how often each is run (7)")
    parser.add_argument("--json", type=Path, help="write every single measurement to this file")
    options = parser.parse_args(arguments)
    engines = LATER if options.later else ASKED if options.asked else ENGINES
    every = {problem.name: problem for problem in problems(engines[0])}
    for name in options.problems:
        if name not in every:
            parser.error(f"unknown problem {name!r}; there are {', '.join(every)}")
    warnings.simplefilter("ignore")
    chosen = [every[name] for name in options.problems or every]
    for engine in engines:
        module(engine)
    caches = [each for each in gc.get_objects() if isinstance(each, functools._lru_cache_wrapper)]
    gc.freeze()
    say(head(engines))
    measured: list[Measured] = []
    for problem in chosen:
        if not measured or measured[-1].problem.kind != problem.kind:
            say(f"\n{problem.kind}")
        measured.append(Measured(problem, engines, caches, options.runs))
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

    def __init__(self, problem: Problem, engines: Sequence[str], caches: list[Any], runs: int) -> None:
        self.problem, self.every = problem, engines
        self.engines = [engine for engine in engines if hasattr(module(engine), problem.name)]
        self.lines = {engine: length(engine, problem.name) for engine in self.engines}
        self.cold: Times = {engine: [] for engine in self.engines}
        self.warm: Times = {engine: [] for engine in self.engines}
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
        timed(nothing)  # the clock, and what looks at answers, are no engine's
        seconds, answer = timed(solve)
        self.cold[engine].append(seconds)
        if engine not in self.answers:
            self.answers[engine] = canonical(answer)
        self.warm[engine].append(min(timed(solve)[0] for _ in range(3 if seconds < 0.1 else 1)))

    def ratio(self, times: Times, peers: int | None = None) -> float:
        """How many times as long the quickest of the peers takes, or of the first few."""
        ours, *others = self.every
        theirs = [statistics.median(times[peer]) for peer in others[:peers] if peer in times]
        return min(theirs) / statistics.median(times[ours])


def nothing() -> int:
    """A problem that takes no time."""
    return 0


def timed(solve: Callable[[], Any]) -> tuple[float, Any]:
    """How long a call takes until its answer was looked at, and the answer."""
    started = time.thread_time()
    answer = solve()
    looked_at(answer)
    return time.thread_time() - started, answer


def forget(caches: list[Any]) -> None:
    """Empty every cache of every engine."""
    import icepool

    remember(0)
    remember(USUAL)
    for each in caches:
        each.cache_clear()
    for evaluator in vars(icepool.evaluator).values():
        if "_cache" in getattr(evaluator, "__dict__", ()):
            evaluator._cache.clear()
    D6._cache.clear()


# --- what came out
def head(engines: Sequence[str]) -> str:
    """What the columns are: a line for each problem follows when it is done, and the goals at the end."""
    heads = "".join(f"{engine.rpartition('.')[2].removeprefix('in_'):>10}" for engine in engines)
    return (
        "first, again: how many times as long the quickest peer takes, at first and in a second call\n\n"
        f"{'milliseconds, first call':<28}{heads}   first   again  lines (peers)"
    )


def row(each: Measured) -> str:
    times = "".join(
        f"{statistics.median(each.cold[engine]) * 1000:>10.3f}" if engine in each.cold else f"{'–':>10}"
        for engine in each.every
    )
    ratios = f"{each.ratio(each.cold):>7.1f}×{each.ratio(each.warm):>7.1f}×"
    ours, *peers = (each.lines[engine] for engine in each.engines)
    return f"  {each.problem.name:<26}{times}{ratios} {ours:>5} ({', '.join(map(str, peers))})"


def goals(measured: list[Measured]) -> list[str]:
    """Each goal with what was reached, and what stays short of it."""
    cold = {each.problem.name: each.ratio(each.cold) for each in measured}
    warm = {each.problem.name: each.ratio(each.warm) for each in measured}
    icepool = {each.problem.name: each.ratio(each.cold, 1) for each in measured}
    own = [each.lines[each.every[0]] for each in measured]
    lines = [
        goal("median of first calls, ahead of the quickest peer", statistics.median(cold.values()), 5),
        goal("median of first calls, ahead of icepool", statistics.median(icepool.values()), 5),
        goal(f"least of first calls ({min(cold, key=cold.__getitem__)})", min(cold.values()), 1),
        goal(f"least of second calls ({min(warm, key=warm.__getitem__)})", min(warm.values()), 1),
    ]
    for kind in FIVEFOLD:
        ahead = {
            each.problem.name: icepool[each.problem.name] for each in measured if each.problem.kind == kind
        }
        if ahead:
            least = min(ahead, key=ahead.__getitem__)
            lines.append(goal(f"{kind}: least ahead of icepool ({least})", ahead[least], 5))
    short = sum(number <= 3 for number in own)
    lines.append(f"  longest entry {max(own)} lines of 12; {short} of {len(own)} within 3 lines")
    for told, ratios in (("first", cold), ("second", warm)):
        below = [f"{name} {ratio:.1f}×" for name, ratio in ratios.items() if ratio < 1]
        lines += [f"  {told} calls slower than the quickest peer: {', '.join(below)}"] if below else []
    return lines


def goal(what: str, reached: float, wanted: float) -> str:
    return f"  {what}: {reached:.1f}× of {wanted}×{'' if reached >= wanted else '  SHORT'}"


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
