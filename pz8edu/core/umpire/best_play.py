"""The best play of a rule in which somebody decides."""

from __future__ import annotations

from pz8edu.core.tree.best_play import BestPlay, Goal, solved
from pz8edu.core.umpire.base import AnyRule
from pz8edu.core.umpire.enumerating import Enumerating
from pz8edu.errors import BadInput

MOST_WAYS = 200_000
"""A rule that can go in more ways is refused; its tree would not fit into a small computer."""


def best_play(
    rule: AnyRule,
    *inputs: object,
    goal: Goal = None,
    side: str | None = None,
    least: bool = False,
    most_ways: int = MOST_WAYS,
) -> BestPlay:
    """What the best play of a rule is worth, and what every option costs at each decision, exactly.

    `goal` is what is wanted: one outcome (its chance), the worth of each outcome by its word, a function of
    the outcome, or without it the outcome itself, as a number. `least` wants as little of it as can be. Where
    two sides decide, `side` is the one whose goal it is; the other plays against it.

    >>> from pz8edu.core import best_play
    >>> def last(umpire):  # one die may be thrown once more
    ...     face = umpire.settle("die", umpire.d6("die"))
    ...     if umpire.choose("again", ["stay", "throw"]) == "stay":
    ...         return face
    ...     return umpire.d6("second")
    >>> found = best_play(last)
    >>> found.worth, found.points[0].worths, found.points[0].choice
    (17/4, {'stay': 1, 'throw': 7/2}, 'throw')

    Raises BadInput for more than `most_ways`, for a goal that cannot be reached, and where two sides decide
    and one does not see all: max and min are wrong there.
    """
    tree = Enumerating(max_leaves=most_ways).tree(rule, *inputs)
    if tree.is_cut:
        raise BadInput(
            f"this rule can go in more than {most_ways:,} ways: ask for a shorter one, or raise most_ways"
        )
    return solved(tree, goal, side, least)
