"""Python for the browser: Pyodide's runtime from npm, and beside it what the kit needs, compiled."""

from __future__ import annotations

import hashlib
import json
import subprocess
import tarfile
import zipfile
from collections.abc import Iterable, Mapping
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from pz8edu.errors import BadInput
from pz8edu.starting import module_command
from pz8widgets.apps.lite.wheel import files_of, packed

HERE = Path(__file__).parent
LOCK = "pyodide-lock.json"
FIRST = ("micropip", "ipython", "jedi", "sympy", "typing-extensions")
"""Packages that Pyodide knows, in its own versions, with all that they need."""
ADDED = (
    "anywidget", "comm", "filelock", "fsrs", "ipywidgets", "jupyterlab_widgets", "markdown_it_py", "mdurl",
    "psygnal"
)  # fmt: skip
"""Packages of plain Python that Pyodide does not know, in the versions that are installed here."""
OURS = ("pz8edu", "pz8widgets")
KERNEL = ("ipykernel", "piplite", "pyodide_kernel")
"""What runs the cells of a notebook, as wheels of JupyterLite's own."""
UNPACKED = ("micropip", "ipython", "jedi", "parso")
"""Packages that read files of their own; the others go into Python's own library, which stays packed."""
LIBRARY = "python_stdlib.zip"
PLAIN = "markupsafe"
"""It brings a compiled part, and does without."""


def fetched(folder: Path, command: Iterable[str], wanted: str) -> None:
    """Run a command that brings files into a folder, if they are not there. Raises BadInput if it fails."""
    if any(folder.glob(wanted)):
        return
    folder.mkdir(parents=True, exist_ok=True)
    finished([*command], folder)


def finished(command: list[str], folder: Path) -> None:
    """Run a command in a folder to its end. Raises BadInput if it fails."""
    try:
        subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True)
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


def laid_out(release: str, kernel: Path, cache: Path, target: Path) -> None:
    """Lay the runtime and all wheels into a folder, with a lock that names them and nothing else.

    `kernel` is the folder where JupyterLite's own wheels lie.
    """
    source = runtime(cache, release)
    lock = json.loads((source / LOCK).read_text(encoding="utf-8"))
    known = lock["packages"]
    python = lock["info"]["python"].rpartition(".")[0]
    target.mkdir(parents=True, exist_ok=True)
    for path in (*source.iterdir(), HERE / "start.mjs"):
        if path.suffix in (".mjs", ".js", ".wasm", ".zip") and path.is_file():
            (target / path.name).write_bytes(path.read_bytes())
    kept = {name: known[name] for name in closure(known, FIRST)}
    for name, entry in kept.items():
        laid(entry, wheel_of(cache, name, entry["version"], python), target)
    for name in ADDED:
        kept[name.replace("_", "-")] = entry = added(name, version(name))
        laid(entry, wheel_of(cache, name, version(name), python), target)
    for name in KERNEL:
        wheel = next(kernel.glob(f"{name}-*.whl"))
        kept[name.replace("_", "-")] = entry = added(name, wheel.name.split("-")[1])
        laid(entry, wheel, target)
    for entry, wheel in (plain(target), ours(target)):
        kept[entry["name"]] = entry
        laid(entry, wheel, target)
    compiled(source, target)
    for name in closure(known, FIRST) - {*UNPACKED}:
        put_into(target / LIBRARY, target / kept.pop(name)["file_name"])
    for entry in kept.values():
        entry["depends"] = [name for name in entry["depends"] if name in kept]
        entry["sha256"] = hashlib.sha256((target / entry["file_name"]).read_bytes()).hexdigest()
    lock["packages"] = dict(sorted(kept.items()))
    (target / LOCK).write_text(json.dumps(lock), encoding="utf-8")


def compiled(source: Path, target: Path) -> None:
    """Compile all wheels, so that no page has to; ours keep the sources that readers are shown."""
    program = [str(HERE / f"bytecode.{kind}") for kind in ("mjs", "py")]
    finished(["node", program[0], str(source.resolve()), program[1], str(target.resolve()), OURS[0]], target)


def put_into(library: Path, wheel: Path) -> None:
    """Move what is in a wheel into the library that Python starts with."""
    with zipfile.ZipFile(wheel) as archive, zipfile.ZipFile(library, "a", zipfile.ZIP_DEFLATED) as inside:
        for name in archive.namelist():
            inside.writestr(zipfile.ZipInfo(name), archive.read(name), zipfile.ZIP_DEFLATED)
    wheel.unlink()


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
    """Lay a wheel down, and write its name into its entry."""
    if wheel.parent != target:
        (target / wheel.name).write_bytes(wheel.read_bytes())
    entry["file_name"] = wheel.name


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
