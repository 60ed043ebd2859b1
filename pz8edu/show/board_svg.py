"""A scene as plain static SVG: the picture that stands where no widget runs, and on paper.

A style is a mapping of SVG attributes. Three of its keys are not SVG but make a pattern: `pattern` (see
default_style.PATTERNS), `ink` (its colour) and `paper` (the ground under it). Styles are looked up by
family first and by the whole role after it, so that {"terrain": {...}, "terrain: wood": {...}} says what all
ground shares and what a wood adds. The roles "board", "grid", "frame", "title", "note", "symbol", "label",
"cell label" and "measurement" (the plate behind the words on a line) stand for the parts of the picture that
are no shapes.
"""

from collections.abc import Iterator, Sequence
from functools import cached_property
from html import escape
from math import ceil

from pz8edu.board.scene import Scene, Styles, role_family
from pz8edu.board.shapes import Area, Base, Cell, Line, Mark, Point, Ring, Shape, Wedge
from pz8edu.show.board_labels import PLATE, Label, on_plate, placed_labels
from pz8edu.show.board_page import MARGIN, Page
from pz8edu.show.board_paths import (
    OUTLINES,
    arrow_head,
    card,
    crosses,
    cut_card,
    height_disc,
    identity,
    pixel,
    pixel_path,
    zigzag,
)
from pz8edu.show.default_style import DEFAULT, GREY, INK, PAPER, PATTERNS, PLAIN, SYMBOLS, TURNING
from pz8edu.show.outcome_styles import NEUTRAL, SCALE
from pz8edu.show.outcomes import harm

FONT = 'font-family="Inter, DejaVu Sans, Helvetica, Arial, sans-serif"'
UP = 4.0
"""Pixels from the foot of a line of words up to its middle."""


def scene_svg(scene: Scene, styles: Styles | None = None, width: int = 640) -> str:
    """The scene as SVG text, `width` pixels wide; `styles` adds to or replaces the default black and grey.

    The same scene gives the same text to the byte.
    """
    return Picture(Page(scene, width), styles or {}).drawn()


