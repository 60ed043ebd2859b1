"""Many equal dice looked at face by face, in decimals with the bound of their error."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, TypeVar

from pz8edu.algebra.approximate import SMALLEST, ApproximateDistribution
from pz8edu.algebra.weight import Weight, whole
from pz8edu.core.chance.fold import Step, faces_in_order
from pz8edu.errors import BadInput

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    Floats = NDArray[numpy.float64]

T = TypeVar("T")
S = TypeVar("S")

MOST_DICE_IN_DECIMALS = 2_000
"""The chances of so many dice to show a face so often are kept in a square table (32 MB)."""


def folded_in_decimals(
    count: int,
    weights: Mapping[T, Weight],
    start: S,
    step: Step[S],
    lowest_first: bool = False,
    every_face: bool = False,
) -> ApproximateDistribution[S]:
    """The chances of each state after all faces of equal dice: the twin of `ways_side_by_side` in floats.

    For every state an array has the chances of 0, 1, 2, ... dice still to be looked at; a face that some of
    them show moves it along. At every face a chance is rounded three times for each die when the table is
    made, once more when it is multiplied, and once for each move that leads to the same state.
    """
    if count > MOST_DICE_IN_DECIMALS:
        raise BadInput(f"at most {MOST_DICE_IN_DECIMALS:,} dice are folded in decimals; got {count:,}")
    import numpy

    states: dict[S, Floats] = {start: numpy.zeros(count + 1)}
    states[start][count] = 1.0
    rest, roundings, met = sum(map(whole, weights.values())), 0, 1
    faces = faces_in_order(weights, lowest_first, every_face)
    for face in faces:
        weight = whole(weights.get(face, 0))
        shows = chances_of_counts(count, weight, rest)
        rest -= weight
        following: dict[S, Floats] = {}
        moves: dict[S, int] = {}
        for state, here in states.items():
            for shown in range(int(here.nonzero()[0].max(initial=-1)) + 1 if weight else 1):
                moved = here[shown:] * shows[shown:, shown]
                if moved.any():
                    after = step(state, face, shown) if shown or every_face else state
                    if after not in following:
                        following[after] = numpy.zeros(count + 1)
                        moves[after] = 0
                    following[after][: count + 1 - shown] += moved
                    moves[after] += 1
        states = following
        roundings += 3 * count + 1 + max(moves.values())
        met = max(met, len(states))
    lost = 2 * len(faces) * met * (count + 1) ** 3 * SMALLEST
    return ApproximateDistribution({state: float(here[0]) for state, here in states.items()}, roundings, lost)


def chances_of_counts(count: int, weight: int, rest: int) -> Floats:
    """The chance that so many of so many dice show a face: the row for the dice, the place for those that do.

    Each row follows from the one before, die by die (Pascal's triangle): sums of products of numbers above 0.
    """
    import numpy

    shows, misses = weight / rest, (rest - weight) / rest
    chances: Floats = numpy.zeros((count + 1, count + 1))
    chances[0, 0] = 1.0
    for dice in range(count):
        chances[dice + 1] = chances[dice] * misses
        chances[dice + 1, 1:] += chances[dice, :-1] * shows
    return chances
