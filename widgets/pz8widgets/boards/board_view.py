"""What of a board is seen: all of it, or a window that is zoomed and moved; ghosts, and piles fanned out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import cos, dist, pi, radians, sin
from typing import NamedTuple

from pz8edu.board.position import Place
from pz8edu.board.scene import Scene, role_family
from pz8edu.board.shapes import CELLS, Area, Base, Cell, Line, Shape

CLOSEST = 8.0
"""So many times larger than whole is a board seen at most."""
STEP = 1.5
"""How much larger one press makes it."""
AROUND, LEAST, MOST_OF_IT = 0.1, 0.4, 0.85
"""Of the board's width: what is left around what is shown, and the least and most that is not all of it."""
PILED = 0.4
"""Bases nearer than this part of their size stand at one place."""


class View(NamedTuple):
    """The window through which a board is seen, in its own units."""

    left: float
    low: float
    right: float
    high: float

    @classmethod
    def of(cls, scene: Scene) -> View:
        """The whole board."""
        return cls(*map(float, scene.extent))

    @property
    def middle(self) -> tuple[float, float]:
        """The point in its middle."""
        return (self.left + self.right) / 2, (self.low + self.high) / 2

    @property
    def shape(self) -> float:
        """Its height as a part of its width."""
        return (self.high - self.low) / (self.right - self.left)

    def holds(self, x: float, y: float) -> bool:
        """Is a point seen through it?"""
        return self.left <= x <= self.right and self.low <= y <= self.high

    def cuts(self, base: Base) -> bool:
        """Is only a part of a base seen through it?"""
        corners = [self.holds(x, y) for x, y in box_of(base)]
        return any(corners) and not all(corners)

    def zoomed(self, factor: float, whole: View, shape: float = 0) -> View:
        """So many times larger, around the same middle; of a shape, or else of that of the whole board."""
        full = whole.right - whole.left
        wide = min(max((self.right - self.left) / factor, full / CLOSEST), full)
        return self.sized(wide, *self.middle, whole, shape or whole.shape)

    def around(self, x: float, y: float, whole: View) -> View:
        """As large, around another point."""
        return self.sized(self.right - self.left, x, y, whole, self.shape)

    @classmethod
    def over(
        cls, points: Sequence[tuple[float, float]], whole: View, shape: float = 0, around: float = AROUND
    ) -> View:
        """The window that holds these points with room around them; the whole board if that is most of it.

        It has a shape, or else that of the whole board.
        """
        xs, ys = zip(*points, strict=True)
        full, shape = whole.right - whole.left, shape or whole.shape
        wide = max(max(xs) - min(xs), (max(ys) - min(ys)) / shape) + around * full
        if wide > MOST_OF_IT * full:
            return whole
        middle = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
        return cls.sized(max(wide, LEAST * full), *middle, whole, shape)

    def moved(self, across: float, up: float, whole: View) -> View:
        """As large, by parts of its own size to the right and up."""
        x, y = self.middle
        wide, tall = self.right - self.left, self.high - self.low
        return self.sized(wide, x + across * wide, y + up * tall, whole, self.shape)

    @staticmethod
    def sized(wide: float, x: float, y: float, whole: View, shape: float) -> View:
        """The window of a width and a shape around a point, or as near to it as the board goes."""
        tall = min(wide * shape, whole.high - whole.low)
        left = min(max(x - wide / 2, whole.left), whole.right - wide)
        low = min(max(y - tall / 2, whole.low), whole.high - tall)
        return View(left, low, left + wide, low + tall)


def reach_of(scene: Scene) -> tuple[Shape, ...]:
    """What a scene shows of where the base in hand can go."""
    return tuple(shape for shape in scene.shapes if shape.role in ("reachable", "hex: reachable"))


