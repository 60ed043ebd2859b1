"""The words of Pz8 Space."""

from __future__ import annotations

from pz8edu.core import Word


class Condition(Word):
    """The condition of a spaceship, from whole to lost (section 4)."""

    OK = "ok"
    DAMAGED = "damaged"
    DESTROYED = "destroyed"
