"""The forms of a board's picture as SVG paths in pixels: bases, trenches, wire, arrows."""

from collections.abc import Sequence
from hashlib import sha1
from itertools import pairwise
from math import dist, sqrt

from pz8edu.show.board_page import Pixel
from pz8edu.show.default_style import INK, PAPER

ZIGZAG = 6.0
CUT = 0.16
"""The part of a base that is cut off at its corners."""


def card(wide: float, deep: float, style: str) -> str:
    """A base of cardboard around the origin."""
    corner = f'x="{pixel(-wide / 2)}" y="{pixel(-deep / 2)}"'
    return f'<rect {corner} width="{pixel(wide)}" height="{pixel(deep)}" rx="3" {style}/>'


def cut_card(wide: float, deep: float, style: str) -> str:
    """A base of the other side around the origin: its corners are cut off."""
    x, y, cut = wide / 2, deep / 2, CUT * min(wide, deep)
    right = ((x - cut, -y), (x, cut - y), (x, y - cut), (x - cut, y))
    left = ((cut - x, y), (-x, y - cut), (-x, cut - y), (cut - x, -y))
    return f'<path d="{pixel_path((*right, *left))}Z" {style}/>'


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


def point_along(points: Sequence[Pixel], share: float) -> Pixel:
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
    return [point_along(points, number / count) for number in range(count + 1)]


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
