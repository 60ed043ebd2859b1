"""The states that a play can come to, with the weights of their moves: an absorbing Markov chain."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Generic, TypeAlias, TypeVar

from pz8edu.algebra.weight import Weight
from pz8edu.core.chance.distribution import Distribution
from pz8edu.core.chance.sentinel import Sentinel
from pz8edu.core.records import FrozenRecord

S = TypeVar("S")

END = -1
"""The phase of states in which play is over."""

Moves: TypeAlias = tuple[Weight, list[tuple[int, Weight]]]
"""The total of a state's weights, and the numbers of the states that it moves to with their weights."""


class Never(Sentinel):
    """The end of a chain that never ends: its chance is that of playing on for ever."""

    NEVER = "never"


class Later(Sentinel):
    """More turns than a distribution of their number was asked for: its chance is what is left."""

    LATER = "later"


NEVER = Never.NEVER
LATER = Later.LATER


class Model(FrozenRecord, Generic[S]):
    """Every state in every phase of a turn, with its moves; None for the ends. The first one is the start."""

    phases: int
    states: list[tuple[int, S]]
    moves: list[Moves | None]

    def __hash__(self) -> int:
        return hash((self.phases, *self.states))

    def __getstate__(self) -> dict[str, object]:
        return {"phases": self.phases, "states": self.states, "moves": self.moves}

    @property
    def start(self) -> S:
        """The state in which play begins."""
        return self.states[0][1]

    @cached_property
    def states_met(self) -> tuple[S, ...]:
        """Every state that play can come to, in any phase and at the end, in the order found."""
        return tuple(dict.fromkeys(state for _, state in self.states))

    @cached_property
    def ends(self) -> tuple[S, ...]:
        """The states in which play is over."""
        return tuple(state for phase, state in self.states if phase == END)

    @cached_property
    def in_symbols(self) -> bool:
        """Are there unknown chances in it?"""
        return not {type(weight) for moves in self.moves if moves for _, weight in moves[1]} <= {int}

    @cached_property
    def numbers(self) -> dict[tuple[int, S], int]:
        """The number of a state in a phase."""
        return {state: number for number, state in enumerate(self.states)}

    def law(self, phase: int, state: S) -> Distribution[S]:
        """What comes after a state in a phase."""
        moves = self.moves[self.numbers[phase, state]]
        assert moves is not None
        return Distribution.of_weights(
            {self.states[after][1]: weight for after, weight in moves[1]}, moves[0]
        )

    def until(self, reached: Callable[[S], bool]) -> Model[S]:
        """The same play, ended as soon as such a state is reached: the model of a first passage."""
        ends = set(self.ends)
        return explored(self.phases, self.start, lambda state: state in ends or reached(state), self.law)


def explored(
    phases: int, start: S, over: Callable[[S], bool], law: Callable[[int, S], Distribution[S]]
) -> Model[S]:
    """Every state that can be met from the start, numbered once in every phase; equal ones meet."""
    states: list[tuple[int, S]] = []
    moves: list[Moves | None] = []
    ends: dict[S, int] = {}
    numbers: list[dict[S, int]] = [{} for _ in range(phases)]

    def number(phase: int, state: S) -> int:
        is_over = over(state)
        known = ends if is_over else numbers[phase]
        place = known.get(state)
        if place is None:
            place = known[state] = len(states)
            states.append((END if is_over else phase, state))
        return place

    number(0, start)
    for phase, state in states:  # grows on the way
        if phase == END:
            moves.append(None)
            continue
        following = (phase + 1) % phases
        known, after_it = numbers[following], law(phase, state)
        row: dict[int, Weight] = {}
        for after, weight in after_it.items():
            if weight:
                place = known.get(after)
                row[number(following, after) if place is None else place] = weight
        moves.append((after_it.total, list(row.items())))
    return Model(phases, states, moves)
