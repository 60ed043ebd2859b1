"""The equations of a chain, solved in floats and corrected by exact remainders until hardly any is left.

A solution in floats is written in fixed point; what it leaves of the equations is worked out in whole
numbers, exactly, and solved again, and so on (J. Wilkinson's iterative refinement). No rounding has to be
followed: the error is read off the last remainder.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from pz8edu.errors import BadInput

if TYPE_CHECKING:
    from numpy.typing import NDArray

MORE_BITS = 128
"""Bits of an amount beyond those of the divisors."""
KNOWN_BITS = 110
"""Remainders of one part in 2**110 are small enough."""
MOST_ROUNDS = 60
MOST_STATES_DENSE = 2_000
"""Without SciPy the equations of so many states are solved, as a square table (32 MB)."""

Numbers = list[int]
Edges = list[list[tuple[int, int]]]
Solve = Callable[["NDArray[Any]", bool], "NDArray[Any]"]


class Corrected(NamedTuple):
    """Amounts, and what they leave of each equation; both over 2**bits."""

    amounts: Numbers
    left: Numbers


class ScaledEquations:
    """`divisors[i] * x[i]` is what is given to state i and what the others hand on, weight by weight.

    `edges[i]` has the states to which i leads with whole weights, `divisors[i]` the sum of all its weights.
    What is given and found is over 2**bits. Raises BadInput where chances lie too far apart for floats.
    """

    def __init__(self, edges: Edges, divisors: list[int]) -> None:
        self.edges = edges
        self.divisors = divisors
        longest = max((each.bit_length() for each in divisors), default=0)
        self.bits = MORE_BITS + longest + len(divisors).bit_length()

    def passed(self, entering: Mapping[int, int]) -> Corrected:
        """How much of play passes each state, over its divisor: what enters it, and comes from others."""

        def left(amounts: Numbers) -> Numbers:
            rest = self._given(entering)
            for i, amount in enumerate(amounts):
                if amount:
                    rest[i] -= amount * self.divisors[i]
                    for j, weight in self.edges[i]:
                        rest[j] += amount * weight
            return rest

        return self._corrected(left, onward=True)

    def ahead(self, counted: Mapping[int, int]) -> Corrected:
        """What is still to come in each state: what is counted there (times its divisor), and later."""

        def left(amounts: Numbers) -> Numbers:
            rest = self._given(counted)
            for i, row in enumerate(self.edges):
                rest[i] += sum(weight * amounts[j] for j, weight in row) - amounts[i] * self.divisors[i]
            return rest

        return self._corrected(left, onward=False)

    def _given(self, given: Mapping[int, int]) -> Numbers:
        return [given.get(i, 0) for i in range(len(self.divisors))]

    def _corrected(self, left: Callable[[Numbers], Numbers], onward: bool) -> Corrected:
        amounts = [0] * len(self.divisors)
        rest, before = left(amounts), math.inf
        enough = max(map(abs, rest), default=0) >> KNOWN_BITS
        for _ in range(MOST_ROUNDS):
            largest = max(map(abs, rest), default=0)
            if largest <= enough:
                return Corrected(amounts, rest)
            if largest >= before:
                break
            before = largest
            more = self._solved(rest, largest.bit_length(), onward)
            amounts = [amount + extra for amount, extra in zip(amounts, more, strict=True)]
            rest = left(amounts)
        raise too_far_apart()

    def _solved(self, rest: Numbers, length: int, onward: bool) -> Numbers:
        """A solution for a remainder, in floats: the remainder is brought to the size of 1 and back again."""
        import numpy

        over = 1 << length
        if onward:
            found = self._solve(numpy.array([each / over for each in rest]), True)
            scaled = zip(found.tolist(), self.divisors, strict=True)
            return [_whole(each, length) // divisor for each, divisor in scaled]
        shares = [each / (over * divisor) for each, divisor in zip(rest, self.divisors, strict=True)]
        size = max(map(abs, shares))
        found = self._solve(numpy.array(shares) / size, False)
        return [_whole(each * size, length) for each in found.tolist()]

    @cached_property
    def _solve(self) -> Solve:
        """Solve in floats, with the chances to go on from row to column, or turned round."""
        import numpy

        rows = [
            (i, j, -weight / divisor)
            for i, (row, divisor) in enumerate(zip(self.edges, self.divisors, strict=True))
            for j, weight in row
        ]
        rows += [(i, i, 1.0) for i in range(len(self.divisors))]
        at, to, shares = (numpy.array(each) for each in zip(*rows, strict=True))
        try:
            from scipy.sparse import csc_matrix
            from scipy.sparse.linalg import splu
        except ModuleNotFoundError:
            return _dense(at, to, shares, len(self.divisors))
        try:
            factors = splu(csc_matrix((shares, (at, to))))
        except RuntimeError as singular:
            raise too_far_apart() from singular
        return lambda given, turned: factors.solve(given, "T" if turned else "N")


def _dense(at: NDArray[Any], to: NDArray[Any], shares: NDArray[Any], count: int) -> Solve:
    import numpy

    if count > MOST_STATES_DENSE:
        raise BadInput(
            f"{count:,} states are solved in decimals where SciPy is installed (at most "
            f"{MOST_STATES_DENSE:,} without): python -m pip install scipy"
        )
    table = numpy.zeros((count, count))
    numpy.add.at(table, (at, to), shares)

    def solve(given: NDArray[Any], turned: bool) -> NDArray[Any]:
        try:
            return numpy.linalg.solve(table.T if turned else table, given)
        except numpy.linalg.LinAlgError as singular:
            raise too_far_apart() from singular

    return solve


def _whole(number: float, length: int) -> int:
    """A float times 2**length, rounded down; raises BadInput for what is no number."""
    if not math.isfinite(number):
        raise too_far_apart()
    above, below = number.as_integer_ratio()
    return (above << length) // below


def too_far_apart() -> BadInput:
    """The error for a chain that floats cannot solve."""
    return BadInput("the chances of this chain lie too far apart for decimals: ask for exact numbers")
