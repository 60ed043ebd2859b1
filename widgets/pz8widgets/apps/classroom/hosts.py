"""Who keeps which page: the hosts, from the server's side.

Quick hosts share the visitors. What takes longer than `QUICK` there is interrupted, its page is made anew in
the middle host, and what was done to it is done again; the others have waited for a moment. What takes longer
than `MIDDLING` there goes on to a patient host, where it may take `PATIENCE`. Patient hosts let all others go
first and leave one core to them; heavy questions wait for each other only, and each is told how many are
before it. What has once taken long goes there at once, whoever asks it. A host that dies is replaced, its
pages made anew.
"""

from __future__ import annotations

import asyncio
import itertools
import os
import re
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote_plus

from pz8edu.errors import BadInput
from pz8widgets.apps.classroom.process import PatientProcess, Process

QUICK = 0.2
"""Seconds of work that a page may take beside others: most take half of that."""
MIDDLING = 2.0
"""Seconds of work that a page may take beside others of its kind, such as large boards."""
PATIENCE = 30.0
"""Seconds of work that a heavy question may take by itself."""
MIDDLING_NICER, PATIENT_NICER = 5, 10
"""So much lower is the priority of the hosts that take longer."""
MOST_QUICK = 4
"""So many quick hosts at most."""
MOST_PATIENT = 4
"""So many patient hosts at most, and one less than there are cores."""
CHECKED = 2.0
"""Seconds between two looks at whether the hosts answer."""
MOST_DEATHS = 2
"""A page that ends its host so often is not made again."""
AS_BEFORE = "{}: it is as it was before."
"""What a visitor is told whose question is given up."""

NUMBER = re.compile(r"\b\d{1,6}\b")
"""A number of a question, such as how many figures; not that of the rules, pz8."""

Told = Callable[[int, str, Any], None]
"""Is told of a visit by its number: "page" or "news" (JSON), its "address", that it is worked out "apart" and
how many questions are before it there, or a sentence: "stopped" or "fault"."""


@dataclass
class Seat:
    """Where one visit's page is kept, and what makes it again."""

    host: Process
    address: str
    extra: Mapping[str, Any] = field(default_factory=dict)
    replayed: Any = None
    deaths: int = 0
    cancelled: bool = False


def as_it_was(seat: Seat) -> dict[str, Any]:
    """What opens the page of a seat without what was asked last."""
    return {"address": seat.address, "extra": seat.extra}


class Heavy:
    """Which questions take long: from the smallest numbers on with which one did.

    More figures, dice or games never make a question lighter; a page that is taken for heavy without need is
    answered all the same.
    """

    def __init__(self) -> None:
        self._least: dict[str, int] = {}

    def note(self, address: str) -> None:
        """The page of this address has taken long to be made."""
        question, size = measured(address)
        self._least[question] = min(size, self._least.get(question, size))

    def knows(self, address: str) -> bool:
        """Is it the page of such a question?"""
        question, size = measured(address)
        return size >= self._least.get(question, size + 1)


def measured(address: str) -> tuple[str, int]:
    """An address without its numbers, and how great they are together."""
    text = unquote_plus(address)
    return NUMBER.sub("#", text), sum(int(each) for each in NUMBER.findall(text))


