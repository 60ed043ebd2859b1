"""A widget of the kit in a Panel page takes its scripts from there, and knows its own page only."""

from __future__ import annotations

from pathlib import Path

import ipywidgets as w
from ipywidgets.widgets.widget import _instances

from pz8widgets import Calculator
from pz8widgets.apps.panel_page import ADDRESS, panel_pane, scripts


def test_a_pane_takes_its_scripts_from_its_own_server_and_looks_at_no_other_page() -> None:
    pane = panel_pane(Calculator("pz8-ww2", "rally"))
    from ipywidgets_bokeh.widget import IPyWidget

    left = w.VBox([w.Label("left by a visitor who is gone")])
    (gone,) = left.children
    del _instances[gone.model_id]  # what closing does, without a word to a browser
    gone.comm = None
    (page,) = pane.get_root().select({"type": IPyWidget})
    assert page.cdn == f"/{ADDRESS}"


def test_the_script_of_anywidget_is_served_offline() -> None:
    folder = Path(scripts()[ADDRESS])
    found = list(folder.rglob("index.js"))
    assert len(found) == 3
    assert all(path.stat().st_size > 1000 for path in found)
