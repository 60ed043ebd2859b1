"""The equations of a chain, solved in floats and corrected by exact remainders until hardly any is left.

A solution in floats is written in fixed point; what it leaves of the equations is worked out in whole
numbers, exactly, and solved again, and so on (J. Wilkinson's iterative refinement). No rounding has to be
followed: the error is read off the last remainder.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from functools import cached_property
from itertools import chain
from typing import Any, NamedTuple, TypeAlias

from pz8edu.errors import BadInput

MORE_BITS = 128
"""Bits of an amount beyond those of the divisors."""
KNOWN_BITS = 110
"""Remainders of one part in 2**110 are small enough."""
MOST_ROUNDS = 60
MOST_STATES_DENSE = 2_000
"""Without SciPy the equations of so many states are solved, as a square table (32 MB)."""
HALF = 26
"""Bits of half a float: products of such numbers with short weights are added up in plain 64 bits."""
CLOSER = 2.0**-16
MOST_STEPS = 25
"""An iteration (H. van der Vorst's BiCGSTAB) that comes no closer in so many steps is given up."""

Numbers = list[int]
Edges = list[list[tuple[int, int]]]
Array: TypeAlias = Any
"""An array of numbers: floats, whole numbers of 64 bits, or of any length."""


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
        self.in_halves = HALF + longest + len(divisors).bit_length() < 62
        self._factors: Any = None

    def passed(self, entering: Mapping[int, int]) -> Corrected:
        """How much of play passes each state, over its divisor: what enters it, and comes from others."""
        return self._corrected(entering, onward=True)

    def ahead(self, counted: Mapping[int, int]) -> Corrected:
        """What is still to come in each state: what is counted there (times its divisor), and later."""
        return self._corrected(counted, onward=False)

    def _corrected(self, given: Mapping[int, int], onward: bool) -> Corrected:
        import numpy

        amounts = numpy.zeros(len(self.divisors), object)
        rest = numpy.array([given.get(i, 0) for i in range(len(self.divisors))], object)
        largest, before = max(map(abs, rest), default=0), math.inf
        enough = largest >> KNOWN_BITS
        for _ in range(MOST_ROUNDS):
            if largest <= enough:
                return Corrected(amounts.tolist(), rest.tolist())
            if largest >= before:
                break
            more, shift = self._solved(rest, largest.bit_length(), onward)
            amounts = amounts + (more.astype(object) << shift)
            rest = rest - (self._left_by(more, onward) << shift)
            largest, before = max(map(abs, rest)), largest
        if not self.in_halves:
            raise too_far_apart()
        self.in_halves = False
        return self._corrected(given, onward)

    def _left_by(self, amounts: Array, onward: bool) -> Array:
        """What so much in each state takes from each equation, exactly."""
        import numpy

        at, to, weights, divisors = self._arrays
        if not onward:
            at, to = to, at
        if not self.in_halves:
            taken = amounts * divisors.astype(object)
            numpy.subtract.at(taken, to, weights.astype(object) * amounts[at])
            return taken
        halves = []
        for half in (amounts & (1 << HALF) - 1, amounts >> HALF):
            taken = half * divisors
            numpy.subtract.at(taken, to, weights * half[at])
            halves.append(taken.astype(object))
        low, high = halves
        return low + (high << HALF)

    def _solved(self, rest: Array, length: int, onward: bool) -> tuple[Array, int]:
        """A solution for a remainder, in floats: whole numbers, and by how many bits they are shifted."""
        import numpy

        over = 1 << length
        if self.in_halves:
            given, divisors = (rest / over).astype(float), self._arrays[3]
            found = self._solve(given, True) / divisors if onward else self._solve(given / divisors, False)
            largest = float(numpy.abs(found).max())
            if not math.isfinite(largest):
                raise too_far_apart()
            places = min(2 * HALF - math.frexp(largest)[1], length)
            return numpy.rint(numpy.ldexp(found, places)).astype(numpy.int64), length - places
        if onward:
            found = self._solve(numpy.array([each / over for each in rest]), True)
            scaled = zip(found.tolist(), self.divisors, strict=True)
            amounts = [_whole(each, length) // divisor for each, divisor in scaled]
        else:
            shares = [each / (over * divisor) for each, divisor in zip(rest, self.divisors, strict=True)]
            size = max(map(abs, shares))
            found = self._solve(numpy.array(shares) / size, False)
            amounts = [_whole(each * size, length) for each in found.tolist()]
        return numpy.array(amounts, object), 0

    @cached_property
    def _arrays(self) -> tuple[Array, Array, Array, Array]:
        """From which state and to which each edge leads, with its weight; and the divisors."""
        import numpy

        kind = numpy.int64 if self.in_halves else object
        at = numpy.repeat(numpy.arange(len(self.edges)), [*map(len, self.edges)])
        every = [*chain.from_iterable(self.edges)]
        to = numpy.array([j for j, _ in every], numpy.int64)
        weights = numpy.array([weight for _, weight in every], kind)
        return at, to, weights, numpy.array(self.divisors, kind)

    @cached_property
    def _table(self) -> Any:
        """The equations in floats, divided by the divisors: a sparse table, or a square one without SciPy."""
        import numpy

        at, to, weights, divisors = self._arrays
        count = len(divisors)
        states = numpy.arange(count)
        rows, columns = numpy.concatenate((at, states)), numpy.concatenate((to, states))
        shares = numpy.concatenate(((-weights / divisors[at]).astype(float), numpy.ones(count)))
        try:
            from scipy.sparse import csc_matrix
        except ModuleNotFoundError:
            if count > MOST_STATES_DENSE:
                raise BadInput(
                    f"{count:,} states are solved in decimals where SciPy is installed (at most "
                    f"{MOST_STATES_DENSE:,} without): python -m pip install scipy"
                ) from None
            table = numpy.zeros((count, count))
            numpy.add.at(table, (rows, columns), shares)
            return table
        return csc_matrix((shares, (rows, columns)))

    def _solve(self, given: Array, turned: bool) -> Array:
        """Solve in floats, with the chances to go on from row to column, or turned round.

        States that lead anywhere soon forget where play began: a few steps of an iteration are enough. Others
        are eliminated, in an order that keeps bands narrow; no pivots are needed, as chances add up to 1.
        """
        import numpy

        table = self._table
        if isinstance(table, numpy.ndarray):
            try:
                return numpy.linalg.solve(table.T if turned else table, given)
            except numpy.linalg.LinAlgError as singular:
                raise too_far_apart() from singular
        from scipy.sparse.linalg import bicgstab, splu

        if self._factors is None:
            with numpy.errstate(all="ignore"):
                found, failed = bicgstab(table.T if turned else table, given, rtol=CLOSER, maxiter=MOST_STEPS)
            if not failed and numpy.isfinite(found).all():
                return found
            order = {"permc_spec": "MMD_AT_PLUS_A", "options": {"SymmetricMode": True}}
            try:
                self._factors = splu(table, diag_pivot_thresh=0.0, **order)
            except RuntimeError as singular:
                raise too_far_apart() from singular
        return self._factors.solve(given, "T" if turned else "N")


def _whole(number: float, length: int) -> int:
    """A float times 2**length, rounded down; raises BadInput for what is no number."""
    if not math.isfinite(number):
        raise too_far_apart()
    above, below = number.as_integer_ratio()
    return (above << length) // below


def too_far_apart() -> BadInput:
    """The error for a chain that floats cannot solve."""
    return BadInput("the chances of this chain lie too far apart for decimals: ask for exact numbers")
