"""Decision diagrams: what is put together from parts is what a table of all situations says."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import product

import pytest

from pz8edu import BadInput, system
from pz8edu.packing import diagrams, pack
from pz8edu.packing.checked import check
from pz8edu.packing.diagrams import Codes, Diagrams, one_diagram
from pz8edu.packing.walk import levels_of

COMBINATIONS = 13_934_592


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
        assert list(Codes(made, found)) == codes
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
        some = made.joined(first, second, lambda code, its: 0 if code else 1 + its, alone=bool)
        assert list(Codes(made, some)) == [
            0 if code else 1 + its for code, its in zip(one, other, strict=True)
        ]


def test_every_end_has_a_way_to_it() -> None:
    for sizes, codes, _ in tables(3, 100):
        made = Diagrams(sizes)
        found = diagram_of(made, codes)
        ends = made.ends(found)
        assert set(ends) == set(codes)
        assert all(made.code(found, way) == code for code, way in ends.items())


def test_equal_tables_are_one_diagram() -> None:
    made = Diagrams([3, 2])
    assert diagram_of(made, [0, 1, 0, 1, 0, 1]) == diagram_of(made, [0, 1, 0, 1, 0, 1])
    assert diagram_of(made, [7] * 6) == ~7
    assert len(made.parts) == 1


def test_millions_of_situations_are_packed_by_what_the_rule_looks_at() -> None:
    home = system("pz8-1975")
    found = pack.pack_of(home, home.calculators["direct-fire"])
    assert found.situations == COMBINATIONS
    assert found.walk.cells < 5_000
    assert check(found, home) >= 1_000


def test_what_differs_in_too_many_ways_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    home = system("pz8-ww2")
    question = home.calculators["direct-fire"]
    monkeypatch.setattr(diagrams, "MOST_PARTS", 20)
    with pytest.raises(BadInput, match="differ in more than 20 ways"):
        pack.pack_of(home, question)
    monkeypatch.undo()
    monkeypatch.setattr(pack, "MOST_RUN", 20)
    with pytest.raises(BadInput, match="direct-fire is to be asked in more than 20 situations"):
        pack.pack_of(home, question)
    with pytest.raises(BadInput, match="the answers of rally have more than 10 letters"):
        pack.pack_of(home, home.calculators["rally"], most=10)


def test_a_record_with_too_many_values_is_refused() -> None:
    home = system("asp-ww2")
    with pytest.raises(BadInput, match="its input a has 621,000 values: at most 50,000 are packed"):
        pack.pack_of(home, home.calculators["engagement"])
