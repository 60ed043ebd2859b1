"""Pz8 WW1: a square with what is built there, and the units that stand in it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from pz8edu.board.position import Marker
from pz8edu.board.squares import (
    Square,
)
from pz8edu.systems.pz8_ww1.bombardment import Works
from pz8edu.systems.pz8_ww1.force import Force
from pz8edu.systems.pz8_ww1.movement import Entry
from pz8edu.systems.pz8_ww1.scenarios import half_of
from pz8edu.systems.pz8_ww1.situations import PRINTED
from pz8edu.systems.pz8_ww1.words import Quality, Side, Unit

NAMES = {
    Unit.INFANTRY: "infantry",
    Unit.STORMTROOPER: "stormtroopers",
    Unit.MG: "machine gun",
    Unit.TANK: "tank",
}
TRENCH, WIRE, BUNKER = "trench", "wire", "bunker"
CRATER, DIFFICULT = "crater", "difficult ground"
"""The counters on a table of squares."""


@dataclass(frozen=True)
class Piece:
    """One unit on the table."""

    name: str
    side: Side
    kind: Unit
    quality: Quality
    stuck: bool = False
    lost: bool = False


@dataclass(frozen=True)
class Garrison:
    """A square with what is built there, and the units that stand there now."""

    square: Square
    markers: tuple[Marker, ...]
    pieces: tuple[Piece, ...]

    @cached_property
    def works(self) -> Works:
        """Its field defences."""
        return Works(
            *(sum(marker.kind == kind for marker in self.markers) for kind in (WIRE, TRENCH, BUNKER))
        )

    @property
    def crater(self) -> bool:
        """Has a shell dug it up?"""
        return any(marker.kind == CRATER for marker in self.markers)

    @property
    def difficult(self) -> bool:
        """Is it difficult ground, or cratered?"""
        return any(marker.kind in (CRATER, DIFFICULT) for marker in self.markers)

    @property
    def side(self) -> Side:
        """Whose square it is: that of its units, else the owner of the half."""
        return self.pieces[0].side if self.pieces else half_of(self.square, PRINTED)

    @property
    def force(self) -> Force:
        """The units, in the order in which losses are taken."""
        return force_of(self.pieces)

    @property
    def captured(self) -> bool:
        """Were its field defences built by the other side (section 5-assault)?"""
        builders = {marker.side for marker in self.markers if marker.side}
        return bool(builders) and str(self.side) not in builders

    def entry(self, side: Side) -> Entry:
        """What a unit of one side meets when it wants to enter."""
        works = self.works
        friends = sum(piece.side is side for piece in self.pieces)
        return Entry(self.difficult, friends, works.count, works.wire, len(self.pieces) - friends)

    def words(self) -> str:
        """What is in it: "3 infantry, tank, trench"."""
        units = [counted(number, NAMES[kind]) for kind in Unit if (number := self.number(kind))]
        works = vars(self.works).items()
        built = [counted(number, name) for name, number in works if number]
        ground = ["crater"] if self.crater else ["difficult ground"] if self.difficult else []
        return ", ".join([*units, *built, *ground]) or "empty"

    def number(self, kind: Unit) -> int:
        """How many units of one kind are in it."""
        return sum(piece.kind is kind for piece in self.pieces)


def force_of(pieces: Sequence[Piece]) -> Force:
    """Some units, in the order in which losses are taken."""
    infantry = [piece.quality for piece in pieces if piece.kind in (Unit.INFANTRY, Unit.STORMTROOPER)]
    return Force(
        infantry.count(Quality.GREEN),
        infantry.count(Quality.AVERAGE),
        infantry.count(Quality.ELITE),
        sum(piece.kind is Unit.MG for piece in pieces),
        sum(piece.kind is Unit.TANK for piece in pieces),
    )


def counted(number: int, name: str) -> str:
    """One or more of a kind, in words: "trench", "3 infantry"."""
    return name if number == 1 else f"{number} {name}"
