"""The sequence of play: what a book lets its players do, step by step."""

from __future__ import annotations

from pz8edu.core.rulebook.table import Row


class Step(Row):
    """One step of play: its number in the turn (0 before the game), whose it is, and what is done.

    `kind` is the word by which a played turn knows what may be chosen in it; nothing for what nobody chooses.
    """

    step: str
    side: str
    what: str
    kind: str = ""
    note: str = ""
