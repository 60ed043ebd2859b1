"""Modifiers to a roll: what is added, why, and where the book says so."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass

Row = tuple[int, str, bool] | tuple[int, str, bool, str]


@dataclass(frozen=True)
class Modifier:
    """One printed line of a table of modifiers that applies now."""

    value: int
    why: str
    section: str = ""

    def __str__(self) -> str:
        return (
            f"{self.value:+d} {self.why}".replace("-", "−", 1)
            if self.value < 0
            else f"+{self.value} {self.why}"
        )


class Modifiers:
    """The modifiers that apply, in the printed order; those worth 0 vanish. Equal rows are equal modifiers.

    Each row is (value, why, does it apply?) with an optional section:
    `Modifiers((-1, "target over half range", shot.over_half_range))`.
    """

    __slots__ = ("_rows", "total")

    def __init__(self, *rows: Row) -> None:
        applying = tuple([row for row in rows if row[2] and row[0]])
        self._rows: tuple[Row, ...] | Callable[[], tuple[Row, ...]] = applying
        self.total: int = sum([row[0] for row in applying]) if applying else 0

    @classmethod
    def later(cls, total: int, rows: Callable[[], tuple[Row, ...]]) -> Modifiers:
        """Modifiers of a known total, whose rows are found when somebody asks for them."""
        made = cls()
        made.total, made._rows = total, rows
        return made

    @property
    def rows(self) -> tuple[Row, ...]:
        """The rows that apply."""
        if callable(self._rows):
            self._rows = self._rows()
        return self._rows

    def __iter__(self) -> Iterator[Modifier]:
        return (Modifier(row[0], row[1], row[3] if len(row) == 4 else "") for row in self.rows)

    def __len__(self) -> int:
        return len(self.rows)

    def __add__(self, others: Modifiers) -> Modifiers:
        return Modifiers.later(self.total + others.total, lambda: self.rows + others.rows)

    def __eq__(self, other: object) -> bool:
        return self.rows == other.rows if isinstance(other, Modifiers) else NotImplemented

    def __hash__(self) -> int:
        return hash(self.rows)

    def __reduce__(self) -> tuple[object, ...]:
        return Modifiers, self.rows

    def frozen_key(self, of: Callable[[object], Hashable]) -> Hashable:
        """What tells them from other ones: their rows, as they stand."""
        return Modifiers, of(self.rows)

    def __str__(self) -> str:
        return ", ".join(map(str, self)) or "no modifiers"

    __repr__ = __str__
