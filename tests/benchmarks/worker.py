"""Measures one first call of one engine: `python -m tests.benchmarks.worker ENGINE PROBLEM ENTRY SECONDS`.

The process is fresh: the engine is imported, a small problem of the same kind has been solved a few times,
and every cache is emptied again. Then the problem is solved once (cold) and once more (warm), and each time
every outcome of every law is looked at while the clock runs. Times are those of the processor, so that other
programs on the machine do not count.
"""

from __future__ import annotations

import functools
import gc
import hashlib
import importlib
import json
import resource
import sys
import time
import warnings
from fractions import Fraction
from types import ModuleType
from typing import Any

from tests.benchmarks.looking import looked_at
from tests.benchmarks.problems import PROBLEMS, Problem


def main() -> None:
    engine, name, entry, seconds = sys.argv[1:5]
    warnings.simplefilter("ignore")
    problem = next(each for each in PROBLEMS if each.name == name)
    module = importlib.import_module("tests.benchmarks.in_" + engine.replace(".", "_"))
    try:
        found = measure(module, problem, entry, int(seconds))
    except Exception as fault:
        found = {"error": f"{type(fault).__name__}: {fault}"[:200]}
    json.dump(found, sys.stdout)


def measure(module: ModuleType, problem: Problem, entry: str, seconds: int) -> dict[str, Any]:
    solve = module.ENTRIES[problem.name][entry]
    prepare = getattr(module, "PREPARED", {}).get(problem.name)
    for size in (problem.small, problem.size) if prepare else ():
        prepare(size)
    for _ in range(4):
        looked_at(solve(problem.small))
    forget_everything(module)
    before = peak_memory()
    allow(seconds)
    started = time.thread_time()
    answer = solve(problem.size)
    looked_at(answer)
    cold = time.thread_time() - started
    used = peak_memory() - before
    warm = cold
    if cold < seconds / 4:
        started = time.thread_time()
        looked_at(solve(problem.size))
        warm = time.thread_time() - started
    allow(10 * seconds)
    digest = hashlib.sha256(canonical(module.plain(answer)).encode()).hexdigest()[:16]
    return {"cold": cold, "warm": warm, "kilobytes": used, "digest": digest}


def allow(seconds: int) -> None:
    """So many more seconds of the processor; then the system ends this process."""
    _, hard = resource.getrlimit(resource.RLIMIT_CPU)
    resource.setrlimit(resource.RLIMIT_CPU, (int(time.process_time()) + 1 + seconds, hard))


def peak_memory() -> int:
    """The most memory that this process has had so far, in kilobytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


def forget_everything(module: ModuleType) -> None:
    """Empty every cache that the small problem has filled, in any engine, and collect what falls out."""
    for each in gc.get_objects():
        if isinstance(each, functools._lru_cache_wrapper):
            each.cache_clear()
    if hasattr(module, "forget"):
        module.forget()
    gc.collect()


# --- equal answers
def canonical(answer: Any) -> str:
    """The same text for equal answers of different engines."""
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
    """A rational function as its two polynomials in lowest terms."""
    import sympy

    top, bottom = sympy.fraction(sympy.cancel(sympy.together(expression)))
    names = sorted(expression.free_symbols, key=str)
    if not names:
        return f"{expression.p}/{expression.q}"
    above, below = sympy.Poly(top, *names, domain="QQ"), sympy.Poly(bottom, *names, domain="QQ")
    return f"{terms(above, below.LC())} / {terms(below, below.LC())}"


def terms(polynomial: Any, leading: Any) -> str:
    shares = ((monomial, coefficient / leading) for monomial, coefficient in polynomial.terms())
    return " + ".join(f"{share.p}/{share.q}*{monomial}" for monomial, share in sorted(shares))


if __name__ == "__main__":
    main()
