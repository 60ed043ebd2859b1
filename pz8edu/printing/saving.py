"""Saved work: a temporary file and a rename, so that a stop in the middle leaves what was there."""

from __future__ import annotations

import tempfile
from pathlib import Path

from pz8edu.errors import BadInput


def save_text(file: Path, text: str) -> None:
    """Replace a file in one step; raises BadInput where it cannot be written."""
    kept = None
    try:
        with tempfile.NamedTemporaryFile(
            "w", encoding="utf-8", dir=file.parent, delete=False, newline="\n"
        ) as page:
            kept = Path(page.name)
            page.write(text)
        kept.chmod(0o644)
        kept.replace(file)
    except OSError as fault:
        if kept is not None:
            kept.unlink(missing_ok=True)
        raise BadInput(f"{file.name!r} cannot be written: {fault.strerror or fault}") from None
