"""The map symbols of the core as points, for drawing on a Bokeh board."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from math import cos, pi, sin
from xml.etree import ElementTree

from pz8edu.show.default_style import SYMBOLS

Pair = tuple[float, float]
Points = tuple[Pair, ...]

TOKEN = re.compile(r"[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)")
CURVE_STEPS = 8
CORNERS = 20
DOT = 2.0


@dataclass(frozen=True, slots=True)
class Stroke:
    """One line or one filled outline of a symbol, on a base of 40 by 40 around the origin, y to the south."""

    points: Points
    filled: bool


@cache
def symbol_strokes(symbol: str) -> tuple[Stroke, ...]:
    """The drawing of a symbol; empty for a word that has none."""
    drawing = SYMBOLS.get(symbol, "").format(ink="ink")
    root = ElementTree.fromstring(f"<g>{drawing}</g>")  # noqa: S314 - our own constants
    return tuple(stroke for element in root for stroke in element_strokes(element))


def element_strokes(element: ElementTree.Element) -> Iterator[Stroke]:
    """The strokes of one SVG element: path, circle or ellipse."""
    filled = element.get("fill", "none") != "none"
    if element.tag in ("circle", "ellipse"):
        rx = float(element.get("rx", element.get("r", "0")))
        ry = float(element.get("ry", element.get("r", "0")))
        yield Stroke(oval(float(element.get("cx", "0")), float(element.get("cy", "0")), rx, ry), filled)
        return
    radius = float(element.get("stroke-width", str(2 * DOT))) / 2
    for points in subpaths(element.get("d", "")):
        if len(set(points)) == 1:
            (x, y) = points[0]
            yield Stroke(oval(x, y, radius, radius), filled=True)
        else:
            yield Stroke(points, filled)


def oval(x: float, y: float, rx: float, ry: float) -> Points:
    """A closed ellipse as points."""
    turns = (2 * pi * corner / CORNERS for corner in range(CORNERS + 1))
    return tuple((x + rx * cos(turn), y + ry * sin(turn)) for turn in turns)


def subpaths(path: str) -> Iterator[Points]:
    """The lines of an SVG path of M, L, H, V, C and Z, absolute or relative; curves become short lines."""
    pen: Pair = (0.0, 0.0)
    line: list[Pair] = []
    for command, numbers in commands(path):
        origin = pen if command.islower() else (0.0, 0.0)
        if command in "Mm" and line:
            yield tuple(line)
            line = []
        drawn = [line[0]] if command in "Zz" else strokes(command.upper(), numbers, origin, pen)
        line += drawn
        pen = drawn[-1]
    if line:
        yield tuple(line)


def commands(path: str) -> Iterator[tuple[str, list[float]]]:
    """The commands of a path with their numbers; what follows a move without a letter is a line."""
    tokens, command = TOKEN.findall(path), ""
    while tokens:
        if tokens[0].isalpha():
            command = tokens.pop(0)
        if command.upper() not in NUMBERS:
            raise ValueError(f"a symbol may not use the path command {command!r}: {path!r}")
        count = NUMBERS[command.upper()]
        yield command, [float(token) for token in tokens[:count]]
        tokens = tokens[count:]
        command = {"M": "L", "m": "l"}.get(command, command)


NUMBERS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "Z": 0}
"""The commands that symbols use, with how many numbers follow each."""


def strokes(command: str, numbers: list[float], origin: Pair, pen: Pair) -> list[Pair]:
    """The points that a command draws, from where the pen is."""
    x, y = origin
    if command == "H":
        return [(x + numbers[0], pen[1])]
    if command == "V":
        return [(pen[0], y + numbers[0])]
    points = [(x + across, y + down) for across, down in zip(numbers[::2], numbers[1::2], strict=True)]
    return list(curve(pen, *points)) if command == "C" else points


def curve(a: Pair, b: Pair, c: Pair, d: Pair) -> Iterator[Pair]:
    """Points along a cubic Bézier curve after its start."""
    for step in range(1, CURVE_STEPS + 1):
        t = step / CURVE_STEPS
        wa, wb, wc, wd = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        yield (wa * a[0] + wb * b[0] + wc * c[0] + wd * d[0], wa * a[1] + wb * b[1] + wc * c[1] + wd * d[1])
