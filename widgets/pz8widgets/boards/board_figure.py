"""The Bokeh figure of a board: a glyph and a data source a sheet, made once and only patched afterwards."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from bokeh.core.properties import value
from bokeh.models import ColumnDataSource, CustomJS, Range1d
from bokeh.plotting import figure

from pz8edu.board.scene import Scene
from pz8edu.board.shapes import CELLS, Cell
from pz8widgets.boards.drawing import GROUND_SHEETS, SHEETS, Columns
from pz8widgets.boards.portrayal import SHEET, board_textures, portrayal
from pz8widgets.page.theme import FONT

PLATE: Mapping[str, Any] = {
    "text_align": "center",
    "text_font_size": "12.5px",
    "text_font_style": "bold",
    "background_fill_color": SHEET,
    "border_line_color": "border_line_color",
    "border_radius": 12,
    "padding": (10, 5),
}
"""The rounded plate under a measurement."""

DRAG = (Path(__file__).parent / "board_drag.js").read_text(encoding="utf-8")


def board_figure(scene: Scene, width: int, sources: Mapping[str, ColumnDataSource]) -> Any:
    """An empty board: paper without axes, and a glyph for every sheet."""
    x0, y0, x1, y1 = map(float, scene.extent)
    plain = (shape.role for shape in scene.shapes if isinstance(shape, Cell) and shape.role in CELLS)
    cell = next(plain, {"hexes": "hex", "squares": "square", "zones": "zone"}.get(scene.kind))
    ground = portrayal(cell or "board").fill
    height = round(width * (y1 - y0) / (x1 - x0))
    picture: Any = figure(
        width=width,
        height=height,
        sizing_mode="scale_width",
        max_width=width,
        x_range=Range1d(start=x0, end=x1, bounds=(x0, x1)),
        y_range=Range1d(start=y0, end=y1, bounds=(y0, y1)),
        toolbar_location=None,
        tools="",
        x_axis_type=None,
        y_axis_type=None,
        min_border=0,
        outline_line_color=None,
        background_fill_color=SHEET if cell else ground,
        border_fill_color=None,
    )
    picture.title = None
    tiles = board_textures()
    fills = {column: column for column in ("fill_color", "fill_alpha", "hatch_pattern")}
    lines = {column: column for column in ("line_color", "line_alpha", "line_width", "line_dash")}
    hatch = {"hatch_extra": tiles, "hatch_scale": 8, "hatch_color": "black"}
    letters = {
        "text": "text",
        "text_color": "text_color",
        "text_font": value(FONT),
        "text_baseline": "middle",
    }
    placed = {
        **letters,
        **{column: column for column in ("text_align", "x_offset", "y_offset", "text_font_style")},
        "text_font_size": "12px",
    }
    for name in SHEETS:
        sheet = {"source": sources[name], "level": "glyph" if name in GROUND_SHEETS else "overlay"}
        if name in ("grid", "ground lines", "lines", "unit lines"):
            picture.multi_line("xs", "ys", **sheet, line_join="round", line_cap="round", **lines)
        elif name in ("ground", "areas", "unit shapes"):
            picture.multi_polygons("xs", "ys", **sheet, line_join="round", **fills, **lines, **hatch)
        elif name == "marks":
            picture.scatter("x", "y", **sheet, size="size", marker="marker", **fills, **lines, **hatch)
        elif name in ("ground words", "words"):
            picture.text("x", "y", **sheet, **placed, text_outline_color=ground, text_outline_width=3.5)
            picture.text("x", "y", **sheet, **placed)
        elif name == "discs":
            picture.text("x", "y", **sheet, **letters, text_align="center", text_font_size="11px")
        elif name == "measurements":
            picture.text("x", "y", **sheet, **letters, **PLATE, y_offset="y_offset")
    return picture


def listen(
    picture: Any, sources: Mapping[str, ColumnDataSource], drag: ColumnDataSource, answer: ColumnDataSource
) -> CustomJS:
    """Let a mouse or finger take hold of what is on the board; it hears when the document is ready."""
    movable = [sources[name] for name in ("unit shapes", "unit lines", "words")]
    names = {"figure": picture, "drag": drag, "answer": answer, "grips": sources["grips"], "sheets": movable}
    callback = CustomJS(args=names, code=DRAG)
    for event in ("panstart", "pan", "panend", "press", "pressup", "tap", "doubletap", "mousemove"):
        picture.js_on_event(event, callback)
    for event in ("pinchstart", "pinch", "pinchend"):
        picture.js_on_event(event, callback)
    for source in (*movable, answer):
        source.js_on_change("data", callback)
    return callback


def renew(source: ColumnDataSource, columns: Columns, again: bool) -> None:
    """Give a source its new columns: those that differ, or all where the page may have moved things."""
    old = source.data
    if len(next(iter(columns.values()))) != len(next(iter(old.values()))):
        source.data = columns
        return
    moved = again and "unit" in columns
    differing = {name: values for name, values in columns.items() if moved or values != old[name]}
    if differing:
        old.update(differing)
