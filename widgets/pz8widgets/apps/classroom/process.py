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
from pz8widgets.apps.classroom.turns import Job, Turns

DEAF = 20.0
"""Seconds beyond its budget after which a host that does not answer is given up."""

Heard = Callable[["Process", tuple[Any, ...]], None]

NO_ANSWER = ("script", "ready")
"""What a host says unasked."""


class Process:
    """Jobs go out by `do` (answered once each) and `tell`; `heard` is told in the loop what comes back.

    The last thing that is heard of a process is ("died",).
    """

    patient = False

    def __init__(self, budget: float, heard: Heard, nicer: int = 0) -> None:
        self.budget = budget
        self.waits = 0
        self.ready = False
        self._heard = heard
        self._since = time.monotonic()
        self._loop = asyncio.get_running_loop()
        self._jobs: queue.SimpleQueue[tuple[Any, ...] | None] = queue.SimpleQueue()
        context = multiprocessing.get_context("spawn")
        self._line, far = context.Pipe()
        self._process = context.Process(target=run, args=(far, budget, self.patient, nicer), daemon=True)
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

    def cancel(self, number: int) -> list[Job]:
        """Work out no more for a visit; what had not been begun is forgotten, and returned."""
        self.tell("cancel", number)
        return []

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


class PatientProcess(Process):
    """A process for what is heavy: one job at a time is sent there, the others wait on this side.

    So `before` can be told of each visit how many questions are before its own, and what waits can be given
    up at once.
    """

    patient = True

    def __init__(self, budget: float, heard: Heard, nicer: int, before: Callable[[int, int], None]) -> None:
        super().__init__(budget, heard, nicer)
        self.turns = Turns(lambda job: super(PatientProcess, self).do(*job), before)

    def do(self, *job: Any) -> None:
        """Send a job when its turn comes."""
        self.turns.add(job)

    def cancel(self, number: int) -> list[Job]:
        """Where one question of a visit is being worked out, that one is answered for all of them."""
        begun = self.turns.now == number
        dropped = self.turns.drop(number)
        if begun:
            super().cancel(number)
        return [] if begun else dropped

    def _take(self, said: tuple[Any, ...]) -> None:
        super()._take(said)
        if not self.waits:
            self.turns.answered()
