"""Any widget of the kit in a Panel page of one's own, offline.

    import panel as pn
    from pz8widgets import Calculator
    from pz8widgets.apps.panel_page import panel_pane, scripts

    pn.serve(lambda: panel_pane(Calculator("pz8-ww2", "rally")), static_dirs=scripts())

A class of pupils is served better by `pz8widgets.apps.classroom`.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

ADDRESS = "pz8-widgets"
"""Where the server keeps the JavaScript that anywidgets need, so that nothing is fetched from elsewhere."""


def panel_pane(widget: Any) -> Any:
    """A widget as a Panel pane; its scripts come from this server (see `scripts`).

    Panel would look at the widgets of all visitors, also of those who are gone: this pane knows its own only.
    """
    import panel as pn
    import panel.io.ipywidget  # it must be there before ipywidgets_bokeh
    from ipywidgets.embed import dependency_state
    from ipywidgets.widgets.widget import _instances
    from ipywidgets_bokeh.widget import IPyWidget
    from panel.io.ipywidget import _on_widget_constructed

    class FromHere(pn.pane.IPyWidget):
        """A pane whose widgets take their scripts from this server."""

        def _get_ipywidget(self, obj: Any, doc: Any, root: Any, comm: Any, **settings: Any) -> Any:
            for model in dependency_state([obj]):
                _on_widget_constructed(_instances[model], doc)  # type: ignore[no-untyped-call]
            return IPyWidget(widget=obj, **{**settings, "cdn": f"/{ADDRESS}"})

    return FromHere(widget, sizing_mode="stretch_width")  # type: ignore[no-untyped-call]


def scripts() -> dict[str, str]:
    """The folder to serve as `static_dirs`: the script of anywidget, under the names a page asks it by."""
    import anywidget

    source = Path(anywidget.__file__).parent / "nbextension" / "index.js"
    folder = Path(tempfile.mkdtemp(prefix="pz8-panel-"))
    version = ".".join(anywidget.__version__.split(".")[:2])
    for name in (f"anywidget@~{version}.*", f"anywidget@{anywidget.__version__}", f"anywidget@^{version}.0"):
        target = folder / name / "dist"
        target.mkdir(parents=True)
        for script in ("index.js", "index"):
            (target / script).write_bytes(source.read_bytes())
    return {ADDRESS: str(folder)}
