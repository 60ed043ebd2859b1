"""The pane that shows a plot here: live where Bokeh is installed, a picture where it is not."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pz8widgets.plots.plot import Plot

if TYPE_CHECKING:
    from pz8widgets.plots.plot_pane import PlotPane
    from pz8widgets.plots.still_pane import StillPane


def pane_of(plot: Plot) -> PlotPane | StillPane:
    """A plot on the page; set its `plot` to show another one."""
    try:
        from pz8widgets.plots.plot_pane import PlotPane
    except ModuleNotFoundError:
        from pz8widgets.plots.still_pane import StillPane

        return StillPane(plot)
    return PlotPane(plot)
