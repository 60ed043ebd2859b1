"""Decision diagrams: what is put together from parts is what a table of all situations says."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import product

from pz8edu.asking.diagrams import Codes, Diagrams, one_diagram
from pz8edu.packing.walk import levels_of


def tables(seed: int, count: int) -> Iterator[tuple[list[int], list[int], list[int]]]:
    """Sizes of some inputs, and two tables of codes, each of which looks at some of them."""
    source = random.Random(seed)
    for _ in range(count):
        sizes = [source.randint(1, 4) for _ in range(source.randint(1, 5))]
        both = []
        for _ in range(2):
            looked_at = [axis for axis in range(len(sizes)) if source.random() < 0.6]
            known: dict[tuple[int, ...], int] = {}
            every = product(*map(range, sizes))
            seen = (tuple(places[axis] for axis in looked_at) for places in every)
            both.append([known.setdefault(each, source.randrange(5)) for each in seen])
        yield sizes, both[0], both[1]


def diagram_of(made: Diagrams, codes: Sequence[int]) -> int:
    return one_diagram(made, [~code for code in codes], range(len(made.sizes)))


def test_a_diagram_says_what_its_table_says() -> None:
    for sizes, codes, _ in tables(1, 100):
        made = Diagrams(sizes)
        found = diagram_of(made, codes)
        assert list(Codes(made, found)) == list(made.codes(found)) == codes
        assert made.levels(found) == tuple(
            tuple(tuple(cell for cell in row) for row in level) for level in numbered(codes, sizes)
        )


def numbered(codes: Sequence[int], sizes: Sequence[int]) -> list[list[tuple[int, ...]]]:
    """The levels of a table whose rows are numbered by first use from the first level on."""
    levels = levels_of(codes, sizes)
    found, used = [], [0]
    for place, level in enumerate(levels):
        rows = [level[number] for number in used]
        order = list(dict.fromkeys(cell for row in rows for cell in row))
        last = place == len(levels) - 1
        found.append([tuple(cell if last else order.index(cell) for cell in row) for row in rows])
        used = order
    return found


def test_both_codes_of_two_diagrams_row_by_row() -> None:
    for sizes, one, other in tables(2, 100):
        made = Diagrams(sizes)
        first, second = diagram_of(made, one), diagram_of(made, other)
        both = made.joined(first, second, lambda code, its: 10 * code + its)
        assert list(Codes(made, both)) == [10 * code + its for code, its in zip(one, other, strict=True)]
        some = made.joined(first, second, lambda _, its: 10 + its, among=[0])
        assert list(Codes(made, some)) == [code or 10 + its for code, its in zip(one, other, strict=True)]


def test_every_end_has_a_way_to_it() -> None:
    for sizes, codes, _ in tables(3, 100):
        made = Diagrams(sizes)
        found = diagram_of(made, codes)
        before = made.before(found)
        assert made.ends(found) == list(dict.fromkeys(codes))
        assert all(made.code(found, made.way_to(code, before)) == code for code in codes)


def test_equal_tables_are_one_diagram() -> None:
    made = Diagrams([3, 2])
    assert diagram_of(made, [0, 1, 0, 1, 0, 1]) == diagram_of(made, [0, 1, 0, 1, 0, 1])
    assert diagram_of(made, [7] * 6) == ~7
    assert len(made.parts) == 1
