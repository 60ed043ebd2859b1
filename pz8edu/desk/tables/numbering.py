"""Counting and ordering rows by their codes, quickly."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from numpy import signedinteger
    from numpy.typing import NDArray

    Codes: TypeAlias = NDArray[signedinteger]
    """Whole numbers from 0, one a row."""

DENSE = 1 << 22
"""So many different pairs are counted in an array of their own; more are sorted."""


def as_codes(numbers: array[int]) -> Codes:
    """The same numbers as one of numpy's arrays."""
    import numpy as np

    return np.frombuffer(numbers, np.intc)


def counted(codes: Codes, size: int) -> list[int]:
    """How often each code below `size` stands there."""
    import numpy as np

    found: list[int] = np.bincount(codes, minlength=size).tolist()
    return found


def paired(first: Codes, second: Codes, size: int) -> tuple[Codes, list[tuple[int, int]]]:
    """A code for each pair of codes below `size`, row by row, and the pairs that they stand for."""
    import numpy as np

    both = np.multiply(first, size, dtype=np.int64) + second
    if size * size > DENSE:
        keys, codes = np.unique(both, return_inverse=True)
    else:
        keys = np.flatnonzero(np.bincount(both))
        codes = np.zeros(size * size, np.int32)
        codes[keys] = np.arange(len(keys))
        codes = codes[both]
    return codes.astype(np.int32), [divmod(key, size) for key in keys.tolist()]


def rows_by_rank(codes: Codes, ranks: Sequence[int]) -> Codes:
    """The rows whose codes have a rank from 0, the lowest first and equal ones in their order."""
    import numpy as np

    rank = np.asarray(ranks, np.int32)[codes]
    changed = np.flatnonzero(rank >= 0)
    return changed[np.argsort(rank[changed], kind="stable")]


def flags(codes: Codes, chosen: set[int]) -> bytes:
    """One byte a row: 1 where its code is among the chosen ones, else 0."""
    import numpy as np

    return np.isin(codes, list(chosen)).tobytes()


def spread(codes: Codes, kept: Sequence[Sequence[int] | None], sizes: Sequence[int], otherwise: int) -> Codes:
    """The codes of a table as those of a larger one, row by row.

    `sizes` are those of the larger table; `kept` has, axis by axis, the places that the smaller one has, or
    None for an axis that it has not. Rows that it has not have the code `otherwise`.
    """
    import numpy as np

    shape = [1 if each is None else len(each) for each in kept]
    places = [range(size) if each is None else each for each, size in zip(kept, sizes, strict=True)]
    found = np.full(tuple(sizes), otherwise, np.int32)
    found[np.ix_(*places)] = codes.reshape(shape)
    return found.reshape(-1)
