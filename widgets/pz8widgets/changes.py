"""What did I change? A lesson against the lesson as it came, and one variant's text against another's."""

from __future__ import annotations

import io
import subprocess
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any

import ipywidgets as w

from pz8edu.asking.variant import read_variant
from pz8edu.errors import BadInput
from pz8widgets.page.theme import apply_theme, card, words


class Changes(w.VBox):  # type: ignore[misc] # ipywidgets has no types
    """The differences between two lessons, without outputs and other noise; `text` holds them as lines."""

    def __init__(self, title: str, text: str, note: str = "") -> None:
        super().__init__()
        self.text = text
        shown = escape(text) if text.strip() else "Nothing has been changed."
        self.children = (card(title, words(f"<pre class='pz8-diff'>{shown}</pre>"), note=note),)
        apply_theme(self)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        """The live widget, and for wherever no widget runs the lines."""
        bundle: dict[str, str] = super()._repr_mimebundle_(**kwargs)
        return {**bundle, "text/plain": self.text, "text/html": f"<pre>{escape(self.text)}</pre>"}


def what_did_i_change(lesson: str | Path, original: str | Path | None = None) -> Changes:
    """A lesson against another copy of it; against the last commit if no copy is named.

    Only what a learner writes counts: the sources of the cells. Save the lesson first.
    Raises BadInput for a file that is no notebook, and where there is no commit to compare with.
    """
    path = Path(lesson)
    mine = notebook(path.name, text_of(path))
    if original is not None:
        other = Path(original)
        return Changes(
            "What did I change?", differences(notebook(other.name, text_of(other)), mine), path.name
        )
    return Changes("What did I change?", differences(notebook(path.name, committed(path)), mine), path.name)


def compare_variants(first: str | Path, second: str | Path) -> Changes:
    """Two variant files: what each changes in the printed rules, line by line.

    Raises BadInput for a file that is no variant.
    """
    sides = [departures_of(Path(path)) for path in (first, second)]
    lines = []
    for name in dict.fromkeys([*sides[0], *sides[1]]):
        before, after = (side.get(name, "as printed") for side in sides)
        lines.append(f"  {name} = {after}" if before == after else f"- {name} = {before}\n+ {name} = {after}")
    return Changes("Two variants", "\n".join(lines), f"{Path(first).name} against {Path(second).name}")


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


def departures_of(path: Path) -> Mapping[str, Any]:
    """What a variant file changes, with its base first."""
    rules = read_variant(path).rules
    return {"base": rules.system, **rules.departures()}


def text_of(path: Path) -> str:
    """A file as text; raises BadInput where it cannot be read."""
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        raise BadInput(f"{path.name!r} cannot be read: {fault}") from None


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
