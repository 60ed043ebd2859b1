"""What happened in a room, kept line by line in a file: a restart goes on where the room was."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from pz8edu.errors import BadInput

Event = dict[str, Any]


class Record:
    """Events in a file of JSON lines, each written out as it comes; without a path they are kept nowhere.

    A line that was cut off by a crash is passed over, and the next one begins afresh.
    Raises BadInput where the file cannot be used.
    """

    def __init__(self, path: Path | None) -> None:
        self.path = path
        if path is None:
            return
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._begin_a_line(path)
        except OSError as fault:
            raise BadInput(f"results cannot be kept in {str(path)!r}: {fault.strerror or fault}") from None

    @staticmethod
    def _begin_a_line(path: Path) -> None:
        with path.open("ab+") as file:
            if file.tell():
                file.seek(-1, 2)
                if file.read(1) != b"\n":
                    file.write(b"\n")

    def keep(self, event: Event) -> str:
        """Write an event down; why it could not be, or nothing."""
        if self.path is None:
            return ""
        try:
            with self.path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(event, ensure_ascii=False) + "\n")
        except OSError as fault:
            return f"results cannot be saved ({fault.strerror or fault}): export them before the room closes"
        return ""

    def events(self) -> Iterator[Event]:
        """What has been written down so far."""
        if self.path is None:
            return
        with self.path.open(encoding="utf-8", errors="replace") as lines:
            for line in lines:
                try:
                    event = json.loads(line)
                except ValueError:
                    continue
                if isinstance(event, dict) and isinstance(event.get("event"), str):
                    yield event
