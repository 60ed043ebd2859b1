"""What a player sees of solved positions who looks so many choices ahead: how deep an answer lies."""

from __future__ import annotations

from fractions import Fraction

from pz8edu.analysis.search import Search
from pz8edu.analysis.solved import Solved, of_way

DEEPEST = 6
"""So many choices ahead are looked at most."""
TWO = 2
"""So many the natural player looks ahead."""


class Foresight:
    """All choices of all positions as they seem 1, 2, … choices ahead, by the visible points of the book.

    `drawn` is the chance of a draw in each position when both sides play best.
    """

    def __init__(self, known: Solved) -> None:
        self.known = known
        positions = known.positions
        search = Search(positions.ahead)
        seems = [
            positions.ends[number] if number in positions.ends else search.by_points(moment)
            for number, moment in enumerate(positions.moments)
        ]
        self.depths: list[list[Fraction]] = [seems]
        for _ in range(DEEPEST - 1):
            before = self.depths[-1]
            self.depths.append(
                [
                    known.best_of(number, [of_way(before, way) for way in ways]) if ways else before[number]
                    for number, ways in enumerate(positions.ways)
                ]
            )
        self.drawn = self._drawn()

    def _drawn(self) -> list[Fraction]:
        """The chance of a draw; where positions come back it is not asked for, and told as 0."""
        known, positions = self.known, self.known.positions
        if known.comes_back:
            return [Fraction(0)] * len(positions)
        draws = {number: Fraction(worth == Fraction(1, 2)) for number, worth in positions.ends.items()}
        return known.under(draws, known.best_way)

    def best_at(self, number: int, depth: int) -> list[int]:
        """The places of the choices that seem best so many choices ahead."""
        ways = self.known.positions.ways[number]
        seems = [of_way(self.depths[depth - 1], way) for way in ways]
        best = self.known.best_of(number, seems)
        return [at for at, each in enumerate(seems) if each == best]

    def ahead(self, number: int, answer: int) -> int:
        """How many choices ahead the answer appears as the only best, and stays so."""
        depth = DEEPEST
        while depth and self.best_at(number, depth) == [answer]:
            depth -= 1
        return depth + 1

    def taken(self, number: int, answer: int) -> int:
        """What the natural player takes; where that is the answer, the next best of all."""
        found = [at for at in self.best_at(number, TWO) if at != answer]
        if found:
            return found[0]
        worths = self.known.of_choices(number)
        sign = 1 if self.known.positions.sides[number] == self.known.first else -1
        return max((at for at in range(len(worths)) if at != answer), key=lambda at: sign * worths[at])
