"""Weights that know how fast they grow: exact slopes without any formula."""

from __future__ import annotations

import math
import operator
from dataclasses import dataclass
from fractions import Fraction

from pz8edu.errors import BadInput

Number = int | Fraction


@dataclass(slots=True, eq=False, repr=False)
class Dual:
    """A dual number: an exact value, and its slope for each of some unknown chances.

    Weights need `+`, `*` and whole powers, chains also `-` and `/`; a product grows as Leibniz says. Where a
    formula has thousands of terms, this stays one number and a few slopes.
    """

    value: Number
    slopes: tuple[Number, ...]

    def __add__(self, other: Dual | Number) -> Dual:
        if isinstance(other, Dual):
            return Dual(self.value + other.value, tuple(map(operator.add, self.slopes, other.slopes)))
        return Dual(self.value + other, self.slopes)

    __radd__ = __add__

    def __sub__(self, other: Dual | Number) -> Dual:
        return self + other * -1

    def __mul__(self, other: Dual | Number) -> Dual:
        if isinstance(other, Dual):
            a, b = self.value, other.value
            pairs = zip(self.slopes, other.slopes, strict=True)
            return Dual(a * b, tuple([mine * b + a * others for mine, others in pairs]))
        return Dual(self.value * other, tuple([slope * other for slope in self.slopes]))

    __rmul__ = __mul__

    def __pow__(self, power: int) -> Dual:
        if power < 0:
            raise BadInput(f"weights have powers from 0; got {power}")
        if not power:
            return Dual(1, (0,) * len(self.slopes))
        grown = power * self.value ** (power - 1)
        return Dual(self.value**power, tuple([grown * slope for slope in self.slopes]))

    def __truediv__(self, other: Dual | Number) -> Dual:
        below = other if isinstance(other, Dual) else constant(other, self)
        value = Fraction(self.value) / below.value
        pairs = zip(self.slopes, below.slopes, strict=True)
        return Dual(value, tuple([(mine - value * others) / below.value for mine, others in pairs]))

    def parts(self) -> tuple[Dual, int]:
        """A dual number of whole numbers, and what stands below all of them."""
        numbers = [Fraction(number) for number in (self.value, *self.slopes)]
        below = math.lcm(*(number.denominator for number in numbers))
        value, *slopes = [int(number * below) for number in numbers]
        return Dual(value, tuple(slopes)), below

    def __eq__(self, other: object) -> bool:
        if isinstance(other, int):
            return self.value == other and not any(self.slopes)
        return isinstance(other, Dual) and self.value == other.value and self.slopes == other.slopes

    def __hash__(self) -> int:
        return hash((self.value, self.slopes)) if any(self.slopes) else hash(self.value)

    def __bool__(self) -> bool:
        return bool(self.value) or any(self.slopes)

    def __repr__(self) -> str:
        return f"Dual({self.value}, {self.slopes})"


def ratio(above: Dual | Number, below: Dual | Number) -> Dual | Fraction:
    """The exact quotient of two numbers of either kind."""
    if isinstance(above, Dual):
        return above / below
    if isinstance(below, Dual):
        return constant(above, below) / below
    return Fraction(above) / below


def constant(number: Number, like: Dual) -> Dual:
    """A plain number as a dual one without slopes."""
    return Dual(number, (0,) * len(like.slopes))
