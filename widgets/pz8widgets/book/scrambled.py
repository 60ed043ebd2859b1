"""What a page keeps out of plain sight until a guess is made."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from pz8edu.packing.pack import compact


def scrambled(secret: Mapping[str, Any]) -> str:
    """So that an answer does not stand in plain sight; it is no lock."""
    written = compact(secret).encode()
    return b64encode(bytes(byte ^ (90 + 7 * place & 255) for place, byte in enumerate(written))).decode()


def ratio(value: Fraction) -> tuple[str, str]:
    """A number of any size as two texts."""
    return str(value.numerator), str(value.denominator)
