"""The classroom: every calculator, every chain and every table of a rule system on one served page.

`python -m pz8widgets.apps.classroom` serves it on this machine, offline; each visitor has an own page.
"""

from __future__ import annotations

import argparse
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pz8edu.systems import ids, system

ADDRESS = "pz8-widgets"
"""Where the server keeps the JavaScript that anywidgets need, so that nothing is fetched from elsewhere."""

SYMBOLS = "/static/extensions/panel/bundled/font-awesome/css/all.min.css"
"""The font of symbols that comes with Panel, from this server."""

FIRST = "pz8-ww2"
"""The rules that a visitor meets first."""


def page() -> Any:
    """One visitor's page: choose a rule system, a calculator, a chain or a table."""
    import ipywidgets as w
    import panel as pn

    from pz8widgets import Calculator, Tabletop, TurnByTurn

    pages: dict[str, type[w.VBox]] = {"table": Tabletop, "calculator": Calculator, "chain": TurnByTurn}
    shown: dict[str, Any] = {}
    systems = w.Dropdown(
        options=[(system(each).title, each) for each in ids()], value=FIRST, description="Rules"
    )
    what = w.Dropdown(description="Show", layout=w.Layout(width="420px"))
    place = w.VBox()

    def offer(_change: object = None) -> None:
        chosen = system(systems.value)
        tables = [(f"table: {name}", ("table", name)) for name in chosen.tabletops]
        questions = [(each.title, ("calculator", name)) for name, each in chosen.calculators.items()]
        chains = [(f"turn after turn: {each.title}", ("chain", name)) for name, each in chosen.chains.items()]
        what.options = [*tables, *questions, *chains]
        what.index = 0

    def show(_change: object = None) -> None:
        wanted = (systems.value, what.value)
        if what.value is None or wanted == shown.get("wanted"):
            return
        shown["wanted"] = wanted
        kind, name = what.value
        shown["now"] = pages[kind](systems.value, name)
        place.children = (shown["now"],)

    systems.observe(offer, "value")
    what.observe(show, "value")
    offer()
    whole = w.VBox([w.HBox([systems, what]), place])
    return pn.pane.IPyWidget(whole, sizing_mode="stretch_width")  # type: ignore[no-untyped-call]


def scripts() -> Path:
    """A folder with the script of anywidget under the name by which a served page asks for it."""
    import anywidget

    source = Path(anywidget.__file__).parent / "nbextension" / "index.js"
    folder = Path(tempfile.mkdtemp(prefix="pz8-classroom-"))
    version = ".".join(anywidget.__version__.split(".")[:2])
    for name in (f"anywidget@~{version}.*", f"anywidget@{anywidget.__version__}", f"anywidget@^{version}.0"):
        target = folder / name / "dist"
        target.mkdir(parents=True, exist_ok=True)
        (target / "index.js").write_bytes(source.read_bytes())
        (target / "index").write_bytes(source.read_bytes())
    return folder


def serve(port: int = 5006, show: bool = True) -> None:
    """Serve the classroom until it is stopped."""
    os.environ.setdefault("BOKEH_RESOURCES", "server")
    import panel as pn
    import panel.io.ipywidget  # it asks for a font of symbols from elsewhere: taken back below
    from ipywidgets_bokeh.widget import IPyWidget

    made = IPyWidget.__init__

    def made_here(self: Any, **settings: Any) -> None:
        made(self, **{"cdn": f"/{ADDRESS}", **settings})

    IPyWidget.__init__ = made_here
    pn.extension("ipywidgets")
    IPyWidget.__css__ = []
    pn.config.css_files = [SYMBOLS]
    pn.serve(  # type: ignore[no-untyped-call]
        {"/": page},
        port=port,
        address="127.0.0.1",
        show=show,
        title="pz8edu classroom",
        static_dirs={ADDRESS: str(scripts())},
    )


def main(arguments: Sequence[str] | None = None) -> None:
    """Serve the classroom from the command line."""
    parser = argparse.ArgumentParser(prog="python -m pz8widgets.apps.classroom", description=__doc__)
    parser.add_argument("--port", type=int, default=5006, help="the port of the server")
    parser.add_argument("--no-browser", action="store_true", help="only start the server")
    chosen = parser.parse_args(arguments)
    serve(chosen.port, show=not chosen.no_browser)


if __name__ == "__main__":
    main()
