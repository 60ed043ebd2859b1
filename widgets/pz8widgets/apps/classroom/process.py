"""One host as the server knows it: a process, a thread that writes to it, and one that reads."""

from __future__ import annotations

import asyncio
import multiprocessing
import queue
import threading
import time
from collections.abc import Callable
from typing import Any

from pz8edu.starting import safe_path
from pz8widgets.apps.classroom.host import run

DEAF = 20.0
"""Seconds beyond its budget after which a host that does not answer is given up."""

Heard = Callable[["Process", tuple[Any, ...]], None]

NO_ANSWER = ("script", "ready")
"""What a host says unasked."""


class Process:
    """Jobs go out by `do` (answered once each) and `tell`; `heard` is told in the loop what comes back.

    The last thing that is heard of a process is ("died",).
    """

    def __init__(self, budget: float, patient: bool, heard: Heard) -> None:
        self.budget, self.patient = budget, patient
        self.waits = 0
        self.ready = False
        self._heard = heard
        self._since = time.monotonic()
        self._loop = asyncio.get_running_loop()
        self._jobs: queue.SimpleQueue[tuple[Any, ...] | None] = queue.SimpleQueue()
        context = multiprocessing.get_context("spawn")
        self._line, far = context.Pipe()
        self._process = context.Process(target=run, args=(far, budget, patient), daemon=True)
        with safe_path():
            self._process.start()
        far.close()
        for work in (self._read, self._write):
            threading.Thread(target=work, daemon=True).start()

    def do(self, *job: Any) -> None:
        """Send a job that will be answered."""
        if not self.waits:
            self._since = time.monotonic()
        self.waits += 1
        self._jobs.put(job)

    def tell(self, *job: Any) -> None:
        """Send a job without an answer."""
        self._jobs.put(job)

    def end(self) -> None:
        """End it at once."""
        self._jobs.put(None)
        self._process.kill()

    @property
    def deaf(self) -> bool:
        """Has it not answered for much longer than a job may take?"""
        late = time.monotonic() - self._since
        return self.ready and self.waits > 0 and late > 3 * self.budget + DEAF

    def _write(self) -> None:
        try:
            while (job := self._jobs.get()) is not None:
                self._line.send(job)
        except OSError:
            return

    def _read(self) -> None:
        try:
            while True:
                said = self._line.recv()
                self._loop.call_soon_threadsafe(self._take, said)
        except (EOFError, OSError, RuntimeError):
            pass
        try:
            self._loop.call_soon_threadsafe(self._heard, self, ("died",))
        except RuntimeError:
            return  # the loop is closed: the server ends

    def _take(self, said: tuple[Any, ...]) -> None:
        if said[0] == "ready":
            self.ready = True
            return
        if said[0] not in NO_ANSWER:
            self.waits -= 1
            self._since = time.monotonic()
        self._heard(self, said)
