"""Ours and every peer on the same problems, side by side: `python -m tests.benchmarks.engine`.

    python -m tests.benchmarks.engine [PROBLEM ...] [--runs 5] [--seconds 30] [--json FILE] [--no-growth]

Every time is the median of several first calls, each in a fresh process (see `worker.py`); engines take
turns, so that whatever the machine does in between falls on all of them. A peer's time is that of its fastest
idiom. Below the times of first calls stand their ratios, then the times of second calls. The exit status is 0
when all answers are equal, whatever the times, and 1 when any differ. Needs the extra `[bench]`. Last comes
how cost grows (see `growth.py`, which also runs by itself).
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
import platform
import statistics
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from tests.benchmarks.problems import ENGINES, NOTES, PEERS, PROBLEMS, SAME_PEERS_AS, Problem

ROOT = Path(__file__).parents[2]
WIDE = 13
"""The width of a column."""


@dataclass
class Result:
    """What one entry of one engine came to."""

    engine: str
    problem: str
    idiom: str
    cold: list[float] = field(default_factory=list)
    warm: list[float] = field(default_factory=list)
    kilobytes: list[int] = field(default_factory=list)
    digests: list[str] = field(default_factory=list)
    error: str = ""

    @property
    def seconds(self) -> float | None:
        """The median time of a first call."""
        return statistics.median(self.cold) if self.cold else None


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.benchmarks.engine", description=__doc__.split("\n")[0]
    )
    parser.add_argument("problems", nargs="*", metavar="PROBLEM", help=", ".join(p.name for p in PROBLEMS))
    parser.add_argument("--runs", type=int, default=5, help="first calls of each entry (5)")
    parser.add_argument("--seconds", type=int, default=30, help="limit of each call (30)")
    parser.add_argument("--json", type=Path, help="write every single measurement to this file")
    parser.add_argument("--no-growth", action="store_true", help="leave out how cost grows")
    options = parser.parse_args(arguments)
    for name in options.problems:
        if name not in [problem.name for problem in PROBLEMS]:
            parser.error(f"unknown problem {name!r}")
    chosen = [problem for problem in PROBLEMS if not options.problems or problem.name in options.problems]
    results: list[Result] = []
    say(f"Python {platform.python_version()}, milliseconds of the processor, median of first calls\n")
    say(" " * 30 + "".join(f"{engine:>{WIDE}}" for engine in ENGINES))
    for problem in chosen:
        entries = [
            Result(engine, problem.name, idiom)
            for engine in ENGINES
            for idiom in idioms(engine, problem.name)
        ]
        for turn in range(options.runs):
            first = turn % len(entries)
            for entry in entries[first:] + entries[:first]:
                if sys.stderr.isatty():
                    sys.stderr.write(f"\r{problem.name}: {entry.engine} {entry.idiom}".ljust(78))
                run(entry, problem, options.seconds)
        results += entries
        say("\n".join(lines_of(problem, results)[0]))
    if sys.stderr.isatty():
        sys.stderr.write("\r" + " " * 78 + "\r")
    say(shortfalls(chosen, results))
    faults = different_answers(chosen, results)
    say("\n".join(faults) or "All answers are equal.")
    growth = None
    if not options.no_growth:
        from tests.benchmarks import growth as measured

        growth = measured.everything()
        say(measured.as_text(growth))
    if options.json is not None:
        options.json.write_text(json.dumps(as_json(results, growth), indent=1) + "\n", encoding="utf-8")
    return 1 if faults else 0


def idioms(engine: str, problem: str) -> list[str]:
    """The ways in which an engine solves a problem; none where it has no way."""
    return list(_module(engine).ENTRIES.get(problem, ()))


def _module(engine: str) -> Any:
    return importlib.import_module("tests.benchmarks.in_" + engine.replace(".", "_"))


def run(result: Result, problem: Problem, seconds: int) -> None:
    """One more measurement of an entry; a slow one is not repeated for more than its limit."""
    if result.error or sum(result.cold) > seconds / 3:
        return
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "0"}
    if problem.ground_types:
        environment["SYMPY_GROUND_TYPES"] = problem.ground_types
    command = [sys.executable, "-m", "tests.benchmarks.worker"]
    command += [result.engine, problem.name, result.idiom, str(seconds)]
    done = subprocess.run(command, env=environment, cwd=ROOT, capture_output=True, text=True, check=False)
    if done.returncode:
        result.error = f"> {seconds} s" if done.returncode < 0 else done.stderr.strip().splitlines()[-1]
        return
    found = json.loads(done.stdout)
    if "error" in found:
        result.error = found["error"]
        return
    result.cold.append(found["cold"])
    result.warm.append(found["warm"])
    result.kilobytes.append(found["kilobytes"])
    result.digests.append(found["digest"])


# --- what came out
def best(problem: str, engine: str, results: list[Result]) -> Result | None:
    """The fastest idiom of an engine, or one that did not come to an end where none did."""
    if engine != ENGINES[0]:
        problem = SAME_PEERS_AS.get(problem, problem)
    entries = [r for r in results if r.problem == problem and r.engine == engine]
    ended = [entry for entry in entries if entry.seconds is not None]
    return min(ended, key=lambda entry: entry.seconds or 0.0, default=entries[0] if entries else None)


def lines_of(problem: Problem, results: list[Result]) -> tuple[list[str], list[str]]:
    """Times, how many times ours fits into a peer's (with the goal), second calls; and what falls short."""
    found = {engine: best(problem.name, engine, results) for engine in ENGINES}
    ours = found[ENGINES[0]]
    times = "".join(f"{time_text(found[engine]):>{WIDE}}" for engine in ENGINES)
    ratios, short = [" " * WIDE], []
    for peer in PEERS:
        ratio, goal = ratio_of(ours, found[peer]), problem.ahead.get(peer)
        text = "" if ratio is None else f"{ratio:,.0f}×" if ratio >= 10 else f"{ratio:.1f}×"
        if goal is not None:
            text += f" of {goal}"
            if found[peer] is None:
                text = ""
            elif ratio is None or ratio < goal:
                short.append(f"{problem.name}: {text} ahead of {peer}")
                text += "!"
        ratios.append(f"{text:>{WIDE}}")
    if problem.within is not None:
        seconds = ours.seconds if ours is not None else None
        reached = seconds is not None and seconds <= problem.within
        ratios[0] = f"{f'goal {problem.within * 1000:,.0f}' + ('' if reached else '!'):>{WIDE}}"
        if not reached:
            short.append(f"{problem.name}: {time_text(ours)} ms, goal {problem.within * 1000:,.0f} ms")
    again = "".join(f"{again_text(found[engine]):>{WIDE}}" for engine in ENGINES)
    lines = ["", problem.title, f"  {problem.name:<28}" + times, " " * 30 + "".join(ratios)]
    return [*lines, f"{'second call':>30}" + again], short


