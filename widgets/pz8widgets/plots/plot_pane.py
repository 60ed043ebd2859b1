"""A plot on the page: the same picture as on paper, renewed whenever it changes, and it can be clicked."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import Any

from traitlets import Unicode

from pz8widgets.page.compressed import Picture, module
from pz8widgets.page.drawing_name import drawing_name
from pz8widgets.plots.plot import Plot
from pz8widgets.plots.plot_still import still


class PlotPane(Picture):
    """A plot on the page. Set `plot` to show another one; `on_chosen` hears the place that is clicked.

    `news` is spoken by screen readers when it changes.
    """

    _esm = module("plot_pane.js")
    label = Unicode("").tag(sync=True)

    def __init__(self, plot: Plot) -> None:
        self.prefix = drawing_name()
        self._plot, self._news = plot, ""
        self._chosen: list[Callable[[float], None]] = []
        super().__init__(self._drawn(), css_class="pz8-plot")
        self.label = plot.label
        self.on_msg(self._receive)

    @property
    def plot(self) -> Plot:
        """What is shown."""
        return self._plot

    @plot.setter
    def plot(self, plot: Plot) -> None:
        self._plot = plot
        with self.hold_sync():
            self.value, self.label = self._drawn(), plot.label

    @property
    def news(self) -> str:
        """What a screen reader is told."""
        return self._news

    @news.setter
    def news(self, news: str) -> None:
        self._news = news
        self.value = self._drawn()

    @property
    def poster(self) -> str:
        """The picture by itself."""
        return still(self._plot, self.prefix, told=True)

    def on_chosen(self, heard: Callable[[float], None]) -> None:
        """Call `heard(x)` when somebody clicks at a place along the axis."""
        self._chosen.append(heard)

    def _receive(self, _: object, message: dict[str, Any], _buffers: object) -> None:
        """A click: `along` says how far along the axis, from 0 to 1."""
        along = message.get("along")
        if isinstance(along, int | float) and 0 <= along <= 1:
            start, end = self._plot.x_range
            for heard in self._chosen:
                heard(start + along * (end - start))

    def _drawn(self) -> str:
        said = f'<p class="pz8-unseen" role="status">{escape(self._news)}</p>' if self._news else ""
        return self.poster + said
