"""The classroom as a server: its addresses, and how it is started."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import webbrowser
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from tornado.httpserver import HTTPServer
from tornado.web import Application, HTTPError, StaticFileHandler

from pz8edu.errors import BadInput
from pz8widgets.apps.classroom.desk import LINGER, Desk
from pz8widgets.apps.classroom.doors import Doors, key_of, secret_in
from pz8widgets.apps.classroom.lines import LONGEST, Line
from pz8widgets.apps.classroom.pages import (
    SITE,
    Bokeh,
    Catalogue,
    CourseQuestions,
    Known,
    ProjectorPage,
    Results,
    Script,
    TeacherPage,
    Theme,
    VisitorPage,
)
from pz8widgets.apps.classroom.record import Record
from pz8widgets.apps.classroom.room import SEATS, Room
from pz8widgets.play.sending import ROOM

AT_ONCE = 1024
"""So many browsers may knock at the same moment; who comes then would wait seconds to knock again."""
PULSE = 10
"""Seconds between two looks at whether a browser is still there."""


class OwnFiles(Known, StaticFileHandler):
    """The scripts and styles of our pages."""

    def initialize(self, desk: Desk, path: str) -> None:  # type: ignore[override]
        """Know the desk and the folder."""
        Known.initialize(self, desk)
        StaticFileHandler.initialize(self, path)

    def prepare(self) -> None:
        """No file of ours has a name that no file can have."""
        super().prepare()
        if "\0" in self.path_args[0]:
            raise HTTPError(404)


def application(desk: Desk, secret: str) -> Application:
    """Every address of the room."""
    known = {"desk": desk}
    return Application(
        [
            (r"/", VisitorPage, known),
            (r"/teacher", TeacherPage, known),
            (r"/projector", ProjectorPage, known),
            (r"/results.csv", Results, known),
            (r"/line", Line, known),
            (r"/catalogue.json", Catalogue, known),
            (r"/course.json", CourseQuestions, known),
            (r"/theme.css", Theme, known),
            (r"/bokeh.js", Bokeh, known),
            (r"/script/([0-9a-f]+)\.js", Script, known),
            (r"/site/(.*)", OwnFiles, {**known, "path": str(SITE)}),
        ],
        default_handler_class=Nothing,
        default_handler_args=known,
        cookie_secret=secret,
        websocket_ping_interval=PULSE,
        websocket_max_message_size=LONGEST,
        compress_response=True,
    )


class Nothing(Known):
    """Any other address."""

    def prepare(self) -> None:
        """There is nothing."""
        super().prepare()
        self.send_error(404)


def opened(
    doors: Doors,
    folder: Path | None = None,
    seats: int = SEATS,
    linger: float = LINGER,
    hosts: Mapping[str, float] | None = None,
) -> tuple[Desk, HTTPServer]:
    """A room whose server listens; port 0 takes any that is free. Raises BadInput where it cannot listen."""
    secret = secret_in(folder)
    if folder is not None:
        doors.key = key_of(secret)
    record = Record(folder / "events.jsonl" if folder else None)
    desk = Desk(Room(record, seats), doors, linger, hosts)
    server = HTTPServer(application(desk, secret))
    try:
        server.listen(doors.port, doors.address, backlog=AT_ONCE)
    except OSError as fault:
        raise BadInput(
            f"nobody can listen on {doors.address} port {doors.port}: {fault.strerror or fault}"
        ) from None
    doors.port = next(iter(server._sockets.values())).getsockname()[1]
    os.environ[ROOM] = doors.link  # hosts inherit it: their pages draw links to this room
    desk.hosts.start()
    return desk, server


async def serve(
    doors: Doors,
    folder: Path | None,
    seats: int,
    linger: float,
    browser: bool,
    hour: Mapping[str, Any] | None = None,
) -> None:
    """Serve a room until somebody stops it; the steps of an `hour` stand on the teacher's console."""
    desk, server = opened(doors, folder, seats, linger)
    desk.hour = hour or {}
    console = f"http://{doors.host}/teacher?key={doors.key}"
    print(f"The class comes in at   {doors.link}")
    print(f"The teacher's console   {console}", flush=True)
    if desk.room.damage:
        print(desk.room.damage, file=sys.stderr, flush=True)
    if browser:
        webbrowser.open(console)
    preparing = asyncio.create_task(desk.prepare())
    stop = asyncio.Event()
    for each in (signal.SIGINT, signal.SIGTERM):
        with suppress(NotImplementedError):
            asyncio.get_running_loop().add_signal_handler(each, stop.set)
    await stop.wait()
    preparing.cancel()
    server.stop()
    desk.hosts.stop()