def shortfalls(problems: list[Problem], results: list[Result]) -> str:
    """What stays short of its goal, and why."""
    short = {problem.name: lines_of(problem, results)[1] for problem in problems}
    every = [f"  {each}" for told in short.values() for each in told]
    notes = [f"  About {name}: {NOTES[name]}" for name, told in short.items() if told and name in NOTES]
    return "\n".join(["", "Short of the goal:" if every else "Every goal is reached.", *every, *notes])


def time_text(result: Result | None) -> str:
    if result is None:
        return "–"
    if result.seconds is None:
        return result.error if result.error.startswith(">") else result.error.split(":")[0]
    milliseconds = result.seconds * 1000
    return f"{milliseconds:,.0f}" if milliseconds >= 100 else f"{milliseconds:.3g}"


def again_text(result: Result | None) -> str:
    """The time of a second call in the same process, by the idiom whose first call is shortest."""
    if result is None or not result.warm:
        return "–"
    return f"{statistics.median(result.warm) * 1000:,.3g}"


def ratio_of(ours: Result | None, theirs: Result | None) -> float | None:
    """How many times as long a peer takes; at least so many where it did not come to an end."""
    if ours is None or theirs is None or ours.seconds is None or not ours.seconds:
        return None
    if theirs.seconds is None:
        return float(theirs.error[2:-2]) / ours.seconds if theirs.error.startswith("> ") else None
    return theirs.seconds / ours.seconds


def different_answers(problems: list[Problem], results: list[Result]) -> list[str]:
    """A sentence for every problem that was answered differently."""
    faults = []
    for problem in problems:
        same = {problem.name, SAME_PEERS_AS.get(problem.name, problem.name)}
        answers: dict[str, set[str]] = {}
        for result in results:
            if result.problem in same:
                for digest in result.digests:
                    answers.setdefault(digest, set()).add(f"{result.engine} {result.idiom}".strip())
        if len(answers) > 1:
            groups = "; ".join(", ".join(sorted(who)) for who in answers.values())
            faults.append(f"DIFFERENT ANSWERS to {problem.name}: {groups}")
        faults += [
            f"NO ANSWER of ours to {result.problem}: {result.error}"
            for result in results
            if result.problem == problem.name and result.engine == ENGINES[0] and result.error
        ]
    return faults


def as_json(results: list[Result], growth: Any) -> dict[str, Any]:
    problems = {problem.name: asdict(problem) for problem in PROBLEMS}
    return {
        "python": platform.python_version(),
        "problems": problems,
        "results": [{**asdict(result), "seconds": result.seconds} for result in results],
        "growth": growth,
    }


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
