"""A board on a page: where its points fall, in pixels."""

from math import ceil, cos, radians, sin

from pz8edu.board.scene import Scene
from pz8edu.board.shapes import Base, Point

MARGIN = 14.0

Pixel = tuple[float, float]


class Page:
    """A scene at so many pixels to the unit of its board, with room for a title and a note."""

    def __init__(self, scene: Scene, width: int) -> None:
        self.scene = scene
        self.x0, self.y0, self.x1, self.y1 = (float(side) for side in scene.extent)
        self.scale = (width - 2 * MARGIN) / (self.x1 - self.x0)
        self.width = width
        self.top = MARGIN + (20 if scene.title else 0) + (18 if scene.note else 0)
        self.height = ceil(self.top + self.scale * (self.y1 - self.y0) + MARGIN)

    def at(self, point: Point) -> Pixel:
        """A point of the board in pixels; y turns over."""
        x, y = float(point[0]), float(point[1])
        return MARGIN + (x - self.x0) * self.scale, self.top + (self.y1 - y) * self.scale

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
