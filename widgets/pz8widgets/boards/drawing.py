"""A scene as columns of numbers: what each Bokeh glyph of a board draws.

A `Sheet` is the data of one glyph, a row a drawn thing. Sheets lie on one another in the order of `SHEETS`;
within a sheet the scene's own order holds. Rows of units name their unit and where it stands, so that
a drag on the page (board_drag.js) can move them before the rules have answered.
"""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from math import atan2, ceil, cos, degrees, dist, hypot, pi, radians, sin, sqrt

from pz8edu.board.ground import strip_along
from pz8edu.board.scene import Scene, role_family
from pz8edu.board.shapes import Area, Base, Cell, Line, Mark, Point, Ring, Shape, Wedge
from pz8edu.show.board_labels import Label, on_plate, placed_labels
from pz8edu.show.board_page import BESIDE, Page
from pz8edu.show.board_paths import point_along, stops
from pz8edu.show.default_style import TURNING
from pz8edu.show.label_places import Box, box_at
from pz8edu.show.outcome_styles import NEUTRAL, SCALE
from pz8edu.show.outcomes import harm
from pz8widgets.boards.portrayal import SHEET, Portrayal, portrayal
from pz8widgets.boards.symbols import symbol_strokes
from pz8widgets.page.theme import ACCENT, CARD, INK, QUIET

Pair = tuple[float, float]
Columns = dict[str, list[object]]

FILLED = ("fill_color", "fill_alpha", "hatch_pattern")
LINED = ("line_color", "line_alpha", "line_width", "line_dash")
UNIT = ("unit", "x", "y", "facing", "turns")
WORDED = ("text", "text_color", "text_font_style", "text_align", "x_offset", "y_offset")

SHEETS: Mapping[str, tuple[str, ...]] = {
    "grid": ("xs", "ys", *LINED),
    "ground": ("xs", "ys", *FILLED, *LINED),
    "ground lines": ("xs", "ys", *LINED),
    "ground words": ("x", "y", *WORDED),
    "areas": ("xs", "ys", *FILLED, *LINED),
    "lines": ("xs", "ys", *LINED),
    "unit shapes": ("xs", "ys", *FILLED, *LINED, *UNIT),
    "unit lines": ("xs", "ys", *LINED, *UNIT),
    "marks": ("x", "y", "size", "marker", *FILLED, *LINED),
    "discs": ("x", "y", "text", "text_color"),
    "words": (*WORDED, *UNIT),
    "measurements": ("x", "y", "y_offset", "text", "text_color", "border_line_color"),
    "grips": ("half_width", "half_depth", "handle", *UNIT),
}
"""Every sheet from back to front, with its columns; the grips are not drawn but taken hold of."""
GROUND_SHEETS = ("grid", "ground", "ground lines", "ground words")
"""What rarely changes: it has a canvas of its own, which is not painted while a base is dragged."""
GROUND = frozenset(
    {"terrain", "road", "river", "trench", "wire", "border", "crater", "hex", "square", "zone"}
)
"""Families of roles that belong to the ground."""

KERB = {"line_color": "#f7f1e1", "line_alpha": 1, "line_width": 1.5, "line_dash": [9, 8]}
"""The broken line along the middle of a road."""
ROUND_CORNER = 0.09
CUT_CORNER = 0.16
LEADER = {"line_color": INK, "line_alpha": 1, "line_width": 1, "line_dash": []}
"""The line that leads from a base to a name further off."""
HANDLE = 24.0
ACTED = "has acted"
"""What a base says that has had its turn."""
TICK = ((-0.5, 0.05), (-0.1, -0.4), (0.5, 0.4))
"""Pixels from the front of a base to the handle that turns it."""
DISC = 23.0
"""Pixels of a disc with two digits in it."""
MARKERS: Mapping[str, tuple[str, float]] = {
    "blocker": ("circle_x", 19.0),
    "deviation point": ("circle", 6.5),
    "under the shell": ("hex_dot", 13.0),
    "mine": ("square_x", 14.0),
    "objective": ("star", 19.0),
    "figure: enemy": ("triangle", 8.0),
}
"""Family of a mark to its marker and size in pixels; any other is a small dot."""


