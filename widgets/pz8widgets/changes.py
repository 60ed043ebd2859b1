"""What did I change? A lesson or a variant against another copy of it: its lines, its rules, its odds."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any

import ipywidgets as w

from pz8edu.desk.variants.variant import variant_in
from pz8edu.desk.variants.versions import Versions, compare_variants, versions_of
from pz8widgets.line_by_line import committed, differences, lines_between, notebook, text_of
from pz8widgets.page.theme import apply_theme, card, words


class Changes(w.VBox):  # type: ignore[misc] # ipywidgets has no types
    """What differs between two versions: `text` holds the lines, `versions` the changed rules and odds.

    `versions` is None where there is no rule to compare.
    """

    def __init__(self, title: str, text: str, note: str = "", versions: Versions | None = None) -> None:
        super().__init__()
        self.text, self.versions = text, versions
        shown = escape(text) if text.strip() else "Nothing has been changed."
        cards = [card(title, words(f"<pre class='pz8-diff'>{shown}</pre>"), note=note)]
        if versions is not None:
            told = words(f"<div class='pz8-wide'>{versions._repr_html_()}</div>")
            cards.insert(0, card("What it does", told, note="changed rules beside changed odds"))
        self.children = tuple(cards)
        apply_theme(self)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, str]:
        """The live widget, and for wherever no widget runs its words."""
        bundle: dict[str, str] = super()._repr_mimebundle_(**kwargs)
        told = "" if self.versions is None else f"{self.versions!r}\n\n"
        table = "" if self.versions is None else self.versions._repr_html_()
        return {
            **bundle,
            "text/plain": told + self.text,
            "text/html": f"{table}<pre>{escape(self.text)}</pre>",
        }


def what_did_i_change(mine: str | Path, original: str | Path | None = None) -> Changes:
    """A lesson or a variant file against another copy of it; against the last commit if no copy is named.

    Of a lesson only what a person writes counts: the sources of its cells. Save it first. Where both have
    variants or questions, what changed in them stands beside what that did to the odds. Raises BadInput for a
    file that is neither a notebook nor a variant, and where there is no commit to compare with.
    """
    path = Path(mine)
    ours = text_of(path)
    theirs = text_of(Path(original)) if original is not None else committed(path)
    name = Path(original).name if original is not None else f"{path.name} as committed"
    if path.suffix == ".toml":
        versions = compare_variants(variant_in(theirs, name), variant_in(ours, path.name))
        return Changes("Line by line", lines_between(theirs, ours), path.name, versions)
    lines = differences(notebook(name, theirs), notebook(path.name, ours))
    beside = path.parent / name if original is None else Path(original)
    return Changes("What did I change?", lines, path.name, versions_of(theirs, ours, beside, path))
