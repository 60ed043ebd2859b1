"""Work that takes a while: it says how far it is and can be stopped, and the page stays alive meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from threading import Semaphore, Thread
from time import monotonic
from typing import Any

import ipywidgets as w

from pz8edu.analysis.positions import SearchProgress
from pz8edu.errors import BadInput
from pz8widgets.page.theme import button, words

SLICE = 0.1
"""Seconds of work between two looks at what somebody presses."""
PAUSE = 0.01
"""Seconds in which it is looked."""
Work = Callable[[SearchProgress], Iterator[Any]]
"""What yields one thing after another that it finds; it must end soon when what it tells says True."""


class Underway(w.HBox):  # type: ignore[misc] # ipywidgets has no types
    """A bar, how many positions were found and opened, and a button that stops; hidden while all is done."""

    def __init__(self) -> None:
        self.how_far = words("")
        self.stop = button("Stop", "Keep what is known by now", self.stops)
        self.stop.layout.flex = "0 0 auto"
        self.number, self.stopped = 0, False
        super().__init__([self.how_far, self.stop], layout=w.Layout(display="none"))

    def stops(self) -> None:
        """Stop what is underway, and keep what it has found."""
        self.stopped = True

    def give_up(self) -> None:
        """Stop what is underway, and forget it."""
        self.number += 1
        self.layout.display = "none"

    def begin(self, work: Work, shown: Callable[[Any], None]) -> None:
        """Do some work slice by slice; `shown` hears of all that it finds, and of BadInput as the last.

        Where no page waits, or no thread can begin, it is done at once. Earlier work is given up.
        """
        self.give_up()
        self.stopped = False
        slices = Slices(work)
        try:
            loop = asyncio.get_running_loop()
            slices.start()
        except RuntimeError:
            for each in guarded(work(lambda *_: False)):
                shown(each)
            return
        self.how_far.value, self.layout.display = told_html(0, 0), ""
        self.task = loop.create_task(self._go_on(slices, self.number, shown))

    async def _go_on(self, slices: Slices, number: int, shown: Callable[[Any], None]) -> None:
        while not slices.over:
            slices.next(self.stopped or number != self.number)
            while slices.found and number == self.number:
                shown(slices.found.pop(0))
            if number == self.number:
                self.how_far.value = told_html(*slices.told)
            await asyncio.sleep(PAUSE)
        if number == self.number:
            self.layout.display = "none"


def told_html(found: int, opened: int) -> str:
    """A bar, and how many positions were found and opened."""
    bar = f'<progress style="width:100%" max="{max(1, found)}" value="{opened}"></progress>'
    return f'{bar}<p role="status">{found} positions found, {opened} opened</p>'


def guarded(found: Iterator[Any]) -> Iterator[Any]:
    """What is found, one after another, and where that ends in BadInput this."""
    try:
        yield from found
    except BadInput as fault:
        yield fault


class Slices(Thread):
    """Work in a thread of its own that runs only while somebody waits for its next slice: never both."""

    def __init__(self, work: Work) -> None:
        super().__init__(daemon=True)
        self.work, self.told = work, (0, 0)
        self.found: list[Any] = []
        self.stop, self.over, self.until = False, False, 0.0
        self.go, self.gave = Semaphore(0), Semaphore(0)

    def run(self) -> None:
        """The work, from the first slice on."""
        self.go.acquire()
        try:
            for each in guarded(self.work(self._tell)):
                self.found.append(each)
        finally:
            self.over = True
            self.gave.release()

    def _tell(self, found: int, opened: int) -> bool:
        self.told = found, opened
        if monotonic() > self.until:
            self.gave.release()
            self.go.acquire()
        return self.stop

    def next(self, stop: bool) -> None:
        """Work for one more slice."""
        self.stop, self.until = stop, monotonic() + SLICE
        self.go.release()
        self.gave.acquire()
