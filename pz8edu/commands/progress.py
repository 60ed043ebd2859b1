"""How far a long answer is, on one line of a terminal that is written anew where somebody sits there."""

from __future__ import annotations

import sys
import time
from typing import Self


class ProgressLine:
    """Counts what is done: "40 of 289 duels (14%), 31 a second, about 8 s left".

    `with ProgressLine("duels") as line:` wipes it away at the end: the answer takes its place.
    """

    def __init__(self, what: str) -> None:
        self.what = what
        self.done = 0
        self._began: tuple[float, int] | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *fault: object) -> None:
        self.end(wipe=True)

    def __call__(self, done: int, of: int) -> None:
        """So many of all are done."""
        self.done = done
        if self._began is None:
            self._began = time.monotonic(), done
        self._write(self.text(done, of))

    def text(self, done: int, of: int) -> str:
        """How far it is, and how long it will still take."""
        assert self._began is not None
        seconds, new = time.monotonic() - self._began[0], done - self._began[1]
        told = f"{done:,} of {of:,} {self.what} ({done / max(of, 1):.0%})"
        if new and seconds > 0 and done < of:
            told += f", {new / seconds:,.0f} a second, about {(of - done) * seconds / new:,.0f} s left"
        return told

    def name(self, part: str) -> None:
        """The part that is worked out now, where nobody knows how many there are."""
        self._began = self._began or (time.monotonic(), 0)
        self._write(f"{self.what} {part} …")

    def end(self, wipe: bool = False) -> None:
        """Leave the line, or wipe it away where the answer takes its place."""
        if sys.stderr.isatty() and self._began is not None:
            print("\r\x1b[K" if wipe else "\n", end="", file=sys.stderr, flush=True)

    def _write(self, text: str) -> None:
        if sys.stderr.isatty():
            print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)
