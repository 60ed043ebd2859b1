"""The matching sets among dice or cards whose faces are all alike, partition by partition."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator

from pz8edu.algebra.weight import Weight

Sizes = tuple[int, ...]
"""The sizes of matching sets, the largest first."""


def ways_of_sets(
    count: int, faces: int, most: int, least: int, ways: Callable[[Sizes], int]
) -> dict[Sizes, Weight]:
    """The ways to the sets of `least` or more among so many dice or cards with so many faces.

    `ways(sizes)` is the number of ways in which given faces come up so often, each at `most` so often.
    """
    found: dict[Sizes, Weight] = defaultdict(int)
    for sizes in partitions(count, min(count, most), faces):
        alike = math.prod(map(math.factorial, Counter(sizes).values()))
        which_faces = math.perm(faces, len(sizes)) // alike
        found[tuple([size for size in sizes if size >= least])] += which_faces * ways(sizes)
    return dict(found)


def partitions(total: int, largest: int, parts: int) -> Iterator[Sizes]:
    """The ways to write a number as a sum of at most so many parts, none above the largest, in falling order.

    >>> list(partitions(4, 4, 2))
    [(4,), (3, 1), (2, 2)]
    """
    if not total:
        yield ()
    elif largest * parts >= total:
        for first in range(min(total, largest), 0, -1):
            for rest in partitions(total - first, first, parts - 1):
                yield (first, *rest)
