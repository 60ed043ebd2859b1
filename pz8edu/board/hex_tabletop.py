"""A table of hexes: a rectangular field; bases stand in the middle of a hex and face one of its sides."""

from collections.abc import Collection, Iterator, Mapping
from functools import cached_property
from typing import Any, ClassVar

from pz8edu.board.hexes import (
    Hex,
    bearing_facing,
    facing_bearing,
    field_extent,
    hex_at,
    hex_cell,
    hex_centre,
    hex_field,
    hex_words,
    neighbour,
)
from pz8edu.board.position import Place, Position, U
from pz8edu.board.scene import Mark, Shape
from pz8edu.board.tabletop import BoardState, Tabletop
from pz8edu.core.rulebook.domain import JSON

Ending = tuple[Hex, int | None, int | None]
"""A hex, the side faced and the level, as far as a piece has them."""


class HexTabletop(Tabletop[U]):
    """A table of hexes. Subclass it with `size`: its columns and rows."""

    step: ClassVar[float] = 1.0
    turn: ClassVar[float] = 60.0
    cell: ClassVar[str] = "hex"

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        raise NotImplementedError

    @cached_property
    def field(self) -> frozenset[Hex]:
        """The hexes of the table."""
        return frozenset(hex_field(*self.size))

    @property
    def extent(self) -> tuple[float, float, float, float]:
        """The table on paper."""
        return field_extent(*self.size)

    def at(self, name: str, state: BoardState[U]) -> Hex:
        """The hex in which something stands."""
        place = state.places[name]
        return hex_at(place.x, place.y)

    def facing(self, name: str, state: BoardState[U]) -> int:
        """The side of its hex that something faces."""
        return bearing_facing(state.places[name].facing or 0)

    def noted(self, name: str, place: Place) -> JSON:
        """Where a base stands, as its file says it: by column and row."""
        q, r = hex_at(place.x, place.y)
        facing = None if place.facing is None else bearing_facing(place.facing)
        return {"column": q + r // 2, "row": r, "facing": facing, "altitude": place.altitude}

    def settle(self, name: str, place: Place, position: Position[U]) -> Place:
        """A base stands in the middle of the nearest hex of the table and faces one of its sides."""
        at = hex_at(place.x, place.y)
        if at not in self.field:
            at = min(self.field, key=lambda each: (off(hex_centre(each), (place.x, place.y)), each))
        facing = None if place.facing is None else float(facing_bearing(bearing_facing(place.facing)))
        return Place(*hex_centre(at), facing, place.altitude)

    def ends_of(self, name: str, state: BoardState[U], rules: Any) -> Collection[Ending] | None:
        """Every hex, facing and level in which a piece can end its move; None for what goes anywhere."""
        return None

    def cannot_end(self, name: str, at: Hex, state: BoardState[U], rules: Any) -> str:
        """Why a piece does not end its move in a hex, or not as it faces and flies there."""
        return f"{name} cannot end its move in {hex_words(at)}."

    def ending(self, place: Place) -> Ending:
        """A place as an end of a move."""
        facing = None if place.facing is None else bearing_facing(place.facing)
        return hex_at(place.x, place.y), facing, place.altitude

    def why_not_move(self, name: str, place: Place, position: Position[U], rules: Any) -> str:
        """Why a piece may not go to a place in one move: no way that it can fly ends there."""
        state, end = BoardState(position), self.ending(place)
        if end == self.ending(position.places[name]):
            return ""
        ends = self.ends_of(name, state, rules)
        return "" if ends is None or end in ends else self.cannot_end(name, end[0], state, rules)

    def arrives(self, name: str, place: Place, position: Position[U], rules: Any) -> Place:
        """Where a piece ends that is let go over a hex: as it faces and flies, or nearly so."""
        if not self.why_not_move(name, place, position, rules):
            return place
        at, facing, altitude = self.ending(place)
        ends = self.ends_of(name, BoardState(position), rules) or ()
        there = [(side, level) for end, side, level in ends if end == at]
        if not there:
            return place

        def turned(end: tuple[int | None, int | None]) -> tuple[int, int]:
            apart = abs((end[0] or 0) - (facing or 0))
            return abs((end[1] or 0) - (altitude or 0)), min(apart, 6 - apart)

        side, level = min(there, key=turned)
        return place._replace(facing=None if side is None else float(facing_bearing(side)), altitude=level)

    def stepped(self, place: Place, bearing: float, length: float) -> Place:
        """Hexes further, over the side of the hex that lies in a direction."""
        q, r = hex_at(place.x, place.y)
        step_q, step_r = neighbour((0, 0), bearing_facing(bearing))
        hexes = round(length)
        x, y = hex_centre((q + hexes * step_q, r + hexes * step_r))
        return place._replace(x=x, y=y)

    def hexes(self, aimed: Mapping[Hex, str], reachable: Collection[Hex]) -> Iterator[Shape]:
        """The hexes: in the arc of the firer with what is written there, reachable for it, or neither."""
        field = tuple(hex_field(*self.size))
        for at in field:
            if at in aimed:
                yield hex_cell(at, "hex: in arc", aimed[at])
            else:
                yield hex_cell(at, "hex: reachable" if at in reachable else self.cell)
        yield from (Mark("ending", hex_centre(at)) for at in field if at in aimed and at in reachable)


def off(a: tuple[float, float], b: tuple[float, float]) -> float:
    """How far two points are apart, squared."""
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2


def hex_in(column: int, row: int) -> Hex:
    """The hex in a column and row of a field, both from 0."""
    return column - row // 2, row


def hexes_in_words(distance: int) -> str:
    """A distance in words: "1 hex", "3 hexes"."""
    return "1 hex" if distance == 1 else f"{distance} hexes"
