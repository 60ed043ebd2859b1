"""What chances are counted in: whole numbers, polynomials in unknown chances, dual numbers."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, Protocol, cast

from pz8edu.algebra.polynomial import Polynomial
from pz8edu.errors import BadInput


class Weight(Protocol):
    """An element of a commutative semiring: only `+`, `*` and whole powers are ever used on it.

    Plain whole numbers everywhere; polynomials and elements of SymPy rings where a chance is unknown.
    """

    def __add__(self, other: Any, /) -> Weight: ...

    def __radd__(self, other: Any, /) -> Weight: ...

    def __mul__(self, other: Any, /) -> Weight: ...

    def __rmul__(self, other: Any, /) -> Weight: ...

    def __pow__(self, power: Any, /) -> Weight: ...

    def __bool__(self) -> bool: ...


def total_of(weights: Iterable[Weight]) -> Weight:
    """The sum of some weights (0 for none), without needing a zero of their ring."""
    counted = iter(weights)
    total = next(counted, 0)
    if isinstance(total, Polynomial):
        return total.plus(cast("Iterator[Polynomial | int]", counted))  # one sum at once
    for weight in counted:
        total = total + weight
    return total


class CommonTotal:
    """A common multiple of several totals, found without dividing, which knows how often each goes into it.

    The least one of whole numbers, the product of other totals.
    """

    __slots__ = ("value", "_shares")

    def __init__(self, totals: Iterable[Weight]) -> None:
        different = list(dict.fromkeys(totals))
        numbers = [total for total in different if isinstance(total, int)]
        self.value: Weight
        self._shares: dict[Weight, Weight]
        if len(numbers) == len(different):
            least = math.lcm(*numbers)
            self.value, self._shares = least, {total: least // total for total in numbers}
        else:
            self.value = math.prod(different)
            self._shares = {
                total: math.prod(other for other in different if other is not total) for total in different
            }

    def share(self, total: Weight) -> Weight:
        """How often a total goes into the common one."""
        return self._shares[total]


def whole(weight: Weight) -> int:
    """A weight that is a whole number; raises BadInput where it is a formula."""
    if isinstance(weight, int):
        return weight
    raise BadInput("this chance is a formula in unknown chances, not a number")


def fraction(weight: Weight, total: Weight) -> Fraction:
    """A chance as a plain fraction; raises BadInput where it is a formula."""
    return Fraction(whole(weight), whole(total))