class Hosts:
    """All hosts, and the seat of every visit."""

    def __init__(
        self,
        told: Told,
        scripts: dict[str, str],
        quick: float = QUICK,
        middling: float = MIDDLING,
        patience: float = PATIENCE,
    ) -> None:
        self.told, self.scripts = told, scripts
        self.quick, self.middling, self.patience = quick, middling, patience
        self.seats: dict[int, Seat] = {}
        self.hosts: list[Process] = []
        self.middle: list[Process] = []
        self.patients: list[PatientProcess] = []
        self._not_quick, self._heavy = Heavy(), Heavy()
        self._works: dict[int, tuple[asyncio.Future[Any], str, Any]] = {}
        self._numbers = itertools.count(-1, -1)  # works are numbered downwards, visits upwards

    def start(self) -> None:
        """Start all hosts; who comes before they are warm waits for them."""
        many = min(MOST_QUICK, max(2, os.cpu_count() or 2))
        self.hosts = [Process(self.quick, self._heard) for _ in range(many)]
        self._checking = asyncio.create_task(self._check())

    def stop(self) -> None:
        """End all hosts."""
        self._checking.cancel()
        for host in self._all:
            host.end()

    @property
    def _all(self) -> list[Process]:
        return [*self.hosts, *self.middle, *self.patients]

    def _middle(self) -> Process:
        """The host for what is neither quick nor heavy."""
        if not self.middle:
            self.middle = [Process(self.middling, self._heard, MIDDLING_NICER)]
        return self.middle[0]

    def _patient(self) -> PatientProcess:
        """The patient host with the fewest questions, another one if all have some and there may be more."""
        freest = min(self.patients, key=lambda host: len(host.turns), default=None)
        most = min(MOST_PATIENT, max(1, (os.cpu_count() or 2) - 1))
        if freest is None or (len(freest.turns) and len(self.patients) < most):
            freest = PatientProcess(self.patience, self._heard, PATIENT_NICER, self._before)
            self.patients.append(freest)
        return freest

    def _before(self, number: int, before: int) -> None:
        """A visit's question waits for so many others."""
        self.told(number, "apart", before)

    # --- what the server asks for
    def open(self, number: int, address: str, extra: Mapping[str, Any] | None = None) -> None:
        """Make a page for a visit, in the quick host with the fewest, or where there is time for it."""
        self._move(number, Seat(self._host_for(address), address, extra or {}))

    def hear(self, number: int, widget: str, message: Any) -> None:
        """The browser says something to a widget."""
        seat = self.seats.get(number)
        if seat is not None:
            seat.cancelled = False
            seat.host.do("hear", number, widget, message)

    def whole(self, number: int) -> None:
        """Ask for the whole page."""
        if number in self.seats:
            self.seats[number].host.do("whole", number)

    def end(self, number: int) -> None:
        """A visitor has gone: whatever is being worked out for them ends too."""
        seat = self.seats.pop(number, None)
        if seat is not None:
            self._leave(number, seat.host)

    def cancel(self, number: int) -> None:
        """Work out no more what a visit has asked for, and forget what still waits for its turn."""
        seat = self.seats.get(number)
        if seat is None:
            return
        seat.cancelled = True
        dropped = seat.host.cancel(number)
        if not dropped:
            return
        if dropped[0][0] == "open":
            self._took_long(seat, number, None if seat.replayed is None else as_it_was(seat), None)
        elif not self._heavy.knows(seat.address):  # another host shows it sooner
            self._took_long(seat, number, as_it_was(seat), None)
        else:
            self.told(number, "stopped", AS_BEFORE.format("This was cancelled"))
            seat.host.do("whole", number)

    async def work(self, name: str, argument: Any) -> Any:
        """Work something out that belongs to no page. Raises BadInput."""
        number = next(self._numbers)
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._works[number] = (answer, name, argument)
        self._freest().do("work", number, name, argument)
        try:
            return await answer
        finally:
            del self._works[number]

    # --- what hosts say
    def _heard(self, host: Process, said: tuple[Any, ...]) -> None:
        kind, *rest = said
        if kind == "script":
            self.scripts[rest[0]] = rest[1]
        elif kind == "died":
            self._replace(host)
        elif rest[0] < 0:
            self._worked(host, kind, *rest)
        elif (seat := self.seats.get(rest[0])) is not None and seat.host is host:
            self._said(seat, kind, *rest)

    def _said(self, seat: Seat, kind: str, number: int, *rest: Any) -> None:
        if kind in ("page", "news"):
            text, state = rest
            self.told(number, kind, text)
            if state["address"] != seat.address:
                self.told(number, "address", state["address"])
            seat.address, seat.extra, seat.replayed, seat.deaths = state["address"], state["extra"], None, 0
            seat.cancelled = False
        elif kind == "long":
            self._took_long(seat, number, *rest)
        elif kind == "gone":
            self._move(number, seat)
        else:
            self.told(number, kind, *rest)

    def _took_long(self, seat: Seat, number: int, before: Any, replayed: Any) -> None:
        """Once more where there is time; where there was time, back to how it was before."""
        if before is not None:
            seat.address, seat.extra, seat.replayed = before["address"], before["extra"], replayed
        if not seat.host.patient and not seat.cancelled:
            middle = seat.host in self.middle
            if replayed is None:
                (self._heavy if middle else self._not_quick).note(seat.address)
            host = self._patient() if middle else self._middle()
            self._move(number, Seat(host, seat.address, seat.extra, seat.replayed))
            return
        why = "was cancelled" if seat.cancelled else f"takes more than {self.patience:g} s"
        if before is not None:
            self.told(number, "stopped", AS_BEFORE.format(f"This {why}"))
            self._move(number, Seat(self._host_for(seat.address), seat.address, seat.extra))
        else:
            self._leave(number, self.seats.pop(number).host)
            self.told(number, "fault", f"it {why}" + ("" if seat.cancelled else ": ask for less"))

    def _leave(self, number: int, host: Process) -> None:
        """A host forgets a visit, and what it is working out for it."""
        host.cancel(number)
        host.tell("end", number)

    def _move(self, number: int, seat: Seat) -> None:
        old = self.seats.get(number)
        if old is not None and old.host is not seat.host:
            self._leave(number, old.host)
        self.seats[number] = seat
        seat.host.do("open", number, seat.address, dict(seat.extra), seat.replayed)

    def _host_for(self, address: str) -> Process:
        """Where a page is made: the freest quick host, or where there is time for what has taken long."""
        if self._heavy.knows(address):
            return self._patient()
        return self._middle() if self._not_quick.knows(address) else self._freest()

    def _freest(self) -> Process:
        """The quick host with the fewest visitors."""
        load = Counter(id(seat.host) for seat in self.seats.values())
        return min(self.hosts, key=lambda host: (load[id(host)], host.waits))

    def _worked(self, host: Process, kind: str, number: int, *rest: Any) -> None:
        answer, name, argument = self._works.get(number, (None, "", None))
        if answer is None or answer.done():
            return
        if kind == "long" and not host.patient:
            further = self._patient() if host in self.middle else self._middle()
            further.do("work", number, name, argument)
        elif kind == "long":
            answer.set_exception(BadInput(f"this takes more than {self.patience:g} s: ask for less"))
        elif kind == "failed":
            answer.set_exception(BadInput(rest[0]))
        else:
            answer.set_result(rest[0])

    # --- hosts that die, or answer no more
    def _replace(self, host: Process) -> None:
        """Another host takes its place; its pages are made anew."""
        fresh: Process
        if host in self.hosts:
            fresh = self.hosts[self.hosts.index(host)] = Process(self.quick, self._heard)
        elif host in self.middle:
            self.middle.clear()
            fresh = self._middle()
        elif isinstance(host, PatientProcess) and host in self.patients:
            self.patients.remove(host)
            fresh = self._patient()
        else:
            return
        for number, seat in [*self.seats.items()]:
            if seat.host is host:
                self._revive(number, Seat(fresh, seat.address, seat.extra, None, seat.deaths + 1))
        for answer, _, _ in self._works.values():
            if not answer.done():
                answer.set_exception(BadInput("this was not worked out: its process has ended; try again"))

    def _revive(self, number: int, seat: Seat) -> None:
        if seat.deaths > MOST_DEATHS:
            del self.seats[number]
            self.told(number, "fault", "this page has ended the process that kept it: open another")
        else:
            self._move(number, seat)

    async def _check(self) -> None:
        """Give up hosts that do not answer, and keep one warm for what takes long, and for what is heavy."""
        while True:
            await asyncio.sleep(CHECKED)
            if all(host.ready for host in self.hosts) and self._middle().ready and not self.patients:
                self._patient()
            for host in self._all:
                if host.deaf:
                    host.end()
