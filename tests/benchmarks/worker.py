"""Measures one entry of one library: `python -m tests.benchmarks.worker LIBRARY PROBLEM ENTRY`.

Every run is the first call of a fresh process: the library is imported and a small problem has been
solved, every cache is emptied, and then the problem is solved once (cold) and once more (warm).
"""

from __future__ import annotations

import functools
import gc
import hashlib
import importlib
import json
import os
import resource
import signal
import sys
import time
import warnings
from fractions import Fraction
from pathlib import Path
from types import ModuleType
from typing import Any

from tests.benchmarks.problems import PROBLEMS, Problem


def main() -> None:
    library, name, entry, runs, limit = sys.argv[1:6]
    warnings.simplefilter("ignore")
    problem = next(each for each in PROBLEMS if each.name == name)
    module = importlib.import_module("tests.benchmarks.in_" + library.replace(".", "_"))
    gc.freeze()
    cold: list[float] = []
    warm: list[float] = []
    memory: list[int] = []
    digest = error = ""
    for _ in range(int(runs)):
        found = run_in_a_fresh_process(module, problem, entry, int(limit))
        error = found.get("error", "")
        if error:
            break
        cold.append(found["cold"])
        warm.append(found["warm"])
        memory.append(found["kilobytes"])
        digest = found["digest"]
        if sum(cold) > int(limit) / 2:
            break
    json.dump({"cold": cold, "warm": warm, "kilobytes": memory, "digest": digest, "error": error}, sys.stdout)


def run_in_a_fresh_process(module: ModuleType, problem: Problem, entry: str, limit: int) -> dict[str, Any]:
    """The measurements of one first call, made in a forked child."""
    read, write = os.pipe()
    child = os.fork()
    if not child:
        os.close(read)
        result: dict[str, Any]
        try:
            result = measure(module, problem, entry, limit)
        except Exception as fault:
            result = {"error": f"{type(fault).__name__}: {fault}"[:200]}
        with os.fdopen(write, "w") as out:
            json.dump(result, out)
        os._exit(0)
    os.close(write)
    with os.fdopen(read) as answers:
        text = answers.read()
    _, status = os.waitpid(child, 0)
    if os.WIFSIGNALED(status) or not text:
        return {"error": f"> {limit} s"}
    found: dict[str, Any] = json.loads(text)
    return found


def measure(module: ModuleType, problem: Problem, entry: str, limit: int) -> dict[str, Any]:
    solve = module.ENTRIES[problem.name][entry]
    solve(problem.small)
    caches = [each for each in gc.get_objects() if isinstance(each, functools._lru_cache_wrapper)]
    for each in gc.get_objects():  # memory shared with the parent is copied now, not under the clock
        sys.getrefcount(each)
    for _ in range(3):
        solve(problem.small)
    forget_everything(caches, module)
    before = peak_memory()
    signal.alarm(limit)  # ends this process
    started = time.process_time()
    answer = solve(problem.size)
    cold = time.process_time() - started
    signal.alarm(0)
    used = peak_memory() - before
    warm = cold
    if cold < limit / 4:
        started = time.process_time()
        solve(problem.size)
        warm = time.process_time() - started
    signal.alarm(4 * limit)
    digest = hashlib.sha256(canonical(module.plain(answer)).encode()).hexdigest()[:16]
    return {"cold": cold, "warm": warm, "kilobytes": used, "digest": digest}


def peak_memory() -> int:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def forget_everything(caches: list[Any], module: ModuleType) -> None:
    """Empty every cache that the small problem has filled, in any library."""
    for cache in caches:
        cache.cache_clear()
    if hasattr(module, "forget"):
        module.forget()


def canonical(answer: Any) -> str:
    """The same text for equal answers of different libraries."""
    if isinstance(answer, dict):
        return "{" + ", ".join(sorted(f"{canonical(k)}: {canonical(v)}" for k, v in answer.items())) + "}"
    if isinstance(answer, (list, tuple)):
        return "[" + ", ".join(map(canonical, answer)) + "]"
    if isinstance(answer, Fraction):
        return f"{answer.numerator}/{answer.denominator}"
    if hasattr(answer, "free_symbols"):
        return function_text(answer)
    return str(int(answer)) if isinstance(answer, int) else str(answer)


def function_text(expression: Any) -> str:
    """A rational function as its two polynomials, in lowest terms with a monic denominator."""
    import sympy

    top, bottom = sympy.fraction(sympy.cancel(sympy.together(expression)))
    names = sorted(expression.free_symbols, key=str)
    if not names:
        return f"{expression.p}/{expression.q}"
    above, below = sympy.Poly(top, *names, domain="QQ"), sympy.Poly(bottom, *names, domain="QQ")
    leading = below.LC()
    return f"{terms(above, leading)} / {terms(below, leading)}"


def terms(polynomial: Any, leading: Any) -> str:
    return " + ".join(f"{sorted_term(c / leading)}*{m}" for m, c in sorted(polynomial.terms()))


def sorted_term(coefficient: Any) -> str:
    return f"{coefficient.p}/{coefficient.q}"


if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[2]))
    main()
