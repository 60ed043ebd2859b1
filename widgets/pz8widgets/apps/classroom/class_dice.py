"""What a class's dice should do: the expected count of an outcome, and by how much chance alone misses it."""

from __future__ import annotations

from fractions import Fraction
from math import comb, floor


def expected_error(chance: Fraction, rolls: int) -> Fraction:
    """How far a count of `rolls` independent rolls lies from its mean on average, exactly.

    This is the mean absolute deviation of the binomial law, by de Moivre's formula.

    >>> expected_error(Fraction(1, 2), 2), expected_error(Fraction(1, 6), 60) > 2
    (Fraction(1, 2), True)
    """
    if not 0 < chance < 1 or not rolls:
        return Fraction(0)
    above = floor(rolls * chance) + 1
    return 2 * above * comb(rolls, above) * chance**above * (1 - chance) ** (rolls - above + 1)
