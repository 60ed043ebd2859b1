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
    import numpy
    from numpy.typing import NDArray

    Codes: TypeAlias = NDArray[Any]
    """Whole numbers from 0."""
    Flags: TypeAlias = NDArray[numpy.bool_]

DENSE = 1 << 22
"""So many different keys are counted in an array of their own; more are sorted."""
MOST_PLACES = 1 << 25
"""No array may have more places: what needs more is gone about in another way."""
LARGEST_KEY = 1 << 62


class TooWide(Exception):
    """An array would have more places than there should be."""


@dataclass(frozen=True)
class Column:
    """One number a row: the codes of the rows, and the number that each code stands for."""

    codes: Codes
    numbers: tuple[int, ...]


@dataclass(frozen=True)
class Groups:
    """Rows that hold the same: the group of every row, and what each group holds, column by column.

    Rows that are not asked have a code that means nothing.
    """

    codes: Codes
    members: list[tuple[int, ...]]
    places: tuple[Codes, ...]
    asked: Flags

    def row(self, group: int) -> tuple[int, ...]:
        """The place on every axis of a row that is asked and belongs to a group."""
        place = [int(axis[group]) for axis in self.places]
        hidden = [
            axis for axis, size in enumerate(self.asked.shape) if size > 1 and self.codes.shape[axis] == 1
        ]
        if not hidden:
            return tuple(place)
        others = tuple(
            slice(None) if axis in hidden else place[axis] if size > 1 else 0
            for axis, size in enumerate(self.asked.shape)
        )
        rest = self.asked[others]
        first = int(rest.argmax())
        for axis, size in zip(reversed(hidden), reversed(rest.shape), strict=True):
            first, place[axis] = divmod(first, size)
        return tuple(place)


def grouped(columns: Sequence[Column], asked: Flags) -> Groups:
    """The different combinations of what some columns hold where rows are asked.

    Raises TooWide for columns that depend on too much together.
    """
    import numpy as np

    axes = max([asked.ndim, *(column.codes.ndim for column in columns)])
    asked = on_axes(asked, axes)
    listed = [on_axes(column.codes, axes) for column in columns]
    shape = np.broadcast_shapes((1,) * axes, *(codes.shape for codes in listed))
    if math.prod(shape) > MOST_PLACES:
        raise TooWide
    hidden = tuple(axis for axis in range(axes) if shape[axis] == 1 < asked.shape[axis])
    visible = np.broadcast_to(asked.any(axis=hidden, keepdims=True) if hidden else asked, shape).reshape(-1)
    keys, radix = _keys(listed, [len(column.numbers) for column in columns], shape)
    everywhere = bool(visible.all())
    rows = None if everywhere else np.flatnonzero(visible)
    numbers, first = _numbered(keys if rows is None else keys[rows], radix)
    if rows is None:
        codes = numbers
    else:
        codes = np.zeros(len(keys), np.int32)
        codes[rows] = numbers
        first = rows[first]
    places = tuple(np.unravel_index(first, shape)) if axes else ()
    held = [_at(codes, places, column) for codes, column in zip(listed, columns, strict=True)]
    members: list[tuple[int, ...]] = list(zip(*held, strict=True)) if held else [()] * len(first)
    return Groups(codes.reshape(shape), members, places, asked)


def _keys(listed: Sequence[Codes], sizes: Sequence[int], shape: tuple[int, ...]) -> tuple[Codes, int]:
    """One number for each combination of codes, and a number that is larger than all of them."""
    import numpy as np

    keys: Codes = np.zeros((1,) * len(shape), np.int64)
    radix = 1
    for codes, size in sorted(zip(listed, sizes, strict=True), key=lambda each: each[0].size):
        if radix * size > LARGEST_KEY:
            found, numbers = np.unique(keys, return_inverse=True)
            keys, radix = numbers.reshape(keys.shape), len(found)
        if size > 1:
            keys, radix = keys * size + codes, radix * size
    return np.broadcast_to(keys, shape).reshape(-1), radix


def _numbered(keys: Codes, radix: int) -> tuple[Codes, Codes]:
    """The different keys by a number from 0, and where each of them stands."""
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


def _at(codes: Codes, places: Sequence[Codes], column: Column) -> list[int]:
    """What a column holds at some places."""
    chosen = codes[tuple(place if size > 1 else 0 for place, size in zip(places, codes.shape, strict=True))]
    numbers = column.numbers
    if chosen.ndim == 0:
        return [numbers[int(chosen)]] * (len(places[0]) if places else 1)
    return [numbers[code] for code in chosen.tolist()]


def along_one_axis(column: Column) -> tuple[int, list[int]]:
    """What a column of one input holds: its axis, counted from the last as -1, and the numbers along it."""
    shape = column.codes.shape
    axis = next((axis for axis, size in enumerate(shape) if size > 1), 0) - len(shape)
    return axis, [column.numbers[code] for code in column.codes.reshape(-1).tolist()]


def on_axes(codes: Codes, axes: int) -> Codes:
    """The same array with more axes in front, along which nothing depends."""
    return codes.reshape((1,) * (axes - codes.ndim) + codes.shape)


def column_of(numbers: Codes) -> Column:
    """A column of numbers that stand for themselves, counted anew from 0."""
    import numpy as np

    met = np.zeros(int(numbers.max()) + 1, bool)
    met[numbers] = True
    place = np.cumsum(met, dtype=np.int32) - 1
    return Column(place[numbers], tuple(np.flatnonzero(met).tolist()))


def with_equal_codes(codes: Codes, numbers: Sequence[int]) -> Column:
    """A column of codes in which equal numbers have one code."""
    import numpy as np

    different = {number: place for place, number in enumerate(dict.fromkeys(numbers))}
    if len(different) == len(numbers):
        return Column(codes, tuple(numbers))
    return Column(np.array([different[number] for number in numbers], np.int32)[codes], tuple(different))


def parts_of(shape: tuple[int, ...], most: Callable[[], int]) -> Iterator[tuple[slice, ...]]:
    """A table cut into parts in the order of the rows; `most` says how many rows the next may have."""
    if not shape:
        yield ()
        return
    size, *rest = shape
    start = 0
    while start < size:
        if rest and math.prod(rest) > most():
            for inner in parts_of(tuple(rest), most):
                yield slice(start, start + 1), *inner
            start += 1
        else:
            stop = min(size, start + max(1, most() // math.prod(rest)))
            yield slice(start, stop), *(slice(0, each) for each in rest)
            start = stop