class Drawing:
    """The sheets of one scene at a scale of so many pixels to a unit of the board, as far as it is seen."""

    def __init__(
        self,
        scene: Scene,
        scale: float,
        chosen: str = "",
        movable: Container[str] = (),
        window: Sequence[float] = (),
    ) -> None:
        self.scene = scene
        self.scale = scale
        self.chosen = chosen
        self.movable = movable
        self.sheets: dict[str, Columns] = {
            sheet: {column: [] for column in columns} for sheet, columns in SHEETS.items()
        }
        self.page = Page(scene, scale * float(scene.width), bare=True, window=window)
        self.labels = placed_labels(self.page, [*self.handle()])
        self.grid()
        for shape in scene.shapes:
            self.draw(shape)
        for label in self.labels:
            if label.box:
                self.label(label, label.box)

    def row(self, sheet: str, **cells: object) -> None:
        """One more row on a sheet."""
        for column, values in self.sheets[sheet].items():
            values.append(cells[column])

    def pixels(self, count: float) -> float:
        """So many pixels as a length on the board."""
        return count / self.scale

    def grid(self) -> None:
        """Faint lines a unit apart, or more where that would be crowded."""
        if self.scene.kind not in ("inches", "kilometres"):
            return
        x0, y0, x1, y1 = map(float, self.scene.extent)
        step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 10**9) if step * self.scale >= 18)
        look = portrayal("grid").lines()
        for x in range(ceil(x0 / step) * step, ceil(x1), step):
            self.row("grid", xs=[x, x], ys=rounded([y0, y1]), **look)
        for y in range(ceil(y0 / step) * step, ceil(y1), step):
            self.row("grid", xs=rounded([x0, x1]), ys=[y, y], **look)

    def draw(self, shape: Shape) -> None:
        """One shape without its label."""
        match shape:
            case Base():
                self.unit(shape)
            case Area():
                self.patch([shape.outline, *shape.holes], portrayal(shape.role), shape.role)
            case Cell():
                self.patch([shape.outline], portrayal(shape.role), shape.role)
            case Ring():
                self.patch([circle(shape.centre, float(shape.radius))], portrayal(shape.role))
            case Wedge():
                self.patch([sector(shape)], portrayal(shape.role))
            case Line():
                self.line(shape)
            case Mark():
                self.mark(shape)

    def patch(self, loops: Iterable[Sequence[Point]], look: Portrayal, role: str = "") -> None:
        """A filled outline, with holes; part of the ground if its role is."""
        loops = list(loops)
        self.row(
            "ground" if role_family(role) in GROUND else "areas",
            xs=[[rounded(x for x, _ in loop) for loop in loops]],
            ys=[[rounded(y for _, y in loop) for loop in loops]],
            **look.fills(),
        )

    def line(self, line: Line) -> None:
        """A line as wide as it says; a trench swings, wire is a row of crosses, an arrow has a head."""
        look = portrayal(line.role)
        points = [(float(x), float(y)) for x, y in line.points]
        if line.width and len(points) > 1:
            self.patch([strip_along(line.points, line.width)], look_of_strip(look), line.role)
            if role_family(line.role) == "road" and float(line.width) > self.pixels(13):
                xs, ys = rounded(x for x, _ in points), rounded(y for _, y in points)
                self.row("ground lines", xs=xs, ys=ys, **KERB)
        else:
            sheet = "ground lines" if role_family(line.role) in GROUND else "lines"
            for part in self.swung(role_family(line.role), points):
                self.row(
                    sheet, xs=rounded(x for x, _ in part), ys=rounded(y for _, y in part), **look.lines()
                )
        if line.arrow and len(points) > 1:
            head = arrow_head(points[-2], points[-1], self.pixels(12))
            self.patch([head], Portrayal(look.line, 1, " ", look.line, 1, 1, (), INK))

    def swung(self, role: str, points: list[Pair]) -> list[list[Pair]]:
        """The strokes of a line: itself, the zigzag of a trench, or the crosses of wire."""
        if role == "wire":
            arm = self.pixels(3.5)
            return [
                [(x - arm, y - arm * rise), (x + arm, y + arm * rise)]
                for x, y in stops(points, self.pixels(10))
                for rise in (1, -1)
            ]
        if role != "trench" or len(points) < 2:
            return [points]
        swing, places = self.pixels(4), stops(points, self.pixels(9))
        swung = []
        for number, ((ax, ay), (bx, by)) in enumerate(pairwise([*places, places[-1]])):
            along_x, along_y = (bx - ax, by - ay) if (ax, ay) != (bx, by) else (1.0, 0.0)
            side = swing * (-1) ** number / hypot(along_x, along_y)
            swung.append((ax - along_y * side, ay + along_x * side))
        return [swung]

    def label(self, label: Label, box: Box) -> None:
        """Words where they found room: on a plate, beside their unit and moving with it, or on the ground."""
        shape, (left, top) = label.shape, box.middle
        there = {"x": near(self.page.x0 + left / self.scale), "y": near(self.page.y1 - top / self.scale)}
        if isinstance(shape, Line) and on_plate(shape):
            ink, (_, y) = (
                portrayal(shape.role).line or INK,
                point_along([(float(x), float(y)) for x, y in shape.points], 0.5),
            )
            there["y"], down = near(y), near(top - self.page.at((0, y))[1], 1)
            self.row(
                "measurements", **there, y_offset=down, text=label.text, text_color=ink, border_line_color=ink
            )
        elif isinstance(shape, Base):
            stamp, (x, y) = stamp_of(shape), self.page.at(shape.at)
            for (ax, ay), (bx, by) in [label.way] if label.way else []:
                ends = [(self.pixels(px - x), self.pixels(y - py)) for px, py in ((ax, ay), (bx, by))]
                self.unit_line(ends, LEADER, stamp, turns=False)
            offset = {"x_offset": near(left - x, 1), "y_offset": near(top - y, 1)}
            self.row("words", **worded(label.text, INK, bold=True), **offset, turns=False, **stamp)
        elif role_family(shape.role) in GROUND:
            ink = QUIET if self.scene.kind == "zones" else INK
            self.row("ground words", **worded(label.text, ink), **there, x_offset=0, y_offset=0)
        else:
            offset = {"x_offset": 0, "y_offset": 0}
            self.row("words", **worded(label.text, INK), **there, **offset, unit="", facing=0, turns=False)

    def handle(self) -> Iterator[Box]:
        """Where the base in hand is turned by its handle."""
        for base in self.scene.bases:
            if self.held(base):
                reach = float(base.length) / 2 + self.pixels(HANDLE)
                x, y = self.page.at(out(base.at, reach, float(base.facing or 0)))
                yield box_at(x, y, 18, 18)

    def mark(self, mark: Mark) -> None:
        """A point: a picture of its role, a marker, or only its words."""
        kind, look = role_family(mark.role), portrayal(mark.role)
        x, y = near(mark.at[0]), near(mark.at[1])
        if kind == "crater":
            self.patch([circle((x, y), 0.33, squash=0.72)], look, mark.role)
            deep = Portrayal(look.line, 0.55, " ", None, 1, 0, (), INK)
            self.patch([circle((x, y - 0.03), 0.17, squash=0.72)], deep, mark.role)
        elif kind == "bunker":
            self.strongpoint({"unit": "", "x": x, "y": y, "facing": 0.0}, look)
        elif kind == "threat":
            self.row("marks", x=x, y=y, size=DISC, marker="circle", **look.fills())
            self.row("discs", x=x, y=y, text=mark.label, text_color=look.ink)
        elif kind != "label":
            marker, size = MARKERS.get(mark.role, MARKERS.get(kind, ("circle", 8.0)))
            self.row("marks", x=x, y=y, size=size, marker=marker, **look_of_mark(look).fills())

    def strongpoint(self, stamp: Mapping[str, object], look: Portrayal) -> None:
        """A bunker from above: a box with a slit, over the trench it belongs to."""
        self.unit_shape(rectangle(self.pixels(24), self.pixels(14), 0.15), look, stamp, turns=False)
        slit = {"line_color": INK, "line_alpha": 1, "line_width": 2.4, "line_dash": []}
        self.unit_line([(-self.pixels(6), 0), (self.pixels(6), 0)], slit, stamp, turns=False)

    def unit(self, base: Base) -> None:
        """A base: body, arrow of its facing, symbol, height, condition, name, and its grip."""
        look = portrayal(base.role)
        width, length = float(base.size), float(base.length)
        stamp = stamp_of(base)
        self.halo(base, width, length, stamp)
        for outline in body_outlines(base, width, length):
            self.unit_shape(outline, body_look(base, look), stamp, turns=True)
        if base.role == "unit: enemy" and base.symbol in TURNING:
            inner = [[(0.8 * x, 0.8 * y) for x, y in line] for line in body_outlines(base, width, length)]
            thin = {"line_color": look.ink, "line_alpha": 0.9, "line_width": 1.2, "line_dash": []}
            self.unit_line([*inner[0], inner[0][0]], thin, stamp, turns=True)
        if base.facing is not None and base.symbol not in TURNING:
            ink = Portrayal(INK, 1, " ", None, 1, 0, (), INK)
            self.unit_shape(arrow(width, length), ink, stamp, turns=True)
        self.symbol(base, min(width, length), look, stamp)
        self.badges(base, width, length, stamp)
        if base.name in self.movable and base.role != "unit: wreck":
            handle = length / 2 + self.pixels(HANDLE) if self.held(base) else 0
            half = {"half_width": width / 2, "half_depth": length / 2}
            self.row("grips", **half, handle=handle, turns=base.facing is not None, **stamp)

    def held(self, base: Base) -> bool:
        """Whether this is the base in hand and can be turned."""
        return base.name == self.chosen and base.name in self.movable and base.facing is not None

    def halo(self, base: Base, width: float, length: float, stamp: Mapping[str, object]) -> None:
        """The dashed outline of the base in hand, and the handle that turns it."""
        if base.name != self.chosen:
            return
        more = self.pixels(10)
        ring = Portrayal(None, 0, " ", ACCENT, 1, 1.8, (4, 3), INK)
        self.unit_shape(rectangle(width + more, length + more, 0.12), ring, stamp, turns=True)
        if self.held(base):
            stem, knob = length / 2 + self.pixels(HANDLE), self.pixels(6.5)
            line = {"line_color": ACCENT, "line_alpha": 1, "line_width": 1.8, "line_dash": []}
            self.unit_line([(0, length / 2), (0, stem - knob)], line, stamp, turns=True)
            look = Portrayal(CARD, 1, " ", ACCENT, 1, 2.2, (), INK)
            self.unit_shape(circle((0, stem), knob, 24), look, stamp, turns=True)

    def symbol(self, base: Base, size: float, look: Portrayal, stamp: Mapping[str, object]) -> None:
        """The picture on a base; planes and ships turn with it, the others stay upright."""
        turns = base.symbol in TURNING
        if base.symbol == "ship":
            size = float(base.length) / 2
        each = size / 40
        strength = min(2.4, max(0.8, 2.2 * each * self.scale))
        for stroke in symbol_strokes(base.symbol):
            points = [(x * each, -y * each) for x, y in stroke.points]
            line = {"line_color": look.ink, "line_alpha": 1, "line_width": strength, "line_dash": []}
            if stroke.filled:
                fill = Portrayal(look.ink, 1, " ", None, 1, 0, (), INK)
                self.unit_shape(points, fill, stamp, turns=turns)
            else:
                self.unit_line(points, line, stamp, turns=turns)

    def badges(self, base: Base, width: float, length: float, stamp: Mapping[str, object]) -> None:
        """Its condition, unless it is well, its height, and whether it has acted: discs at its corners."""
        reach = (width / 2, length / 2) if base.symbol != "ship" else (width / 2, length / 4)
        if base.condition not in ("", "ok"):
            step = harm(base.condition)
            style = SCALE[step] if step else NEUTRAL
            pattern = style.tile.name if style.tile else " "
            look = Portrayal(style.colour, 1, pattern, CARD, 1, 1.6, (), INK)
            at = (-reach[0], reach[1])
            self.unit_shape(circle(at, max(self.pixels(7), 0.17 * width), 24), look, stamp, turns=False)
        if ACTED in base.traits:
            at, size = (-reach[0], -reach[1]), max(self.pixels(6), 0.14 * width)
            look = Portrayal(SHEET, 1, " ", INK, 1, 1.2, (), INK)
            self.unit_shape(circle(at, size, 24), look, stamp, turns=False)
            tick = [(at[0] + x * size, at[1] + y * size) for x, y in TICK]
            line = {"line_color": INK, "line_alpha": 1, "line_width": 1.6, "line_dash": []}
            self.unit_line(tick, line, stamp, turns=False)
        if base.height is not None:
            look = Portrayal(SHEET, 1, " ", INK, 1, 1.4, (), INK)
            x, y = (max(each, self.pixels(BESIDE)) for each in reach)
            self.unit_shape(circle((x, y), self.pixels(9), 24), look, stamp, turns=False)
            offset = {"x_offset": near(x * self.scale), "y_offset": near(-y * self.scale)}
            self.row("words", **worded(str(base.height), INK, bold=True), **offset, turns=False, **stamp)

    def unit_shape(
        self, outline: Sequence[Point], look: Portrayal, stamp: Mapping[str, object], turns: bool
    ) -> None:
        """A filled outline around a base, given as if it stood at the origin facing north."""
        xs, ys = self.standing(outline, stamp, turns)
        self.row("unit shapes", xs=[[xs]], ys=[[ys]], **look.fills(), turns=turns, **stamp)

    def unit_line(
        self, points: Sequence[Point], look: Mapping[str, object], stamp: Mapping[str, object], turns: bool
    ) -> None:
        """A line on a base, given as if it stood at the origin facing north."""
        xs, ys = self.standing(points, stamp, turns)
        self.row("unit lines", xs=xs, ys=ys, **look, turns=turns, **stamp)

    def standing(
        self, points: Sequence[Point], stamp: Mapping[str, object], turns: bool
    ) -> tuple[list[float], list[float]]:
        """Points around the origin moved to where the unit stands, and turned to its facing if they turn."""
        x0, y0 = float(str(stamp["x"])), float(str(stamp["y"]))
        turn = radians(float(str(stamp["facing"]))) if turns else 0.0
        c, s = cos(turn), sin(turn)
        return (
            rounded(x0 + float(x) * c + float(y) * s for x, y in points),
            rounded(y0 - float(x) * s + float(y) * c for x, y in points),
        )


