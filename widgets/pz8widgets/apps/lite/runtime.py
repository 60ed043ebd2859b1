"""Python for the browser: Pyodide's runtime from npm, and beside it what the kit needs, as wheels."""

from __future__ import annotations

import hashlib
import json
import subprocess
import tarfile
from collections.abc import Iterable, Mapping
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from pz8edu.errors import BadInput
from pz8edu.starting import module_command
from pz8widgets.apps.lite.wheel import files_of, packed

LOCK = "pyodide-lock.json"
FIRST = ("micropip", "ipython", "jedi", "sympy", "typing-extensions")
"""Packages that Pyodide knows, in its own versions, with all that they need."""
ADDED = (
    "anywidget", "comm", "filelock", "fsrs", "ipywidgets", "jupyterlab_widgets", "markdown_it_py", "mdurl",
    "psygnal"
)  # fmt: skip
"""Packages of plain Python that Pyodide does not know, in the versions that are installed here."""
OURS = ("pz8edu", "pz8widgets")
PLAIN = "markupsafe"
"""It brings a compiled part, and does without."""


def fetched(folder: Path, command: Iterable[str], wanted: str) -> None:
    """Run a command that brings files into a folder, if they are not there. Raises BadInput if it fails."""
    if any(folder.glob(wanted)):
        return
    folder.mkdir(parents=True, exist_ok=True)
    try:
        subprocess.run([*command], cwd=folder, check=True, capture_output=True, text=True)
    except FileNotFoundError as fault:
        raise BadInput(f"the site needs {fault.filename!r}, which is not installed") from None
    except subprocess.CalledProcessError as fault:
        last = (fault.stderr or fault.stdout).strip().splitlines()[-1:]
        raise BadInput(f"{' '.join(command)} failed: {' '.join(last)}") from None


def wheel_of(cache: Path, name: str, release: str, python: str) -> Path:
    """The wheel of a package of plain Python, for a version of Python."""
    stem = f"{name.replace('-', '_')}-{release}-"
    pip = module_command("pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:")
    pip += ["--platform", "any", "--python-version", python, "--dest", "."]
    fetched(cache, [*pip, f"{name}=={release}"], f"{stem}*")
    return next(cache.glob(f"{stem}*"))


def runtime(cache: Path, release: str) -> Path:
    """The folder of Pyodide's runtime."""
    folder = cache / f"pyodide-{release}"
    if not folder.is_dir():
        fetched(cache, ["npm", "pack", "--silent", f"pyodide@{release}"], f"pyodide-{release}.tgz")
        with tarfile.open(cache / f"pyodide-{release}.tgz") as archive:
            archive.extractall(folder, filter="data")
    return folder / "package"


def closure(packages: Mapping[str, Any], names: Iterable[str]) -> set[str]:
    """Packages with everything that they depend on."""
    found: set[str] = set()
    left = [name.lower() for name in names]
    while left:
        name = left.pop()
        if name not in found:
            found.add(name)
            left += [each.lower().replace("_", "-") for each in packages[name]["depends"]]
    return found


def laid_out(release: str, cache: Path, target: Path) -> None:
    """Lay the runtime and all wheels into a folder, with a lock that names them and nothing else."""
    source = runtime(cache, release)
    lock = json.loads((source / LOCK).read_text(encoding="utf-8"))
    known = lock["packages"]
    python = lock["info"]["python"].rpartition(".")[0]
    target.mkdir(parents=True, exist_ok=True)
    for path in source.iterdir():
        if path.suffix in (".mjs", ".js", ".wasm", ".zip") and path.is_file():
            (target / path.name).write_bytes(path.read_bytes())
    kept = {name: known[name] for name in closure(known, FIRST)}
    for name, entry in kept.items():
        laid(entry, wheel_of(cache, name, entry["version"], python), target)
    for name in ADDED:
        kept[name.replace("_", "-")] = entry = added(name, version(name))
        laid(entry, wheel_of(cache, name, version(name), python), target)
    for entry, wheel in (plain(target), ours(target)):
        kept[entry["name"]] = entry
        laid(entry, wheel, target)
    lock["packages"] = dict(sorted(kept.items()))
    (target / LOCK).write_text(json.dumps(lock), encoding="utf-8")


def added(name: str, release: str, needs: Iterable[str] = ()) -> dict[str, Any]:
    """A package that Pyodide's lock does not know, as the lock tells it."""
    return {
        "name": name.replace("_", "-"),
        "version": release,
        "install_dir": "site",
        "package_type": "package",
        "imports": [name],
        "depends": [each.replace("_", "-") for each in needs],
        "unvendored_tests": False,
    }


def laid(entry: dict[str, Any], wheel: Path, target: Path) -> None:
    """Lay a wheel down, and write its name and checksum into its entry."""
    content = wheel.read_bytes()
    if wheel.parent != target:
        (target / wheel.name).write_bytes(content)
    entry["file_name"] = wheel.name
    entry["sha256"] = hashlib.sha256(content).hexdigest()


def plain(target: Path) -> tuple[dict[str, Any], Path]:
    """MarkupSafe without its compiled part, which its own code passes over."""
    release = version(PLAIN)
    return added(PLAIN, release), packed(PLAIN, release, files_of(package(PLAIN)), target)


def ours(target: Path) -> tuple[dict[str, Any], Path]:
    """Both packages of the kit as one wheel."""
    files = {path: content for each in OURS for path, content in files_of(package(each)).items()}
    release = version("pz8edu")
    entry = added("pz8edu", release, (*FIRST, *ADDED, PLAIN))
    return {**entry, "imports": [*OURS]}, packed("pz8edu", release, files, target)


def package(name: str) -> Path:
    """The folder of an installed package."""
    spec = find_spec(name)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent
