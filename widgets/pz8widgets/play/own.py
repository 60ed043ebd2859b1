"""Puzzles of one's own in the learner's file: kept from a game, and due as what was wrong in a lesson is."""

from __future__ import annotations

from collections.abc import Iterable

from IPython import get_ipython

from pz8edu.analysis.own_puzzles import OwnPuzzle, own_puzzles
from pz8widgets.course.progress import Progress

OWN = "own puzzle "
"""Their answers are kept under this and the id."""


def at_home() -> bool:
    """Is this a notebook of one's own, and no page that a class shares?"""
    return get_ipython() is not None


def keep(progress: Progress, puzzles: Iterable[OwnPuzzle]) -> None:
    """Keep some; one that is there already stays as it is."""
    for one in puzzles:
        progress.keep_puzzle(OWN + one.id, one.as_json())


def kept(progress: Progress) -> dict[str, OwnPuzzle]:
    """All that still hold, by their ids."""
    return own_puzzles(progress.puzzles.values())


def due(progress: Progress) -> list[OwnPuzzle]:
    """Those that come again today, the longest waiting first."""
    return list(own_puzzles(progress.puzzles[name] for name in progress.puzzles_due).values())
