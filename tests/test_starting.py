"""No Python that the kit starts takes a module from the folder that somebody stands in, such as a clone."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from pz8edu import lab
from pz8edu.starting import SAFE, module_command, safe_path

PLANTED = ("json", "difflib", "tomllib", "argparse", "socket", "pickle", "tempfile", "nbformat", "jupyterlab")
PLANT = "from pathlib import Path\nPath(__file__).with_suffix('.ran').touch()\nraise SystemExit(9)\n"


@pytest.fixture
def foreign(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder with modules of somebody else: we stand in it, and none of them may have run."""
    folder = tmp_path / "clone"
    folder.mkdir()
    for name in PLANTED:
        (folder / f"{name}.py").write_text(PLANT, encoding="utf-8")
    monkeypatch.chdir(folder)
    yield folder
    assert [path.name for path in folder.glob("*.ran")] == []


def ran(*command: str) -> subprocess.CompletedProcess[str]:
    project = Path(__file__).parents[1]
    path = os.pathsep.join([str(project), str(project / "widgets")])
    return subprocess.run(
        command, env=os.environ | {"PYTHONPATH": path}, capture_output=True, text=True, timeout=120
    )


def test_a_module_is_started_without_the_current_folder(foreign: Path) -> None:
    done = ran(*module_command("json.tool", "--help"))
    assert done.returncode == 0, done.stderr
    assert "usage" in done.stdout


def test_lessons_are_signed_and_jupyterlab_is_started_without_it(
    foreign: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[list[str]] = []

    class Started:
        def __init__(self, command: list[str], **_: object) -> None:
            started.append(command)

        def wait(self) -> int:
            return 0

    monkeypatch.setattr(subprocess, "Popen", Started)
    monkeypatch.setattr(subprocess, "call", lambda command, **_: started.append(command))
    monkeypatch.setattr(lab, "shipped", lambda: {"00-map.ipynb": lab.digest_of(lessons / "00-map.ipynb")})
    lessons = foreign / "lessons"
    lessons.mkdir()
    (lessons / "00-map.ipynb").write_text("{}", encoding="utf-8")
    assert lab.open_lab(browser=False) == 0
    assert [command[1:4] for command in started] == [
        ["-P", "-c", lab.SIGN],
        ["-P", "-m", "jupyterlab"],
    ]


@pytest.mark.parametrize("method", ["spawn", "forkserver"])
def test_processes_of_libraries_do_without_it(foreign: Path, method: str) -> None:
    """As a script has them that lies elsewhere, such as the command `pz8edu`."""
    script = foreign.parent / "script.py"
    script.write_text(
        "import multiprocessing\n"
        "from concurrent.futures import ProcessPoolExecutor\n"
        "from pz8edu.starting import safe_path\n"
        "if __name__ == '__main__':\n"
        f"    with safe_path(), ProcessPoolExecutor(1, multiprocessing.get_context({method!r})) as pool:\n"
        "        print(pool.submit(abs, -7).result())\n",
        encoding="utf-8",
    )
    done = ran(sys.executable, str(script))
    assert done.stdout == "7\n", done.stderr


def test_the_environment_is_as_it_was_afterwards(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(SAFE, raising=False)
    with safe_path():
        assert os.environ[SAFE] == "1"
    assert SAFE not in os.environ
    monkeypatch.setenv(SAFE, "yes")
    with safe_path():
        pass
    assert os.environ[SAFE] == "yes"
