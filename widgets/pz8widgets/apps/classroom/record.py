"""What happened in a room, kept line by line in a file: a restart goes on where the room was."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pz8edu.errors import BadInput
from pz8edu.printing.saving import save_text

Event = dict[str, Any]
DAMAGED = (ValueError, TypeError, LookupError, ArithmeticError, AttributeError, RecursionError)
"""What reading a line may raise that somebody, or a disk, has changed."""


class Record:
    """Events in a file of JSON lines, each written out as it comes; without a path they are kept nowhere.

    After a line that was cut off by a crash the next one begins afresh. Raises BadInput where the file cannot
    be used.
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

    def tell(self, heard: Callable[[Event], None]) -> str:
        """Tell what has been written down so far; a sentence about the lines that make no sense, or nothing.

        Such lines are passed over; the file as it was is kept beside, and the others stay.
        """
        if self.path is None:
            return ""
        good, damaged = [], 0
        for line in self._lines(self.path):
            try:
                heard(event_in(line))
            except DAMAGED:
                damaged += 1
            else:
                good.append(line)
        return self._set_aside(self.path, good, damaged) if damaged else ""

    @staticmethod
    def _lines(path: Path) -> list[str]:
        try:
            text = path.read_text(encoding="utf-8", errors="replace")
        except OSError as fault:
            raise BadInput(f"results in {str(path)!r} cannot be read: {fault.strerror or fault}") from None
        return [line for line in text.split("\n") if line.strip()]

    @staticmethod
    def _set_aside(path: Path, good: list[str], damaged: int) -> str:
        """Keep the file as it was under a name that is free, and go on with its good lines."""
        number = 1
        while (kept := path.with_name(f"{path.name}.damaged-{number}")).exists():
            number += 1
        told = f"{damaged} {'line' if damaged == 1 else 'lines'} of {path.name!r} could not be read"
        try:
            shutil.copyfile(path, kept)
            save_text(path, "".join(f"{line}\n" for line in good))
        except (OSError, BadInput):
            return f"{told}; all others count"
        return f"{told}; all others count, and the file as it was is kept as {kept.name!r}"


def event_in(line: str) -> Event:
    """The event of one line. Raises ValueError, or RecursionError, for what is none."""
    event = json.loads(line)
    if not isinstance(event, dict) or not isinstance(event.get("event"), str):
        raise ValueError("no event")
    return event
