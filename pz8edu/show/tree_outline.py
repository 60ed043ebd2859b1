"""A tree as a list in a list, for pages too narrow for its drawing: its outcomes stay at the edge."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape

from pz8edu.core.tree.node import Branch
from pz8edu.core.tree.tree import Tree
from pz8edu.core.tree.wording import label_words
from pz8edu.show.outcome_styles import OutcomeStyle, swatch
from pz8edu.show.outcomes import spoken
from pz8edu.show.tree_places import NodeAt, laid_out
from pz8edu.show.tree_svg import looks_of


def outlined_tree(
    tree: Tree[object],
    lit: tuple[Branch, ...] = (),
    looks: Mapping[str, OutcomeStyle] | None = None,
    word: Callable[[object], str] = str,
    says: Callable[[str], str] = spoken,
) -> str:
    """The tree as HTML text; what is given is as for `draw`."""
    top = laid_out(tree, lit, word, says)
    styles = looks_of(list(top.leaves()), looks)
    return f'<ul class="pz8-outline">{_item(top, styles)}</ul>'


def _item(place: NodeAt, styles: Mapping[str, OutcomeStyle]) -> str:
    """An answer with its chance, and what comes after it."""
    taken = ' class="pz8-lit"' if place.lit and place.depth else ""
    share = "" if place.share == "1" else f" <small>{escape(place.share)}</small>"
    answer = f"<span>{escape(place.words)}{share}</span>" if place.words else ""
    if place.node is None:
        end = swatch(styles[place.outcome], place.said)
        return f"<li{taken}>{answer}{end}<b>{escape(place.chance)}</b></li>"
    below = "".join(_item(each, styles) for each in place.below)
    asked = label_words(place.node).rpartition(": ")[2]
    return f"<li{taken}>{answer}<em>{escape(asked)}</em><ul>{below}</ul></li>"
