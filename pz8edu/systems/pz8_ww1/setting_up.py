"""A table of squares while it is set up: units are counted by square, and moved one by one."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from pz8edu.board.position import Place
from pz8edu.board.setting_up import SettingUp, Thing
from pz8edu.board.squares import square_centre
from pz8edu.errors import BadInput
from pz8edu.systems.pz8_ww1.scenarios import SquareOnTable
from pz8edu.systems.pz8_ww1.words import Unit

SQUARES = "positions"
COUNTED = ("green", "average", "elite", "stormtroopers", "mg", "tank", "wire", "trench", "bunker")
MARKED = ("difficult", "crater")
WORDS = {"mg": "machine gun", "difficult": "difficult ground"}
HANDLE = (-0.44, -0.03)
"""Where in its square lies what the whole square is taken by, seen from its middle."""


class SettingUpSquares(SettingUp):
    """A table of squares: every square that holds something has an entry, which counts it."""

    @cached_property
    def things(self) -> dict[str, Thing]:
        """The squares of its file, by column and row."""
        return {square_name(position): Thing(SQUARES, number) for number, position in enumerate(self.squares)}

    @property
    def squares(self) -> tuple[SquareOnTable, ...]:
        """The entries of its file."""
        found: tuple[SquareOnTable, ...] = getattr(self.setup, SQUARES)
        return found

    @cached_property
    def places(self) -> dict[str, Place]:
        """Where the units are, and the corner by which each square is taken in hand."""
        start = self.table.start()
        handles = {}
        for position in self.squares:
            x, y = square_centre(position.at)
            handles[square_name(position)] = Place(x + HANDLE[0], y + HANDLE[1])
        return {name: start.places[name] for name in start.units} | handles

    def thing(self, name: str) -> Thing:
        """A square of the file, or the one in which a unit stands. Raises BadInput for anything else."""
        if name not in self.things and name in self.places:
            at = self.table.noted(name, self.places[name])["at"]
            name = "square {}, {}".format(*at)
        return super().thing(name)

    def moved(self, name: str, place: Place) -> SettingUp:
        """With a unit, or all that is in a square, in another square."""
        piece = self.table.start().units.get(name)
        at = self.table.noted(name, place)["at"]
        if piece is None:
            return super().moved(name, place)
        if at == [*self.entry(self.thing(name)).at]:
            return self
        plain = self.told_without(name)
        there = entry_at(plain, at)
        counted = count_of(piece)
        there[counted] = there.get(counted, 0) + 1
        there.setdefault("side", str(piece.side))
        return self.read(plain)

    def without(self, name: str) -> SettingUp:
        """With a unit taken away, or all that is in a square."""
        return (
            self.read(self.told_without(name)) if name in self.table.start().units else super().without(name)
        )

    def told_without(self, name: str) -> dict[str, Any]:
        """What the file says when a unit is taken away."""
        piece, plain = self.table.start().units[name], self.told()
        entry = plain[SQUARES][self.thing(name).number]
        for counted in (count_of(piece), *(["stuck"] if piece.stuck else [])):
            entry[counted] -= 1
        return plain

    def put_down(self, listed: str, row: Any, near: Place) -> tuple[SettingUp, str]:
        """The table with something more in a square, and the square's name."""
        plain, at = self.told(), self.table.noted("", near)["at"]
        entry = entry_at(plain, at)
        for name, value in row.items():
            if name in MARKED or name == "side":
                entry[name] = value
            elif name in COUNTED:
                entry[name] = entry.get(name, 0) + value
        return self.read(plain), "square {}, {}".format(*at)

    def copied(self, name: str) -> tuple[SettingUp, str]:
        """Raises BadInput: what a square holds is counted."""
        raise BadInput("what stands in a square is counted: put one more down there, or change its number")

    @cached_property
    def palette(self) -> dict[str, tuple[str, Any]]:
        """Units, field defences and ground (sections 1 and 2a)."""
        counted: dict[str, tuple[str, Any]] = {
            WORDS.get(name, f"{name} infantry" if name in ("green", "average", "elite") else name): (
                SQUARES,
                {name: 1},
            )
            for name in COUNTED
        }
        return counted | {WORDS.get(name, name): (SQUARES, {name: True}) for name in MARKED}


def entry_at(plain: dict[str, Any], at: list[int]) -> dict[str, Any]:
    """The entry of a square in what a file says, a new one if there is none."""
    entry: dict[str, Any] | None = next((each for each in plain[SQUARES] if [*each["at"]] == at), None)
    if entry is None:
        entry = {"at": at}
        plain[SQUARES].append(entry)
    return entry


COUNT_OF = {Unit.STORMTROOPER: "stormtroopers", Unit.MG: "mg", Unit.TANK: "tank"}
"""What counts a unit in its square; infantry is counted by quality."""


def count_of(piece: Any) -> str:
    """What counts a unit in the entry of its square."""
    return COUNT_OF.get(piece.kind, str(piece.quality))


def square_name(position: SquareOnTable) -> str:
    """A square as the list of bases says it."""
    return "square {}, {}".format(*position.at)
