"""What the server keeps while it runs: the room, its doors, the hosts, and every open line to a browser."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from pz8edu.errors import BadInput
from pz8widgets.apps.classroom.doors import Doors
from pz8widgets.apps.classroom.hosts import Hosts
from pz8widgets.apps.classroom.posed import COURSE, EXPERIMENT, posed
from pz8widgets.apps.classroom.room import MOST_PAGES, Room

if TYPE_CHECKING:
    from pz8widgets.apps.classroom.lines import Line

LINGER = 60.0
"""Seconds that a page is kept for a browser that has lost its connection."""
GATHERED = 0.2
"""Seconds over which changes of the room are gathered before everybody is told."""


class Desk:
    """Passes on what browsers, hosts and the room say to each other."""

    def __init__(
        self, room: Room, doors: Doors, linger: float = LINGER, hosts: Mapping[str, float] | None = None
    ) -> None:
        self.room, self.doors, self.linger = room, doors, linger
        self.scripts: dict[str, str] = {}
        self.hour: Mapping[str, Any] = {}
        self.hosts = Hosts(self.told, self.scripts, **(hosts or {}))
        self.lines: set[Line] = set()
        self.pages: dict[int, Line] = {}
        self._numbers = itertools.count(1)
        self._left: dict[tuple[int, str], tuple[asyncio.TimerHandle, str]] = {}
        self._gathering = False
        room.changed = self.room_changed

    # --- pages
    def told(self, number: int, kind: str, what: Any) -> None:
        """A host has something to say to the browser that shows a page."""
        line = self.pages.get(number)
        if line is None:
            return
        line.heard(kind)
        line.say(f'{{"{kind}":{what if kind in ("page", "news") else json.dumps(what)}}}')

    def open(self, line: Line, address: str) -> None:
        """Show another page on a line."""
        self.close(line)
        line.visit = next(self._numbers)
        self.pages[line.visit] = line
        self.hosts.open(line.visit, address)

    def find_again(self, line: Line, number: int, token: str) -> bool:
        """Is the page still there that a browser had when its line was lost? Then it has it again."""
        timer, _ = self._left.pop((number, token), (None, ""))
        if timer is None or number not in self.hosts.seats:
            return False
        timer.cancel()
        self.close(line)
        line.visit, line.token = number, token
        self.pages[number] = line
        self.hosts.whole(number)
        return True

    def leave(self, line: Line) -> None:
        """A line is lost: its page is kept for a while, and of one visitor so many at most."""
        if self.pages.pop(line.visit, None) is None:
            return
        theirs = [left for left, (_, guest) in self._left.items() if guest == line.guest]
        if len(theirs) >= MOST_PAGES:
            self._left[theirs[0]][0].cancel()
            self._forget(theirs[0])
        left = (line.visit, line.token)
        timer = asyncio.get_running_loop().call_later(self.linger, self._forget, left)
        self._left[left] = (timer, line.guest)

    def close(self, line: Line) -> None:
        """A page is given up."""
        if self.pages.pop(line.visit, None) is not None:
            self.hosts.end(line.visit)

    def _forget(self, left: tuple[int, str]) -> None:
        del self._left[left]
        self.hosts.end(left[0])

    # --- the room
    def room_changed(self) -> None:
        """Tell everybody soon, once for many changes."""
        if not self._gathering:
            self._gathering = True
            asyncio.get_running_loop().call_later(GATHERED, self._tell_everybody)

    def _tell_everybody(self) -> None:
        self._gathering = False
        for line in [*self.lines]:
            line.tell_room()

    async def pose(self, kind: str, asked: str, answer: str) -> None:
        """Work a question out and ask the class. Raises BadInput."""
        if asked.startswith(
            (COURSE, EXPERIMENT)
        ):  # lessons are read once, here, beside whatever else is done
            question = await asyncio.to_thread(posed, asked)
        else:
            question = await self.hosts.work("pose", [asked, answer])
        self.room.pose(kind, question, answer or question["answers"][-1]["name"])
        self._tell_everybody()  # a class that waits is told at once

    async def prepare(self) -> None:
        """Work out what the planned hour asks, before the class is there: so it is posed at once."""
        for step in self.hour.get("steps", ()):
            _, line, _ = step["pose"]
            if line.startswith(COURSE):
                with suppress(BadInput):
                    await asyncio.to_thread(posed, line)

    async def roll(self, guest: str) -> None:
        """Roll once for a visitor. Raises BadInput."""
        activity = self.room.asked_now
        if activity is None:
            raise BadInput("nothing is asked now: wait for your teacher")
        outcome = await self.hosts.work("roll", activity.question["line"])
        self.room.roll(guest, outcome, activity.number)

    # --- a game of two teams
    async def begin(self, address: str, alone: bool) -> None:
        """Let two teams play the game of an address, or all of them against the solo opponent."""
        self.room.begin(await self.hosts.work("begin", [address, alone]))

    async def propose(self, guest: str, choice: str) -> None:
        """A visitor proposes; what more than half of the team propose is done. Raises BadInput."""
        if self.room.propose(guest, choice):
            await self.do_leading()

    async def do_leading(self) -> None:
        """Do what most of the team propose. Raises BadInput where nobody proposes anything."""
        match = self.room.match
        if match is None or not match.leading:
            raise BadInput("nobody has proposed anything yet")
        table = await self.hosts.work("move", [match.table["game"], match.leading, match.table.get("solo")])
        if self.room.match is match:  # nobody was quicker
            self.room.begin(table)

    def push(self, address: str) -> None:
        """Open a page at everybody's but the teacher's."""
        for line in [*self.pages.values()]:
            if line.role != "teacher":
                line.say(json.dumps({"push": address}))
