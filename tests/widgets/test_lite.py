"""The kit without a server: its wheels, its list of packages, and widgets where Bokeh is not."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import pz8widgets
from pz8edu.errors import BadInput
from pz8widgets.apps.lite import runtime
from pz8widgets.apps.lite.build import build, contents
from pz8widgets.apps.lite.bytecode import compile_all, compile_one
from pz8widgets.apps.lite.wheel import packed
from pz8widgets.plots.plot import Plot
from pz8widgets.plots.plot_pane import PlotPane

LESSONS = Path(__file__).resolve().parents[2] / "lessons"

WITHOUT = """
import sys
sys.modules.update(dict.fromkeys(("bokeh", "numpy", "panel", "scipy", "shapely"), None))
import pz8widgets
from pz8widgets import Calculator, Quiz, TurnByTurn
pages = Calculator("pz8-ww2", "direct-fire"), TurnByTurn("pz8-ww2", "rally-chain", condition="suppressed")
for page in pages:
    for title in page.switches.options:
        page.show(title)
pages[1].step(1)
assert "After turn" in pages[1].pane.news or pages[1].pane.news
assert "<svg" in pages[1].pane.value
table = pz8widgets.Tabletop("pz8-ww2", "first-shot")
x, y = table.board.places["T-34"][:2]
drop = {"act": "move", "unit": "T-34", "x": x, "y": y - 0.5, "facing": 0, "last": True, "number": 7}
before = table.board.pane.picture
table.board.pane._receive(None, drop, None)
assert table.board.places["T-34"][:2] == (x, y - 0.5)
assert table.board.pane.answered == 7
assert table.board.pane.picture != before
table.board.pane._receive(None, {"key": "ArrowUp", "shift": False}, None)
assert table.board.places["T-34"][1] > y - 0.5
assert 'data-base="T-34"' in before and 'aria-label="T-34: ' in before
table.board.zoom(2)
assert table.board.pane.frame[2] < 400
assert "pz8-known" in table.bars.value
try:
    pz8widgets.BokehPane
except ModuleNotFoundError as fault:
    print(fault)
