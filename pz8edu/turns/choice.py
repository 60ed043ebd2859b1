"""A choice of who is to act, and how a game ends."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from pz8edu.board.position import Place
from pz8edu.board.tabletop import Asked


class Key(NamedTuple):
    """What tells a choice from all others of its moment; what is written down of it."""

    kind: str
    unit: str = ""
    target: str = ""
    way: tuple[Place, ...] = ()
    note: str = ""


@dataclass(frozen=True)
class Choice:
    """One thing that may be done: its kind ("fire"), by which unit, to whom, by which way.

    `way` are the stops of a move, the last one where it ends. `note` says what else was chosen. `asked` is
    the question whose dice decide, None where nothing is thrown. `section` is where the book allows it, `why`
    says what it is good for ("12 from T-34"); `why_not` why it is not allowed: empty for a legal one.
    """

    kind: str
    unit: str = ""
    target: str = ""
    way: tuple[Place, ...] = ()
    note: str = ""
    asked: Asked | None = field(default=None, compare=False)
    section: str = field(default="", compare=False)
    why: str = field(default="", compare=False)
    why_not: str = field(default="", compare=False)

    @property
    def key(self) -> Key:
        """What tells it from all others of its moment."""
        return Key(self.kind, self.unit, self.target, self.way, self.note)


class Ending(NamedTuple):
    """How a game has ended: the side that has won ("" for a draw), why, and the section.

    Without a section it is the house rule of the table: the book prints no end.
    """

    winner: str
    why: str
    section: str = ""

    def __str__(self) -> str:
        won = f"{self.winner} wins" if self.winner else "drawn"
        return f"{won}: {self.why} ({f'§{self.section}' if self.section else 'house rule'})"
