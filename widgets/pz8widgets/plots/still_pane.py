"""A plot on the page where Bokeh is not: the same plot as a picture, renewed whenever it changes."""

from __future__ import annotations

from collections.abc import Callable
from html import escape

from pz8widgets.page.compressed import Picture
from pz8widgets.page.drawing_name import drawing_name
from pz8widgets.plots.plot import Plot
from pz8widgets.plots.plot_still import still


class StillPane(Picture):
    """Set `plot` to show another one; `news` is spoken by screen readers when it changes."""

    def __init__(self, plot: Plot) -> None:
        self.prefix = drawing_name()
        self._plot, self._news = plot, ""
        super().__init__(self._drawn())

    @property
    def plot(self) -> Plot:
        """What is shown."""
        return self._plot

    @plot.setter
    def plot(self, plot: Plot) -> None:
        self._plot = plot
        self.value = self._drawn()

    @property
    def news(self) -> str:
        """What a screen reader is told."""
        return self._news

    @news.setter
    def news(self, news: str) -> None:
        self._news = news
        self.value = self._drawn()

    @property
    def label(self) -> str:
        """What is to be seen, in a sentence."""
        return self._plot.label

    @property
    def poster(self) -> str:
        """The picture by itself."""
        return still(self._plot, self.prefix, told=True)

    def on_chosen(self, heard: Callable[[float], None]) -> None:
        """A picture is not clicked: the controls beside it choose a place."""

    def _drawn(self) -> str:
        said = f'<p class="pz8-unseen" role="status">{escape(self._news)}</p>' if self._news else ""
        return self.poster + said