class Picture:
    """One drawing in the making: turns board units into pixels and roles into attributes."""

    def __init__(self, page: Page, styles: Styles) -> None:
        self.page = page
        self.scene = page.scene
        self.styles = styles
        self.patterns: dict[str, str] = {}
        self.scale = page.scale

    @cached_property
    def placed(self) -> list[Label]:
        """The labels, each where it has room."""
        return placed_labels(self.page)

    def drawn(self) -> str:
        """The whole SVG."""
        body = [*self.ground(), *self.shapes(), *self.labels()]
        clip = identity("board", f"{self.box()}")
        wide, high = self.page.width, self.page.height
        size = f'width="{wide}" height="{high}" viewBox="0 0 {wide} {high}"'
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

    def style(self, role: str) -> dict[str, str]:
        """Attributes of a role: our look of its family and of itself, then the caller's in the same order."""
        found: dict[str, str] = {}
        for source in (DEFAULT, self.styles):
            for key in dict.fromkeys((role_family(role), role)):
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
        wide, high = self.scale * (self.page.x1 - self.page.x0), self.scale * (self.page.y1 - self.page.y0)
        return f'x="{pixel(MARGIN)}" y="{pixel(self.page.top)}" width="{pixel(wide)}" height="{pixel(high)}"'

    def heading(self) -> Iterator[str]:
        """Title and note above the board."""
        start = f'<text x="{pixel(MARGIN)}"'
        if self.scene.title:
            yield f'{start} y="22" {self.attributes("title")}>{escape(self.scene.title)}</text>'
        if self.scene.note:
            text = escape(self.scene.note)
            yield f'{start} y="{pixel(self.page.top - 8)}" {self.attributes("note")}>{text}</text>'

    def ground(self) -> Iterator[str]:
        """The table itself and, on a plane, a grid of its unit."""
        yield f"<rect {self.box()} {self.attributes('board')}/>"
        if self.scene.kind not in ("inches", "kilometres"):
            return
        step = next(step for step in (1, 2, 5, 10, 20, 50, 100, 10**9) if step * self.scale >= 14)
        columns = range(ceil(self.page.x0 / step) * step, ceil(self.page.x1), step)
        rows = range(ceil(self.page.y0 / step) * step, ceil(self.page.y1), step)
        lines: list[tuple[Point, Point]] = [((x, self.page.y0), (x, self.page.y1)) for x in columns]
        lines += [((self.page.x0, y), (self.page.x1, y)) for y in rows]
        path = "".join(self.path(line) for line in lines)
        yield f'<path d="{path}" {self.attributes("grid", fill="none")}/>'

    def path(self, points: Sequence[Point]) -> str:
        """Points of the board as the path of a line."""
        return pixel_path([self.page.at(point) for point in points])

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
                return f'<path d="{self.path(shape.outline)}Z" {self.attributes(shape.role)}/>'
            case Ring():
                x, y, radius = map(pixel, (*self.page.at(shape.centre), float(shape.radius) * self.scale))
                return f'<circle cx="{x}" cy="{y}" r="{radius}" {self.attributes(shape.role)}/>'
            case Wedge():
                return self.wedge(shape)
            case Line():
                return self.line(shape)
            case Mark():
                return self.mark(shape)

    def wedge(self, wedge: Wedge) -> str:
        """A sector of a circle; a full turn is the circle."""
        if wedge.angle == 360.0:
            return self.shape(Ring(wedge.role, wedge.centre, wedge.radius))
        radius = float(wedge.radius)
        start = pixel_path(
            [self.page.at(wedge.centre), self.page.around(wedge.centre, radius, float(wedge.start))]
        )
        x, y = self.page.around(wedge.centre, radius, float(wedge.end))
        arc = f"{pixel(radius * self.scale)} {pixel(radius * self.scale)} 0 {int(wedge.angle > 180)} 1"
        return f'<path d="{start}A{arc} {pixel(x)} {pixel(y)}Z" {self.attributes(wedge.role)}/>'

    def line(self, line: Line) -> str:
        """A line: zigzag for a trench, crosses for wire, as wide as it says, with a head for an arrow."""
        pixels = [self.page.at(point) for point in line.points]
        more = {"stroke_width": pixel(float(line.width) * self.scale)} if line.width else {}
        draw = {"trench": zigzag, "wire": crosses}.get(role_family(line.role), pixel_path)
        style = self.attributes(line.role, **more)
        drawn = f'<path d="{draw(pixels)}" stroke-linejoin="round" {style}/>'
        if line.arrow and len(pixels) > 1:
            ink = escape(self.style(line.role).get("stroke", INK))
            drawn += f'<path d="{arrow_head(pixels[-2], pixels[-1])}" fill="{ink}"/>'
        return drawn

    def mark(self, mark: Mark) -> str:
        """A dot; a crossed circle where sight is blocked; small boxes for bunkers and mines, a flag."""
        x, y = self.page.at(mark.at)
        style, slit = self.attributes(mark.role), f'<path d="M-5 0h10" {self.attributes("symbol")}/>'
        wide, high = pixel(0.34 * self.scale), pixel(0.24 * self.scale)
        drawings = {
            "label": "",
            "blocker": f'<circle r="8" {style}/><path d="M-3.5-3.5L3.5 3.5M-3.5 3.5L3.5-3.5" {style}/>',
            "bunker": f'<rect x="-10" y="-6" width="20" height="12" rx="2" {style}/>{slit}',
            "mine": f'<rect x="-6" y="-6" width="12" height="12" rx="2" {style}/>',
            "objective": f'<path d="M-5 9V-10L8-5.5L-5-1" {style}/>',
            "crater": f'<ellipse rx="{wide}" ry="{high}" {style}/>',
            "under the shell": f'<circle r="5" {style}/>',
        }
        drawing = drawings.get(role_family(mark.role), f'<circle r="3" {style}/>')
        return f'<g transform="translate({pixel(x)} {pixel(y)})">{drawing}</g>'

    def base(self, base: Base) -> str:
        """A unit: its base turned to its facing with an arrow, its symbol, its height in a disc."""
        x, y = self.page.at(base.at)
        wide, deep = float(base.size) * self.scale, float(base.length) * self.scale
        turn = float(base.facing or 0)
        more = {"stroke": INK, "stroke_width": "3"} if base.picked else {}
        style = self.attributes(base.role, **more)
        plain = cut_card if base.role == "unit: enemy" else card
        body = OUTLINES.get(base.symbol, plain)(wide, deep, style)
        if base.facing is not None and base.symbol not in TURNING:
            body += f'<path d="M0 {pixel(-deep / 2 - 5)}l6 7h-12z" fill="{INK}"/>'
        parts = [
            f'<g transform="translate({pixel(x)} {pixel(y)})">',
            f'<g transform="rotate({pixel(turn)})">{body}</g>',
            self.symbol(base, min(wide, deep) if base.symbol != "ship" else deep / 2, turn),
            height_disc(base.height, min(wide, deep) / 2),
            self.condition(base, wide / 2, deep / 2 if base.symbol != "ship" else deep / 4),
            "</g>",
        ]
        return "".join(parts)

    def condition(self, base: Base, out: float, up: float) -> str:
        """The condition of a unit that is not well, in a disc at its north-west corner."""
        if base.condition in ("", "ok"):
            return ""
        step = harm(base.condition)
        look = SCALE[step] if step else NEUTRAL
        fill = look.colour
        if look.tile:
            fill = f"url(#{(key := identity('condition', look.name))})"
            self.patterns[key] = look.tile.svg_pattern(key, look.colour)
        at = f'cx="{pixel(-out)}" cy="{pixel(-up)}" r="{pixel(max(7, 0.34 * out))}"'
        return f'<circle {at} fill="{fill}" stroke="{PAPER}" stroke-width="1.6"/>'

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
        """Labels on top: on a line with a plate behind them, elsewhere with a halo, and led to if far."""
        paper = escape(self.style("board").get("fill", PAPER))
        halo = f'paint-order="stroke" stroke="{paper}" stroke-width="4" stroke-linejoin="round" '
        for shape, label, box, way, _ in self.placed:
            if box is None:
                continue
            (x, y), on_line, in_cell = box.middle, on_plate(shape), isinstance(shape, Cell)
            if way:
                yield f'<path d="{pixel_path(way)}" stroke="{INK}" stroke-width="1"/>'
            if on_line:
                corner = f'x="{pixel(box.left)}" y="{pixel(box.top)}" width="{pixel(box.right - box.left)}"'
                size = f'height="{pixel(PLATE)}" rx="{pixel(PLATE / 2)}"'
                yield f"<rect {corner} {size} {self.attributes('measurement')}/>"
            strong = 'font-weight="600" ' if on_line or isinstance(shape, Base) else ""
            style = self.attributes("cell label" if in_cell else "label")
            at_left = in_cell and self.scene.kind == "zones"
            anchor = f'text-anchor="{"start" if at_left else "middle"}"'
            where = f'x="{pixel(box.left if at_left else x)}" y="{pixel(y + UP)}" {anchor}'
            yield f"<text {where} {strong}{'' if on_line or in_cell else halo}{style}>{escape(label)}</text>"
