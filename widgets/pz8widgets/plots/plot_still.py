"""A plot as a picture: on the page, in saved notebooks and on paper."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from pz8edu.show.outcome_styles import svg_defs
from pz8widgets.page.theme import FONT, INK, PALE, QUIET
from pz8widgets.plots.plot import (
    BOTTOM,
    HEIGHT,
    LEAD,
    LEFT,
    LETTERS,
    RIGHT,
    TOP,
    WIDTH,
    Plot,
    beside,
    named,
    pen,
    whole_ticks,
)


def still(plot: Plot, prefix: str, width: int = WIDTH, told: bool = False) -> str:
    """The plot as SVG; every picture of a page needs a prefix of its own.

    With `told` a mouse that points at a bar or at a point of a line is told what is said of it.
    `data-axis` has the pixels at which the axis begins and ends.
    """
    right = RIGHT + (round(beside(plot)) if plot.lines else 0)
    (x0, x1), (y0, y1) = plot.x_range, plot.y_range

    def across(x: float) -> float:
        return round(LEFT + (x - x0) / (x1 - x0) * (width - LEFT - right), 1)

    def up(y: float) -> float:
        return round(HEIGHT - BOTTOM - (y - y0) / (y1 - y0) * (HEIGHT - TOP - BOTTOM), 1)

    parts = []
    for y, text in plot.y_ticks.items():
        parts.append(f'<path d="M{LEFT} {up(y)}H{width - right}" stroke="{PALE}"/>')
        parts.append(f'<text x="{LEFT - 6}" y="{up(y) + 4}" text-anchor="end">{escape(text)}</text>')
    for x, text in (plot.x_ticks or whole_ticks(plot.x_range)).items():
        parts.append(
            f'<text x="{across(x)}" y="{HEIGHT - BOTTOM + 16}" text-anchor="middle">{escape(text)}</text>'
        )
    middle = (LEFT + width - right) / 2
    parts.append(f'<text x="{middle}" y="{HEIGHT - 7}" text-anchor="middle">{escape(plot.x_title)}</text>')
    if plot.usual is not None:
        x, name = plot.usual
        parts.append(f'<path d="M{across(x)} {up(y0)}V{up(y1)}" stroke="{QUIET}" stroke-dasharray="2 3"/>')
        parts.append(f'<text x="{across(x) + 4}" y="{up(y1) + 11}" fill="{QUIET}">{escape(name)}</text>')
    if plot.at is not None and not plot.bars:
        dash = ' stroke-dasharray="2 3"' if plot.usual is None else ' stroke-width="2"'
        parts.append(f'<path d="M{across(plot.at)} {up(y0)}V{up(y1)}" stroke="{INK}"{dash}/>')
    parts += _bars(plot, prefix, across, up, told)
    parts += _lines(plot, width - right, across, up)
    if told:
        parts += _points(plot, across, up)
    if plot.at is not None and plot.bars:
        left, top = across(plot.at - 0.5), up(y1) - 3
        size = f'width="{across(plot.at + 0.5) - left:.1f}" height="{up(y0) - top + 3:.1f}"'
        parts.append(
            f'<rect x="{left}" y="{top}" {size} rx="4" fill="none" stroke="{INK}" stroke-width="2"/>'
        )
    defs = svg_defs(tuple(dict.fromkeys(bar.style for bar in plot.bars)), prefix) if plot.bars else ""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {HEIGHT}" role="img" '
        f'data-axis="{LEFT} {width - right}" '
        f'font-family="{escape(FONT)}" font-size="{LETTERS}" fill="{INK}"><title>{escape(plot.label)}</title>'
        f"{defs}{''.join(parts)}</svg>"
    )


Scale = Callable[[float], float]
"""A place on an axis in pixels."""


def _bars(plot: Plot, prefix: str, across: Scale, up: Scale, told: bool) -> list[str]:
    """The bars: one path for all of a style, or one for each bar that is to be told."""
    parts: list[str] = []
    half = plot.bar_width / 2
    shapes: dict[str, list[str]] = {}
    for bar in plot.bars:
        if bar.top > bar.bottom:
            left, top = across(bar.x - half), up(bar.top)
            wide, tall = across(bar.x + half) - left, max(up(bar.bottom) - top, 0.3)
            fill, shape = bar.style.svg_fill(prefix), f"M{left} {top}h{wide:.1f}v{tall:.1f}h-{wide:.1f}"
            if told:
                parts.append(f'<path d="{shape}" fill="{fill}"><title>{escape(bar.said)}</title></path>')
            else:
                shapes.setdefault(fill, []).append(shape)
    parts += [f'<path d="{"z".join(those)}" fill="{fill}"/>' for fill, those in shapes.items()]
    return parts


def _lines(plot: Plot, end: float, across: Scale, up: Scale) -> list[str]:
    """The lines, with their names at the end of the axis."""
    parts: list[str] = []
    for line in plot.lines:
        look = pen(line.style)
        dash = f' stroke-dasharray="{" ".join(map(str, look.dash))}"' if look.dash else ""
        way = " ".join(f"{across(x)},{up(y)}" for x, y in line.points)
        parts.append(
            f'<polyline points="{way}" fill="none" stroke="{look.colour}" stroke-width="{look.width}"{dash}/>'
        )
    for line, height in named(plot):
        lead = f"M{end} {up(line.points[-1][1])}l{LEAD} {up(height) - up(line.points[-1][1]):.1f}"
        parts.append(f'<path d="{lead}" stroke="{pen(line.style).colour}"/>')
        parts.append(f'<text x="{end + LEAD + 3}" y="{up(height) + 4}">{escape(line.name)}</text>')
    return parts


def _points(plot: Plot, across: Scale, up: Scale) -> list[str]:
    """Where a mouse is told what is said of the lines: circles that are not seen."""
    return [
        f'<circle cx="{across(x)}" cy="{up(y)}" r="6" fill-opacity="0"><title>{escape(said)}</title></circle>'
        for line in plot.lines
        for (x, y), said in zip(line.points, line.said, strict=False)
        if said
    ]
