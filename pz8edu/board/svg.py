"""A scene as plain static SVG: the picture that stands where no widget runs, and on paper.

A style is a mapping of SVG attributes. Three of its keys are not SVG but make a pattern: `pattern` (see
pz8edu.board.calm.PATTERNS), `ink` (its colour) and `paper` (the ground under it). Styles are looked up by
family first and by the whole role after it, so that {"terrain": {...}, "terrain: wood": {...}} says what all
ground shares and what a wood adds. The roles "board", "grid", "frame", "title", "note", "symbol", "label",
"cell label" and "measurement" (the plate behind the words on a line) stand for the parts of the picture that
are no shapes.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha1
from html import escape
from itertools import pairwise
from math import ceil, cos, dist, radians, sin, sqrt

from pz8edu.board.calm import DEFAULT, GREY, INK, PAPER, PATTERNS, PLAIN, SYMBOLS, TURNING
from pz8edu.board.labels import LETTER, LINE, Box, around, arranged, beside, freest
from pz8edu.board.scene import Scene, Styles, family
from pz8edu.board.shapes import Area, Base, Cell, Line, Mark, Point, Ring, Shape, Wedge

MARGIN = 14.0
FONT = 'font-family="Inter, DejaVu Sans, Helvetica, Arial, sans-serif"'
ZIGZAG = 6.0
UP = 4.0
"""Pixels from the foot of a line of words up to its middle."""
ROUND = (180, 157.5, 202.5, 135, 225, 112.5, 247.5, 90, 270, 67.5, 292.5, 45, 315, 22.5, 337.5, 0)

Pixel = tuple[float, float]


def scene_svg(scene: Scene, styles: Styles, width: int) -> str:
    """The scene as SVG text, `width` pixels wide; the same scene gives the same text to the byte."""
    return Picture(scene, styles, width).drawn()


class Picture:
    """One drawing in the making: turns board units into pixels and roles into attributes."""

    def __init__(self, scene: Scene, styles: Styles, width: int) -> None:
        self.scene = scene
        self.styles = styles
        self.patterns: dict[str, str] = {}
        self.x0, self.y0, self.x1, self.y1 = (float(side) for side in scene.extent)
        self.scale = (width - 2 * MARGIN) / (self.x1 - self.x0)
        self.width = width
        self.top = MARGIN + (20 if scene.title else 0) + (18 if scene.note else 0)
        self.height = ceil(self.top + self.scale * (self.y1 - self.y0) + MARGIN)

    def drawn(self) -> str:
        """The whole SVG."""
        body = [*self.ground(), *self.shapes(), *self.labels()]
        clip = identity("board", f"{self.box()}")
        size = f'width="{self.width}" height="{self.height}" viewBox="0 0 {self.width} {self.height}"'
        lines = [
            f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" {FONT}>',
            f"<title>{escape(self.scene.title or 'A board')}</title>",
            f"<desc>{escape(self.scene.describe())}</desc>",
            f'<defs><clipPath id="{clip}"><rect {self.box()}/></clipPath>',
            *self.patterns.values(),
            "</defs>",
            *self.heading(),
            f'<g clip-path="url(#{clip})">',
            *body,
            "</g>",
            f"<rect {self.box()} {self.attributes('frame')}/>",
            "</svg>",
        ]
        return "\n".join(lines)

    def at(self, point: Point) -> Pixel:
        """A point of the board in pixels; y turns over."""
        x, y = float(point[0]), float(point[1])
        return MARGIN + (x - self.x0) * self.scale, self.top + (self.y1 - y) * self.scale

    def style(self, role: str) -> dict[str, str]:
        """Attributes of a role: our look of its family and of itself, then the caller's in the same order."""
        found: dict[str, str] = {}
        for source in (DEFAULT, self.styles):
            for key in dict.fromkeys((family(role), role)):
                more = source.get(key, {})
                if "fill" in more and "pattern" not in more:
                    found.pop("pattern", None)
                found.update(more)
        return found or dict(PLAIN)

    def attributes(self, role: str, **more: str) -> str:
        """A role's style as SVG attributes, its pattern made on demand."""
        style = self.style(role) | {key.replace("_", "-"): value for key, value in more.items()}
        pattern, ink, paper = style.pop("pattern", ""), style.pop("ink", GREY), style.pop("paper", "none")
        if pattern in PATTERNS:
            style["fill"] = f"url(#{self.pattern(pattern, ink, paper)})"
        return " ".join(f'{key}="{escape(value)}"' for key, value in style.items())

    def pattern(self, name: str, ink: str, paper: str) -> str:
        """The id of a pattern in these colours."""
        key = identity("pattern", f"{name}{ink}{paper}")
        side, drawing = PATTERNS[name]
        ground = f'<rect width="{side}" height="{side}" fill="{escape(paper)}"/>' if paper != "none" else ""
        tile = f'width="{side}" height="{side}" patternUnits="userSpaceOnUse"'
        ink = escape(ink)
        self.patterns[key] = f'<pattern id="{key}" {tile}>{ground}{drawing.format(ink=ink)}</pattern>'
        return key

    def box(self) -> str:
        """The board itself as the attributes of a rectangle."""
        wide, high = self.scale * (self.x1 - self.x0), self.scale * (self.y1 - self.y0)
        return f'x="{pixel(MARGIN)}" y="{pixel(self.top)}" width="{pixel(wide)}" height="{pixel(high)}"'

    def heading(self) -> Iterator[str]:
        """Title and note above the board."""
        start = f'<text x="{pixel(MARGIN)}"'
        if self.scene.title:
            yield f'{start} y="22" {self.attributes("title")}>{escape(self.scene.title)}</text>'
        if self.scene.note:
            text = escape(self.scene.note)
            yield f'{start} y="{pixel(self.top - 8)}" {self.attributes("note")}>{text}</text>'

    def ground(self) -> Iterator[str]:
        """The table itself and, on a plane, a grid of its unit."""
        yield f"<rect {self.box()} {self.attributes('board')}/>"
        if self.scene.kind not in ("inches", "kilometres"):
            return
        step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 10**9) if step * self.scale >= 14)
        columns = range(ceil(self.x0 / step) * step, ceil(self.x1), step)
        rows = range(ceil(self.y0 / step) * step, ceil(self.y1), step)
        lines: list[tuple[Point, Point]] = [((x, self.y0), (x, self.y1)) for x in columns]
        lines += [((self.x0, y), (self.x1, y)) for y in rows]
        path = "".join(self.path(line) for line in lines)
        yield f'<path d="{path}" {self.attributes("grid", fill="none")}/>'

    def path(self, points: Sequence[Point]) -> str:
        """Points of the board as the path of a line."""
        return pixel_path([self.at(point) for point in points])

    def shapes(self) -> Iterator[str]:
        """The shapes from back to front, each with its description for a pointer that rests on it."""
        for shape in self.scene.shapes:
            yield f"<g><title>{escape(shape.describe())}</title>{self.shape(shape)}</g>"

    def shape(self, shape: Shape) -> str:
        """One shape without its label."""
        match shape:
            case Base():
                return self.base(shape)
            case Area():
                loops = "".join(self.path(loop) + "Z" for loop in (shape.outline, *shape.holes))
                return f'<path d="{loops}" fill-rule="evenodd" {self.attributes(shape.role)}/>'
            case Cell():
                return self.cell(shape)
            case Ring():
                radius = pixel(float(shape.radius) * self.scale)
                return f'<circle {self.centre(shape.centre)} r="{radius}" {self.attributes(shape.role)}/>'
            case Wedge():
                return self.wedge(shape)
            case Line():
                return self.line(shape)
            case Mark():
                return self.mark(shape)

    def cell(self, cell: Cell) -> str:
        """A hex, square or zone with its label inside, under whatever stands there."""
        drawn = f'<path d="{self.path(cell.outline)}Z" {self.attributes(cell.role)}/>'
        if not cell.label:
            return drawn
        x, y = self.label_at(cell)
        anchor = "start" if self.scene.kind == "zones" else "middle"
        where = f'x="{pixel(x)}" y="{pixel(y)}" text-anchor="{anchor}"'
        return f"{drawn}<text {where} {self.attributes('cell label')}>{escape(cell.label)}</text>"

    def centre(self, point: Point) -> str:
        """A point of the board as the centre of a circle."""
        x, y = self.at(point)
        return f'cx="{pixel(x)}" cy="{pixel(y)}"'

    def around(self, centre: Point, distance: float, bearing: float) -> Pixel:
        """The pixel at a distance and a bearing from a centre on the board."""
        x, y = self.at(centre)
        out, turn = distance * self.scale, radians(bearing)
        return x + out * sin(turn), y - out * cos(turn)

    def wedge(self, wedge: Wedge) -> str:
        """A sector of a circle; a full turn is the circle."""
        if wedge.angle == 360.0:
            return self.shape(Ring(wedge.role, wedge.centre, wedge.radius))
        radius = float(wedge.radius)
        start = pixel_path([self.at(wedge.centre), self.around(wedge.centre, radius, float(wedge.start))])
        x, y = self.around(wedge.centre, radius, float(wedge.end))
        arc = f"{pixel(radius * self.scale)} {pixel(radius * self.scale)} 0 {int(wedge.angle > 180)} 1"
        return f'<path d="{start}A{arc} {pixel(x)} {pixel(y)}Z" {self.attributes(wedge.role)}/>'

    def line(self, line: Line) -> str:
        """A line: zigzag for a trench, crosses for wire, as wide as it says, with a head for an arrow."""
        pixels = [self.at(point) for point in line.points]
        more = {"stroke_width": pixel(float(line.width) * self.scale)} if line.width else {}
        draw = {"trench": zigzag, "wire": crosses}.get(family(line.role), pixel_path)
        style = self.attributes(line.role, **more)
        drawn = f'<path d="{draw(pixels)}" stroke-linejoin="round" {style}/>'
        if line.arrow and len(pixels) > 1:
            ink = escape(self.style(line.role).get("stroke", INK))
            drawn += f'<path d="{arrow_head(pixels[-2], pixels[-1])}" fill="{ink}"/>'
        return drawn

    def mark(self, mark: Mark) -> str:
        """A dot; a crossed circle where sight is blocked; small boxes for bunkers and mines."""
        x, y = self.at(mark.at)
        style = self.attributes(mark.role)
        match family(mark.role):
            case "label":
                drawing = ""
            case "blocker":
                drawing = f'<circle r="8" {style}/><path d="M-3.5-3.5L3.5 3.5M-3.5 3.5L3.5-3.5" {style}/>'
            case "bunker":
                slit = self.attributes("symbol")
                drawing = (
                    f'<rect x="-10" y="-6" width="20" height="12" rx="2" {style}/><path d="M-5 0h10" {slit}/>'
                )
            case "mine":
                drawing = f'<rect x="-6" y="-6" width="12" height="12" rx="2" {style}/>'
            case "crater":
                drawing = (
                    f'<ellipse rx="{pixel(0.34 * self.scale)}" ry="{pixel(0.24 * self.scale)}" {style}/>'
                )
            case "under the shell":
                drawing = f'<circle r="5" {style}/>'
            case _:
                drawing = f'<circle r="3" {style}/>'
        return f'<g transform="translate({pixel(x)} {pixel(y)})">{drawing}</g>'

    def base(self, base: Base) -> str:
        """A unit: its base turned to its facing with an arrow, its symbol, its height in a disc."""
        x, y = self.at(base.at)
        wide, deep = float(base.size) * self.scale, float(base.length) * self.scale
        turn = float(base.facing or 0)
        more = {"stroke": INK, "stroke_width": "3"} if base.picked else {}
        style = self.attributes(base.role, **more)
        body = OUTLINES.get(base.symbol, card)(wide, deep, style)
        if base.facing is not None and base.symbol not in TURNING:
            body += f'<path d="M0 {pixel(-deep / 2 - 5)}l6 7h-12z" fill="{INK}"/>'
        parts = [
            f'<g transform="translate({pixel(x)} {pixel(y)})">',
            f'<g transform="rotate({pixel(turn)})">{body}</g>',
            self.symbol(base, min(wide, deep) if base.symbol != "ship" else deep / 2, turn),
            height_disc(base.height, min(wide, deep) / 2),
            "</g>",
        ]
        return "".join(parts)

    def symbol(self, base: Base, size: float, turn: float) -> str:
        """The picture on a base; blank for an unknown word."""
        drawing = SYMBOLS.get(base.symbol, "")
        if not drawing:
            return ""
        style = self.style(base.role)
        paper = self.style("symbol").get("stroke", PAPER)
        ink = INK if "pattern" in style else style.get("ink", paper)
        turned = f" rotate({pixel(turn)})" if base.symbol in TURNING else ""
        attributes = self.attributes("symbol", stroke=ink)
        drawn = drawing.format(ink=escape(ink))
        return f'<g transform="scale({pixel(size / 40)}){turned}" {attributes}>{drawn}</g>'

    def labels(self) -> Iterator[str]:
        """Labels on top, but those of cells: on a line with a plate behind them, elsewhere with a halo."""
        paper = escape(self.style("board").get("fill", PAPER))
        halo = f'paint-order="stroke" stroke="{paper}" stroke-width="4" stroke-linejoin="round" '
        style = f'text-anchor="middle" {self.attributes("label")}'
        for shape, label, (x, y) in self.placed_labels():
            on_line = isinstance(shape, Line)
            if on_line:
                yield self.plate(x, y, label)
            strong = 'font-weight="600" ' if on_line or isinstance(shape, Base) else ""
            behind = "" if on_line else halo
            yield f'<text x="{pixel(x)}" y="{pixel(y)}" {strong}{behind}{style}>{escape(label)}</text>'

    def placed_labels(self) -> list[tuple[Shape, str, Pixel]]:
        """Every label with its place: those of lines and units keep clear of units and of each other."""
        page = Box(MARGIN, self.top, self.width - MARGIN, self.height - MARGIN)
        bodies = [shape for shape in self.scene.shapes if isinstance(shape, Base)]
        taken = [around(*self.at(base.at), *self.box_of(base)) for base in bodies]
        fixed: list[tuple[Shape, str, Pixel]] = []
        lines: list[tuple[Shape, str, Pixel]] = []
        for shape in self.scene.shapes:
            if isinstance(shape, (Base, Cell)) or not shape.label:
                continue
            x, y = self.label_at(shape)
            if not isinstance(shape, Line):
                fixed.append((shape, shape.label, (x, y)))
                taken.append(around(x, y - UP, LETTER * len(shape.label), LINE))
                continue
            offsets = (0, *(side * step for step in range(12, 109, 12) for side in (-1, 1)))
            wide = 6.9 * len(shape.label) + 16
            boxes = [around(x, y + offset - UP, wide, 22) for offset in offsets]
            best = freest(boxes, taken, page)
            taken.append(boxes[best])
            lines.append((shape, shape.label, (x, y + offsets[best])))
        named = [base for base in bodies if base.shown]
        return [*fixed, *self.names(named, taken, page), *lines]

    def names(self, named: Sequence[Base], taken: Sequence[Box], page: Box) -> list[tuple[Shape, str, Pixel]]:
        """The names of units, each under its unit if there is room."""
        wanted, ways = [], []
        for base in named:
            (x, y), (width, depth) = self.at(base.at), self.box_of(base)
            wide = LETTER * len(base.shown)
            ways.append(beside(width / 2, depth / 2, wide, gap=15 - UP))
            wanted.append([around(x + across, y + down, wide, LINE) for across, down in ways[-1]])
        found: list[tuple[Shape, str, Pixel]] = []
        for base, way, place in zip(named, ways, arranged(wanted, taken, page), strict=True):
            (x, y), (across, down) = self.at(base.at), way[place]
            found.append((base, base.shown, (x + across, y + down + UP)))
        return found

    def box_of(self, base: Base) -> Pixel:
        """The width and height of a unit in the picture, however it stands."""
        turn = radians(float(base.facing or 0))
        wide, deep = float(base.size) * self.scale, float(base.length) * self.scale
        c, s = abs(cos(turn)), abs(sin(turn))
        return wide * c + deep * s, wide * s + deep * c

    def plate(self, x: float, y: float, label: str) -> str:
        """A rounded plate as wide as the words on it, by the usual width of a letter."""
        wide = 6.9 * len(label) + 16
        corner = f'x="{pixel(x - wide / 2)}" y="{pixel(y - 15)}" width="{pixel(wide)}"'
        return f'<rect {corner} height="22" rx="11" {self.attributes("measurement")}/>'

    def label_at(self, shape: Shape) -> Pixel:
        """Where a label stands: under a unit, over a line, on a ring, beside a mark, in an area."""
        match shape:
            case Base():
                x, y = self.at(shape.at)
                return x, y + self.box_of(shape)[1] / 2 + 15
            case Line():
                x, y = along([self.at(point) for point in shape.points], 0.5)
                return x, y - 10
            case Ring():
                return self.ring_label_at(shape)
            case Wedge():
                x, y = self.around(
                    shape.centre, 0.7 * float(shape.radius), float(shape.start) + shape.angle / 2
                )
                return x, y + 4
            case Mark():
                x, y = self.at(shape.at)
                return x, y + 4 if family(shape.role) == "label" else y - 9
            case Cell():
                xs, ys = zip(*map(self.at, shape.outline), strict=True)
                if self.scene.kind == "zones":
                    return min(xs) + 10, min(ys) + 17
                low = 0.82 if self.scene.kind == "hexes" else 0.55
                return (min(xs) + max(xs)) / 2, min(ys) + low * (max(ys) - min(ys))
            case Area():
                xs, ys = zip(*map(self.at, shape.outline), strict=True)
                return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2 + 4

    def ring_label_at(self, ring: Ring) -> Pixel:
        """The first of sixteen places on a ring that lies well inside the board, from the south round."""
        places = [self.around(ring.centre, float(ring.radius), bearing) for bearing in ROUND]
        for x, y in places:
            if MARGIN + 40 < x < self.width - MARGIN - 40 and self.top + 20 < y < self.height - MARGIN - 10:
                return x, y + 4
        return places[0]


