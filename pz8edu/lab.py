"""`pz8edu lab`: JupyterLab on the first lesson."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from pathlib import Path

from pz8edu.errors import BadInput

FIRST = "00-start-here.ipynb"
SETTINGS = Path(__file__).resolve().parent / "jupyter"
"""Settings for JupyterLab: it does not ask about its news, on top of the first lesson."""


def lessons_folder() -> Path:
    """Where the lessons lie: here or beside the package; raises BadInput if they are nowhere."""
    for folder in (Path.cwd() / "lessons", Path.cwd(), Path(__file__).resolve().parent.parent / "lessons"):
        if (folder / FIRST).is_file():
            return folder
    raise BadInput(f"no folder 'lessons' with {FIRST} in {Path.cwd()}; start in the project's folder")


def open_lab(browser: bool = True, port: int | None = None) -> int:
    """Start JupyterLab in the lessons; returns its exit code.

    Raises BadInput when JupyterLab is not installed.
    """
    if importlib.util.find_spec("jupyterlab") is None:
        raise BadInput('JupyterLab is not installed; install it with: python -m pip install -e ".[lab]"')
    folder = lessons_folder()
    command = [sys.executable, "-m", "jupyterlab", f"--ServerApp.root_dir={folder}"]
    command.append(f"--LabApp.default_url=/lab/tree/{FIRST}")
    if not browser:
        command.append("--no-browser")
    if port is not None:
        command.append(f"--port={port}")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--allow-root")
    trust(folder)
    known = os.environ.get("JUPYTER_CONFIG_PATH")
    paths = os.pathsep.join([str(SETTINGS), known] if known else [str(SETTINGS)])
    server = subprocess.Popen(command, env=os.environ | {"JUPYTER_CONFIG_PATH": paths})
    while True:
        try:
            return server.wait()
        except KeyboardInterrupt:
            pass  # the server has seen Ctrl-C too, and asks before it stops


def trust(folder: Path) -> None:
    """Sign the lessons of a folder, so that JupyterLab shows their saved widgets before anything runs."""
    lessons = [str(path) for path in folder.rglob("*.ipynb") if ".ipynb_checkpoints" not in path.parts]
    subprocess.call([sys.executable, "-m", "nbformat.sign", *lessons], stdout=subprocess.DEVNULL)
