"""A time budget for work that was not written with one: when it is used up, the work is interrupted."""

from __future__ import annotations

import ctypes
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

TICK = 0.05
"""Seconds between two looks at the clock."""
AGAIN = 0.5
"""Seconds until work that goes on all the same is interrupted again."""


class TookTooLong(BaseException):
    """The budget is used up, or somebody has cancelled; no `except Exception` on the way catches it."""


class Watch:
    """Looks after the thread that makes it: `with watch("me"):` lasts `budget` seconds at most.

    `clock` says which seconds: by default those that this process has worked, so that a busy machine does not
    make work heavy. Only Python is interrupted: one long step inside a library ends first.
    """

    def __init__(self, budget: float, clock: Callable[[], float] = time.process_time) -> None:
        self.budget, self.clock = budget, clock
        self._worker = threading.get_ident()
        self._lock = threading.Lock()
        self._name: object = None
        self._until = 0.0
        threading.Thread(target=self._look, daemon=True).start()

    @contextmanager
    def __call__(self, name: object) -> Iterator[None]:
        """Work for somebody. Raises TookTooLong where it lasts too long or `cancel` is called."""
        with self._lock:
            self._until, self._name = self.clock() + self.budget, name
        try:
            yield
        finally:
            self._name = None
            with self._lock:  # whoever interrupts has done so by now
                pass

    def cancel(self, name: object) -> bool:
        """Interrupt the work for somebody; False where something else is being done."""
        with self._lock:
            found = name is not None and self._name == name
            if found:
                self._interrupt()
            return found

    def _look(self) -> None:
        while True:
            time.sleep(TICK)
            with self._lock:
                if self._name is not None and self.clock() > self._until:
                    self._interrupt()

    def _interrupt(self) -> None:
        """Once more after a while: where Python tidies up, an interruption may be lost."""
        self._until = self.clock() + AGAIN
        ctypes.pythonapi.PyThreadState_SetAsyncExc(
            ctypes.c_ulong(self._worker), ctypes.py_object(TookTooLong)
        )
