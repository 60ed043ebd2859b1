"""Many dice with one unknown chance p, in plain whole numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from pz8edu.chance.distribution import Distribution
from pz8edu.chance.unknown.polynomial import Polynomial

T = TypeVar("T")
U = TypeVar("U")


def law_of_one_unknown(
    count: int, die: Distribution[T], law_with: Callable[[Distribution[T]], Distribution[U]]
) -> Distribution[U] | None:
    """The law of so many dice whose weights are numbers times p or "not p"; None for other dice.

    As in chains, p/q is a power of two so large that all coefficients of a result lie side by side in one
    whole number: the dice are thrown with such weights, the fast way, and the polynomials read off.
    """
    symbols = next((w.symbols for w in die.weights.values() if isinstance(w, Polynomial)), None)
    if symbols is None or Polynomial(symbols, {}).only_unknown is None:
        return None
    if any(not isinstance(w, Polynomial) or w.degree != 1 or 0 in w.terms for w in die.weights.values()):
        return None
    from pz8edu.chance.unknown.one_unknown import Packed, Values, room_for

    bits = room_for(sum(Values(0).of(weight, 1) for weight in die.weights.values()) ** count)
    values = Values(bits)
    numbers = Distribution({face: values.of(weight, 1) for face, weight in die.weights.items()})
    law = law_with(numbers)
    scale = numbers.total**count // law.total
    return Distribution(
        {outcome: Packed(symbols, weight * scale, bits, count) for outcome, weight in law.items()},
        die.total**count,
    )
