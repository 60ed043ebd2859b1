"""Under Voilà every visitor has a progress of their own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from nbformat.v4 import new_code_cell, new_notebook

from pz8widgets.apps.voila import COOKIE, NAME, own_progress
from pz8widgets.course.progress import PLACE


class Visitor:
    """What Voilà hands to the hook: a request with cookies."""

    def __init__(self) -> None:
        self.cookies: dict[str, str] = {}

    def get_cookie(self, name: str, default: str) -> str:
        return self.cookies.get(name, default)

    def set_cookie(self, name: str, value: str, **_: Any) -> None:
        self.cookies[name] = value

    def opens(self, folder: Path) -> str:
        """The folder in which a lesson keeps this visitor's answers."""
        notebook = new_notebook(cells=[new_code_cell("1")])
        cells = own_progress(folder)(self, notebook, "").cells
        assert [cell.source for cell in cells[1:]] == ["1"]
        environment: dict[str, str] = {}
        exec(cells[0].source.replace("import os; os.environ", "environment"), {"environment": environment})
        return environment[PLACE]


def test_every_visitor_has_a_progress_of_their_own_and_finds_it_again(tmp_path: Path) -> None:
    a, b = Visitor(), Visitor()
    assert a.opens(tmp_path) != b.opens(tmp_path)
    assert a.opens(tmp_path) == a.opens(tmp_path)
    assert Path(a.opens(tmp_path)).parent == tmp_path.resolve()


def test_nobody_chooses_the_folder(tmp_path: Path) -> None:
    visitor = Visitor()
    visitor.cookies[COOKIE] = "../../etc"
    assert Path(visitor.opens(tmp_path)).parent == tmp_path.resolve()
    assert NAME.fullmatch(visitor.cookies[COOKIE])
