"""Six chances of a die that always add up to 1: one of them is moved, the others share the rest."""

from __future__ import annotations

from fractions import Fraction

STEPS = 60
"""A slider has so many steps: a fair die and most printed chances are among them."""

FACES = range(1, 7)

Shares = tuple[int, ...]
"""The chances of the six faces, in steps: together `STEPS`."""

FAIR: Shares = (STEPS // 6,) * 6


def shared(base: Shares, face: int, chance: Fraction) -> dict[int, Fraction]:
    """The exact chances when one of them becomes `chance`: the others share the rest as they did before."""
    others = weights_of_others(base, face)
    rest = (1 - chance) / sum(others)
    return {
        each: chance if each == face else weight * rest for each, weight in zip(FACES, others, strict=True)
    }


def turned(base: Shares, face: int, share: int) -> Shares:
    """The same in whole steps, as sliders show it.

    What cannot be shared in whole steps goes to those that lost most by rounding, lower faces first.
    """
    weights = weights_of_others(base, face)
    rest, whole = STEPS - share, sum(weights)
    shares = [rest * weight // whole for weight in weights]
    lost = sorted(range(6), key=lambda place: (-(rest * weights[place] % whole), place))
    for place in lost[: rest - sum(shares)]:
        shares[place] += 1
    shares[face - 1] = share
    return tuple(shares)


def weights_of_others(base: Shares, face: int) -> list[int]:
    """How the other faces share the rest: alike where all of them had nothing."""
    weights = [0 if each == face else before for each, before in zip(FACES, base, strict=True)]
    return weights if any(weights) else [int(each != face) for each in FACES]
