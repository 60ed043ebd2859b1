"""What a page keeps out of plain sight until a guess is made."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from pz8edu.packing.pack import compact

FIRST, SIGNS = ord("!"), 94
TURNED = {FIRST + at: FIRST + (at + SIGNS // 2) % SIGNS for at in range(SIGNS)}


def scrambled(secret: Mapping[str, Any] | str) -> str:
    """So that an answer does not stand in plain sight; it is no lock.

    Every sign is the one half an alphabet on, so that it is no longer than before and is packed as well.
    """
    return compact(secret).translate(TURNED)


def ratio(value: Fraction) -> tuple[str, str]:
    """A number of any size as two texts."""
    return str(value.numerator), str(value.denominator)
