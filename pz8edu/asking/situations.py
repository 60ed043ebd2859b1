"""All situations of a question in which some inputs vary and the others are fixed."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from math import prod
from typing import TypeAlias

from pz8edu.core.rulebook.situation import Given, Situation, Values
from pz8edu.errors import BadInput

Column: TypeAlias = tuple[str, int | None, list[object]]
"""A field by name, the input that it varies with by place, and its values."""
MOST = 100_000_000
"""More situations than this are refused: a table of them would not fit into memory."""


class Situations:
    """Every combination of the values of some inputs, the last input fastest.

    `values` are the values of each input as they are given, `read` what the rules make of them. Raises
    BadInput for a value that the form does not know, and for more than `most` situations (None: any number);
    combinations are not checked.
    """

    def __init__(
        self,
        kind: type[Situation],
        values: Values,
        fixed: Given,
        most: int | None = MOST,
    ) -> None:
        self.kind, self.values = kind, values
        self.fixed = {name: value for name, value in fixed.items() if name not in values}
        self.sizes = tuple(len(listed) for listed in values.values())
        count = prod(self.sizes)
        if most is not None and count > most:
            raise BadInput(
                f"{count} situations are too many to ask at once: at most {most}; name fewer values"
            )
        first = {name: listed[0] for name, listed in values.items() if listed}
        self._fields = self._defaults() | kind.read_values({**self.fixed, **first})
        self._read = {
            kind._attribute(name): [self._value(name, value) for value in listed]
            for name, listed in values.items()
        }

    def _defaults(self) -> dict[str, object]:
        return {
            each.name: each.default_factory()
            if each.default_factory is not dataclasses.MISSING
            else each.default
            for each in dataclasses.fields(self.kind)
        }

    def _value(self, name: str, value: object) -> object:
        known = self.kind.fields()[name]
        return known.default if value is None and known.optional else known.domain.read(value, name)

    def __len__(self) -> int:
        return prod(self.sizes)

    def situation(self, row: int) -> Situation:
        """The record of a row; it is not checked whether its inputs go together."""
        placed = zip(self._read.items(), places(row, self.sizes), strict=True)
        return self.kind(**self._fields | {name: listed[place] for (name, listed), place in placed})

    def __iter__(self) -> Iterator[Situation]:
        return map(self.situation, range(len(self)))

    def columns(self, part: Sequence[slice] | None = None) -> Iterator[Column]:
        """Every field of the record: its name, the input that it varies with by place, its values.

        Of a `part` of the table the values in it.
        """
        axes = {name: axis for axis, name in enumerate(self._read)}
        for name, value in self._fields.items():
            axis = axes.get(name)
            listed = [value] if axis is None else self._read[name]
            yield name, axis, listed if part is None or axis is None else listed[part[axis]]


def places(row: int, sizes: Sequence[int]) -> tuple[int, ...]:
    """Which of its values each input has in a row of all combinations, the last input fastest."""
    found = []
    for size in reversed(sizes):
        row, place = divmod(row, size)
        found.append(place)
    return tuple(reversed(found))


def cut_in_parts(shape: tuple[int, ...], most: Callable[[], int]) -> Iterator[tuple[slice, ...]]:
    """A table cut into parts in the order of the rows; `most` says how many rows the next may have."""
    if not shape:
        yield ()
        return
    size, *rest = shape
    start = 0
    while start < size:
        if rest and prod(rest) > most():
            for inner in cut_in_parts(tuple(rest), most):
                yield slice(start, start + 1), *inner
            start += 1
        else:
            stop = min(size, start + max(1, most() // prod(rest)))
            yield slice(start, stop), *(slice(0, each) for each in rest)
            start = stop
