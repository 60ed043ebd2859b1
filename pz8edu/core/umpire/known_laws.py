"""What is known of a rule whatever the table and the ruleset: values and laws by number, and all runs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import cast

from pz8edu.core.chance.distribution import Distribution
from pz8edu.core.rolls.throw import Law
from pz8edu.core.umpire.enumerating import Enumerating
from pz8edu.core.umpire.fallen import Fallen, settled
from pz8edu.core.umpire.pieces import Block, Piece
from pz8edu.core.umpire.runs import Numbers, Runs


@dataclass(frozen=True)
class Refused:
    """What stands for a law where the rules do not allow a situation: the sentence with which they refuse."""

    why: str


class Known:
    """What is known of a rule whatever the table and the ruleset: values and laws by number, and all runs."""

    def __init__(self) -> None:
        self.values: Numbers[object] = Numbers()
        self.laws: Numbers[Law | Refused] = Numbers()
        self.runs: dict[tuple[Piece, bool], Runs] = {}
        self.mixed: dict[tuple[int, tuple[int, ...]], int] = {}
        self.umpire = Enumerating(draw=False, memo={})
        self._whole: dict[Callable[..., object], Block] = {}
        self._certain: dict[int, int] = {}
        self._given: dict[tuple[int, bool], int] = {}

    def in_one_piece(self, function: Callable[..., object]) -> Block:
        """A function that is not taken apart, always as the same piece."""
        return self._whole.setdefault(function, Block.of_function(function))

    def number_of(self, law: Law | Refused) -> int:
        """The number of a law; the same chances are the same law."""
        if isinstance(law, Refused):
            return self.laws.of(law)
        lowest = law.reduced()
        key = frozenset((self.values.of(value), weight) for value, weight in lowest.items()), lowest.total
        return self.laws.of(lowest, key)

    def certain(self, value: int) -> int:
        """The law by which a value is certain, both by number."""
        number = self._certain.get(value)
        if number is None:
            number = self._certain[value] = self.number_of(Distribution.certain(self.values.things[value]))
        return number

    def given(self, law: int, undecided: bool) -> int:
        """The law of a sub-rule as the umpire gives it: settled, or as a roll; all by number."""
        key = law, undecided
        if key not in self._given:
            known = self.laws.things[law]
            how = Fallen.of if undecided else settled
            self._given[key] = law if isinstance(known, Refused) else self.number_of(known.map(how))
        return self._given[key]

    def outcomes(self, law: int) -> tuple[int, ...]:
        """The outcomes of a law, all by number; none where the rules refuse."""
        known = self.laws.things[law]
        return () if isinstance(known, Refused) else tuple(map(self.values.of, known))

    def mix(self, first: int, after: tuple[int, ...]) -> int:
        """A law and then another one for each of its outcomes, all by number."""
        number = self.mixed.get((first, after))
        if number is None:
            number = self.mixed[first, after] = self._mix(first, after)
        return number

    def _mix(self, first: int, after: tuple[int, ...]) -> int:
        laws = self.laws.things
        law, steps = laws[first], [laws[number] for number in after]
        if isinstance(law, Refused) or len(set(after)) == 1:
            return first if isinstance(law, Refused) else after[0]
        for number, step in zip(after, steps, strict=True):
            if isinstance(step, Refused):
                return number
        following = iter(cast("list[Law]", steps))
        return self.number_of(law.then(lambda _: next(following)))
