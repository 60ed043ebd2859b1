"""A board that Bokeh draws: one data source a sheet, made once and only patched afterwards."""

from collections.abc import Mapping, Sequence
from typing import Any

from bokeh.models import ColumnDataSource

from pz8edu.board.scene import Scene
from pz8edu.show.board_labels import unnamed
from pz8widgets.boards.board_figure import board_figure, listen, renew
from pz8widgets.boards.board_view import View
from pz8widgets.boards.drawing import SHEETS, Drawing
from pz8widgets.page.bokeh_pane import BokehPane


class Drawn:
    """How a board is drawn, and how it hears of mouse and finger."""

    _unanswered: int | None = None

    def build_pane(self: Any) -> BokehPane:
        """The figure, empty."""
        self.sources = {
            name: ColumnDataSource({column: [] for column in columns}, syncable=False, name=name)
            for name, columns in SHEETS.items()
        }
        columns = ("act", "unit", "x", "y", "facing", "last", "number")
        self.drag = ColumnDataSource({column: [] for column in columns}, name="drag")
        self.answer = ColumnDataSource({"number": [0]}, name="answer")
        picture = self.picture = board_figure(self.scene, self.width, self.sources)
        callback = listen(picture, self.sources, self.drag, self.answer)
        self.drag.on_change("data", self.dragged)
        picture.on_change("inner_width", self.resized)
        pane = BokehPane(picture, label=f"{self.scene.title or 'Board'}: a map; its facts follow in words")
        pane.document.js_on_event("document_ready", callback)
        return pane

    def dragged(self: Any, _attr: str, _old: object, new: Mapping[str, Sequence[Any]]) -> None:
        """The page has told what a hand does."""
        self.does({column: values[0] for column, values in new.items()})

    def draw(self: Any, scene: Scene) -> None:
        """Show a scene; only what differs goes to the page."""
        drawing = Drawing(scene, self.scale, self.chosen, self.places, self.view)
        self.unnamed = unnamed(drawing.labels)
        for name, source in self.sources.items():
            renew(source, drawing.sheets[name], again=not self.moving)

    def reply(self: Any) -> None:
        """Tell the page that the drag has been dealt with, so that it may tell the next place."""
        if self._unanswered is not None:
            self.answer.data = {"number": [self._unanswered]}
            self._unanswered = None

    def hear_points(self: Any) -> None:
        """Be told where a pointer rests."""
        self.picture.tags = ["pointed at"]

    def show_view(self: Any) -> None:
        """Show the part of the board that is seen."""
        self.picture.x_range.update(start=self.view.left, end=self.view.right)
        self.picture.y_range.update(start=self.view.low, end=self.view.high)
        self.picture.height = round(self.width * self.view.shape)

    def seen(self: Any) -> View:
        """What is seen after the page has moved the picture by itself."""
        across, up = self.picture.x_range, self.picture.y_range
        return View(across.start, up.start, across.end, up.end)
