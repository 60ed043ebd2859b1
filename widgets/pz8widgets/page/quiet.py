"""Controls that a page sets by itself: what they report meanwhile was not chosen by a person."""

from __future__ import annotations


class Quiet:
    """True inside `with quiet:`, however deep; what hears controls asks it first."""

    def __init__(self) -> None:
        self._depth = 0

    def __enter__(self) -> None:
        self._depth += 1

    def __exit__(self, *_fault: object) -> None:
        self._depth -= 1

    def __bool__(self) -> bool:
        return self._depth > 0
