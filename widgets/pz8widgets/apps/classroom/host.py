"""A process that keeps the pages of some visitors, one piece of work after the other.

It is started by `hosts`. A quick host interrupts what takes long and hands it back; a patient one has time.
Jobs come as tuples: ("open", visit, address, extra, replayed), ("hear", visit, widget, message), ("whole",
visit), ("end", visit), ("work", number, name, argument) and ("cancel", visit or number).
"""

from __future__ import annotations

import ctypes
import gc
import json
import os
import queue
import signal
import sys
import threading
import time
import traceback
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from typing import Any

REST = 1.0
"""Seconds without a job after which memory is given back."""

MOST_KEPT, MOST_PACKS = 100, 4
"""Pages of so many addresses are kept for whoever asks for them next, each with so many packs."""

FAILED = {"open": "fault", "whole": "fault", "hear": "stopped", "work": "failed"}
"""How the server is told that a job has met a fault of ours; nobody waits for the end of a page."""


def run(line: Connection, budget: float, patient: bool, nicer: int) -> None:
    """Keep pages until the server is gone; so much nicer than the others, who go first (not on Windows)."""
    os.environ["JUPYTER_WIDGETS_ECHO"] = "0"
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(nicer)
    import comm

    from pz8widgets.apps.classroom.visit import Line

    comm.create_comm = Line
    with suppress(BrokenPipeError):  # the server is gone
        Host(line, budget, patient).keep()


@dataclass
class Made:
    """A page, or the answer with a pack, as made for a visit of this name; `sure` once two were made alike.

    `packs` are what a page answers to a browser that first of all asks for a pack, by what it says.
    """

    name: str
    text: str
    state: dict[str, Any]
    sure: bool = False
    packs: dict[str, Made] = field(default_factory=dict)

    def for_visit(self, name: str) -> str:
        """The same for another visit."""
        return self.text.replace(self.name, name)


def keep(made: dict[str, Made], key: str, new: Made, most: int) -> None:
    """Keep what was made for others; it is theirs as well where the last one kept is the same."""
    known = made.pop(key, None)
    new.sure = known is not None and known.for_visit(new.name) == new.text
    made[key] = new
    if len(made) > most:
        del made[next(iter(made))]