def card(wide: float, deep: float, style: str) -> str:
    """A base of cardboard around the origin."""
    corner = f'x="{pixel(-wide / 2)}" y="{pixel(-deep / 2)}"'
    return f'<rect {corner} width="{pixel(wide)}" height="{pixel(deep)}" rx="3" {style}/>'


def hull(wide: float, deep: float, style: str) -> str:
    """A ship from above around the origin, its bow to the north."""
    out, half, quarter = pixel(0.67 * wide), pixel(deep / 2), pixel(deep / 4)
    left, bow, fore = pixel(-0.67 * wide), pixel(-deep / 2), pixel(-deep / 4)
    sides = f"M0 {bow}C{out} {fore} {out} {quarter} 0 {half}C{left} {quarter} {left} {fore} 0 {bow}Z"
    return f'<path d="{sides}" {style}/>'


def hexagon(wide: float, deep: float, style: str) -> str:
    """A base with six sides around the origin, one of them to the north, as aircraft stand on hexes."""
    side, half, tip = wide / 2 / sqrt(3), deep / 2, wide / sqrt(3)
    corners = ((-side, -half), (side, -half), (tip, 0.0), (side, half), (-side, half), (-tip, 0.0))
    return f'<path d="{pixel_path(corners)}Z" stroke-linejoin="round" {style}/>'


