"""Many equal dice thrown together, looked at face by face."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from pz8edu.chance.distribution import D6, Distribution, Weight
from pz8edu.chance.keep import keep_highest, keep_lowest
from pz8edu.chance.sums import counts_of, sum_of, whole_weights
from pz8edu.chance.unknown.dice_of_one_unknown import law_of_one_unknown
from pz8edu.chance.unknown.polynomial import check_dice
from pz8edu.errors import BadInput

T = TypeVar("T")
S = TypeVar("S")

Step = Callable[[S, T, int], S]
"""What becomes of a state when so many dice show a face: `step(state, face, count)`."""


@dataclass(frozen=True)
class Pool(Generic[T]):
    """So many equal dice, of which only the faces matter and not which die shows them: `Pool(5, D6)`."""

    count: int
    die: Distribution[T] = D6  # type: ignore[assignment]

    def __post_init__(self) -> None:
        if self.count < 0:
            raise BadInput(f"a number of dice must be 0 or more; got {self.count}")

    def total(self: Pool[int]) -> Distribution[int]:
        """The sum of all dice."""
        return sum_of(self.count, self.die)

    def highest(self: Pool[int], keep: int) -> Distribution[int]:
        """The sum of the highest few."""
        return keep_highest(keep, self.count, self.die)

    def lowest(self: Pool[int], keep: int) -> Distribution[int]:
        """The sum of the lowest few."""
        return keep_lowest(keep, self.count, self.die)

    def tally(self, *classes: Collection[T]) -> Distribution[tuple[int, ...]]:
        """How many dice show a face of each class; a face may belong to several classes or to none."""
        kinds = self.die.map(lambda face: tuple(int(face in members) for members in classes))
        return counts_of(self.count, kinds, len(classes))

    def fold(self, start: S, step: Step[S, T], lowest_first: bool = False) -> Distribution[S]:
        """Anything that can be worked out face by face, from the highest face down (or from the lowest up).

        `step(state, face, count)` says what becomes of the state when `count` dice show `face`; it is asked
        only about faces that come up. Pools of any size cost little while the states are few.
        """
        if not whole_weights(self.die):
            law = law_of_one_unknown(
                self.count,
                self.die,
                lambda numbers: Pool(self.count, numbers).fold(start, step, lowest_first),
            )
            if law is not None:
                return law
            check_dice(self.count, self.die.weights)
        states: dict[int, dict[S, Weight]] = {self.count: {start: 1}}
        faces = sorted(self.die.weights, reverse=not lowest_first)  # type: ignore[type-var]
        for face in faces[:-1]:
            states = _one_face(states, face, self.die.weights[face], step)
        ends: dict[S, Weight] = {}
        if faces:
            face = faces[-1]
            weight = self.die.weights[face]
            for left, here in states.items():
                share = weight**left
                for state, ways in here.items():
                    end = step(state, face, left) if left else state
                    ends[end] = ends[end] + ways * share if end in ends else ways * share
        return Distribution(ends, self.die.total**self.count)


def _one_face(
    states: dict[int, dict[S, Weight]], face: T, weight: Weight, step: Step[S, T]
) -> dict[int, dict[S, Weight]]:
    """The states, by the number of dice still to be looked at, after the dice that show one face."""
    following: dict[int, dict[S, Weight]] = {left: {} for left in range(max(states) + 1)}
    for left, here in states.items():
        _add(following[left], here.items())
        power: Weight = 1
        for shown in range(1, left + 1):
            power = power * weight
            share = math.comb(left, shown) * power
            _add(
                following[left - shown],
                [(step(state, face, shown), ways * share) for state, ways in here.items()],
            )
    return following


def _add(states: dict[S, Weight], more: Iterable[tuple[S, Weight]]) -> None:
    for state, ways in more:
        states[state] = states[state] + ways if state in states else ways


def folded(faces: Iterable[T], start: S, step: Step[S, T], lowest_first: bool = False) -> S:
    """The same for dice that have fallen."""
    state = start
    counts: Counter[Any] = Counter(faces)
    for face in sorted(counts, reverse=not lowest_first):
        state = step(state, face, counts[face])
    return state
