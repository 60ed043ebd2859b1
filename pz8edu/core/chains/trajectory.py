"""A play followed turn after turn: how likely every state is after each, and when play is over."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import cached_property
from itertools import islice
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from pz8edu.algebra.approximate import SMALLEST, ApproximateDistribution
from pz8edu.algebra.weight import CommonTotal, Weight, total_of, whole
from pz8edu.core.chains.model import LATER, Later, Model
from pz8edu.core.chance.distribution import Distribution, gather
from pz8edu.core.chance.exact import as_fraction, from_chances
from pz8edu.errors import BadInput
from pz8edu.limits import LONGEST, MOST_DIGITS, MOST_TURNS, SHORT

if TYPE_CHECKING:
    import numpy
    from numpy.typing import NDArray

    Shares = list[tuple[NDArray[numpy.int64], NDArray[numpy.int64], NDArray[numpy.float64]]]

S = TypeVar("S")


class Standing(NamedTuple):
    """The weights of the numbered states after some turns, and their total."""

    weights: dict[int, Weight]
    total: Weight


class Trajectory(Generic[S]):
    """The exact chances of all states after 0, 1, 2 turns and so on; ends stay where they are."""

    def __init__(self, model: Model[S]) -> None:
        self.model = model

    def __iter__(self) -> Iterator[Standing]:
        now = Standing({0: 1}, 1)
        due = turn = 0
        while True:
            yield now
            for _ in range(self.model.phases):
                now = self._after_a_phase(now)
                if bits_of(now.total) > due:
                    law = Distribution.of_weights(now.weights, now.total).reduced()
                    now = Standing(dict(law.weights), law.total)
                    due = 2 * bits_of(now.total) if bits_of(now.total) > SHORT else 0
            turn += 1
            if bits_of(now.total) > LONGEST:
                raise BadInput(
                    f"after {turn:,} turns the exact chances have more than {MOST_DIGITS:,} digits; "
                    "ask for fewer turns, or for decimals"
                )

    def _after_a_phase(self, now: Standing) -> Standing:
        rows = self.model.moves
        leaving = [(weight, row) for i, weight in now.weights.items() if (row := rows[i])]
        if not leaving:
            return now
        common = CommonTotal([total for _, (total, _) in leaving])
        following = {i: weight * common.value for i, weight in now.weights.items() if rows[i] is None}
        for weight, (total, moves) in leaving:
            share = weight * common.share(total)
            for j, w in moves:
                following[j] = following[j] + share * w if j in following else share * w
        return Standing(following, now.total * common.value)

    def law(self, now: Standing) -> Distribution[S]:
        """The weights of the numbers as a distribution of states."""
        by_state = gather((self.model.states[i][1], weight) for i, weight in now.weights.items())
        return Distribution.of_weights(by_state, now.total).reduced()

    def after(self, turns: int) -> Distribution[S]:
        """The exact distribution after so many turns."""
        check_turns(turns)
        before: Standing | None = None
        for now in islice(self, min(turns, MOST_TURNS) + 1):
            if now == before:
                return self.law(now)
            before = now
        if turns > MOST_TURNS:
            raise too_many_turns(turns)
        assert before is not None
        return self.law(before)

    def turn_by_turn(self, turns: int) -> Iterator[Distribution[S]]:
        """The exact distributions after 1, 2, 3 turns and so on, up to so many."""
        return map(self.law, islice(self, 1, turns + 1))

    def chances(self, event: Callable[[int], bool], turns: int) -> Iterator[Fraction]:
        """The chance of an event, said by the number of the state, after 0, 1, 2 turns, up to so many."""
        check_turns(turns)
        for weights, total in islice(self, turns + 1):
            yield as_fraction(total_of(weight for i, weight in weights.items() if event(i)), total)

    def duration(self, upto: int) -> Distribution[int | Later]:
        """The exact distribution of the number of turns, up to so many; LATER has what is left."""
        over = self.chances(lambda i: self.model.moves[i] is None, upto)
        by_turn, ever = first_times(over)
        return from_chances({**by_turn, LATER: 1 - ever})

    # --- in decimals
    def in_decimals(self, turns: int) -> ApproximateDistribution[S]:
        """The distribution after so many turns in decimals, for long horizons.

        A chance is rounded when its move is made and multiplied, and once for every move that ends in the
        same state; what is too small for a float is lost, once for every move.
        """
        import numpy

        check_turns(turns)
        count = len(self.model.states)
        now: NDArray[Any] = numpy.zeros(count)
        now[0] = 1.0
        for turn in range(turns):
            if turn > MOST_TURNS:
                raise too_many_turns(turns)
            before = now
            for sources, targets, shares in self._shares:
                now = numpy.bincount(targets, weights=now[sources] * shares, minlength=count)
            if numpy.array_equal(now, before):
                break
        roundings = sum(2 + int(numpy.bincount(targets).max()) for _, targets, _ in self._shares)
        moves = sum(len(targets) for _, targets, _ in self._shares)
        law = ApproximateDistribution(
            {int(i): float(now[i]) for i in numpy.flatnonzero(now)},
            turns * roundings,
            turns * moves * SMALLEST,
        )
        return law.map(lambda i: self.model.states[i][1])

    @cached_property
    def _shares(self) -> Shares:
        """For every phase the arrays of its moves: from where, to where, with which share."""
        import numpy

        steps = []
        for phase in range(self.model.phases):
            rows = [(i, i, 1.0) for i, moves in enumerate(self.model.moves) if moves is None]
            for i, moves in enumerate(self.model.moves):
                if moves is not None and self.model.states[i][0] == phase:
                    rows += [(i, j, whole(weight) / whole(moves[0])) for j, weight in moves[1]]
            sources, targets, shares = zip(*rows, strict=True) if rows else ((), (), ())
            steps.append((numpy.array(sources, int), numpy.array(targets, int), numpy.array(shares, float)))
        return steps


def first_times(by_then: Iterable[Fraction]) -> tuple[dict[int, Fraction], Fraction]:
    """The chance of every turn, from the chances that something has happened by turn 0, 1, 2 and so on.

    Also the chance that it has happened by the last of them.
    """
    found: dict[int, Fraction] = {}
    before = Fraction(0)
    for turn, chance in enumerate(by_then):
        if chance != before:
            found[turn] = chance - before
        before = chance
    return found, before


def bits_of(total: Weight) -> int:
    """How long a total is; 0 for a polynomial."""
    return total.bit_length() if isinstance(total, int) else 0


def check_turns(turns: int) -> None:
    """Raise BadInput for fewer turns than none."""
    if turns < 0:
        raise BadInput(f"a number of turns must be 0 or more; got {turns}")


def too_many_turns(turns: int) -> BadInput:
    """The error for a horizon that nobody waits for."""
    return BadInput(f"a chain is followed for at most {MOST_TURNS:,} turns; got {turns:,}")
