"""A table ready to play on: what a rule system puts on a board, and what it measures there.

The rules of every system answer the same few questions about a table, so that one board shows them all:
what does it look like, what was measured, which calculator does it fill in, and with what?
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

from pz8edu.board.scene import Scene


class Place(NamedTuple):
    """Where a base stands, in the unit of the board, and its facing in degrees from north, or None.

    `altitude` is the level of what flies; None for what stands on the ground.
    """

    x: float
    y: float
    facing: float | None = None
    altitude: int | None = None


class Fact(NamedTuple):
    """One line beside the board: what it is, its value, and a remark under it."""

    name: str
    value: str
    remark: str = ""


@dataclass(frozen=True, slots=True)
class BoardState:
    """What a player has done to a board: where the bases stand, who fires and at whom ("" for nobody)."""

    places: Mapping[str, Place]
    shooter: str = ""
    target: str = ""
    moving: bool = field(default=False, compare=False)


@dataclass(frozen=True)
class Asked:
    """The question that the board asks of the rules: a calculator with the inputs that were measured.

    `why_not` says why the rules do not allow it as it stands; empty if they do.
    """

    calculator: str
    inputs: Mapping[str, Any]
    why_not: str = ""


class Tabletop:
    """A table of one rule system; every answer takes the rules, so that a variant shows at once.

    Subclass it: `places` and `scene` are needed, the rest may stay as it is. `step` and `turn` are how far a
    press of a key moves and turns a base, in the unit of the board and in degrees. `roles` says what the two
    chosen do ("Fires", "Is fired at"); with `choosing = False` nobody is chosen.
    """

    step: ClassVar[float] = 1.0
    turn: ClassVar[float] = 15.0
    roles: ClassVar[tuple[str, str]] = ("Fires", "Is fired at")
    choosing: ClassVar[bool] = True

    def places(self) -> Mapping[str, Place]:
        """Where every base that can be moved stands at the start."""
        raise NotImplementedError

    def scene(self, state: BoardState, rules: Any) -> Scene:
        """What the board shows."""
        raise NotImplementedError

    def chosen(self) -> tuple[str, str]:
        """Who fires at whom at the start ("" for nobody)."""
        return "", ""

    def facts(self, state: BoardState, rules: Any) -> tuple[Fact, ...]:
        """What was measured, a line a finding."""
        return ()

    def asked(self, state: BoardState, rules: Any) -> Asked | None:
        """The calculator that the board fills in; None while nobody is chosen."""
        return None

    def settle(self, name: str, place: Place) -> Place:
        """Where a base comes to rest when it is let go."""
        return place
