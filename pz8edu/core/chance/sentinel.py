"""Outcomes that stand beside all others, such as "never"."""

from __future__ import annotations

from enum import Enum


class Sentinel(Enum):
    """An outcome of its own: one of a kind, also after it was pickled or copied.

    `class Never(Sentinel): NEVER = "never"` makes one; its value is how it is spoken.
    """

    def __str__(self) -> str:
        return str(self.value)

    def __repr__(self) -> str:
        return str(self.value)
