"""Many dice thrown together, of which only the faces matter."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from functools import partial, reduce
from typing import TypeVar, cast

from pz8edu.algebra.approximate import ApproximateDistribution
from pz8edu.algebra.weight import Weight, whole
from pz8edu.core.chance.distribution import D6, FEW_TO_ADD, Distribution
from pz8edu.core.chance.equal_dice import dice_count, ways_of_dice, whole_number
from pz8edu.core.chance.face_by_face import FEW, FaceByFace
from pz8edu.core.chance.fold import Step, ways_of_sums_of_moves
from pz8edu.core.chance.fold_in_decimals import folded_in_decimals
from pz8edu.core.chance.keep import (
    add_between,
    ways_between,
    ways_of_ends,
    ways_of_kept,
    ways_of_nth,
    ways_of_two,
)
from pz8edu.core.chance.matching_sets import ways_of_sets
from pz8edu.core.chance.memory import rememberable
from pz8edu.core.chance.mixed_dice import all_dice, looks_at, ways_of_pools
from pz8edu.core.chance.sums import Steps, add_counts, convolve, even_steps
from pz8edu.core.chance.tally import ways_of_counts, whole_counts
from pz8edu.errors import BadInput, BadValue, shown

T = TypeVar("T")
S = TypeVar("S")

Counts = tuple[int, ...]


class Pool(FaceByFace[T]):
    """So many dice, of which only the faces matter: `Pool(5)`, `Pool(5, die(10))`.

    `Pool.of` throws unequal dice together.
    """

    kinds: tuple[tuple[Distribution[T], int], ...]
    count: int
    """How many dice there are."""

    def __init__(self, count: int, die: Distribution[T] = D6) -> None:  # type: ignore[assignment]
        if not isinstance(die, Distribution):
            raise BadValue("the die of a pool", shown(die), "a distribution, such as die(8)")
        self._fill(((die.reduced(), dice_count(count)),))

    def _fill(self, kinds: tuple[tuple[Distribution[T], int], ...]) -> None:
        self.kinds = kinds
        self.count = sum([count for _, count in kinds])
        self.work = sum([count * len(die.weights) for die, count in kinds])

    @classmethod
    def of(cls, *dice: Distribution[T] | Pool[T]) -> Pool[T]:
        """Dice and pools of dice thrown together: `Pool.of(die(12), Pool(2, die(8)), D6)`."""
        counted: dict[Hashable, tuple[Distribution[T], int]] = {}
        for each in dice:
            for die, count in (each if isinstance(each, Pool) else cls(1, each)).kinds:
                law = (frozenset(die.items()), die.total) if die.is_numeric() else die
                first, before = counted.get(law, (die, 0))
                counted[law] = first, before + count
        if not counted:
            raise BadInput("Pool.of needs at least one die")
        pool: Pool[T] = cls.__new__(cls)
        pool._fill(tuple(counted.values()))
        dice_count(pool.count)
        return pool

    @property
    def faces(self) -> tuple[T, ...]:
        """The faces that can come up."""
        return tuple(dict.fromkeys(face for die, _ in self.kinds for face in die))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Pool) and {*self.kinds} == {*other.kinds}

    def __hash__(self) -> int:
        return hash(frozenset(self.kinds))

    def frozen_key(self, of: Callable[[object], Hashable]) -> Hashable:
        """What tells it from other ones: its dice, in their order."""
        return Pool, *[(of(die), count) for die, count in self.kinds]

    def __repr__(self) -> str:
        return ", ".join(f"{count} dice that show {' '.join(map(str, die))}" for die, count in self.kinds)

    # --- sums
    def total(self: Pool[int]) -> Distribution[int]:
        """The sum of all dice."""
        return reduce(operator.add, (count @ die for die, count in self.kinds))

    def highest(self: Pool[int], keep: int) -> Distribution[int]:
        """The sum of the highest few."""
        return self._kept(keep, False)

    def lowest(self: Pool[int], keep: int) -> Distribution[int]:
        """The sum of the lowest few."""
        return self._kept(keep, True)

    @rememberable(FEW_TO_ADD)
    def _kept(self: Pool[int], keep: int, lowest_first: bool) -> Distribution[int]:
        keep = whole_number("the number of dice kept", keep, 0, self.count)
        if keep == 1 and self._in_numbers:
            return self.nth(-1 if lowest_first else 1)
        if len(self.kinds) > 1:
            if keep == 2 and self._in_numbers:
                return Distribution.of_weights(ways_of_two(self._by_kind, lowest_first), self._throws)
            return self._between(0, keep, lowest_first)
        ((_, count),) = self.kinds
        return self._of_equal(lambda weights: ways_of_kept(keep, count, weights, lowest_first))

    @rememberable(FEW)
    def middle(self: Pool[int], keep: int) -> Distribution[int]:
        """The sum of the middle few; as many above are left out as below."""
        keep = whole_number("the number of dice kept", keep, 0, self.count)
        if (self.count - keep) % 2:
            raise BadInput(f"the middle {keep} of {self.count} dice: one die more is left out on one side")
        return self._between((self.count - keep) // 2, (self.count + keep) // 2)

    @rememberable(FEW)
    def places(self: Pool[int], first: int, last: int) -> Distribution[int]:
        """The sum of the dice from one place to another: 1 is the highest, -1 the lowest.

        `places(2, 4)` leaves out the highest die and adds up the next three.
        """
        begin, end = (place + self.count + 1 if place < 0 else place for place in (first, last))
        begin = whole_number("the first place", begin, 1, self.count)
        return self._between(begin - 1, whole_number("the last place", end, begin, self.count))

    def _between(self: Pool[int], first: int, last: int, lowest_first: bool = False) -> Distribution[int]:
        """The sum of the dice from one place to before another, in the order in which they are looked at."""
        steps = even_steps(dict.fromkeys(self.faces, 1)) if self._in_numbers else None
        if steps is not None and len(self.kinds) == 1:
            ((die, count),) = self.kinds
            even = cast("Steps", even_steps(die.weights))
            return Distribution.of_weights(ways_between(count, even, first, last), self._throws)
        if steps is not None:
            looks, dice = looks_at([self._by_kind], lowest_first), all_dice([self._by_kind])
            ways = ways_of_sums_of_moves(looks, dice, first, last, steps, whole(self._throws))
            return Distribution.of_weights(ways, self._throws)
        step = partial(add_between, first, last)
        return self._folded((0, 0), step, lowest_first, every_face=False).map(operator.itemgetter(1))

    @rememberable(FEW_TO_ADD)
    def nth(self: Pool[int], place: int) -> Distribution[int]:
        """The die at one place: 1 is the highest, 2 the next; -1 is the lowest."""
        if place < 0:
            place += self.count + 1
        place = whole_number("the place of a die", place, 1, self.count)
        if not self._in_numbers:
            return self._between(place - 1, place)
        return Distribution.of_weights(ways_of_nth(place, self._by_kind), self._throws)

    @rememberable(FEW)
    def ends(self: Pool[int]) -> Distribution[tuple[int, int]]:
        """The lowest and the highest die together."""
        if not self.count:
            raise BadInput("no dice have no lowest and no highest one")
        if not self._in_numbers:
            return self.fold((None, None), _lowest_and_highest)  # type: ignore[arg-type]
        return Distribution.of_weights(ways_of_ends(self._by_kind), self._throws)

    # --- counts
    def tally(self, *classes: Collection[T]) -> Distribution[Counts]:
        """How many dice show a face of each class; a face may belong to several classes or to none."""
        counted = [
            Pool(count, die.map(lambda face: tuple([int(face in members) for members in classes])))
            for die, count in self.kinds
        ]
        return (counted[0] if len(counted) == 1 else Pool.of(*counted)).counts()

    @rememberable(FEW_TO_ADD)
    def counts(self: Pool[Counts]) -> Distribution[Counts]:
        """The sum of all dice whose faces are tuples of numbers, place by place: several counts at once."""
        if whole_counts(self._by_kind) and self._in_numbers:
            return Distribution.of_weights(ways_of_counts(self._by_kind), self._throws)
        nothing = (0,) * len(self.faces[0])
        laws = [Pool(count, die).fold(nothing, _add_counts).weights for die, count in self.kinds]
        ways = reduce(lambda first, law: convolve(first, law, add_counts), laws)
        return Distribution.of_weights(ways, self._throws)

    @rememberable(FEW)
    def sets(self, least: int = 2) -> Distribution[Counts]:
        """The sizes of all matching sets, of `least` or more, the largest first: (3, 2) is a full house."""
        (first, *others) = self.kinds
        if others or {*first[0].weights.values()} != {1}:
            return super().sets(least)
        ways = ways_of_sets(self.count, len(first[0]), self.count, least, math.comb)
        return Distribution.of_weights(ways, self._throws)

    def push(self, *held: T, content: Callable[..., object] | None = None) -> Distribution[Counts]:
        """Throw; all dice that show none of the held faces are thrown once more: how many show each of these?

        Who is `content` with these numbers after the first throw, such as `lambda sixes, ones: sixes > 0`,
        leaves the dice as they are.
        """
        if len(self.kinds) > 1:
            raise BadInput("unequal dice are pushed kind by kind")
        ((die, count),) = self.kinds
        classes = [{face} for face in held]

        def pushed(first: Counts) -> Distribution[Counts]:
            if content and content(*first):
                return Distribution.certain(first)
            more = Pool(count - sum(first), die).tally(*classes)
            return more.map(lambda second: add_counts(first, second))

        return self.tally(*classes).then(pushed)

    # --- anything else
    @rememberable(FEW)
    def fold(
        self,
        start: S,
        step: Step[S],
        *others: Pool[T],
        lowest_first: bool = False,
        every_face: bool = False,
    ) -> Distribution[S]:
        """Anything that can be worked out face by face, from the highest face down (or from the lowest up).

        `step(state, face, count)` says what becomes of the state when `count` dice show `face`; it is asked
        only about faces that come up, or about every face and every whole number between them. With `others`,
        pools thrown beside this one, it is told how many dice of each pool show it: `step(state, face, count,
        count)`. Pools of any size cost little while the states are few.
        """
        if not all(isinstance(pool, Pool) for pool in others):
            raise BadValue("what is thrown beside a pool", shown(others), "other pools")
        return self._folded(start, step, lowest_first, every_face, others)

    def _folded(
        self, start: S, step: Step[S], lowest_first: bool, every_face: bool, others: Sequence[Pool[T]] = ()
    ) -> Distribution[S]:
        if not others and len(self.kinds) == 1:
            ((_, count),) = self.kinds
            return self._of_equal(
                lambda weights: ways_of_pools([[(weights, count)]], start, step, lowest_first, every_face)
            )
        pools = [self, *others]
        ways = ways_of_pools([pool._by_kind for pool in pools], start, step, lowest_first, every_face)
        return Distribution.of_weights(ways, math.prod(pool._throws for pool in pools))

    def fold_in_decimals(
        self, start: S, step: Step[S], *, lowest_first: bool = False, every_face: bool = False
    ) -> ApproximateDistribution[S]:
        """The same fold in decimals with the bound of their error: a thousand equal dice within seconds."""
        if len(self.kinds) > 1 or not self._in_numbers:
            raise BadInput("only equal dice with chances in numbers are folded in decimals")
        ((die, count),) = self.kinds
        return folded_in_decimals(count, die.weights, start, step, lowest_first, every_face)

    @property
    def _by_kind(self) -> list[tuple[Mapping[T, Weight], int]]:
        return [(die.weights, count) for die, count in self.kinds]

    @property
    def _in_numbers(self) -> bool:
        return all(die.is_numeric() for die, _ in self.kinds)

    @property
    def _throws(self) -> Weight:
        """The ways in which all dice can fall."""
        return math.prod([die.total**count for die, count in self.kinds])

    def _of_equal(self, ways: Callable[..., Mapping[S, Weight]]) -> Distribution[S]:
        ((die, count),) = self.kinds
        return Distribution.of_weights(ways_of_dice(count, die.weights, ways), self._throws)


def _lowest_and_highest(state: tuple[T, T], face: T, shown: int) -> tuple[T, T]:
    return face, face if state[1] is None else state[1]


def _add_counts(counts: Counts, face: Counts, shown: int) -> Counts:
    if not any(face):
        return counts
    return tuple([have + shown * more for have, more in zip(counts, face, strict=True)])
