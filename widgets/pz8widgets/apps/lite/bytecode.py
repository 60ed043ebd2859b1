"""Packages compiled beforehand: run by the Python of the browser while a site is built."""

from __future__ import annotations

import compileall
import site
import tempfile
import zipfile
from collections.abc import Collection
from pathlib import Path
from py_compile import PycInvalidationMode

LEFT_OUT = (
    "/tests/",
    "/django-stubs/",
    "/typeshed/third_party/",
    "/typeshed/stdlib/2/",
    ".data/",
    "/labextension/",
)
"""Parts of other people's packages that nobody asks for in a page."""


def compile_all(folder: str, with_sources: Collection[str]) -> None:
    """Compile Python's own library and every wheel of a folder; those `with_sources` keep them beside it."""
    for path in sorted(Path(folder).iterdir()):
        if path.suffix in (".whl", ".zip"):
            compile_one(path, keep=path.name.partition("-")[0] in with_sources)


def compile_one(package: Path, keep: bool) -> None:
    """Compile a package for the Python that runs this, which will not look at its sources again."""
    with tempfile.TemporaryDirectory() as name:
        inside = Path(name)
        with zipfile.ZipFile(package) as archive:
            archive.extractall(inside, [each for each in archive.namelist() if keep or not left_out(each)])
        compileall.compile_dir(
            inside,
            maxlevels=99,
            quiet=2,
            legacy=not keep,
            stripdir=name,
            prependdir=site.getsitepackages()[0],
            invalidation_mode=PycInvalidationMode.UNCHECKED_HASH,
        )
        with zipfile.ZipFile(package, "w", zipfile.ZIP_DEFLATED) as archive:
            for path in sorted(inside.rglob("*")):
                if path.is_file() and (keep or path.suffix != ".py" or not path.with_suffix(".pyc").exists()):
                    entry = zipfile.ZipInfo(path.relative_to(inside).as_posix())
                    archive.writestr(entry, path.read_bytes(), zipfile.ZIP_DEFLATED)


def left_out(name: str) -> bool:
    """Does a file belong to a part that nobody asks for?"""
    return any(part in name for part in LEFT_OUT)