"""


def test_widgets_and_boards_do_without_bokeh_numpy_and_shapely(project: Path) -> None:
    done = subprocess.run([sys.executable, "-c", WITHOUT], capture_output=True, text=True, cwd=project)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("BokehPane needs bokeh")
    assert "all else does without" in done.stdout


def test_what_is_shown_again_has_an_empty_display() -> None:
    """Where Python runs in a page None is never heard of: a part that was hidden would stay so."""
    changed = re.compile(r"layout\.display\b.*=|\bdisplay = ")
    for file in Path(pz8widgets.__file__).parent.rglob("*.py"):
        for line in file.read_text(encoding="utf-8").splitlines():
            assert not (changed.search(line) and re.search(r"(= |else |, )None\b|\bNone if ", line)), line


def test_a_picture_of_a_plot_is_renewed_and_speaks() -> None:
    pane = PlotPane(Plot("two bars", "turn", "", (0.0, 1.0)))
    assert "two bars" in pane.value
    pane.plot = Plot("three bars", "turn", "", (0.0, 1.0))
    pane.news = "after turn 3 < 4"
    assert "three bars" in pane.value
    assert '<p class="pz8-unseen" role="status">after turn 3 &lt; 4</p>' in pane.value


def test_a_wheel_is_the_same_whenever_it_is_packed_and_can_be_imported(tmp_path: Path) -> None:
    files = {"tin/__init__.py": b"soldiers = 12\n"}
    wheel = packed("tin", "1.0", files, tmp_path, needs=["sympy"])
    before = wheel.read_bytes()
    assert packed("tin", "1.0", files, tmp_path, needs=["sympy"]).read_bytes() == before
    with zipfile.ZipFile(wheel) as archive:
        assert "Requires-Dist: sympy" in archive.read("tin-1.0.dist-info/METADATA").decode()
        assert "tin/__init__.py,sha256=" in archive.read("tin-1.0.dist-info/RECORD").decode()
    program = f"import sys; sys.path.insert(0, {str(wheel)!r}); import tin; print(tin.soldiers)"
    assert subprocess.run([sys.executable, "-c", program], capture_output=True, text=True).stdout == "12\n"


def test_the_runtime_names_what_is_there_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    known = {
        name: {"name": name, "version": "1", "depends": [], "file_name": "elsewhere", "sha256": ""}
        for name in (*runtime.FIRST, "mpmath", "numpy")
    }
    known["sympy"]["depends"] = ["mpmath"]
    source = tmp_path / "source"
    source.mkdir()
    (source / runtime.LOCK).write_text(
        json.dumps({"info": {"python": "3.14.2"}, "packages": known}), encoding="utf-8"
    )
    (source / "pyodide.mjs").write_text("", encoding="utf-8")
    with zipfile.ZipFile(source / runtime.LIBRARY, "w") as library:
        library.writestr("enum.py", "soldiers = 12\n")
    kernel = tmp_path / "kernel"
    kernel.mkdir()
    for name in runtime.KERNEL:
        packed(name, "2.0", {f"{name}.py": b""}, kernel)

    def wheel_of(_: Path, name: str, release: str, python: str) -> Path:
        assert python == "3.14"
        name = name.replace("-", "_")
        return packed(name, release, {f"{name}/__init__.py": b"", f"{name}/tests/test_it.py": b""}, tmp_path)

    def compiled(_: Path, target: Path) -> None:
        compile_all(str(target), runtime.OURS)

    monkeypatch.setattr(runtime, "runtime", lambda *_: source)
    monkeypatch.setattr(runtime, "wheel_of", wheel_of)
    monkeypatch.setattr(runtime, "compiled", compiled)
    target = tmp_path / "target"
    runtime.laid_out("1", kernel, tmp_path, target)
    packages = json.loads((target / runtime.LOCK).read_text(encoding="utf-8"))["packages"]
    assert "numpy" not in packages
    assert {"ipython", "pz8edu", "markupsafe", "anywidget", "pyodide-kernel"} <= set(packages)
    for name, entry in packages.items():
        content = (target / entry["file_name"]).read_bytes()
        assert hashlib.sha256(content).hexdigest() == entry["sha256"], name
        assert set(entry["depends"]) <= set(packages), name
    with zipfile.ZipFile(target / packages["pz8edu"]["file_name"]) as archive:
        inside = archive.namelist()
    assert {"pz8edu/__init__.py", "pz8widgets/page/theme.css"} <= set(inside)
    assert [name for name in inside if name.startswith("pz8edu/__pycache__/__init__.")]
    with zipfile.ZipFile(target / packages["ipython"]["file_name"]) as archive:
        assert [name for name in archive.namelist() if ".dist-info" not in name] == ["ipython/__init__.pyc"]
    with zipfile.ZipFile(target / runtime.LIBRARY) as archive:
        assert {"enum.pyc", "sympy/__init__.pyc", "mpmath/__init__.pyc"} <= set(archive.namelist())
    with zipfile.ZipFile(target / packages["markupsafe"]["file_name"]) as archive:
        assert not [name for name in archive.namelist() if name.endswith(".so")]


def test_a_package_is_compiled_and_looks_at_no_source_again(tmp_path: Path) -> None:
    files = {"tin/__init__.py": b"soldiers = 12\n", "tin/tests/__init__.py": b"", "tin/wounds.csv": b"1"}
    program = "import tin; print(tin.soldiers, tin.__file__.endswith('.py'))"
    for keep, source in ((True, "True"), (False, "False")):
        wheel = packed("tin", "1.0", files, tmp_path)
        compile_one(wheel, keep)
        inside = tmp_path / source
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(inside)
        assert (inside / "tin" / "wounds.csv").exists()
        assert (inside / "tin" / "tests").exists() is keep
        if keep:
            (inside / "tin" / "__init__.py").write_text("soldiers = 13\n")
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=inside)
        assert done.stdout == f"12 {source}\n", done.stderr


def test_what_is_missing_is_said_in_a_sentence(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="--lessons FOLDER"):
        build(tmp_path / "site", tmp_path / "nothing", tmp_path / "cache")
    with pytest.raises(BadInput, match="'no-such-program', which is not installed"):
        runtime.fetched(tmp_path, ["no-such-program"], "x*")
    with pytest.raises(BadInput, match="failed: "):
        runtime.fetched(tmp_path, [sys.executable, "-c", "raise SystemExit('no network')"], "x*")


def test_lessons_lie_there_as_a_server_hands_them_out(tmp_path: Path) -> None:
    """Lines in one piece, and trusted where nobody has changed them: so they run when they are opened."""
    folder = tmp_path / "mine"
    folder.mkdir()
    shipped = (LESSONS / "00-start-here.ipynb").read_text(encoding="utf-8")
    (folder / "00-start-here.ipynb").write_text(shipped, encoding="utf-8")
    (folder / "changed.ipynb").write_text(shipped, encoding="utf-8")
    for name, trusted in (("00-start-here", True), ("changed", False)):
        held = json.loads((contents(folder, tmp_path / name) / f"{name}.ipynb").read_text(encoding="utf-8"))
        cells = [cell for cell in held["cells"] if cell["cell_type"] == "code"]
        assert {cell["metadata"]["trusted"] for cell in cells} == {trusted}
        data = [output["data"] for cell in cells for output in cell["outputs"] if "data" in output]
        assert data
        assert {type(each["text/html"]) for each in data if "text/html" in each} == {str}
