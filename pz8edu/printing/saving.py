"""Saved work: a temporary file and a rename, so that a stop in the middle leaves what was there; and read."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from pz8edu.errors import BadInput, reason


def save_text(file: Path, text: str) -> None:
    """Replace a file in one step; raises BadInput where it cannot be written.

    A file keeps its mode, and a link goes on leading to it; a new file has the mode of any new file.
    """
    kept = None
    try:
        target = Path(os.path.realpath(file))
        mode = target.stat().st_mode if target.exists() else _mode_of_new_files()
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", dir=target.parent, delete=False, newline="\n"
        ) as page:
            kept = Path(page.name)
            page.write(text)
        kept.chmod(mode & 0o777)
        kept.replace(target)
    except (OSError, ValueError) as fault:
        if kept is not None:
            kept.unlink(missing_ok=True)
        raise BadInput(f"{file.name!r} cannot be written: {reason(fault)}") from None


def read_text(file: Path, called: str, encoding: str = "utf-8") -> str:
    """The text of a file; raises BadInput where it cannot be read, which says what it is `called`."""
    try:
        return file.read_text(encoding=encoding)
    except (OSError, ValueError) as fault:
        raise BadInput(f"{called} cannot be read: {reason(fault)}") from None


def _mode_of_new_files() -> int:
    """What this process leaves to a new file."""
    kept = os.umask(0)
    os.umask(kept)
    return 0o666 & ~kept