OUTLINES = {"ship": hull, "aircraft": hexagon}
"""Symbols whose bases are no cards."""


def height_disc(height: int | None, out: float) -> str:
    """An altitude or level in a disc at the north-east corner of a base."""
    if height is None:
        return ""
    x, y = pixel(out), pixel(-out)
    text = f'x="{x}" y="{pixel(4 - out)}" font-size="11" font-weight="700" fill="{INK}" text-anchor="middle"'
    return f'<circle cx="{x}" cy="{y}" r="8" fill="{PAPER}" stroke="{INK}"/><text {text}>{height}</text>'


def pixel(number: float) -> str:
    """A number of pixels to two decimals, without trailing zeros."""
    text = f"{number:.2f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def pixel_path(points: Sequence[Pixel]) -> str:
    """Pixels as the path of a line."""
    return "M" + "L".join(f"{pixel(x)} {pixel(y)}" for x, y in points)


def identity(what: str, of: str) -> str:
    """A short id that depends on nothing but its content, so that pictures stay the same to the byte."""
    return f"{what}-{sha1(of.encode(), usedforsecurity=False).hexdigest()[:8]}"


def along(points: Sequence[Pixel], share: float) -> Pixel:
    """The point a share of the way along a line of pixels."""
    left = share * sum(dist(a, b) for a, b in pairwise(points))
    for a, b in pairwise(points):
        step = dist(a, b)
        if step and left <= step:
            return a[0] + (b[0] - a[0]) * left / step, a[1] + (b[1] - a[1]) * left / step
        left -= step
    return points[-1]


