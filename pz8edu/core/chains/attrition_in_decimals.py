"""Two sides that wear each other down, in decimals with the bound of their error."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from pz8edu.algebra.approximate import SMALLEST, Approximate, ApproximateDistribution
from pz8edu.algebra.weight import whole
from pz8edu.core.chains.model import NEVER, Never
from pz8edu.core.chance.distribution import Distribution

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    Floats = NDArray[numpy.float64]

Strengths = tuple[int, int]
"""What both sides have left."""


class AttritionInDecimals:
    """The answers of an `Attrition` in floats: sums of products of numbers above 0; nothing cancels."""

    def __init__(
        self, start: Strengths, first: Sequence[Distribution[int]], second: Sequence[Distribution[int]]
    ) -> None:
        self.start = start
        most = max(start)
        self._first = [Blows(law, most) for law in first]
        self._second = [Blows(law, most) for law in second]

    @cached_property
    def _passed(self) -> tuple[dict[Strengths | Never, float], float, float]:
        """The chances of all ends, the expected rounds, and the least chance that a round changes something.

        Fights with more left come first. What comes to a fight is divided by the chance to leave it and
        multiplied by the chances of all losses; numbers above 0 are added up. Fights in which the first side
        has equally many left follow one after the other, what they lead to below is one product of matrices.
        """
        import numpy

        (m, n), rounds, least = self.start, 0.0, 1.0
        here: Floats = numpy.zeros((m + 1, n + 1))
        here[m, n] = 1.0
        found: dict[Strengths | Never, float] = {}
        for a in range(m, 0, -1):
            suffered = numpy.array([each.taking(a) for each in self._second])
            inflicted = numpy.zeros((n + 1, n + 1))
            for b in range(1, n + 1):
                inflicted[b, : b + 1] = self._first[a].taking(b)
            passed = numpy.zeros(n + 1)
            for b in range(n, 0, -1):
                changed = chance_of_change(self._first[a], self._second[b])
                if changed:
                    least = min(least, changed)
                    passed[b] = here[a, b] / changed
                    here[a, :b] += inflicted[b, :b] * (suffered[b, a] * passed[b])
                elif here[a, b]:
                    found[NEVER] = found.get(NEVER, 0.0) + float(here[a, b])
            here[:a] += (suffered[:, :a] * passed[:, None]).T @ inflicted
            rounds += float(passed.sum())
        ends = [(a, 0) for a in range(m + 1)] + [(0, b) for b in range(1, n + 1)]
        return found | {end: float(here[end]) for end in ends if here[end]}, rounds, least

    @property
    def roundings(self) -> int:
        """A round rounds six times, and once for each fight that leads to the same one; none comes again."""
        m, n = self.start
        return (m + n + 1) * (6 + (m + 1) * (n + 1))

    @property
    def lost(self) -> float:
        """What was too small for a float: at most four times for every two fights, in every round of one."""
        m, n = self.start
        return 4 * ((m + 1) * (n + 1)) ** 2 * SMALLEST / self._passed[2]

    def ends(self) -> ApproximateDistribution[Strengths | Never]:
        """What both sides have left in the end, with NEVER for the chance that neither can hurt the other."""
        return ApproximateDistribution(self._passed[0], self.roundings, self.lost)

    def expected_turns(self) -> Approximate | None:
        """The expected number of rounds; None if play may never end."""
        ends, rounds, least = self._passed
        if NEVER in ends:
            return None
        lost = self.lost * sum(self.start) / least
        return ApproximateDistribution({"rounds": rounds}, self.roundings + sum(self.start) ** 2, lost)[
            "rounds"
        ]


class Blows:
    """The hits of a side of some strength, against a side of at most so many."""

    def __init__(self, law: Distribution[int], most: int) -> None:
        self.law = law
        self.most = most
        self.total = whole(law.total)
        self.nothing = whole(law.weights.get(0, 0))

    @cached_property
    def _chances(self) -> tuple[Floats, Floats]:
        """The chances of the most, ... 1, 0 hits, and of at least so many: added up exactly, rounded once."""
        import numpy

        exactly, at_least = [0.0], [0.0]
        above = sum(whole(weight) for hits, weight in self.law.items() if hits > self.most)
        for hits in range(self.most, -1, -1):
            weight = whole(self.law.weights.get(hits, 0))
            above += weight
            exactly.append(weight / self.total)
            at_least.append(above / self.total)
        return numpy.array(exactly[1:]), numpy.array(at_least[1:])

    def taking(self, most: int) -> Floats:
        """The chances that a side of `most` has 0, 1, ... `most` left."""
        exactly, at_least = self._chances
        left = exactly[self.most - most :].copy()
        left[0] = at_least[self.most - most]
        return left


def chance_of_change(first: Blows, second: Blows) -> float:
    """The chance that one of two sides loses something: worked out exactly, rounded once."""
    total = first.total * second.total
    return (total - first.nothing * second.nothing) / total
