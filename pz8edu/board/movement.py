"""Moves: what a path costs over different ground, in exact fractions.

Rulebooks differ in the numbers and say the same thing: an inch of road costs half an inch of the allowance,
an inch of rough ground two. Costs are arguments.
"""

from collections.abc import Iterable, Mapping
from fractions import Fraction

from pz8edu.board.lengths import Number, exact_length
from pz8edu.core.records import FrozenRecord
from pz8edu.errors import BadInput, unknown


class Stretch(FrozenRecord):
    """One straight piece of a path over one kind of ground; its length in the unit of the board."""

    ground: str
    length: Fraction


def path_cost(stretches: Iterable[Stretch], cost_per_inch: Mapping[str, Number]) -> Fraction:
    """What a path costs, stretch by stretch.

    Raises BadInput for ground that has no cost, or a stretch shorter than nothing.
    """
    total = Fraction(0)
    for stretch in stretches:
        if stretch.ground not in cost_per_inch:
            raise unknown("ground", stretch.ground, cost_per_inch)
        if stretch.length < 0:
            raise BadInput(f"A stretch cannot be shorter than nothing: {stretch.length} of {stretch.ground}.")
        total += stretch.length * exact_length(cost_per_inch[stretch.ground], "a cost")
    return total


def as_stretches(pairs: Iterable[tuple[str, Number]]) -> tuple[Stretch, ...]:
    """Stretches from pairs of ground and inches, as they are read off a table."""
    return tuple(Stretch(ground, exact_length(length)) for ground, length in pairs)
