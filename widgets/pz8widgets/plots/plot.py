"""A plot as data; `plot_still` draws it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pz8edu.show.outcome_styles import COUNTS, KINDS, NEUTRAL, PLAIN, SCALE, OutcomeStyle, turned_round
from pz8widgets.page.theme import QUIET

Ticks = Mapping[float, str]
"""What is written at which places of an axis."""

CHANCES: Ticks = {0.0: "0", 0.25: "25 %", 0.5: "50 %", 0.75: "75 %", 1.0: "100 %"}
SIXTHS: Ticks = {0.0: "0", 1 / 6: "1/6", 1 / 3: "1/3", 0.5: "1/2", 2 / 3: "2/3", 5 / 6: "5/6", 1.0: "1"}

_PATTERNS = ("dots", "dashes", "diagonal", "upright", "crossed", "back", "rings")
_DASHES = ((), (2, 3), (10, 4), (10, 3, 2, 3), (5, 3), (14, 3), (1, 4))
DASHES: Mapping[str, tuple[int, ...]] = dict(zip(_PATTERNS, _DASHES, strict=True))
"""The dash of a line by the pattern of its outcome's style: like a pattern it needs no colour to be seen."""

WIDTH, HEIGHT = 640, 270
LEFT, RIGHT, TOP, BOTTOM = 46, 14, 10, 42
"""Pixels of a still picture, and of the margins around its axes."""

NARROW = 430
"""Pixels of a still picture that stands beside something else."""

LETTERS = 12
LETTER = 7.2
"""Pixels of a letter, on average."""

LEAD = 12
"""Pixels of the thin line that leads from a line's end to its name."""


@dataclass(frozen=True, slots=True)
class Bar:
    """An upright bar over `x`; `said` is told when a mouse points at it."""

    x: float
    bottom: float
    top: float
    style: OutcomeStyle
    said: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """The line of one outcome through its points; `said` is told point by point."""

    name: str
    points: tuple[tuple[float, float], ...]
    style: OutcomeStyle
    said: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Plot:
    """Bars or lines over an axis; `label` says in a sentence what is to be seen.

    `at` is a marked place, `usual` one to compare it with, marked lightly under its name.
    """

    label: str
    x_title: str
    y_title: str
    x_range: tuple[float, float]
    y_range: tuple[float, float] = (0.0, 1.0)
    x_ticks: Ticks | None = None
    y_ticks: Ticks = field(default_factory=lambda: CHANCES)
    bars: Sequence[Bar] = ()
    lines: Sequence[Line] = ()
    bar_width: float = 0.82
    at: float | None = None
    usual: tuple[float, str] | None = None


# --- lines
@dataclass(frozen=True, slots=True)
class Pen:
    """How the line of an outcome is drawn."""

    colour: str
    dash: tuple[int, ...]
    width: float


_SOLID = {turned_round(style).name: style for style in (*SCALE, *KINDS, *COUNTS) if not style.edge}


def pen(style: OutcomeStyle) -> Pen:
    """Colour, dash and width of an outcome's line; outcomes whose colours are turned round have thin ones."""
    solid = _SOLID.get(style.name, style)
    if solid == NEUTRAL:
        return Pen(QUIET, (1, 3), 2.4)
    width = 1.3 if style.name in _SOLID else 2.4 if solid.tile or solid == PLAIN else 3.4
    return Pen(solid.colour, DASHES[solid.tile.name] if solid.tile else (), width)


def beside(plot: Plot) -> float:
    """Pixels that the names at the end of lines take."""
    return LEAD + LETTER * (2 + max((len(line.name) for line in plot.lines), default=0))


def named(plot: Plot) -> list[tuple[Line, float]]:
    """The lines with the heights at which their names stand beside them, none on top of another."""
    low, high = plot.y_range
    gap = (high - low) * (LETTERS + 3) / (HEIGHT - TOP - BOTTOM)
    placed = [(line, line.points[-1][1]) for line in plot.lines if line.points]
    placed.sort(key=lambda each: each[1])
    heights: list[float] = []
    for _, height in placed:
        heights.append(max(height, heights[-1] + gap if heights else low + gap / 2))
    top = high - gap / 3
    for place in reversed(range(len(heights))):
        heights[place] = min(heights[place], top)
        top = heights[place] - gap
    return [(line, height) for (line, _), height in zip(placed, heights, strict=True)]


def whole_ticks(between: tuple[float, float], most: int = 10) -> Ticks:
    """Whole numbers along an axis, not more than can be read."""
    first, last = round(between[0] + 0.5), round(between[1] - 0.5)
    step = next(size for size in STEPS if (last - first) / size <= most)
    return {float(x): str(x) for x in range(first, last + 1) if x % step == 0}


STEPS = tuple(size * 10**power for power in range(9) for size in (1, 2, 5))
