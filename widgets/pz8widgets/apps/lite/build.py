"""The site: JupyterLite's pages, Python for the browser, and the lessons."""

from __future__ import annotations

import json
import shutil
import subprocess
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path

from pz8edu.errors import BadInput
from pz8edu.lab import SETTINGS as SETTINGS_OF_LAB
from pz8edu.lab import digest_of, how_to_install, shipped
from pz8edu.starting import module_command
from pz8widgets.apps.lite.runtime import KERNEL as OF_KERNEL
from pz8widgets.apps.lite.runtime import laid_out

EXTENSIONS = {
    "jupyterlab_widgets": "@jupyter-widgets/jupyterlab-manager",
    "anywidget": "anywidget",
    "jupyterlite_pyodide_kernel": "@jupyterlite/pyodide-kernel-extension",
}
"""What JupyterLab needs to show widgets and to run Python, by the packages that bring it."""

OWN_EXTENSION = SETTINGS_OF_LAB / "labextensions" / "pz8edu"
"""It runs a lesson when it is opened."""

KERNEL = "@jupyterlite/pyodide-kernel-extension:kernel"
KERNEL_PACKAGES = [name.replace("_", "-") for name in OF_KERNEL]
SETTINGS = {
    "jupyter-lite-schema-version": 0,
    "jupyter-config-data": {
        "appName": "pz8edu",
        "litePluginSettings": {
            KERNEL: {
                "pyodideUrl": "./static/pyodide/start.mjs",
                "disablePyPIFallback": True,
                "loadPyodideOptions": {
                    "packages": ["pz8edu", "micropip", "comm", "ipython", "jedi", *KERNEL_PACKAGES],
                    "env": {"HOME": "/home/pyodide", "PYTHONWARNINGS": "ignore:only soft file lock"},
                    "lockFileURL": "./static/pyodide/pyodide-lock.json",
                },
            }
        },
    },
}
OVERRIDES = {"@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False}}


def extension(package: str, name: str) -> Path:
    """The folder of an extension of JupyterLab that a package has installed. Raises BadInput for none."""
    try:
        found = [each for each in files(package) or [] if each.match(f"*/labextensions/{name}/package.json")]
    except PackageNotFoundError:
        found = []
    if not found:
        raise BadInput(f"the site needs {package}; install it with: {how_to_install('lite')}")
    return Path(str(found[0].locate())).resolve().parent


def contents(lessons: Path, folder: Path) -> Path:
    """The lessons as a Jupyter server hands them out: lines in one piece, and cells that are trusted or not.

    Lessons as they were shipped are trusted, and so run when they are opened.
    """
    import nbformat

    shutil.copytree(lessons, folder)
    for path in folder.rglob("*.ipynb"):
        notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]
        known = shipped().get(path.relative_to(folder).as_posix()) == digest_of(path)
        for cell in notebook.cells:
            if cell.cell_type == "code":
                cell.metadata["trusted"] = known
        path.write_text(json.dumps(notebook), encoding="utf-8")
    return folder


def build(output: Path, lessons: Path, cache: Path) -> Path:
    """Build the site of a folder of lessons. Raises BadInput where something is missing."""
    if not lessons.is_dir():
        raise BadInput(f"there is no folder {str(lessons)!r}: say where the lessons lie, --lessons FOLDER")
    shown = {package: extension(package, name) for package, name in EXTENSIONS.items()}
    from jupyterlite_pyodide_kernel.constants import PYODIDE_VERSION

    work = cache / "site"
    shutil.rmtree(work, ignore_errors=True)
    kernel = shown["jupyterlite_pyodide_kernel"] / "static" / "pypi"
    laid_out(PYODIDE_VERSION, kernel, cache / "packages", work / "static" / "pyodide")
    (work / "jupyter-lite.json").write_text(json.dumps(SETTINGS), encoding="utf-8")
    (work / "overrides.json").write_text(json.dumps(OVERRIDES), encoding="utf-8")
    config = {
        "LiteBuildConfig": {
            "federated_extensions": [str(each) for each in (*shown.values(), OWN_EXTENSION)],
            "ignore_sys_prefix": ["federated_extensions"],
            "contents": [str(contents(lessons, work / "lessons"))],
            "no_sourcemaps": True,
            "overrides": [str(work / "overrides.json")],
        }
    }
    (work / "jupyter_lite_config.json").write_text(json.dumps(config), encoding="utf-8")
    command = module_command("jupyterlite_core.app", "build", "--lite-dir", str(work))
    done = subprocess.run(  # noqa: PLW1510 - its own words are told below
        [*command, "--output-dir", str(output.resolve())], cwd=work, capture_output=True, text=True
    )
    if done.returncode:
        faults = [line for line in (done.stdout + done.stderr).splitlines() if "Error: " in line]
        raise BadInput(f"JupyterLite could not build the site: {(faults or ['no reason given'])[-1]}")
    return output
