"""Sets of hexes as bits, held against plain sets."""

import random

from pz8edu.board.hex_sets import HexSets
from pz8edu.board.hexes import DIRECTIONS, ring


def disc(radius):
    return [at for steps in range(radius + 1) for at in ring((0, 0), steps)]


def test_a_set_gives_its_hexes_back():
    sets = HexSets(5)
    hexes = random.Random(6).sample(disc(5), 40)
    bits = sets.of(*hexes)
    assert set(sets.hexes(bits)) == set(hexes)
    assert bits.bit_count() == 40
    assert list(sets.hexes(0)) == []
    assert sets.of((6, 0), (0, -6), (10**12, 3)) == 0


def test_a_step_of_the_whole_set():
    sets = HexSets(5)
    hexes = random.Random(7).sample(disc(4), 30)
    for q, r in DIRECTIONS:
        moved = sets.moved(sets.of(*hexes), (q, r))
        assert set(sets.hexes(moved)) == {(column + q, row + r) for column, row in hexes}
        assert sets.moved(moved, (-q, -r)) == sets.of(*hexes)
