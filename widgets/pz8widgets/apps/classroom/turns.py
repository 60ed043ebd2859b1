"""Who comes next where one is served at a time: the visitors in turn, one job of each."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any

Job = tuple[Any, ...]
"""What is to be done, then for which visit."""


class Turns:
    """Jobs wait here until the one before is answered.

    `begin` is given the next job; `tell` is told of a visit how many questions are before its own, as often
    as that changes: 0 where it begins to be worked out.
    """

    def __init__(self, begin: Callable[[Job], None], tell: Callable[[int, int], None]) -> None:
        self.now: int | None = None
        self._begin, self._tell = begin, tell
        self._waiting: dict[int, deque[Job]] = {}
        self._told: dict[int, int] = {}

    def __len__(self) -> int:
        return len(self._waiting) + (self.now is not None)

    def add(self, job: Job) -> None:
        """Do a job when its turn comes."""
        self._waiting.setdefault(job[1], deque()).append(job)
        self._next()

    def answered(self) -> None:
        """The job that was begun is done."""
        self.now = None
        self._next()

    def drop(self, number: int) -> list[Job]:
        """Forget what waits for a visit, and say what it was."""
        dropped = [*self._waiting.pop(number, ())]
        self._told.pop(number, None)
        self._next()
        return dropped

    def _next(self) -> None:
        if self.now is None and self._waiting:
            self.now = next(iter(self._waiting))
            jobs = self._waiting.pop(self.now)
            job = jobs.popleft()
            if jobs:  # the next of the same visitor comes after everybody else's
                self._waiting[self.now] = jobs
            if self._told.pop(self.now, 0) or job[0] == "open":
                self._tell(self.now, 0)
            self._begin(job)
        for before, number in enumerate(self._waiting, start=1):
            if number != self.now and self._told.get(number) != before:
                self._told[number] = before
                self._tell(number, before)
