"""A position: what stands on a board, where, and in what state.

A scenario fills the first one; a move, a result or a spent point makes another. Boards, measurements and the
questions that they fill in read the position and nothing else, so that whatever is rolled can land on a unit.
"""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from pz8edu.core.records import names_of
from pz8edu.errors import BadInput, unknown

if TYPE_CHECKING:
    from _typeshed import DataclassInstance

U = TypeVar("U", bound="DataclassInstance")


class Place(NamedTuple):
    """Where a base stands, in the unit of the board, and its facing in degrees from north, or None.

    `altitude` is the level of what flies; None for what stands on the ground.
    """

    x: float
    y: float
    facing: float | None = None
    altitude: int | None = None


class Marker(NamedTuple):
    """A counter that is no unit: smoke, a trench, a crater; `side` is whose it is, "" for nobody's."""

    kind: str
    x: float
    y: float
    side: str = ""


@lru_cache(maxsize=1 << 15, typed=True)
def but(unit: U, /, **changes: object) -> U:
    """A unit in another state: the same one for whoever asks again."""
    return type(unit)(**{word: getattr(unit, word) for word in names_of(type(unit))} | changes)


@dataclass(frozen=True, eq=False)
class Position(Generic[U]):
    """What stands on a board: a value; every change makes another.

    `places` says where everything that can be moved stands. `units` holds the state of each unit (condition,
    fatigue, ammunition, hits) in the record of its rule system; what can be moved without being a unit, such
    as an aiming point, has a place only. `markers` are counters; `stock` counts what is still to be spent.
    `known` is what has been worked out of it, see `BoardState.once`.
    """

    __slots__ = ("__dict__", "__weakref__", "_hash")

    places: Mapping[str, Place]
    units: Mapping[str, U] = field(default_factory=dict)
    markers: tuple[Marker, ...] = ()
    stock: Mapping[str, int] = field(default_factory=dict)
    known: dict[tuple[object, ...], tuple[object, Any]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    _with: dict[Hashable, "Position[U]"] = field(default_factory=dict, init=False, repr=False, compare=False)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Position) and (
            self.units == other.units
            and self.places == other.places
            and self.stock == other.stock
            and self.markers == other.markers
        )

    def __hash__(self) -> int:
        try:
            return self._hash  # type: ignore[attr-defined, no-any-return]
        except AttributeError:
            places, units = frozenset(self.places.values()), frozenset(self.units.values())
            known = hash((places, units, frozenset(self.stock.items()), self.markers))
            object.__setattr__(self, "_hash", known)
            return known

    def __getstate__(self) -> dict[str, object]:
        return {**vars(self), "known": {}, "_with": {}}

    def place(self, name: str) -> Place:
        """Where something stands. Raises BadInput for a name that is not on the board."""
        if name not in self.places:
            raise unknown("base", name, self.places)
        return self.places[name]

    def moved(self, name: str, place: Place) -> "Position[U]":
        """The position with one base elsewhere. Raises BadInput for a name that is not on the board."""
        self.place(name)
        return Position({**self.places, name: place}, self.units, self.markers, self.stock)

    def with_unit(self, name: str, /, **changes: object) -> "Position[U]":
        """The position with one unit in another state: `with_unit("T-34", condition=Condition.SUPPRESSED)`.

        Raises BadInput for an unknown unit, for a word that its record does not have, and for a list or
        another value that may change by itself.
        """
        told = (name, *changes.items(), *map(type, changes.values()))
        try:
            return self._with[told]
        except KeyError:
            self._with[told] = made = self._changed(name, changes)
            return made
        except TypeError:
            return self._changed(name, changes)

    def _changed(self, name: str, changes: Mapping[str, object]) -> "Position[U]":
        if name not in self.units:
            raise unknown("unit", name, self.units)
        unit = self.units[name]
        names = names_of(type(unit))
        for word in changes:
            if word not in names:
                raise unknown(f"state of {name}", word, names)
        try:
            made: U = but(unit, **changes)  # type: ignore[arg-type] # frozen records can be hashed
        except TypeError:
            for word, value in changes.items():
                if not isinstance(value, Hashable):
                    raise BadInput(f"{word} of {name} cannot be {value!r}: that may change") from None
            raise
        return Position(self.places, {**self.units, name: made}, self.markers, self.stock)

    def with_stock(self, name: str, count: int) -> "Position[U]":
        """The position with another count of something to be spent. Raises BadInput for an unknown name."""
        if name not in self.stock:
            raise unknown("stock", name, self.stock)
        return replace(self, stock={**self.stock, name: count})

    def with_marker(self, *markers: Marker) -> "Position[U]":
        """The position with more counters on it."""
        return replace(self, markers=(*self.markers, *markers))

    def without_marker(self, marker: Marker) -> "Position[U]":
        """The position with one counter less. Raises BadInput if there is none like it."""
        if marker not in self.markers:
            raise BadInput(f"There is no {marker.kind} at ({marker.x}, {marker.y}).")
        place = self.markers.index(marker)
        return replace(self, markers=self.markers[:place] + self.markers[place + 1 :])

    def marked(self, kind: str) -> tuple[Marker, ...]:
        """The counters of one kind."""
        return tuple(marker for marker in self.markers if marker.kind == kind)


AnyPosition = Position[Any]
"""A position of any book."""
