"""Pz8 WW1: a table of squares with trenches, wire, bunkers and craters, and the units in their squares."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import floor
from typing import Any

from pz8edu.board.position import Marker, Place, Position
from pz8edu.board.scene import Area, Line, Scene, Shape
from pz8edu.board.squares import (
    Square,
    bunker_in,
    crater_in,
    square_cell,
    square_centre,
    square_outline,
    square_words,
    trench_in,
    wire_in,
)
from pz8edu.board.tabletop import BoardState, Tabletop, once_a_state
from pz8edu.systems.pz8_ww1.garrison import BUNKER, CRATER, DIFFICULT, TRENCH, WIRE, Garrison, Piece, counted
from pz8edu.systems.pz8_ww1.scenarios import Scenario, SquareOnTable
from pz8edu.systems.pz8_ww1.setting_up import SettingUpSquares
from pz8edu.systems.pz8_ww1.situations import PRINTED
from pz8edu.systems.pz8_ww1.words import Side

State = BoardState[Piece]

SUPPORT = {
    "ap": {side: f"artillery points of the {side}" for side in Side},
    "pg": {side: f"gas points of the {side}" for side in Side},
}
"""What is spent on an assault, as the board calls it."""
LEFT = {
    "ap": {side: f"artillery points left to the {side}" for side in Side},
    "pg": {side: f"gas points left to the {side}" for side in Side},
}
"""What an army still has of them: its order of battle, less what was spent (sections 2b and 5)."""


@dataclass(frozen=True)
class Ground(Tabletop[Piece]):
    """A table of squares, without anything to do on it."""

    roles = ("Assaults", "Is assaulted")
    sets_up = SettingUpSquares

    scenario: Scenario

    def noted(self, name: str, place: Place) -> dict[str, Any]:
        """Where a base stands, as its file says it: column and row."""
        return {"at": [*square_under(place)]}

    def stores(self) -> dict[str, int]:
        """The points that the orders of battle give to both sides."""
        return {
            words: number
            for points, of in LEFT.items()
            for side, words in of.items()
            if (number := getattr(self.scenario.army(side), points))
        }

    @property
    def markers(self) -> tuple[Marker, ...]:
        """What is built and dug up at the start."""
        return tuple(marker for position in self.scenario.positions for marker in markers_of(position))

    def settle(self, name: str, place: Place, position: Position[Piece]) -> Place:
        """A unit comes to rest in the middle of its square; the board stacks those that share one."""
        return in_middle(square_under(place))

    def units(self, state: State) -> Mapping[str, Piece]:
        """Every unit as it is now."""
        return state.units

    @once_a_state
    def garrisons(self, state: State) -> Mapping[Square, Garrison]:
        """Every square with what is built there and the units that stand there."""
        pieces: dict[Square, list[Piece]] = {square: [] for square in PRINTED.grid.squares()}
        markers: dict[Square, list[Marker]] = {square: [] for square in pieces}
        for name, piece in self.units(state).items():
            if not piece.lost:
                pieces[square_under(state.places[name])].append(piece)
        for marker in state.position.markers:
            markers[square_under(Place(marker.x, marker.y))].append(marker)
        return {
            square: Garrison(square, tuple(markers[square]), tuple(here)) for square, here in pieces.items()
        }

    def drawn(self, garrisons: Iterable[Garrison], marked: Mapping[Square, str], *shapes: Shape) -> Scene:
        """Squares, field defences and craters, then more shapes; `marked` squares have other roles."""
        there = tuple(garrisons)
        half = PRINTED.half
        ground: list[Shape] = [square_cell(each.square) for each in there if each.square not in marked]
        ground += [square_cell(square, role) for square, role in marked.items()]
        ground.append(Line("border", ((0, half), (PRINTED.columns, half)), words="the middle of the table"))
        for garrison in there:
            ground += ground_shapes(garrison)
        scenario = self.scenario
        return Scene("squares", PRINTED.grid.extent, scenario.title, scenario.note, (*ground, *shapes))


def markers_of(position: SquareOnTable) -> Iterator[Marker]:
    """What is built and dug up in a square at the start."""
    works = {WIRE: position.wire, TRENCH: position.trench, BUNKER: position.bunker}
    for kind, number in works.items():
        yield from [Marker(kind, *square_centre(position.at), str(position.builder))] * number
    for kind, there in ((DIFFICULT, position.difficult), (CRATER, position.crater)):
        if there:
            yield Marker(kind, *square_centre(position.at))


def ground_shapes(garrison: Garrison) -> Iterator[Shape]:
    """What lies in one square: difficult ground, a crater, wire, trenches, a bunker."""
    square, works = garrison.square, garrison.works
    where = square_words(square)
    if garrison.crater:
        yield crater_in(square, f"a crater in {where}: difficult terrain")
    elif garrison.difficult:
        yield Area("terrain: rough", square_outline(square), words=f"difficult ground in {where}")
    if works.trench:
        yield trench_in(square, f"{counted(works.trench, 'trench')} in {where}")
    if works.wire:
        yield wire_in(square, f"{counted(works.wire, 'wire')} in {where}")
    if works.bunker:
        yield bunker_in(square, f"a bunker in {where}")


def square_under(place: Place) -> Square:
    """The square in which a place lies; the nearest one at the edge."""
    column, row = floor(place.x) + 1, floor(place.y) + 1
    return min(max(column, 1), PRINTED.columns), min(max(row, 1), PRINTED.rows)


def in_middle(square: Square) -> Place:
    """The middle of a square as a place."""
    return Place(*square_centre(square))