def stops(points: Sequence[Pixel], step: float) -> list[Pixel]:
    """Points every so many pixels along a line, its two ends among them."""
    count = max(2, round(sum(dist(a, b) for a, b in pairwise(points)) / step))
    return [along(points, number / count) for number in range(count + 1)]


def zigzag(points: Sequence[Pixel]) -> str:
    """A path that swings to both sides of a line, as trenches are drawn."""
    (x1, y1), (x2, y2) = points[0], points[-1]
    swing = ZIGZAG / 2 / (dist(points[0], points[-1]) or 1.0)
    dx, dy = -(y2 - y1) * swing, (x2 - x1) * swing
    signs = ((x, y, (-1) ** number) for number, (x, y) in enumerate(stops(points, ZIGZAG)))
    return pixel_path([(x + sign * dx, y + sign * dy) for x, y, sign in signs])


def crosses(points: Sequence[Pixel]) -> str:
    """A row of small crosses along a line, as wire is drawn."""
    places = stops(points, 9)
    return "".join(f"M{pixel(x - 3)} {pixel(y - 3)}l6 6M{pixel(x - 3)} {pixel(y + 3)}l6-6" for x, y in places)


def arrow_head(before: Pixel, tip: Pixel) -> str:
    """A filled triangle at the end of a line."""
    length = dist(before, tip) or 1.0
    dx, dy = (tip[0] - before[0]) / length, (tip[1] - before[1]) / length
    x, y = tip[0] - 10 * dx, tip[1] - 10 * dy
    return pixel_path([tip, (x - 5 * dy, y + 5 * dx), (x + 5 * dy, y - 5 * dx)]) + "Z"