def stamp_of(base: Base) -> dict[str, object]:
    """The columns that say to which unit a row belongs and where that stands."""
    return {"unit": base.name, "x": near(base.at[0]), "y": near(base.at[1]), "facing": near(base.facing or 0)}


def near(number: object, places: int = 3) -> float:
    """A number as precise as a picture needs."""
    return round(float(number), places)  # type: ignore[arg-type]


def rounded(numbers: Iterable[object]) -> list[float]:
    """Numbers as precise as a picture needs."""
    return [near(number) for number in numbers]


def worded(text: str, ink: str, bold: bool = False, align: str = "center") -> dict[str, object]:
    """The columns of a few letters."""
    style = "bold" if bold else "normal"
    return {"text": text, "text_color": ink, "text_font_style": style, "text_align": align}


def look_of_strip(look: Portrayal) -> Portrayal:
    """A wide line is a filled strip in the colour of the line."""
    return Portrayal(look.line, look.line_alpha, " ", None, 1, 0, (), look.ink)


def look_of_mark(look: Portrayal) -> Portrayal:
    """A mark is solid, also where its role is a pattern on the ground."""
    return replace(look, fill=look.fill or look.line, pattern=" ", dash=())


def middle(outline: Sequence[Point]) -> Pair:
    """The middle of the box around an outline."""
    xs, ys = [float(x) for x, _ in outline], [float(y) for _, y in outline]
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def out(centre: Point, distance: float, bearing: float) -> Pair:
    """The point at a distance and a bearing from a centre."""
    turn = radians(bearing)
    return float(centre[0]) + distance * sin(turn), float(centre[1]) + distance * cos(turn)


