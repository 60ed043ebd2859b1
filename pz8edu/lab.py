"""`pz8edu lab`: JupyterLab on the first page of the lessons, one page at a time."""

from __future__ import annotations

import hashlib
import importlib.metadata
import importlib.util
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from pz8edu.errors import BadInput, reason
from pz8edu.starting import module_command

FIRST = "00-map.ipynb"
"""The page that is opened first."""

SETTINGS = Path(__file__).resolve().parent / "jupyter"
"""What Jupyter needs for lessons: settings (no news, no dialogs), the extension that runs a lesson when it is
opened and keeps still pictures where no kernel runs, and the look of a printed page."""

DIGESTS = SETTINGS / "lessons.json"
"""The digest of every shipped lesson, written by `python -m pz8widgets.regenerate`."""

SIGN = "import sys; sys.modules['rfc3987_syntax'] = None; from nbformat.sign import main; main()"
"""Jupyter's program that signs notebooks, without what jsonschema takes two seconds for and never uses."""


def lessons_folder() -> Path:
    """Where the lessons lie: here or beside the package; raises BadInput if they are nowhere."""
    for folder in (Path.cwd() / "lessons", Path.cwd(), Path(__file__).resolve().parent.parent / "lessons"):
        if (folder / FIRST).is_file():
            return folder
    where = "'pz8edu lab' puts one there" if shipped_lessons() else "start in the project's folder"
    raise BadInput(f"no folder 'lessons' with {FIRST} in {Path.cwd()}; {where}")


def lessons_to_read() -> Path:
    """Where the lessons lie, or else those installed with the kit; raises BadInput without either."""
    try:
        return lessons_folder()
    except BadInput:
        if (kit := shipped_lessons()) is None:
            raise
        return kit


def shipped_lessons() -> Path | None:
    """Where the lessons lie that were installed with the kit."""
    try:
        files = importlib.metadata.files("pz8edu") or []
    except importlib.metadata.PackageNotFoundError:
        files = []
    found = next((each for each in files if each.match(f"share/pz8edu/lessons/{FIRST}")), None)
    path = None if found is None else Path(str(found.locate())).resolve()
    return path.parent if path is not None and path.is_file() else None


def own_lessons() -> Path:
    """The lessons, copied here from the kit where there are none yet. Raises BadInput."""
    try:
        return lessons_folder()
    except BadInput:
        kit = shipped_lessons()
        if kit is None:
            raise
    folder = Path.cwd() / "lessons"
    try:
        copied = copy_missing(kit, folder)
    except OSError as fault:
        raise BadInput(f"the lessons cannot be copied to {str(folder)!r}: {reason(fault)}") from None
    sys.stdout.write(f"The lessons were copied to {folder} ({copied} files; yours stay as they are).\n")
    return folder


def copy_missing(source: Path, target: Path) -> int:
    """Copy what is not there yet, and never over a file that is; how many files were copied."""
    copied = 0
    for file in sorted(path for path in source.rglob("*") if path.is_file()):
        there = target / file.relative_to(source)
        if not there.exists():
            there.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, there)
            copied += 1
    return copied


def how_to_install(extra: str = "lab") -> str:
    """The command that brings an extra of the kit: out of its own folder where that is the current one."""
    here = Path.cwd() == Path(__file__).resolve().parent.parent
    return f"""python -m pip install {f'-e ".[{extra}]"' if here else f'"pz8edu[{extra}]"'}"""


def open_lab(browser: bool = True, port: int | None = None) -> int:
    """Start JupyterLab in the lessons; returns its exit code.

    Raises BadInput when JupyterLab is not installed.
    """
    if importlib.util.find_spec("jupyterlab") is None:
        raise BadInput(f"JupyterLab is not installed; install it with: {how_to_install()}")
    folder = own_lessons()
    command = module_command("jupyterlab", f"--ServerApp.root_dir={folder}")
    command.append(f"--LabApp.default_url=/doc/tree/{FIRST}")
    if not browser:
        command.append("--no-browser")
    if port is not None:
        command.append(f"--port={port}")
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        command.append("--allow-root")
    trust(folder)
    server = subprocess.Popen(command, env=os.environ | jupyter_paths())
    while True:
        try:
            return server.wait()
        except KeyboardInterrupt:
            pass  # the server has seen Ctrl-C too, and asks before it stops


def jupyter_paths() -> dict[str, str]:
    """The environment in which Jupyter finds what lessons need of it, before its own."""
    names = ("JUPYTER_CONFIG_PATH", "JUPYTER_PATH")
    return {name: os.pathsep.join(filter(None, (str(SETTINGS), os.environ.get(name)))) for name in names}


def trust(folder: Path) -> None:
    """Sign the lessons of a folder, so that they run when they are opened.

    Only those that are still as they were shipped: what anybody else has written is not signed.
    """
    lessons = [str(folder / name) for name, digest in shipped().items() if digest_of(folder / name) == digest]
    if lessons:
        subprocess.call([sys.executable, "-P", "-c", SIGN, *lessons], stdout=subprocess.DEVNULL)


def shipped() -> dict[str, str]:
    """The digest of every lesson of the kit, by its path below the lessons."""
    read: dict[str, str] = json.loads(DIGESTS.read_text(encoding="utf-8"))
    return read


def digest_of(lesson: Path) -> str:
    """The digest of a notebook, whatever ends its lines; empty for what is no notebook."""
    try:
        text = json.dumps(json.loads(lesson.read_text(encoding="utf-8")), sort_keys=True)
    except (OSError, ValueError, RecursionError):
        return ""
    return hashlib.sha256(text.encode()).hexdigest()
