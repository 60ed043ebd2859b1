"""The line to one browser: what it says is judged, and passed on."""

from __future__ import annotations

import json
import secrets
from asyncio import Future
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import Any

from tornado.websocket import WebSocketClosedError, WebSocketHandler

from pz8edu.errors import BadInput, unknown
from pz8widgets.apps.classroom.desk import Desk
from pz8widgets.apps.classroom.pages import Known
from pz8widgets.apps.classroom.room import LONGEST_NAME

LONGEST = 256_000
"""Letters of one message."""
MOST_WAITING = 200
"""A browser that says so much without waiting for an answer is no page of ours."""

ROLES = ("visitor", "teacher", "projector")
SCREENS = {"teacher": "teacher's console", "projector": "projector's screen"}
DEEPEST = 20
"""So deep lists and objects lie in one another at most in what a page of ours says."""

Said = Callable[[Any], Awaitable[None] | None]


class Line(Known, WebSocketHandler):
    """A browser that shows a page, the screen, or the teacher's console."""

    desk: Desk

    def initialize(self, desk: Desk) -> None:
        """Know the desk; no page yet."""
        super().initialize(desk)
        self.role = "visitor"
        self.guest = ""
        self.visit = 0
        self.token = secrets.token_urlsafe(12)
        self.waits = 0
        self._told: Any = None
        self._hears: Mapping[str, Said] = {}

    def check_origin(self, origin: str) -> bool:
        """Only pages of ours may speak to the room."""
        return self.desk.doors.knows_origin(origin)

    def open(self, *_args: str, **_kwargs: str) -> None:
        """Let the browser in, or say why not."""
        self.role = self.get_argument("as", "visitor")
        self.guest = self.known_guest() or ""
        teacher = self.is_teacher()
        try:
            if self.role not in ROLES:
                raise unknown("role", self.role[:LONGEST_NAME], ROLES)
            if self.role != "visitor" and not teacher:
                raise BadInput(f"this is the {SCREENS[self.role]}: open it by the link that was printed")
            if self.role == "visitor" and not self.guest:
                raise BadInput("open the room's address and give its code first")
            if self.role == "visitor":
                self.desk.room.enter(self.guest)
        except BadInput as fault:
            self.say(json.dumps({"shut": str(fault)}))
            self.close()
            self.guest = ""
            return
        self._hears = self._what_is_heard()
        self.desk.lines.add(self)
        if self.role == "visitor":
            self.desk.room.comes(self.guest)
        self.tell_room()

    def _what_is_heard(self) -> Mapping[str, Said]:
        """What this browser may say."""
        desk, room = self.desk, self.desk.room
        heard: dict[str, Said] = {}
        if self.role != "projector":
            heard |= {
                "visit": self._visit,
                "hear": self._hear,
                "cancel": lambda _: desk.hosts.cancel(self.visit),
                "whole": lambda _: desk.hosts.whole(self.visit),
            }
        if self.role == "visitor":
            heard |= {
                "guess": lambda said: room.guess(self.guest, str(said[0]), said[1]),
                "roll": lambda _: desk.roll(self.guest),
                "rolled": lambda said: room.roll(self.guest, str(said[0]), said[1]),
                "count": lambda said: room.count(self.guest, said),
                "propose": lambda said: desk.propose(self.guest, str(said)),
                "side": lambda said: room.take_side(self.guest, str(said)),
                "name": lambda said: room.name(self.guest, str(said)),
                "stuck": lambda said: room.stuck(self.guest, bool(said)),
                "looks": lambda said: room.looks_at(self.guest, str(said)[:120]),
            }
        if self.role == "teacher":
            heard |= {
                "pose": lambda said: desk.pose(str(said[0]), str(said[1]), str(said[2])),
                "show": lambda said: room.show(str(said)),
                "end": lambda _: room.end(),
                "time": room.time,
                "divide": room.divide,
                "rank": lambda said: room.rank(bool(said)),
                "freeze": lambda said: room.freeze(bool(said)),
                "push": lambda said: desk.push(str(said)),
                "over": lambda said: room.close(bool(said)),
                "begin": lambda said: desk.begin(str(said[0]), bool(said[1])),
                "do": lambda _: desk.do_leading(),
                "finish": lambda _: room.finish(),
            }
        return heard

    async def on_message(self, message: str | bytes) -> None:
        """Pass on what the browser says; what cannot be done is answered with a sentence."""
        kind = ""
        try:
            said = json.loads(message) if len(message) <= LONGEST else None
            if not isinstance(said, dict) or len(said) != 1:
                raise BadInput("a message says one thing by its name")
            ((kind, what),) = said.items()
            if not shallow(what) or not sendable(said):
                kind = ""
                raise BadInput("this is no message of a page of this room")
            if kind not in self._hears:
                raise BadInput("this cannot be said here")
            waits = self._hears[kind](what)
            if waits is not None:
                await waits
        except BadInput as fault:
            self.say(json.dumps({"refused": [kind, str(fault)]}))
        except (ValueError, TypeError, LookupError, ArithmeticError, AttributeError, RecursionError):
            self.say(json.dumps({"refused": [kind, "this message cannot be read"]}))
        else:
            if kind in ("guess", "roll", "rolled", "count", "name", "pose", "propose", "begin"):
                self.say(json.dumps({"taken": kind}))

    def _visit(self, said: Any) -> None:
        """Show a page: the one that this browser had, or one by its address."""
        again = isinstance(said.get("number"), int) and self.desk.find_again(
            self, said["number"], str(said.get("token"))
        )
        if not again:
            self.desk.open(self, str(said.get("address", "")))
        self.say(json.dumps({"visit": [self.visit, self.token]}))

    def _hear(self, said: Any) -> None:
        if self.desk.room.frozen and self.role == "visitor":
            raise BadInput("your teacher has stopped all pages for a moment")
        if self.waits > MOST_WAITING:
            self.close()
            return
        self.waits += 1
        self.desk.hosts.hear(self.visit, str(said[0]), said[1])

    def heard(self, kind: str) -> None:
        """A host has answered."""
        if kind in ("page", "news", "fault", "stopped"):
            self.waits = max(self.waits - 1, 0) if kind in ("news", "stopped") else 0

    def on_close(self) -> None:
        """The browser has gone, or lost its way to us."""
        if self in self.desk.lines:
            self.desk.lines.discard(self)
            self.desk.leave(self)
            if self.role == "visitor":
                self.desk.room.goes(self.guest)

    def tell_room(self) -> None:
        """Tell what this browser shows of the room, if that has changed."""
        room = self.desk.room
        if self.role == "teacher":
            told = room.for_teacher()
        elif self.role == "projector":
            told = room.for_screen()
        else:
            told = room.for_visitor(self.guest)
        if told != self._told:
            self._told = told
            self.say(json.dumps({"room": told}))

    def say(self, text: str) -> None:
        """Say something to the browser, if it is still there."""
        with suppress(WebSocketClosedError):
            self.write_message(text).add_done_callback(Future.exception)  # it may go before it has heard


def shallow(what: Any, levels: int = DEEPEST) -> bool:
    """Do lists and objects lie in one another no deeper than this?"""
    inside = what.values() if isinstance(what, dict) else what if isinstance(what, list) else ()
    return levels > 0 and all(shallow(each, levels - 1) for each in inside)


def sendable(said: Any) -> bool:
    """Can this be written in UTF-8? Half of a pair of surrogates cannot, in any file or to any browser."""
    try:
        json.dumps(said, ensure_ascii=False).encode()
    except UnicodeEncodeError:
        return False
    return True
