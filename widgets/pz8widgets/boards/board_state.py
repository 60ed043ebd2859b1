"""What a player does to a board, as data: a position, who fires at whom, and the facts that follow."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from pz8edu.board.battlefield import Battlefield
from pz8edu.board.position import Place, Position
from pz8edu.board.scene import Scene
from pz8edu.board.shapes import Base
from pz8edu.board.tabletop import BoardState, Fact, Tabletop

__all__ = ["BoardState", "Fact", "Place", "Position", "arranged", "places_of", "rearranging"]

State = BoardState[Any]
SceneOf = Callable[[State], Scene]
FactsOf = Callable[[State], Sequence[Fact]]
Settle = Callable[[str, Place, Position[Any]], Place]
Stepped = Callable[[Place, float, float], Place]
Moved = Callable[[str, float, float], None]
Turned = Callable[[str, float], None]
Chosen = Callable[[str, str], None]

NOWHERE = Place(0, 0)
straight: Stepped = Tabletop().stepped


class Law(Protocol):
    """What the rules say of a move by hand; `position` is that before the move."""

    def why_not_move(self, name: str, place: Place, position: Position[Any]) -> str:
        """Why a base may not go to a place; empty if it may."""

    def arrives(self, name: str, place: Place, position: Position[Any]) -> Place:
        """Where it ends if it goes there."""


@dataclass
class Hand:
    """The move of the base in hand: where it began, and the last place that the rules allowed.

    It goes on, in drags and steps, until another base is moved or the move is ended.
    """

    law: Law | None = None
    name: str = ""
    before: Position[Any] | None = None
    stood: Place = NOWHERE
    moving: bool = False

    def take(self, name: str, position: Position[Any]) -> Position[Any]:
        """The position before the move of a base, which begins now if it is not that in hand."""
        if name != self.name or self.before is None:
            self.name, self.before, self.stood = name, position, position.place(name)
        return self.before

    def finish(self) -> None:
        """The move is over."""
        self.name, self.before, self.moving = "", None, False


def places_of(scene: Scene) -> dict[str, Place]:
    """Where the living bases of a scene stand."""
    return {
        base.name: Place(
            float(base.at[0]), float(base.at[1]), None if base.facing is None else float(base.facing)
        )
        for base in scene.bases
        if base.role not in ("unit: wreck", "unit: smoke")
    }


def rearranging(scene: Scene) -> SceneOf:
    """The rules of a board without rules: the scene as it was, with every base where the player put it."""

    def rearranged(state: State) -> Scene:
        def put(base: Base) -> Base:
            place = state.places.get(base.name)
            return replace(base, at=(place.x, place.y), facing=place.facing) if place else base

        return replace(scene, shapes=tuple(put(s) if isinstance(s, Base) else s for s in scene.shapes))

    return rearranged


def arranged(field: Battlefield, state: State) -> Battlefield:
    """The battlefield with every unit where the player put it, for a `scene_of` that measures on it."""

    def put(unit: Base) -> Base:
        place = state.places.get(unit.name)
        return replace(unit, at=(place.x, place.y), facing=place.facing) if place else unit

    return replace(field, units=tuple(map(put, field.units)))
