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
"""Where the server keeps what widgets need beyond Panel's own, so that nothing is fetched from elsewhere."""
ICONS = "@font-face { font-family: 'Icons from here'; font-weight: 900; src: url(icons.ttf); }"
THEIRS = ".fa { font-family: 'Icons from here' !important; }"
"""Panel takes the icons of widgets from another server, and ipywidgets_bokeh asks for them at no address."""
ICON_FONT = "Font Awesome 5 Free Solid".encode("utf-16-be")
"""What the file of the icons calls itself; its name is a number."""


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
            sheets = [*settings.get("stylesheets", ()), THEIRS]
            return IPyWidget(widget=obj, **{**settings, "cdn": f"/{ADDRESS}", "stylesheets": sheets})

    IPyWidget.__css__ = [f"/{ADDRESS}/icons.css"]
    return FromHere(widget, sizing_mode="stretch_width")  # type: ignore[no-untyped-call]


def scripts() -> dict[str, str]:
    """The folder to serve as `static_dirs`: icons, and the script of anywidget under the names it has."""
    import anywidget
    import ipywidgets_bokeh

    source = Path(anywidget.__file__).parent / "nbextension" / "index.js"
    folder = Path(tempfile.mkdtemp(prefix="pz8-panel-"))
    version = ".".join(anywidget.__version__.split(".")[:2])
    for name in (f"anywidget@~{version}.*", f"anywidget@{anywidget.__version__}", f"anywidget@^{version}.0"):
        target = folder / name / "dist"
        target.mkdir(parents=True)
        for script in ("index.js", "index"):
            (target / script).write_bytes(source.read_bytes())
    (folder / "icons.css").write_text(ICONS, encoding="utf-8")
    for font in (Path(ipywidgets_bokeh.__file__).parent / "dist").glob("*.ttf"):
        if ICON_FONT in font.read_bytes():
            (folder / "icons.ttf").write_bytes(font.read_bytes())
    return {ADDRESS: str(folder)}
