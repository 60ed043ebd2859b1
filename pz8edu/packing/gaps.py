"""What lies between two steps of an endless input, asked of the rules as one number that nobody knows.

A rule that answers it has answered for every number in the gap: only what is the same for all of them can be
decided, whatever else a rule asks is refused.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import chain, pairwise
from math import ceil, floor, inf
from typing import Any, Self, TypeAlias

from pz8edu.asking.situations import Situations
from pz8edu.core.rulebook.domain import NumberDomain, as_json
from pz8edu.core.rulebook.situation import Situation, Values
from pz8edu.packing.axes import ALIKE, MORE, Axis

Exact: TypeAlias = int | Fraction
Operand: TypeAlias = Any
"""A gap or an exact number; the names of fractions.Fraction are wider."""
UNTOLD = "\ufffd"
"""How a number in a gap is written in a refusal, where a reader of the pack writes the one that was given."""


class Undecided(Exception):
    """A rule asks what is not the same for all numbers of a gap."""


class Gap(Fraction):
    """Any number above `low` and below `high`, which may be infinite: it is added to, multiplied, compared.

    Only one that is `given` can be written. Raises Undecided where an answer depends on the number.
    """

    low: Exact | float
    high: Exact | float
    given: bool

    def __new__(cls, low: Exact | float, high: Exact | float, given: bool = False) -> Self:
        """A number between two others."""
        self = object.__new__(cls)
        self.low, self.high, self.given = low, high, given
        return self

    @property
    def _numerator(self) -> int:
        raise Undecided

    _denominator = _numerator

    def __add__(self, other: Operand) -> Operand:
        low, high = _ends(other)
        return Gap(self.low + low, self.high + high)

    def __mul__(self, factor: Operand) -> Operand:
        low, high = sorted((self.low * factor, self.high * factor)) if factor else (0, 0)
        return Gap(low, high) if factor else 0

    def __pow__(self, power: Operand) -> Operand:
        if self.low < 0 or power < 1:
            raise Undecided
        return Gap(self.low**power, self.high**power)

    def __truediv__(self, divisor: Operand) -> Operand:
        return self * (1 / Fraction(divisor))

    def __neg__(self) -> Gap:
        return Gap(-self.high, -self.low)

    def __sub__(self, other: Operand) -> Operand:
        return self + -other

    def __rsub__(self, other: Operand) -> Operand:
        return -self + other

    __radd__, __rmul__ = __add__, __mul__

    def __lt__(self, other: Operand) -> bool:
        low, high = _ends(other)
        if self.high <= low or self.low >= high:
            return bool(self.high <= low)
        raise Undecided

    def __gt__(self, other: Operand) -> bool:
        return not self < other

    __le__, __ge__ = __lt__, __gt__

    def __eq__(self, other: object) -> bool:
        if self is not other and isinstance(other, int | float | Fraction):
            self.__lt__(other)
        return self is other

    __hash__ = object.__hash__

    def __bool__(self) -> bool:
        return self != 0

    def __repr__(self) -> str:
        if not self.given:
            raise Undecided
        return UNTOLD

    __str__ = __repr__

    def __format__(self, how: str) -> str:
        return str(self)

    def __ceil__(self) -> int:
        if self.high - self.low > 1 or floor(self.low) + 1 != ceil(self.high):
            raise Undecided
        return ceil(self.high)


def _ends(number: Operand) -> tuple[Operand, Operand]:
    return (number.low, number.high) if isinstance(number, Gap) else (number, number)


def with_gaps(axis: Axis, kind: type[Situation]) -> Axis:
    """An endless input with a value for each gap: the middle of two steps, one more than the last count."""
    first, last = axis.values[0], axis.values[-1]
    known = kind.fields().get(axis.name)
    if known is None or not (axis.in_steps or axis.so_far) or first is None:
        return axis
    if axis.so_far:
        return axis._replace(values=(*axis.values, last + 1), only=f"{axis.only}, {MORE}")
    assert isinstance(known.domain, NumberDomain)
    limits = known.domain.limits
    if (first, last) != (limits.minimum, limits.maximum):
        return axis
    middles = [as_json((Fraction(low) + Fraction(high)) / 2) for low, high in pairwise(axis.values)]
    values = (*chain.from_iterable(zip(axis.values, middles, strict=False)), last)
    return axis._replace(values=values, start=2 * axis.start, only=f"{axis.only}, {ALIKE}")


class SituationsWithGaps(Situations):
    """Situations in which the values that stand for gaps are gaps."""

    def __init__(self, kind: type[Situation], values: Values, axes: tuple[Axis, ...]) -> None:
        self.gaps: Mapping[str, Mapping[object, Gap]] = {axis.name: gaps_of(axis) for axis in axes}
        super().__init__(kind, values, {}, None)

    def _value(self, name: str, value: object) -> object:
        gaps = self.gaps.get(name)
        return gaps[value] if gaps and value in gaps else super()._value(name, value)


def gaps_of(axis: Axis) -> dict[object, Gap]:
    """What the values of an input stand for that stand for more than themselves."""
    if axis.only.endswith(MORE):
        return {axis.values[-1]: Gap(axis.values[-1] - Fraction(1, 2), inf, given=True)}
    if not axis.only.endswith(ALIKE):
        return {}
    steps = map(Fraction, axis.values[::2])
    return {
        middle: Gap(*ends, given=True)
        for middle, ends in zip(axis.values[1::2], pairwise(steps), strict=True)
    }
