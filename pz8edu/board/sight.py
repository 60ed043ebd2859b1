"""Lines of sight: is the straight line between two points clear, and if not, what blocks it.

Exact: a line that has a point in common with a blocker, its edge and corners included, is blocked. What can
block (other units, wrecks, smoke, ground) and what cannot (the two bases themselves, the ground that one of
them stands in) is the rule set's business: only give the blockers that count.
"""

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache

from pz8edu.board.distances import MOST_KEPT, ExactPoint, exact_point, measured_once
from pz8edu.board.outlines import Outline, boxes_apart, contains, in_floats, meetings
from pz8edu.board.shapes import Point
from pz8edu.core.records import FrozenRecord


class Blocker(FrozenRecord):
    """Something that blocks sight: its name in a sentence ("the wood"), and its outline."""

    name: str
    outline: Outline


blocking = lru_cache(maxsize=MOST_KEPT)(Blocker)
"""The same blocker for whoever asks again."""


class Blocked(FrozenRecord):
    """A sight line that ends early: the blocker nearest to the viewer, and the point where they meet."""

    blocker: Blocker
    at: ExactPoint


def line_is_clear(viewer: Point, target: Point, outlines: Iterable[Outline]) -> bool:
    """Whether the line between two points touches none of the outlines."""
    start, end = exact_point(viewer), exact_point(target)
    return all(first_meeting(start, end, outline) is None for outline in outlines)


@measured_once
def first_meeting(viewer: Point, target: Point, outline: Outline) -> Fraction | None:
    """The share of the way at which a straight line first touches the outline, if it does."""
    start, end = exact_point(viewer), exact_point(target)
    shares = meetings(start, end, outline)
    if shares and shares[0] == 0:
        return shares[0]
    if contains(outline, start):
        return Fraction(0)
    return shares[0] if shares else None


@measured_once
def first_blocker(viewer: Point, target: Point, blockers: tuple[Blocker, ...]) -> Blocked | None:
    """The blocker that the line meets first, from the viewer; of two at the same place the first given."""
    start, end = exact_point(viewer), exact_point(target)
    line = in_floats((viewer, target))
    near = [blocker for blocker in blockers if not boxes_apart(line, blocker.outline)]
    met = [(first_meeting(viewer, target, blocker.outline), blocker) for blocker in near]
    shares = [(share, blocker) for share, blocker in met if share is not None]
    if not shares:
        return None
    share, blocker = min(shares, key=lambda pair: pair[0])
    at = (start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1]))
    return Blocked(blocker, at)