def without_reach(scene: Scene) -> Scene:
    """The scene without where the base in hand can go; hexes that it reaches look as the others."""
    roles = {each.role for each in scene.shapes if isinstance(each, Cell)}
    plain = "hex: space" if "hex: space" in roles else "hex"
    shapes = (
        replace(each, role=plain) if isinstance(each, Cell) and each.role == "hex: reachable" else each
        for each in scene.shapes
        if each.role not in ("reachable", "ending")
    )
    return replace(scene, shapes=tuple(shapes))


def on_its_way(scene: Scene, name: str, before: Place, reach: Sequence[Shape]) -> Scene:
    """The scene of a base on its way, with its reach from where it began, its outline there, and its way."""
    base = next((each for each in scene.bases if each.name == name), None)
    if base is None or tuple(map(float, base.at)) == before[:2]:
        return scene
    hexes = {shape.address: shape for shape in reach if isinstance(shape, Cell)}
    kept = [shape for shape in reach if not isinstance(shape, Cell)] if not reach_of(scene) else []
    shapes = [
        hexes.get(shape.address, shape) if isinstance(shape, Cell) and shape.role in CELLS else shape
        for shape in scene.shapes
    ]
    cells = max((at for at, shape in enumerate(shapes, 1) if isinstance(shape, Cell)), default=0)
    ghost: list[Shape] = [Area("ghost", outline(base, before), words=f"{name} began here")]
    if not any(role_family(shape.role) == "move" for shape in shapes):
        ghost.append(Line("track", (before[:2], base.at), arrow=True))
    return replace(scene, shapes=(*shapes[:cells], *kept, *ghost, *shapes[cells:]))


def box_of(base: Base) -> list[tuple[float, float]]:
    """The corners of the square that holds a base and its height however it is turned."""
    x, y = map(float, base.at)
    half = (0.5 if base.height is None else 0.65) * max(float(base.size), float(base.length))
    return [(x + across * half, y + up * half) for across in (-1, 1) for up in (-1, 1)]


def outline(base: Base, place: Place) -> tuple[tuple[float, float], ...]:
    """The corners of a base as it stood at a place."""
    half, long, turn = float(base.size) / 2, float(base.length) / 2, radians(place.facing or 0.0)
    c, s = cos(turn), sin(turn)
    corners = ((-half, -long), (-half, long), (half, long), (half, -long))
    return tuple((place.x + x * c + y * s, place.y - x * s + y * c) for x, y in corners)


def fanned(scene: Scene, but: str = "") -> Scene:
    """The scene with bases that stand at one place side by side, each with a line to that place.

    Nothing else of the scene changes; the one that is named stays where it is.
    """
    piles: list[list[Base]] = []
    for base in scene.bases:
        if base.name == but or base.role == "unit: smoke":
            continue
        near = (pile for pile in piles if apart(pile[0], base) < PILED * float(base.size))
        pile = next(near, None)
        if pile is None:
            piles.append([base])
        else:
            pile.append(base)
    moved = {base.name: each for pile in piles if len(pile) > 1 for base, each in fan(pile)}
    if not moved:
        return scene
    lines: list[Shape] = []
    shapes: list[Shape] = []
    for shape in scene.shapes:
        if isinstance(shape, Base) and shape.name in moved:
            lines.append(Line("track", (shape.at, moved[shape.name].at)))
            shapes.append(moved[shape.name])
        else:
            shapes.append(shape)
    return replace(scene, shapes=(*lines, *shapes))


def apart(one: Base, other: Base) -> float:
    """How far the middles of two bases are apart."""
    return dist((float(one.at[0]), float(one.at[1])), (float(other.at[0]), float(other.at[1])))


def fan(pile: Sequence[Base]) -> list[tuple[Base, Base]]:
    """The bases of a pile on a circle around its place."""
    x, y = map(float, pile[0].at)
    out = float(pile[0].size) * (0.55 if len(pile) == 2 else 0.5 / sin(pi / len(pile)) * 1.05)
    found = []
    for number, base in enumerate(pile):
        turn = pi / 2 - 2 * pi * number / len(pile) - (pi / 2 if len(pile) == 2 else 0)
        found.append((base, replace(base, at=(x - out * cos(turn), y + out * sin(turn)))))
    return found
