"""Columns of a table, and which of its rows hold the same: equal combinations are met once.

A column is an array of codes with one axis for each axis of its table; it has length 1 along an axis on
which nothing depends (numpy's broadcasting). A table of all values of some inputs has one axis for each
input, a list of rows has a single axis.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Codes: TypeAlias = NDArray[Any]
    """Whole numbers from 0."""

DENSE = 1 << 22
"""So many different keys are counted in an array of their own; more are sorted."""


@dataclass(frozen=True)
class Column:
    """One number a row: the codes of the rows, and the number that each code stands for."""

    codes: Codes
    numbers: tuple[int, ...]

    def at(self, place: Sequence[int]) -> int:
        """The number of one row, by its place on every axis."""
        if len(self.numbers) == 1:
            return self.numbers[0]
        where = tuple([at if size > 1 else 0 for at, size in zip(place, self.codes.shape, strict=True)])
        return self.numbers[int(self.codes[where])]

    def merged(self) -> Column:
        """The same in which equal numbers have one code."""
        import numpy as np

        different = {number: code for code, number in enumerate(dict.fromkeys(self.numbers))}
        if len(different) == len(self.numbers):
            return self
        code_of = np.array([different[number] for number in self.numbers], np.int32)
        return Column(code_of[self.codes], tuple(different))


def distinct_keys(keys: Codes, radix: int) -> tuple[Codes, Codes]:
    """The different keys below `radix` by a number from 0, and where each of them stands."""
    import numpy as np

    if radix > max(DENSE, 2 * len(keys)):
        _, first, numbers = np.unique(keys, return_index=True, return_inverse=True)
        return numbers.reshape(-1).astype(np.int32), first
    place = np.full(radix, -1, np.int64)
    place[keys] = np.arange(len(keys))
    met = np.flatnonzero(place >= 0)
    number = np.zeros(radix, np.int32)
    number[met] = np.arange(len(met))
    return number[keys], place[met]


def cut_in_parts(shape: tuple[int, ...], most: Callable[[], int]) -> Iterator[tuple[slice, ...]]:
    """A table cut into parts in the order of the rows; `most` says how many rows the next may have."""
    if not shape:
        yield ()
        return
    size, *rest = shape
    start = 0
    while start < size:
        if rest and math.prod(rest) > most():
            for inner in cut_in_parts(tuple(rest), most):
                yield slice(start, start + 1), *inner
            start += 1
        else:
            stop = min(size, start + max(1, most() // math.prod(rest)))
            yield slice(start, stop), *(slice(0, each) for each in rest)
            start = stop
