"""Rows by their codes."""

from __future__ import annotations

import random

import numpy
import pytest

from pz8edu.desk.tables.numbering import paired


@pytest.mark.parametrize("size", [50, 10**6])
def test_pairs_of_codes_are_numbered_alike(size: int) -> None:
    dice = random.Random(8)
    rows = [(dice.randrange(50), dice.randrange(50)) for _ in range(200)]
    first, second = (numpy.array(each) for each in zip(*rows, strict=True))
    codes, pairs = paired(first, second, size)
    assert [pairs[code] for code in codes] == rows
    assert len(pairs) == len(set(rows))
