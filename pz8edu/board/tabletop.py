"""A table ready to play on: what a rule system puts on a board, and what it measures there.

The rules of every system answer the same few questions about a position, so that one board shows them all:
what does it look like, what was measured, which calculator does it fill in, and with what?
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import wraps
from typing import Any, ClassVar, Concatenate, Generic, NamedTuple, ParamSpec, TypeVar, cast

from pz8edu.board.bearings import point_at
from pz8edu.board.position import Place, Position, U
from pz8edu.board.scene import Scene
from pz8edu.core.records import FrozenRecord
from pz8edu.core.rulebook.domain import JSON
from pz8edu.core.rulebook.situation import Given, Situation

S = TypeVar("S")
T = TypeVar("T")
P = ParamSpec("P")


class Fact(NamedTuple):
    """One line beside the board: what it is, its value, and a remark under it."""

    name: str
    value: str
    remark: str = ""


@dataclass(frozen=True, slots=True)
class BoardState(Generic[U]):
    """A position and what a player has picked in it: who acts and on whom ("" for nobody).

    `before` is the position before the move of the base in hand began, None without one; `let_go` says that
    it stands and is no longer on its way. The move goes on, judged from there, until another base is moved.
    `uncovered` shows what is hidden, to whoever set it up.
    """

    position: Position[U]
    shooter: str = ""
    target: str = ""
    before: Position[U] | None = field(default=None, compare=False)
    let_go: bool = field(default=False, compare=False)
    uncovered: bool = False
    known: dict[tuple[object, ...], tuple[object, Any]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )

    @property
    def moving(self) -> bool:
        """Is a base on its way?"""
        return self.before is not None and not self.let_go

    @property
    def at_first(self) -> "BoardState[U]":
        """The same choice where the move of the base in hand began: its reach is that from there."""
        return self if self.before is None else replace(self, position=self.before, before=None)

    @property
    def places(self) -> Mapping[str, Place]:
        """Where everything stands."""
        return self.position.places

    @property
    def units(self) -> Mapping[str, U]:
        """The state of every unit."""
        return self.position.units

    @property
    def picked(self) -> dict[str, str]:
        """Why bases stand out: the one that acts, and its target."""
        return {name: part for name, part in ((self.shooter, "firer"), (self.target, "target")) if name}

    def once(
        self, key: tuple[object, ...], work_out: Callable[[], T], picked: tuple[str, ...] | None = None
    ) -> T:
        """What was worked out of this state for a key, once; whoever asks again gets the same answer.

        Without a move in hand the position keeps it: the next drag begins with what is known here. `picked`
        are those that it is worked out for: the two that are chosen unless told.
        """
        known = self.known if self.before else self.position.known
        picked = (self.shooter, self.target) if picked is None else picked
        found = (self.uncovered, *picked, *[part if isinstance(part, str) else id(part) for part in key])
        if found not in known:
            known[found] = key, work_out()
        return cast(T, known[found][1])

    def at(self, position: Position[U]) -> "BoardState[U]":
        """The same choice in another position."""
        return replace(self, position=position)


Measures = Callable[Concatenate[S, BoardState[U], P], T]
"""A method of a table that is asked about a state."""


def once_a_state(method: Measures[S, U, P, T], picked: tuple[str, ...] | None = None) -> Measures[S, U, P, T]:
    """Let a method of a table answer for a state once, and the same to whoever asks again."""

    @wraps(method)
    def kept(table: S, state: BoardState[U], /, *more: P.args, **named: P.kwargs) -> T:
        key = (table, method, *more, *named.values())
        return state.once(key, lambda: method(table, state, *more, **named), picked)

    return kept


def once_a_position(method: Measures[S, U, P, T]) -> Measures[S, U, P, T]:
    """The same of a method that does not look at who is chosen: it answers once for all of them."""
    return once_a_state(method, ())


class Asked(FrozenRecord):
    """The question that the board asks of the rules: a calculator with the inputs that were measured.

    `why_not` says why the rules do not allow it as it stands; empty if they do. `counted` says what went into
    the inputs beyond the two that were picked: "6 artillery points", "3 batteries". `names` gives the words
    of the outcomes that stand for a unit its name on the table: {"A": "Hood"}.
    """

    calculator: str
    inputs: Given
    why_not: str = ""
    counted: tuple[str, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)


class Tabletop(Generic[U]):
    """A table of one rule system; every answer takes the rules, so that a variant shows at once.

    Subclass it: `start` and `scene` are needed, the rest may stay as it is. `step` and `turn` are how far a
    press of a key moves and turns a base, in the unit of the board and in degrees. `roles` says what the two
    chosen do ("Fires", "Is fired at"); with `choosing = False` nobody is chosen.
    """

    step: ClassVar[float] = 1.0
    turn: ClassVar[float] = 15.0
    roles: ClassVar[tuple[str, str]] = ("Fires", "Is fired at")
    choosing: ClassVar[bool] = True
    sets_up: ClassVar[Any] = None
    """How it is set up where not as usual: a kind of `SettingUp`."""

    @property
    def hides(self) -> bool:
        """Does anything on it lie hidden?"""
        return False

    scenario: Situation

    @property
    def set_up(self) -> Situation:
        """What its file says of it."""
        return self.scenario

    def noted(self, name: str, place: Place) -> JSON:
        """Where a base stands, as its file says it."""
        at = {"x": round(place.x, 3), "y": round(place.y, 3)}
        return at if place.facing is None else {**at, "facing": round(place.facing, 1)}

    def start(self) -> Position[U]:
        """What stands on the board at the start, and in what state."""
        raise NotImplementedError

    def scene(self, state: BoardState[U], rules: Any) -> Scene:
        """What the board shows."""
        raise NotImplementedError

    def chosen(self) -> tuple[str, str]:
        """Who fires at whom at the start ("" for nobody)."""
        return "", ""

    def opening(self) -> BoardState[U]:
        """The position at the start with those that are chosen in it."""
        return BoardState(self.start(), *self.chosen())

    def facts(self, state: BoardState[U], rules: Any) -> tuple[Fact, ...]:
        """What was measured, a line a finding."""
        return ()

    def asked(self, state: BoardState[U], rules: Any) -> Asked | None:
        """The calculator that the board fills in; None while nobody is chosen."""
        return None

    @once_a_state
    def question(self, state: BoardState[U], rules: object) -> Asked | None:
        """What `asked` says of a state, worked out once for picture, facts and odds."""
        return self.asked(state, rules)

    def changes(self, name: str, state: BoardState[U], rules: Any) -> Mapping[str, Sequence[Any]]:
        """What a player may change in the state of a unit by hand, and the values that each can take."""
        return {}

    def befalls(self, name: str, state: BoardState[U], rules: Any) -> Mapping[str, Position[U]]:
        """What may befall a unit by a card, a counter or an event, and the position after it."""
        return {}

    def why_not_move(self, name: str, place: Place, position: Position[U], rules: Any) -> str:
        """Why one move may not bring a base from where it stands in a position to a place; empty if it may.

        What is no unit goes anywhere.
        """
        return ""

    def arrives(self, name: str, place: Place, position: Position[U], rules: Any) -> Place:
        """Where a base ends that is let go at a place: something may stop it on its way, or turn it."""
        return place

    def stepped(self, place: Place, bearing: float, length: float) -> Place:
        """A place so far away in a direction: what a press of an arrow key comes to."""
        x, y = point_at(place[:2], bearing, length)
        return place._replace(x=round(x, 6), y=round(y, 6))

    def settle(self, name: str, place: Place, position: Position[U]) -> Place:
        """Where a base comes to rest when it is let go; `position` is that before it was moved."""
        return place


AnyTabletop = Tabletop[Any]
"""A table of any book."""
