"""How many of several equal dice show a face of each class, when no face belongs to two."""

from __future__ import annotations

import math
from collections.abc import Mapping

from pz8edu.algebra.weight import Weight
from pz8edu.core.chance.fold import powers_of

Counts = tuple[int, ...]


def apart(faces: Mapping[Counts, Weight]) -> bool:
    """Does every face count at most one thing, once?"""
    return all(sum(face) <= 1 and {*map(type, face)} <= {int} and min(face, default=0) >= 0 for face in faces)


def ways_of_tally(count: int, weights: Mapping[Counts, Weight]) -> dict[Counts, Weight]:
    """The ways in which so many dice come to each counts, class after class (the multinomial law)."""
    places = len(next(iter(weights)))
    classes = [weights.get(tuple(int(at == place) for at in range(places)), 0) for place in range(places)]
    found: list[tuple[int, Counts, Weight]] = [(count, (), 1)]
    for weight in classes:
        powers = powers_of(weight, count if weight else 0)
        found = [
            (left - shown, (*counts, shown), ways * (math.comb(left, shown) * power))
            for left, counts, ways in found
            for shown, power in enumerate(powers[: left + 1])
        ]
    others = powers_of(weights.get((0,) * places, 0), count)
    return {counts: ways * others[left] for left, counts, ways in found if others[left]}
