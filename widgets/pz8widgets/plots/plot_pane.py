"""A plot on the page, live: drawn by Bokeh, with its still picture behind it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from bokeh.core.properties import value
from bokeh.events import Tap
from bokeh.models import ColumnDataSource, FixedTicker, HoverTool, Range1d
from bokeh.plotting import figure

from pz8widgets.page.bokeh_pane import BokehPane
from pz8widgets.page.drawing_name import drawing_name
from pz8widgets.page.theme import CARD, FONT, INK, PALE, QUIET, hatched, textures
from pz8widgets.plots.plot import (
    HEIGHT,
    LEAD,
    LEFT,
    LETTERS,
    RIGHT,
    Pen,
    Plot,
    beside,
    named,
    pen,
    whole_ticks,
)
from pz8widgets.plots.plot_still import still

LEAST_WIDTH = 480
"""Pixels of a narrow page on which the names of lines still have room."""


class PlotPane(BokehPane):
    """A plot on the page. Set `plot` to show another one; `on_chosen` hears the place that is clicked."""

    def __init__(self, plot: Plot) -> None:
        self.prefix = drawing_name()
        self._bars = ColumnDataSource(_columns_of_bars(plot))
        self._lines = ColumnDataSource(_columns_of_lines(plot))
        self._points = ColumnDataSource(_columns_of_points(plot))
        self._names = ColumnDataSource(_columns_of_names(plot))
        self._mark = ColumnDataSource(_columns_of_mark(plot))
        self._chosen: list[Callable[[float], None]] = []
        super().__init__(self._drawn(plot), label=plot.label, poster=still(plot, self.prefix))
        self._plot = plot

    @property
    def plot(self) -> Plot:
        """What is shown."""
        return self._plot

    @plot.setter
    def plot(self, plot: Plot) -> None:
        before, self._plot = self._plot, plot
        with self.hold():
            if _axes(plot) != _axes(before):
                _set_axes(self.figure, plot)
            for source, columns in (
                (self._bars, _columns_of_bars(plot)),
                (self._lines, _columns_of_lines(plot)),
                (self._points, _columns_of_points(plot)),
                (self._names, _columns_of_names(plot)),
                (self._mark, _columns_of_mark(plot)),
            ):
                if source.data != columns:
                    source.data = columns
        self.label = plot.label
        self.poster = still(plot, self.prefix)

    def on_chosen(self, heard: Callable[[float], None]) -> None:
        """Call `heard(x)` when somebody clicks at a place along the axis."""
        self._chosen.append(heard)

    def _drawn(self, plot: Plot) -> Any:
        picture: Any = figure(
            height=HEIGHT,
            sizing_mode="stretch_width",
            x_range=Range1d(),
            y_range=Range1d(),
            toolbar_location=None,
            tools="",
            min_border_left=LEFT,
            min_border_right=RIGHT,
            outline_line_color=None,
            background_fill_color=CARD,
            border_fill_color=None,
        )
        picture.xgrid.visible = False
        picture.ygrid.grid_line_color = PALE
        for axis in (picture.xaxis[0], picture.yaxis[0]):
            axis.axis_line_color = axis.major_tick_line_color = axis.minor_tick_line_color = None
            axis.major_label_text_font = axis.axis_label_text_font = FONT
            axis.major_label_text_font_size = axis.axis_label_text_font_size = f"{LETTERS}px"
            axis.major_label_text_color = axis.axis_label_text_color = INK
            axis.axis_label_text_font_style = "normal"
            axis.ticker = FixedTicker()
        _set_axes(picture, plot)
        bars = picture.quad(
            "left",
            "right",
            "top",
            "bottom",
            source=self._bars,
            fill_color="fill_color",
            line_color=None,
            hatch_pattern="hatch_pattern",
            hatch_extra=textures(),
            hatch_scale=8,
            hatch_color="black",
        )
        picture.multi_line(
            "xs",
            "ys",
            source=self._lines,
            line_color="line_color",
            line_dash="line_dash",
            line_width="line_width",
            line_join="round",
        )
        points = picture.scatter("x", "y", source=self._points, size=9, fill_alpha=0, line_alpha=0)
        picture.text(
            "x",
            "y",
            source=self._names,
            text="text",
            text_color="colour",
            text_baseline="middle",
            x_offset=3,
            text_font=value(FONT),
            text_font_size=f"{LETTERS}px",
        )
        picture.quad(
            "left",
            "right",
            "top",
            "bottom",
            source=self._mark,
            fill_color=None,
            line_color="line_color",
            line_width="line_width",
            line_dash="line_dash",
            border_radius=4,
            level="overlay",
        )
        picture.add_tools(HoverTool(renderers=[bars, points], tooltips="@said", point_policy="snap_to_data"))
        picture.on_event(Tap, self._tapped)
        return picture

    def _tapped(self, event: Any) -> None:
        for heard in self._chosen:
            heard(event.x)


def _axes(plot: Plot) -> tuple[Any, ...]:
    """All that the axes of a plot show."""
    return (
        plot.x_range,
        plot.y_range,
        plot.x_ticks,
        plot.y_ticks,
        plot.x_title,
        plot.y_title,
        not plot.lines,
    )


def _set_axes(picture: Any, plot: Plot) -> None:
    ways = (
        (
            picture.xaxis[0],
            picture.x_range,
            plot.x_range,
            plot.x_ticks or whole_ticks(plot.x_range),
            plot.x_title,
        ),
        (picture.yaxis[0], picture.y_range, plot.y_range, plot.y_ticks, plot.y_title),
    )
    for axis, shown, between, ticks, title in ways:
        shown.start, shown.end = between
        axis.ticker.ticks = list(ticks)
        axis.major_label_overrides = dict(ticks)
        axis.axis_label = title
    picture.y_range.end = plot.y_range[1] + 0.02 * (plot.y_range[1] - plot.y_range[0])
    if plot.lines:
        wide = plot.x_range[1] - plot.x_range[0]
        room = beside(plot)
        picture.x_range.end = plot.x_range[1] + wide * room / (LEAST_WIDTH - LEFT - RIGHT - room)


def _columns_of_bars(plot: Plot) -> dict[str, list[Any]]:
    half = plot.bar_width / 2
    looks = [hatched(bar.style) for bar in plot.bars]
    return {
        "left": [bar.x - half for bar in plot.bars],
        "right": [bar.x + half for bar in plot.bars],
        "top": [bar.top for bar in plot.bars],
        "bottom": [bar.bottom for bar in plot.bars],
        "said": [bar.said for bar in plot.bars],
        "fill_color": [look["fill_color"] for look in looks],
        "hatch_pattern": [look["hatch_pattern"] for look in looks],
    }


def _columns_of_lines(plot: Plot) -> dict[str, list[Any]]:
    ways = [([x for x, _ in line.points], [y for _, y in line.points]) for line in plot.lines]
    pens = [pen(line.style) for line in plot.lines]
    for line, height in named(plot):
        (x, y), end = line.points[-1], _names_at(plot)
        ways.append(([x, end], [y, height]))
        pens.append(Pen(pen(line.style).colour, (), 1))
    return {
        "xs": [xs for xs, _ in ways],
        "ys": [ys for _, ys in ways],
        "line_color": [each.colour for each in pens],
        "line_dash": [list(each.dash) for each in pens],
        "line_width": [each.width for each in pens],
    }


def _names_at(plot: Plot) -> float:
    """Where the names of the lines stand, just beyond the axis."""
    (start, end), across = plot.x_range, LEAST_WIDTH - LEFT - RIGHT - beside(plot)
    return end + (end - start) * LEAD / across


def _columns_of_points(plot: Plot) -> dict[str, list[Any]]:
    told = [
        (x, y, said)
        for line in plot.lines
        for (x, y), said in zip(line.points, line.said or [""] * len(line.points), strict=True)
        if said
    ]
    return {name: [each[place] for each in told] for place, name in enumerate(("x", "y", "said"))}


def _columns_of_names(plot: Plot) -> dict[str, list[Any]]:
    placed = [(_names_at(plot), height, line.name, INK) for line, height in named(plot)]
    if plot.usual is not None:
        x, name = plot.usual
        placed.append((x, plot.y_range[1] * 0.97, name, QUIET))
    return {
        column: [each[place] for each in placed] for place, column in enumerate(("x", "y", "text", "colour"))
    }


def _columns_of_mark(plot: Plot) -> dict[str, list[Any]]:
    marks: list[tuple[float, float, float, str, list[int]]] = []  # place, half as wide, line, colour, dash
    if plot.usual is not None:
        marks.append((plot.usual[0], 0.0, 1.0, QUIET, [2, 3]))
    if plot.at is not None and plot.bars:
        marks.append((plot.at, 0.5, 2.0, INK, []))
    elif plot.at is not None:
        marks.append((plot.at, 0.0, *((1.0, INK, [2, 3]) if plot.usual is None else (2.0, INK, []))))
    return {
        "left": [x - half for x, half, *_ in marks],
        "right": [x + half for x, half, *_ in marks],
        "top": [plot.y_range[1] * 1.01] * len(marks),
        "bottom": [plot.y_range[0]] * len(marks),
        "line_width": [width for _, _, width, _, _ in marks],
        "line_color": [colour for _, _, _, colour, _ in marks],
        "line_dash": [dash for *_, dash in marks],
    }