class Host:
    """The pages by the numbers of their visits, and the line to the server."""

    def __init__(self, line: Connection, budget: float, patient: bool) -> None:
        from pz8widgets.apps.classroom.visit import Visit
        from pz8widgets.apps.classroom.watch import Watch

        self.line = line
        self.patient = patient
        self.watch = Watch(budget, time.monotonic if patient else time.process_time)
        self.jobs: queue.SimpleQueue[tuple[Any, ...]] = queue.SimpleQueue()
        self.visits: dict[int, Visit] = {}
        self.made: dict[str, Made] = {}
        self.untouched: dict[int, Made] = {}
        self.said: dict[int, tuple[str, Any]] = {}
        self.lock = threading.Lock()
        self.waiting: Counter[int] = Counter()
        self.cancelled: set[int] = set()
        self.ended = 0
        self.told: set[str] = set()
        self.does: dict[str, Callable[..., object]] = {
            "open": self.open,
            "hear": self.hear,
            "whole": self.whole,
            "end": self.end,
            "work": self.work,
        }

    def keep(self) -> None:
        """Warm up, then do one job after the other."""
        self._warm_up()
        threading.Thread(target=self._listen, daemon=True).start()
        self.line.send(("ready",))
        while True:
            try:
                job = self.jobs.get(timeout=REST)
            except queue.Empty:
                self._give_back()
                continue
            self.do(*job)
            self.done(job[1])

    def do(self, kind: str, number: int, *more: Any) -> None:
        """Do a job; what it raises is answered to its own visitor, and the others notice nothing."""
        from pz8widgets.apps.classroom.visit import sentence

        try:
            self.does[kind](number, *more)
        except BrokenPipeError:
            raise  # the server is gone
        except Exception as fault:
            traceback.print_exc()
            if kind in FAILED:
                self.line.send((FAILED[kind], number, sentence(fault)))

    def _listen(self) -> None:
        try:
            while True:
                self.take(self.line.recv())
        except (EOFError, OSError):
            os._exit(0)

    def take(self, job: tuple[Any, ...]) -> None:
        """Take a job in; what is to be cancelled is cancelled at once, or as soon as it is begun."""
        with self.lock:
            if job[0] != "cancel":
                self.waiting[job[1]] += 1
                self.jobs.put(job)
            elif job[1] in self.waiting:
                self.cancelled.add(job[1])
                self.watch.cancel(job[1])

    def done(self, number: int) -> None:
        """A job of this visit is done: with the last one there is nothing left to cancel."""
        with self.lock:
            self.waiting[number] -= 1
            if not self.waiting[number]:
                del self.waiting[number]
                self.cancelled.discard(number)

    def _warm_up(self) -> None:
        """Have everything imported before anybody waits for it."""
        from pz8widgets.apps.classroom.posed import posed
        from pz8widgets.apps.classroom.visit import Visit

        posed("pz8-ww2 direct-fire attack=3 defence=3")
        for address in ("", "rules=pz8-ww2&show=rally-chain", "rules=pz8-ww2&show=first-shot"):
            visit = Visit()
            visit.open(address)
            visit.whole()
            visit.end()
        gc.collect()
        gc.freeze()

    def _give_back(self) -> None:
        if self.ended:
            self.ended = 0
            gc.collect()
            if sys.platform == "linux":
                with suppress(OSError, AttributeError):
                    ctypes.CDLL(None).malloc_trim(0)

    # --- jobs
    def open(
        self, number: int, address: str, extra: dict[str, Any], replayed: tuple[list[int], Any] | None
    ) -> None:
        """Make a page; `replayed` is a way to a widget, and what was said to it.

        Of a page that is the same for everybody a visit has the text, and its pack, until its browser says
        something to it.
        """
        from pz8widgets.apps.classroom.visit import Visit

        self.end(number)
        visit = self.visits[number] = Visit()
        visit.address = address
        known = self.made.get(address)
        if known is not None and known.sure and not extra and replayed is None:
            self.untouched[number] = known
            self.whole(number)
            return
        before = None if replayed is None else {"address": address, "extra": extra}
        if self._done(number, lambda: visit.open(address, extra), before, None) and (
            replayed is None or self._done(number, lambda: visit.hear_at(*replayed), visit.state, replayed)
        ):
            text = self.whole(number)
            if text and not extra and replayed is None:
                keep(self.made, address, Made(visit.name, text, visit.state), MOST_KEPT)

    def _touched(self, number: int) -> None:
        """Make the page whose text a browser has, and tell it anew where it has changed since.

        It was made within the budget before: it is not interrupted, and what is said to it is not lost.
        """
        page, visit = self.untouched.pop(number), self.visits[number]
        visit.open(visit.address)
        if json.dumps(visit.whole()) != page.for_visit(visit.name):
            self.made.pop(visit.address, None)
            self.whole(number)
        if number in self.said:
            visit.hear(*self.said.pop(number))
            visit.news()  # its browser has had the answer

    def _asks_for_pack(self, number: int, widget: str, message: Any) -> str:
        """What a browser says that first of all asks for a pack, as that of the kept page would; "" else."""
        page, content = self.untouched.get(number), message.get("content")
        if page is None or number in self.said or not isinstance(content, dict) or "wanted" not in content:
            return ""
        return json.dumps([widget, message]).replace(self.visits[number].name, page.name)

    def hear(self, number: int, widget: str, message: Any) -> None:
        """Say something to a widget, and tell the browser what changes."""
        visit = self.visits.get(number)
        if visit is None:
            self.line.send(("gone", number))
            return
        page = self.untouched.get(number)
        asked = self._asks_for_pack(number, widget, message)
        known = page.packs.get(asked) if page else None
        if known is not None and known.sure:
            self.said[number] = (widget, message)
            self.line.send(("news", number, known.for_visit(visit.name), known.state))
            return
        if page:
            self._touched(number)
        before = visit.state
        replayed = (widget, message)
        if self._done(number, lambda: visit.hear(widget, message), before, replayed):
            self._tell_scripts()
            news = json.dumps(visit.news())
            self.line.send(("news", number, news, visit.state))
            if page and asked:
                keep(page.packs, asked, Made(visit.name, news, visit.state), MOST_PACKS)

    def whole(self, number: int) -> str:
        """Tell the browser the page as it is, and return it; "" where there is none."""
        from pz8edu.errors import BadInput

        visit = self.visits.get(number)
        if visit is None:
            self.line.send(("gone", number))
            return ""
        known = self.untouched.get(number)
        try:
            page = json.dumps(visit.whole()) if known is None else known.for_visit(visit.name)
        except BadInput as fault:
            self.line.send(("fault", number, str(fault)))
            return ""
        self._tell_scripts()
        self.line.send(("page", number, page, visit.state if known is None else known.state))
        return page

    def end(self, number: int) -> None:
        """A visitor has gone, or opens another page."""
        visit = self.visits.pop(number, None)
        self.untouched.pop(number, None)
        self.said.pop(number, None)
        if visit is not None:
            visit.end()
            self.ended += 1

    def work(self, number: int, name: str, argument: Any) -> None:
        """Work something out that belongs to no page."""
        from pz8edu.errors import BadInput
        from pz8widgets.apps.classroom.posed import WORK
        from pz8widgets.apps.classroom.watch import TookTooLong

        try:
            with self.watch(number):
                found = WORK[name](argument)
        except BadInput as fault:
            self.line.send(("failed", number, str(fault)))
        except TookTooLong:
            self.line.send(("long", number))
        else:
            self.line.send(("worked", number, found))

    def _done(self, number: int, work: Callable[[], None], before: Any, replayed: Any) -> bool:
        """Is it done within the budget? Else the page is gone from here, and the server is told why."""
        from pz8edu.errors import BadInput
        from pz8widgets.apps.classroom.watch import TookTooLong

        try:
            with self.watch(number):
                if number not in self.cancelled:
                    work()
                if number in self.cancelled:  # before the work, or where its interruption was lost
                    raise TookTooLong
        except BadInput as fault:
            self.line.send(("fault", number, str(fault)))
        except TookTooLong:
            self.cancelled.discard(number)
            way = self._way(number, replayed)
            self.end(number)
            self.line.send(("long", number, before, way))
        else:
            return True
        return False

    def _way(self, number: int, replayed: Any) -> Any:
        """What is to be said again to the page when it is made anew: the way to the widget, and the words."""
        if replayed is None or isinstance(replayed[0], list):
            return replayed
        path = self.visits[number].path_of(replayed[0])
        return None if path is None else (path, replayed[1])

    def _tell_scripts(self) -> None:
        """Scripts that the server does not have yet."""
        from pz8widgets.apps.classroom.visit import SCRIPTS

        for name in SCRIPTS.keys() - self.told:
            self.told.add(name)
            self.line.send(("script", name, SCRIPTS[name]))
