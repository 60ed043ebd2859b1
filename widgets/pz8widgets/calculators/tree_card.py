"""The tree of a game as it stands on its card; what many people look at at once is drawn only once."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable
from itertools import islice
from typing import Any

from pz8edu.asking.playthrough import StepThrough
from pz8edu.core.tree.wording import answer_words
from pz8edu.pages.outcome_meanings import outcome_meaning
from pz8edu.show.outcomes import spoken
from pz8edu.show.tree_outline import outlined_tree
from pz8edu.show.tree_svg import draw
from pz8widgets.page.odds_bars import Looks, evenly

SMALLEST = 0.75
"""A tree is shrunk to this part of its size at most."""

ROOM = 470
"""Pixels: a tree that is wider than this gets the whole width beside the situation."""

MOST_KEPT, MOST_WAYS, MOST_FLAT, FEW_WAYS = 256, 22, 6, 3
"""So many trees are kept as drawn, for a class looks at the same; of more ways they are folded at first, of
fewer where a single throw decides, and where its answers are the outcomes: that is the bars again."""

PREFIX = "pz8-drawn"
"""Stands for the name of a drawing, which each page gives it."""

_kept: OrderedDict[Any, str] = OrderedDict()


def tree_card(play: StepThrough, looks: Looks, prefix: str) -> str:
    """The tree as a drawing and as a list, the path taken in heavy ink; `prefix` names its patterns."""
    question = play.question
    if said := evenly(play.before):
        return said
    key = (
        *(question.id, question.rule, question.word, question.outcomes, question.ranked),
        *(play.situation, play.rules, repr(play.dice)),
    )
    drawn = _kept.pop(key, None)
    if drawn is None:
        how: Any = {"looks": looks, "word": question.word, "says": said_in(play)}
        drawing = draw(play.tree, play.lit, prefix=PREFIX, **how)
        drawn = tree_html(drawing, outlined_tree(play.tree, play.lit, **how))
        ways = list(islice(play.tree.paths(), MOST_WAYS + 1))
        flat = all(len(way) == 1 for way, *_ in ways)
        told = flat and all(answer_words(*way[0]) == question.word(found) for way, found, _ in ways)
        if not play.dice and len(ways) > (FEW_WAYS if told else MOST_FLAT if flat else MOST_WAYS):
            called = "The bars, drawn as a tree" if told else "Many ways: show the tree"
            drawn = f"<details><summary>{called}</summary>{drawn}</details>"
    _kept[key] = drawn
    if len(_kept) > MOST_KEPT:
        _kept.popitem(last=False)
    return drawn.replace(PREFIX, prefix)


def said_in(play: StepThrough) -> Callable[[str], str]:
    """How the outcomes of a game are called: a letter with the word that the rules give it."""
    return lambda word: spoken(word, str(outcome_meaning(play.question, word, play.rules) or ""))


def tree_html(drawing: str, listed: str) -> str:
    """A tree on its card: shrunk to fit, but never so small that it cannot be read; then it scrolls.

    On a narrow page it is shown as a list.
    """
    wide = re.search(r' width="([\d.]+)"', drawing)
    width = float(wide[1]) if wide else 0
    roomy = " pz8-roomy" if width > ROOM else ""
    return f'<div class="pz8-tree{roomy}" style="--least:{width * SMALLEST:.0f}px">{drawing}{listed}</div>'
