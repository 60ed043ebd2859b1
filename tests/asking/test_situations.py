"""A table of situations, and its parts."""

from __future__ import annotations

import numpy
import pytest

from pz8edu.asking.situations import cut_in_parts


@pytest.mark.parametrize("most", [1, 2, 5, 24, 1000])
def test_a_table_is_cut_into_parts_in_order(most: int) -> None:
    shape = (4, 3, 2)
    whole = numpy.arange(24).reshape(shape)
    parts = [whole[part].reshape(-1) for part in cut_in_parts(shape, lambda: most)]
    assert numpy.concatenate(parts).tolist() == list(range(24))
    assert max(map(len, parts)) <= most
    assert list(cut_in_parts((), lambda: 5)) == [()]
