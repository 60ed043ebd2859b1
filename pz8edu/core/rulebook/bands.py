"""A printed table of bands with open ends, such as "0 or less, +1, +2, +3 or more"."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from itertools import groupby
from typing import Generic, TypeVar

from pz8edu.core.frozen import Hashed, NotFrozen, key_of, lasting_key_of
from pz8edu.errors import BadInput

T = TypeVar("T")


class Bands(Generic[T]):
    """What a total means, from the lowest band up: `Bands((1, "none"), (2, "hurt"), (None, "lost"))`.

    Each entry is (the highest total of the band, its meaning); the last band is open: None.
    Totals below the first band belong to it.
    """

    __slots__ = ("_entries", "signed", "_frozen")

    def __init__(self, *entries: tuple[int | None, T], signed: bool = False) -> None:
        highest = [top for top, _ in entries[:-1]]
        if not entries or entries[-1][0] is not None or any(top is None for top in highest):
            raise BadInput("a table of bands needs a top for every band but the last")
        if sorted(set(highest), key=lambda top: top or 0) != highest:
            raise BadInput(f"the tops of a table of bands must rise; got {highest}")
        self._entries: tuple[tuple[int | None, T], ...] = entries
        self.signed = signed
        try:
            self._frozen: Hashable | None = Hashed((Bands, signed, lasting_key_of(entries)))
        except NotFrozen:
            self._frozen = None

    @classmethod
    def starting(cls, lowest: T, starts: Iterable[tuple[int, T]], signed: bool = False) -> Bands[T]:
        """The same from the lowest totals at which each further band starts."""
        steps = list(starts)
        meanings = [lowest, *(meaning for _, meaning in steps)]
        tops: list[int | None] = [start - 1 for start, _ in steps]
        return cls(*zip([*tops, None], meanings, strict=True), signed=signed)

    def __call__(self, total: int) -> T:
        """The meaning of a total."""
        for top, meaning in self.entries:
            if top is None or total <= top:
                return meaning
        raise AssertionError("the last band is open")

    @property
    def entries(self) -> tuple[tuple[int | None, T], ...]:
        """The highest total and the meaning of every band."""
        return self._entries

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Bands) and key_of(self) == key_of(other)

    def __hash__(self) -> int:
        return hash(self.entries)

    def frozen_key(self, of: Callable[[object], Hashable]) -> Hashable:
        """What tells it from other ones: its bands and their meanings, to their types."""
        return self._frozen or (Bands, self.signed, of(self.entries))

    def printed(self, meaning: object) -> str | None:
        """The band or bands of a meaning as printed: "0 or less", "+1", "4 or 5", "+3 or more"."""
        below: int | None = None
        words: list[str] = []
        for means, bands in groupby(self.entries, key=lambda entry: entry[1]):
            *_, (top, _) = bands
            words += [self._band(below, top)] if means == meaning else []
            below = top
        return " or ".join(words) or None

    def _band(self, below: int | None, top: int | None) -> str:
        if below is None:
            return "any" if top is None else f"{self._number(top)} or less"
        lowest = self._number(below + 1)
        if top is None:
            return f"{lowest} or more"
        between = " or " if top == below + 2 else " to "
        return lowest if top == below + 1 else f"{lowest}{between}{self._number(top)}"

    def _number(self, value: int) -> str:
        return f"{value:+d}" if self.signed and value > 0 else str(value)

    def __repr__(self) -> str:
        return "; ".join(
            f"{self.printed(m)}: {m}" for m in dict.fromkeys(meaning for _, meaning in self.entries)
        )
