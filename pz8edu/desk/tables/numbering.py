"""Counting and ordering rows by their codes: quick where numpy is, and the same without it."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Sequence
from importlib.util import find_spec
from itertools import product
from typing import cast

Codes = Sequence[int]
"""A list or a numpy array of whole numbers from 0."""
DENSE = 1 << 22
"""So many different pairs are counted in an array of their own; more are sorted."""


def as_codes(numbers: array[int]) -> Codes:
    """The same numbers, where numpy is as one of its arrays."""
    if find_spec("numpy") is None:
        return numbers
    import numpy as np

    return cast(Codes, np.frombuffer(numbers, np.intc))


def counted(codes: Codes, size: int) -> list[int]:
    """How often each code below `size` stands there."""
    if hasattr(codes, "dtype"):
        import numpy as np

        return cast("list[int]", np.bincount(codes, minlength=size).tolist())
    counts = Counter(codes)
    return [counts[code] for code in range(size)]


def paired(first: Codes, second: Codes, size: int) -> tuple[Codes, list[tuple[int, int]]]:
    """A code for each pair of codes below `size`, row by row, and the pairs that they stand for."""
    if hasattr(first, "dtype") and hasattr(second, "dtype"):
        import numpy as np

        both = np.multiply(first, size, dtype=np.int64) + second
        if size * size > DENSE:
            keys, codes = np.unique(both, return_inverse=True)
        else:
            keys = np.flatnonzero(np.bincount(both))
            codes = np.zeros(size * size, np.int32)
            codes[keys] = np.arange(len(keys))
            codes = codes[both]
        return cast(Codes, codes.astype(np.int32)), [divmod(key, size) for key in keys.tolist()]
    known: dict[tuple[int, int], int] = {}
    numbered = [
        known.setdefault(pair, len(known)) for pair in zip(map(int, first), map(int, second), strict=True)
    ]
    return numbered, list(known)


def rows_by_rank(codes: Codes, ranks: Sequence[int]) -> Codes:
    """The rows whose codes have a rank from 0, the lowest first and equal ones in their order."""
    if hasattr(codes, "dtype"):
        import numpy as np

        rank = np.asarray(ranks, np.int32)[codes]
        changed = np.flatnonzero(rank >= 0)
        return cast(Codes, changed[np.argsort(rank[changed], kind="stable")])
    rows = [row for row, code in enumerate(codes) if ranks[code] >= 0]
    return sorted(rows, key=lambda row: ranks[codes[row]])


def flags(codes: Codes, chosen: set[int]) -> bytes:
    """One byte a row: 1 where its code is among the chosen ones, else 0."""
    if hasattr(codes, "dtype"):
        import numpy as np

        return np.isin(codes, list(chosen)).tobytes()
    return bytes(code in chosen for code in codes)


def spread(codes: Codes, kept: Sequence[Sequence[int] | None], sizes: Sequence[int], otherwise: int) -> Codes:
    """The codes of a table as those of a larger one, row by row.

    `sizes` are those of the larger table; `kept` has, axis by axis, the places that the smaller one has, or
    None for an axis that it has not. Rows that it has not have the code `otherwise`.
    """
    if hasattr(codes, "dtype"):
        import numpy as np

        shape = [1 if each is None else len(each) for each in kept]
        places = [range(size) if each is None else each for each, size in zip(kept, sizes, strict=True)]
        found = np.full(tuple(sizes), otherwise, np.int32)
        found[np.ix_(*places)] = codes.reshape(shape)  # type: ignore[attr-defined]
        return cast(Codes, found.reshape(-1))
    mine = [each for each in kept if each is not None]
    known = dict(zip(product(*mine), codes, strict=True))
    axes = [axis for axis, each in enumerate(kept) if each is not None]
    rows = product(*map(range, sizes))
    return [known.get(tuple(row[axis] for axis in axes), otherwise) for row in rows]
