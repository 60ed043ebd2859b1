"""Two versions of a notebook or a text, line by line, without outputs and other noise."""

from __future__ import annotations

import difflib
import io
import subprocess
from pathlib import Path
from typing import Any

from pz8edu.errors import BadInput, reason


def lines_between(before: str, after: str) -> str:
    """The lines of a text that were taken away and added, those that stayed between them."""
    found = difflib.ndiff(before.splitlines(), after.splitlines())
    return "\n".join(line.rstrip() for line in found if not line.startswith("?")) if before != after else ""


def differences(before: Any, after: Any) -> str:
    """The differences of two notebooks as lines of text, sources only."""
    from nbdime import diff_notebooks
    from nbdime.diffing.notebooks import reset_notebook_differ, set_notebook_diff_targets
    from nbdime.prettyprint import PrettyPrintConfig, pretty_print_notebook_diff

    set_notebook_diff_targets(
        sources=True, outputs=False, attachments=False, metadata=False, identifier=False, details=False
    )
    try:
        found = diff_notebooks(before, after)
    finally:
        reset_notebook_differ()
    if not found:
        return ""
    page = io.StringIO()
    config = PrettyPrintConfig(out=page, use_color=False, use_git=False, use_diff=False)
    pretty_print_notebook_diff("before", "after", before, found, config)
    lines = page.getvalue().splitlines()
    return "\n".join(line for line in lines if not line.startswith(("nbdiff", "---", "+++")))


def text_of(path: Path) -> str:
    """A file as text; raises BadInput where it cannot be read."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        raise BadInput(f"{path.name!r} cannot be read: {reason(fault)}") from None


def notebook(name: str, text: str) -> Any:
    """A notebook from its text; raises BadInput for what is none."""
    import nbformat

    try:
        return nbformat.reads(text, as_version=4)  # type: ignore[no-untyped-call]
    except Exception as fault:
        raise BadInput(f"{name!r} is not a notebook: {fault}") from None


def committed(path: Path) -> str:
    """The file as it stands in the last commit."""
    where = path.resolve()
    try:
        found = subprocess.run(
            ["git", "show", f"HEAD:./{where.name}"],  # noqa: S607
            cwd=where.parent,
            capture_output=True,
            check=True,
            text=True,
            encoding="utf-8",
        )
    except (OSError, subprocess.CalledProcessError):
        raise BadInput(
            f"{path.name!r} has no committed copy; name one: what_did_i_change(lesson, original)"
        ) from None
    return found.stdout