def circle(centre: Point, radius: float, corners: int = 96, squash: float = 1) -> list[Pair]:
    """A circle as a polygon, or an ellipse that is lower than it is wide."""
    x0, y0 = float(centre[0]), float(centre[1])
    turns = (2 * pi * corner / corners for corner in range(corners))
    return [(x0 + radius * sin(turn), y0 + radius * squash * cos(turn)) for turn in turns]


def sector(wedge: Wedge) -> list[Pair]:
    """A wedge as a polygon; a full turn has no tip."""
    radius, steps = float(wedge.radius), max(4, ceil(wedge.angle / 4))
    bearings = [float(wedge.start) + wedge.angle * step / steps for step in range(steps + 1)]
    rim = [out(wedge.centre, radius, bearing) for bearing in bearings]
    tip = (float(wedge.centre[0]), float(wedge.centre[1]))
    return rim if wedge.angle == 360.0 else [tip, *rim]


def body_outlines(base: Base, width: float, length: float) -> list[list[Pair]]:
    """The base from above, facing north: a hull, a hexagon, puffs, a card with round or cut corners."""
    if base.symbol == "ship":
        side = [(0.5 * width * sin(pi * t / 12) ** 0.8, length / 2 * cos(pi * t / 12)) for t in range(13)]
        return [[*side, *((-x, y) for x, y in reversed(side[1:-1]))]]
    if base.symbol == "aircraft":
        return [[out((0, 0), width / sqrt(3), 30 + 60 * corner) for corner in range(6)]]
    if base.role == "unit: smoke":
        puffs = ((-0.28, -0.08, 0.27), (0.3, -0.1, 0.24), (-0.05, 0.16, 0.31), (0.03, -0.2, 0.24))
        return [circle((x * width, y * length), r * width, 36) for x, y, r in puffs]
    if base.role == "unit: enemy":
        return [cut_rectangle(width, length, CUT_CORNER)]
    return [rectangle(width, length, ROUND_CORNER)]


