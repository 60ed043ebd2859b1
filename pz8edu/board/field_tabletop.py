"""A table that is measured in inches or kilometres: bare ground, and the units of a position on it."""

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from pz8edu.board.battlefield import Battlefield
from pz8edu.board.lengths import Number
from pz8edu.board.march import Going, measure_move
from pz8edu.board.position import Place, U
from pz8edu.board.shapes import Base, Shape
from pz8edu.board.tabletop import BoardState, Tabletop


class FieldTabletop(Tabletop[U]):
    """A table of ground and units in inches or kilometres. Subclass it with `ground`, `base`, `allowance`."""

    @property
    def ground(self) -> Battlefield:
        """The table without anybody on it."""
        raise NotImplementedError

    def base(self, unit: U, place: Place) -> Base:
        """A unit on its base, where it stands now."""
        raise NotImplementedError

    def allowance(self, name: str, state: BoardState[U], rules: Any) -> tuple[Number, Going]:
        """How far a unit may go over open ground, and what other ground costs it."""
        raise NotImplementedError

    def way_gone(self, state: BoardState[U], rules: Any) -> Iterator[Shape]:
        """The straight way of the base in hand, with its cost held against its move: it may be too far."""
        if state.before is None:
            return
        origin = state.at(state.before)
        field = self.battlefield(origin)
        for base in field.units:
            now = state.places[base.name]
            if origin.places[base.name][:2] != now[:2]:
                move, going = self.allowance(base.name, origin, rules)
                yield measure_move(field, base.name, [now[:2]], move, going).line

    def battlefield(self, state: BoardState[U]) -> Battlefield:
        """The table with every unit of a position where it stands."""
        bases = (self.base(unit, state.places[name]) for name, unit in state.units.items())
        return replace(self.ground, units=tuple(bases))
