"""The lowest or highest few of several dice, added up."""

from __future__ import annotations

import math
from typing import Any

from pz8edu.chance.distribution import Distribution, Weight
from pz8edu.errors import BadInput


def keep_lowest(keep: int, of: int, die: Distribution[int]) -> Distribution[int]:
    """The sum of the `keep` lowest of `of` throws of one die."""
    return _keep(keep, of, die, sorted(die.weights))


def keep_highest(keep: int, of: int, die: Distribution[int]) -> Distribution[int]:
    """The sum of the `keep` highest of `of` throws of one die."""
    return _keep(keep, of, die, sorted(die.weights, reverse=True))


def _keep(keep: int, of: int, die: Distribution[int], faces: list[int]) -> Distribution[int]:
    """Face by face in the order in which dice are kept: how many dice show it?"""
    if not 0 <= keep <= of:
        raise BadInput(f"the number of dice kept must be from 0 to {of}; got {keep}")
    states: dict[tuple[int, int], Any] = {(of, 0): 1}
    for place, face in enumerate(faces):
        weight: Weight = die.weights[face]
        last = place == len(faces) - 1
        following: dict[tuple[int, int], Any] = {}
        for (left, total), so_far in states.items():
            room = max(0, keep - (of - left))
            for count in (left,) if last else range(left + 1):
                state = (left - count, total + face * min(count, room))
                ways = so_far * (math.comb(left, count) * weight**count)
                following[state] = following[state] + ways if state in following else ways
        states = following
    return Distribution({total: ways for (_, total), ways in states.items()}, die.total**of)
