"""What a player does to a board, as data: a position, who fires at whom, and the facts that follow."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from pz8edu.board.battlefield import Battlefield
from pz8edu.board.position import Place, Position
from pz8edu.board.scene import Scene
from pz8edu.board.shapes import Base
from pz8edu.board.tabletop import BoardState, Fact

__all__ = ["BoardState", "Fact", "Place", "Position", "arranged", "places_of", "rearranging"]

State = BoardState[Any]
SceneOf = Callable[[State], Scene]
FactsOf = Callable[[State], Sequence[Fact]]
Settle = Callable[[str, Place, Position[Any]], Place]
Moved = Callable[[str, float, float], None]
Turned = Callable[[str, float], None]
Chosen = Callable[[str, str], None]


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
