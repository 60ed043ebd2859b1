"""All combinations of some inputs' values, each with the code of what is found there."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING

from pz8edu.asking.situations import places
from pz8edu.core.rulebook.situation import Values
from pz8edu.desk.tables.numbering import as_codes, counted, flags, paired, rows_by_rank, spread
from pz8edu.errors import unknown

if TYPE_CHECKING:
    from pz8edu.desk.tables.numbering import Codes


class CodedRows:
    """All combinations of some inputs' values, the last input fastest: `codes` says what is found in each.

    There are as many `kinds` of things to find; `counts` has how often each is found.
    """

    def __init__(self, values: Values, codes: Codes, kinds: int) -> None:
        self.values, self.codes = values, codes
        self.sizes = [len(listed) for listed in values.values()]
        self.counts = counted(codes, kinds)

    def __len__(self) -> int:
        return len(self.codes)

    def inputs(self, row: int) -> dict[str, object]:
        """The inputs of a row."""
        placed = zip(self.values.items(), places(row, self.sizes), strict=True)
        return {name: listed[place] for (name, listed), place in placed}

    def largest_first(self, sizes: Sequence[Fraction | None]) -> Codes:
        """The rows of codes that have a size, the largest first and equal ones in their order."""
        rank = {size: place for place, size in enumerate(sorted(set(filter(None, sizes)), reverse=True))}
        return rows_by_rank(self.codes, [rank[size] if size else -1 for size in sizes])

    def where(self, codes: set[int]) -> Iterator[Values]:
        """The rows of some codes, by the values of those inputs that do not take them all."""
        for box in boxes(flags(self.codes, codes), self.sizes):
            yield {
                name: tuple(listed[place] for place in places)
                for (name, listed), places in zip(self.values.items(), box, strict=True)
                if len(places) < len(listed) or len(listed) == 1
            }

    def by_values(self, *names: str) -> Mapping[tuple[object, ...], Mapping[int, int]]:
        """For all values of some inputs, how often each code is found there, whatever the others are.

        Raises BadInput for an input that was not varied.
        """
        for name in names:
            if name not in self.values:
                raise unknown("input that was varied", name, self.values)
        varied = [name for name in self.values if name in names]
        cells = [*product(*(self.values[name] for name in varied))]
        kept = [range(len(listed)) if name in names else None for name, listed in self.values.items()]
        numbered = spread(as_codes(array("i", range(len(cells)))), kept, self.sizes, 0)
        codes, pairs = paired(numbered, self.codes, max(len(cells), len(self.counts)))
        found: dict[tuple[object, ...], Counter[int]] = {
            values: Counter() for values in product(*(self.values[name] for name in names))
        }
        for (place, code), count in zip(pairs, counted(codes, len(pairs)), strict=True):
            value = dict(zip(varied, cells[place], strict=True))
            found[tuple(value[name] for name in names)][code] += count
        return found

    def means(
        self, down: str, across: str, worth: Sequence[Fraction | None]
    ) -> dict[tuple[object, object], Fraction]:
        """What the codes are worth on average, for every pair of values of two inputs; None is left out."""
        found = {}
        for values, counts in self.by_values(*dict.fromkeys((down, across))).items():
            known = [(each, count) for code, count in counts.items() if (each := worth[code]) is not None]
            if known:
                total = sum((each * count for each, count in known), Fraction(0))
                found[values[0], values[-1]] = total / sum(count for _, count in known)
        return found

    def telling(self, worth: Sequence[Fraction | None]) -> tuple[str, ...]:
        """The two inputs on whose values it depends most what the codes are worth."""
        means = {name: self.means(name, name, worth).values() for name in self.values}
        ranked = sorted(means, key=lambda name: min(means[name]) - max(means[name]))[:2]
        return tuple(name for name in self.values if name in ranked)


def boxes(marked: bytes, sizes: Sequence[int]) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Marked rows of a table of all combinations, as combinations of sets of values: no row stands in two."""
    if 1 not in marked:
        return
    if not sizes:
        yield ()
        return
    length = len(marked) // sizes[0]
    alike: dict[bytes, list[int]] = {}
    for place in range(sizes[0]):
        alike.setdefault(marked[place * length : (place + 1) * length], []).append(place)
    for rest, same in alike.items():
        for box in boxes(rest, sizes[1:]):
            yield tuple(same), *box
