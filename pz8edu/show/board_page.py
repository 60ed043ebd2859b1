"""A board on a page: where its points fall, in pixels."""

from collections.abc import Iterator, Sequence
from math import ceil, cos, radians, sin

from pz8edu.board.scene import Scene
from pz8edu.board.shapes import Base, Point
from pz8edu.show.label_places import Box, box_at

MARGIN = 14.0
RIM = 3.0
"""Pixels around a unit that belong to it: its rim and the tip of its arrow."""

BESIDE = 13.0
"""Pixels from the middle of a small base to the disc of its height, so that it does not cover it."""

Pixel = tuple[float, float]


class Page:
    """A scene at so many pixels to the unit of its board, unless `bare` with room for a title and a note.

    `window` is the part of the board that is seen, as (x0, y0, x1, y1); words stand in it.
    """

    def __init__(self, scene: Scene, width: float, bare: bool = False, window: Sequence[float] = ()) -> None:
        self.scene = scene
        self.x0, self.y0, self.x1, self.y1 = (float(side) for side in scene.extent)
        self.window = tuple(window) or (self.x0, self.y0, self.x1, self.y1)
        self.margin = 0.0 if bare else MARGIN
        self.scale = (width - 2 * self.margin) / (self.x1 - self.x0)
        self.width = width
        self.top = self.margin + (0 if bare else 20 * bool(scene.title) + 18 * bool(scene.note))
        self.height = ceil(self.top + self.scale * (self.y1 - self.y0) + self.margin)

    @property
    def paper(self) -> Box:
        """The board itself, as far as it is seen."""
        x0, y0, x1, y1 = self.window
        return Box(*self.at((x0, y1)), *self.at((x1, y0)))

    def sees(self, point: Point) -> bool:
        """Does a point lie in what is seen?"""
        x0, y0, x1, y1 = self.window
        return x0 <= float(point[0]) <= x1 and y0 <= float(point[1]) <= y1

    def at(self, point: Point) -> Pixel:
        """A point of the board in pixels; y turns over."""
        x, y = float(point[0]), float(point[1])
        return self.margin + (x - self.x0) * self.scale, self.top + (self.y1 - y) * self.scale

    def around(self, centre: Point, distance: float, bearing: float) -> Pixel:
        """The pixel at a distance and a bearing from a centre on the board."""
        x, y = self.at(centre)
        out, turn = distance * self.scale, radians(bearing)
        return x + out * sin(turn), y - out * cos(turn)

    def box_of(self, base: Base) -> Pixel:
        """The width and height of a unit in the picture, however it stands."""
        turn = radians(float(base.facing or 0))
        wide, deep = float(base.size) * self.scale, float(base.length) * self.scale
        c, s = abs(cos(turn)), abs(sin(turn))
        return wide * c + deep * s, wide * s + deep * c

    def taken_by(self, base: Base) -> Iterator[Box]:
        """What a unit covers: itself with its rim, and the discs of its height and condition."""
        (x, y), (wide, deep) = self.at(base.at), self.box_of(base)
        yield box_at(x, y, wide + RIM, deep + RIM)
        out, up = float(base.size) / 2 * self.scale, float(base.length) / 2 * self.scale
        up = up / 2 if base.symbol == "ship" else up
        if base.height is not None:
            yield box_at(x + max(out, BESIDE), y - max(up, BESIDE), 20, 20)
        if base.condition not in ("", "ok"):
            wide = 2 * max(7.0, 0.17 * float(base.size) * self.scale) + 2
            yield box_at(x - out, y - up, wide, wide)
