"""How the kit starts other Pythons: none of them takes a module from the folder that somebody stands in."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager

SAFE = "PYTHONSAFEPATH"
"""The environment's word for `python -P`."""


def module_command(module: str, *words: str) -> list[str]:
    """The command that runs a module of this Python, whatever files lie in the current folder."""
    return [sys.executable, "-P", "-m", module, *words]


@contextmanager
def safe_path() -> Iterator[None]:
    """Meanwhile, processes that libraries start look for no module in the current folder either."""
    before = os.environ.get(SAFE)
    os.environ[SAFE] = "1"
    try:
        yield
    finally:
        if before is None:
            del os.environ[SAFE]
        else:
            os.environ[SAFE] = before


@contextmanager
def processes(count: int) -> Iterator[ProcessPoolExecutor]:
    """Processes that leave an interruption to this one, and that stop with it."""
    pool = ProcessPoolExecutor(count, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN))
    try:
        with safe_path():
            yield pool
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
