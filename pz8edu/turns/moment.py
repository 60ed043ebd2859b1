"""A moment of a game: the position on the table with its clock, and whatever is to be settled first.

A moment is a value: two that are equal go on alike. Nothing that a rule looks at lives outside of it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple

from pz8edu.board.position import Place, Position, U
from pz8edu.board.tabletop import BoardState

CHANCE = ""
"""The side that acts where nobody chooses: a card, the initiative, the end of the day."""


class Turn(NamedTuple):
    """A step of the turn that is played: its number in the sequence of play, whose it is, and its kind."""

    number: str
    side: str
    kind: str


class Task(NamedTuple):
    """What must be settled before the step goes on: whose it is, its kind, what it is about (plain)."""

    side: str
    kind: str
    about: tuple[Any, ...] = ()


@dataclass(frozen=True, eq=False)
class Moment(Generic[U]):
    """A position with its clock.

    `turn` counts from 1, `step` is the place in the steps of the turn, from 0. `acted` names who has acted
    in this step; `noted` keeps what was agreed, paid or is to be remembered, as plain values; `tasks` is a
    stack, the topmost last.
    """

    __slots__ = ("__dict__", "__weakref__", "_hash")

    position: Position[U]
    turn: int = 1
    step: int = 0
    acted: frozenset[str] = frozenset()
    noted: Mapping[str, Any] = field(default_factory=dict)
    tasks: tuple[Task, ...] = ()

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Moment) and (
            self.turn == other.turn
            and self.step == other.step
            and self.acted == other.acted
            and self.tasks == other.tasks
            and self.noted == other.noted
            and self.position == other.position
        )

    def __hash__(self) -> int:
        try:
            return self._hash  # type: ignore[attr-defined, no-any-return]
        except AttributeError:
            known = hash((self.position, self.notes, self.turn, self.step, self.acted, self.tasks))
            object.__setattr__(self, "_hash", known)
            return known

    def __getstate__(self) -> dict[str, object]:
        return vars(self)

    # --- what is looked at
    @property
    def notes(self) -> frozenset[tuple[str, object]]:
        """What is noted, as a key."""
        return frozenset(self.noted.items())

    @property
    def units(self) -> Mapping[str, U]:
        """The state of every unit."""
        return self.position.units

    @property
    def places(self) -> Mapping[str, Place]:
        """Where everything stands."""
        return self.position.places

    def is_of_turn(self, word: str) -> bool:
        """Was a word noted with the number of this turn?"""
        return word in self.noted and bool(self.noted[word] == self.turn)

    def picked(self, unit: str = "", target: str = "") -> BoardState[U]:
        """The position as a table measures it, with who acts and on whom."""
        return BoardState(self.position, unit, target)

    # --- the moments after it
    def but(self, **changes: object) -> Moment[U]:
        """The same with some of it changed: `dataclasses.replace`, quicker."""
        made = object.__new__(type(self))
        vars(made).update(vars(self), **changes)
        return made

    def in_next_turn(self) -> Moment[U]:
        """At the beginning of the next turn."""
        return self.but(step=0, turn=self.turn + 1)

    def at(self, position: Position[U]) -> Moment[U]:
        """The same with another position."""
        return self.but(position=position)

    def moved(self, name: str, place: Place) -> Moment[U]:
        """With one base elsewhere."""
        return self.at(self.position.moved(name, place))

    def unit(self, name: str, **changes: object) -> Moment[U]:
        """With one unit in another state."""
        return self.at(self.position.with_unit(name, **changes))

    def has_acted(self, *names: str) -> Moment[U]:
        """With some who have acted in this step."""
        return self.but(acted=self.acted | set(names))

    def note(self, **words: Any) -> Moment[U]:
        """With something to be remembered; None forgets it."""
        kept = {**self.noted, **words}
        return self.but(noted={word: value for word, value in kept.items() if value is not None})

    def first(self, *tasks: Task) -> Moment[U]:
        """With more to settle before anything else, in this order."""
        return self.but(tasks=(*self.tasks, *reversed(tasks)))

    @property
    def settled(self) -> Moment[U]:
        """Without the topmost task."""
        return self.but(tasks=self.tasks[:-1])


AnyMoment = Moment[Any]
"""A moment of any book."""
