"""Wheels of plain Python, packed here."""

from __future__ import annotations

import base64
import hashlib
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path

TAG = b"Wheel-Version: 1.0\nGenerator: pz8edu\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
LONG_AGO = (1980, 1, 1, 0, 0, 0)
"""The same wheel from the same files, whenever it is packed."""


def packed(
    name: str, version: str, files: Mapping[str, bytes], folder: Path, needs: Iterable[str] = ()
) -> Path:
    """A wheel that holds some files by their paths; `needs` are its requirements."""
    facts = f"{name}-{version}.dist-info"
    requires = "".join(f"Requires-Dist: {each}\n" for each in needs)
    inside = dict(files) | {
        f"{facts}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{requires}".encode(),
        f"{facts}/WHEEL": TAG,
    }
    record = "".join(f"{path},{digest(content)},{len(content)}\n" for path, content in inside.items())
    inside[f"{facts}/RECORD"] = f"{record}{facts}/RECORD,,\n".encode()
    wheel = folder / f"{name}-{version}-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in inside.items():
            archive.writestr(zipfile.ZipInfo(path, LONG_AGO), content, zipfile.ZIP_DEFLATED)
    return wheel


def digest(content: bytes) -> str:
    """A checksum as wheels write it."""
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(content).digest()).decode().rstrip("=")


def files_of(package: Path) -> dict[str, bytes]:
    """All files of a package by their paths from its parent, without bytecode."""
    return {
        path.relative_to(package.parent).as_posix(): path.read_bytes()
        for path in sorted(package.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts and path.suffix not in (".so", ".pyd", ".c")
    }