def body_look(base: Base, look: Portrayal) -> Portrayal:
    """A picked unit stands out in heavy ink."""
    if not base.picked:
        return look
    return Portrayal(look.fill, look.fill_alpha, look.pattern, INK, 1, 3, (), look.ink)


def rectangle(width: float, length: float, corner: float) -> list[Pair]:
    """A card around the origin with round corners, `corner` of its shorter side."""
    radius = corner * min(width, length)
    x, y = width / 2 - radius, length / 2 - radius
    quarters = [(x, y, 0), (x, -y, 90), (-x, -y, 180), (-x, y, 270)]
    return [out((cx, cy), radius, first + turn) for cx, cy, first in quarters for turn in (0, 30, 60, 90)]


def cut_rectangle(width: float, length: float, corner: float) -> list[Pair]:
    """A card around the origin with its corners cut off."""
    cut = corner * min(width, length)
    x, y = width / 2, length / 2
    return [
        (x - cut, y), (x, y - cut), (x, cut - y), (x - cut, -y),
        (cut - x, -y), (-x, cut - y), (-x, y - cut), (cut - x, y),
    ]  # fmt: skip


def arrow(width: float, length: float) -> list[Pair]:
    """The triangle that shows which side of a base is its front."""
    half = 0.15 * min(width, length)
    front = length / 2
    return [(0, front + 0.5 * half), (half, front - 0.65 * half), (-half, front - 0.65 * half)]


def arrow_head(before: Pair, tip: Pair, size: float) -> list[Pair]:
    """A filled triangle at the end of a line."""
    if before == tip:
        return [tip, tip, tip]
    bearing = degrees(atan2(tip[0] - before[0], tip[1] - before[1]))
    back = out(tip, min(size, dist(before, tip)), bearing + 180)
    return [tip, out(back, size / 2.2, bearing + 90), out(back, size / 2.2, bearing - 90)]
