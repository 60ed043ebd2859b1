"""What may be asked of dice and cards of which only the faces matter."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Generic, TypeVar

from pz8edu.core.chance.distribution import Distribution
from pz8edu.core.chance.fold import Step

T = TypeVar("T")
S = TypeVar("S")

FEW = 30
"""Where so few faces are looked at, an answer is worked out as quickly as it is found again."""


class FaceByFace(ABC, Generic[T]):
    """Dice that fall, or cards that are held: all that is known of them is how many show each face."""

    work: int
    """The faces of all dice, or of all cards held: so much there is to look at."""

    @abstractmethod
    def fold(
        self, start: S, step: Step[S], *, lowest_first: bool = False, every_face: bool = False
    ) -> Distribution[S]:
        """Anything that can be worked out face by face, from the highest down (or from the lowest up)."""

    def sets(self, least: int = 2) -> Distribution[tuple[int, ...]]:
        """The sizes of all matching sets, of `least` or more, the largest first: (3, 2) is a full house."""
        start: tuple[int, ...] = (least,)
        return self.fold(start, _one_more_set).map(lambda state: state[1:])

    def largest_set(self) -> Distribution[tuple[int, T]]:
        """The largest matching set, and the face it shows: of several such sets the highest."""
        return self.fold((0, None), _larger_set)  # type: ignore[arg-type]

    def straight(self: FaceByFace[int]) -> Distribution[int]:
        """How many of the faces follow each other without a gap, at most."""
        return self.fold((0, 0), _longer_straight, every_face=True).map(lambda state: state[0])


def _one_more_set(state: tuple[int, ...], face: object, shown: int) -> tuple[int, ...]:
    least, *sizes = state
    return state if shown < least else (least, *sorted((*sizes, shown), reverse=True))


def _larger_set(largest: tuple[int, T], face: T, shown: int) -> tuple[int, T]:
    return (shown, face) if shown > largest[0] else largest


def _longer_straight(state: tuple[int, int], face: int, shown: int) -> tuple[int, int]:
    longest, now = state
    now = now + 1 if shown else 0
    return max(longest, now), now
