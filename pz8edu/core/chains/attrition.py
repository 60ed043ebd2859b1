"""Two sides that wear each other down, round after round: solved at once, not fight by fight."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import cached_property
from operator import mul
from typing import NamedTuple

from pz8edu.algebra.exact import Exact
from pz8edu.algebra.weight import whole
from pz8edu.core.chains.attrition_in_decimals import AttritionInDecimals
from pz8edu.core.chains.chain import Chain
from pz8edu.core.chains.model import NEVER, Never
from pz8edu.core.chance.distribution import Distribution
from pz8edu.core.chance.equal_dice import whole_number
from pz8edu.core.chance.exact import as_exact
from pz8edu.core.rolls.roll import Roll, together
from pz8edu.core.umpire.base import Umpire
from pz8edu.errors import BadInput, BadValue, shown

MOST_STRENGTH = 400
"""So strong may a side be at the start."""

Strengths = tuple[int, int]
"""What both sides have left."""

Hits = Callable[[int], Distribution[int]]
"""The law of the hits by a side that has so many left; a hit takes one from the other side."""


class Attrition:
    """Two sides that fire at each other at the same time, round after round, until one has nothing left.

    `first_hits(n)` and `second_hits(n)` are the laws of their hits with n left, such as
    `lambda n: n @ D6.map(lambda face: int(face >= 5))`; a hit takes one from the other side. Answers are
    exact; `in_decimals` has them with the bound of their error, 100 against 100 in a second, and `chain()`
    is the same play turn after turn. Raises BadInput for strengths and hits that are no whole numbers from 0.
    """

    def __init__(self, start: Strengths, first_hits: Hits, second_hits: Hits | None = None) -> None:
        first, second = (whole_number("a strength", each, 0, MOST_STRENGTH) for each in start)
        self.start = first, second
        self.first = [checked(first_hits(n)) for n in range(first + 1)]
        self.second = [checked((second_hits or first_hits)(n)) for n in range(second + 1)]

    def chain(self) -> Chain[Strengths]:
        """The same play as a chain, which knows more: the spread, first passage, turn after turn."""

        def round_(umpire: Umpire, left: Strengths) -> Roll[Strengths]:
            a, b = left
            hits = umpire.roll("hits of the first", self.first[a])
            suffered = umpire.roll("hits of the second", self.second[b])
            return together(lambda n, m: (max(a - m, 0), max(b - n, 0)), hits, suffered)

        return Chain(round_, start=self.start, over=lambda left: 0 in left)

    @cached_property
    def in_decimals(self) -> AttritionInDecimals:
        """The same answers in decimals with the bound of their error, where exact ones take too long."""
        return AttritionInDecimals(self.start, self.first, self.second)

    # --- exactly
    def ends(self) -> Distribution[Strengths | Never]:
        """What both sides have left in the end, with NEVER for the chance that neither can hurt the other."""
        return Distribution.of_weights(self._fought.ends, self._fought.below).reduced()

    def expected_turns(self) -> Exact | None:
        """The expected number of rounds; None if play may never end."""
        if NEVER in self._fought.ends:
            return None
        return as_exact(Fraction(self._fought.rounds, self._fought.below))

    @cached_property
    def _fought(self) -> Fought:
        """All fights, those with more left first: the chance of each is what those before it lead to.

        Fights in which the first side has equally many left follow one after the other; what they lead to
        with fewer is added up all at once. One denominator for all makes every amount a whole number: a fight
        divides by the weights that change something, and no way comes twice to fights of equal sums.
        """
        m, n = self.start
        changes = [[changing(first, second) for second in self.second] for first in self.first]
        below = math.prod(
            math.lcm(*(changes[a][s - a] or 1 for a in range(max(1, s - n), min(m, s - 1) + 1)))
            for s in range(2, m + n + 1)
        )
        here = [[0] * (n + 1) for _ in range(m + 1)]
        here[m][n] = below
        never = rounds = 0
        for a in range(m, 0, -1):
            inflicted = [taking(self.first[a], b) for b in range(n + 1)]
            suffered = [taking(each, a) for each in self.second]
            passed = [0] * (n + 1)
            for b in range(n, 0, -1):
                if not changes[a][b]:
                    never += here[a][b]
                    continue
                passed[b] = here[a][b] // changes[a][b]
                rounds += passed[b] * whole(self.first[a].total) * whole(self.second[b].total)
                if unhurt := passed[b] * suffered[b][a]:
                    for left in range(b):
                        here[a][left] += unhurt * inflicted[b][left]
            columns = [[row[left] for row in inflicted[left:]] for left in range(n + 1)]
            for fewer in range(a):
                parts = [amount * row[fewer] for amount, row in zip(passed, suffered, strict=True)]
                row = here[fewer]
                for left, column in enumerate(columns):
                    row[left] += sum(map(mul, parts[left:], column))
        ends: dict[Strengths | Never, int] = {(a, 0): here[a][0] for a in range(m, -1, -1) if here[a][0]}
        ends |= {(0, b): here[0][b] for b in range(1, n + 1) if here[0][b]}
        return Fought(ends | ({NEVER: never} if never else {}), rounds, below)


class Fought(NamedTuple):
    """The weights of all ends and of the expected rounds, over one denominator."""

    ends: dict[Strengths | Never, int]
    rounds: int
    below: int


def checked(law: Distribution[int]) -> Distribution[int]:
    """A law of hits in lowest terms; raises BadInput for what is none."""
    if not isinstance(law, Distribution):
        raise BadValue("the law of hits", shown(law), "a distribution of whole numbers from 0")
    wrong = [hits for hits in law if type(hits) is not int or hits < 0]
    if wrong:
        raise BadValue("hits", shown(wrong[0]), "whole numbers from 0")
    if not law.is_numeric():
        raise BadInput("hits in an attrition have chances in numbers; formulas go through a Chain")
    return law.reduced()


def taking(law: Distribution[int], most: int) -> list[int]:
    """The weights that a side of `most` has 0, 1, ... `most` left after such hits."""
    left = [0] * (most + 1)
    for hits, weight in law.items():
        left[max(most - hits, 0)] += whole(weight)
    return left


def changing(first: Distribution[int], second: Distribution[int]) -> int:
    """The weight of all hits but none at all."""
    nothing = whole(first.weights.get(0, 0)) * whole(second.weights.get(0, 0))
    return whole(first.total) * whole(second.total) - nothing
