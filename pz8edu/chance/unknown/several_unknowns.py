"""Chains with several unknown chances, solved without dividing: their formulas grow as little as they can."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod

from pz8edu.chance.distribution import Weight, common_total
from pz8edu.chance.flow import Edges, Flow, layers_of, single_states
from pz8edu.chance.unknown.polynomial import Polynomial


def flow_of_several_unknowns(
    edges: Edges, divisors: Sequence[Weight], entering: Mapping[int, int], groups: list[list[int]]
) -> Flow:
    """The flow through states that do not come back, with polynomials in any unknown chances.

    Layer by layer: what has come in so far stands over the product of all that was divided by. Where a layer
    divides, everything else is multiplied. Raises TooManyTerms before formulas become too long.
    """

    def divides(state: int) -> bool:
        """Has it anything to divide by?  Turned round, a graph has a first state that does, without edges."""
        return bool(edges[state]) or not (type(divisors[state]) is int and divisors[state] == 1)

    layers = single_states(groups, layers_of(groups, edges))
    common = [common_total([divisors[state] for state in states]) for states in layers]
    amounts: list[Weight] = [entering.get(state, 0) for state in range(len(edges))]
    for place, states in enumerate(layers):
        value = common[place].value
        passed_on: list[tuple[int, Weight]] = []
        for state in states:
            if divides(state) and amounts[state]:
                amount = amounts[state] * common[place].share(divisors[state])
                passed_on += [(after, amount * weight) for after, weight in edges[state]]
                amounts[state] = later_product(amount, [each.value for each in common[place + 1 :]])
        later = [state for states in layers[place + 1 :] for state in states]
        ended = [state for states in layers[: place + 1] for state in states if not divides(state)]
        for state in (*later, *ended):
            if amounts[state] and value != 1:
                amounts[state] = amounts[state] * value
        for after, amount in passed_on:
            amounts[after] = amounts[after] + amount
    return Flow(amounts, prod(each.value for each in common))


def later_product(first: Weight, others: Sequence[Weight]) -> Weight:
    """A weight multiplied by others, once somebody looks at it."""
    return Product(first, others) if isinstance(first, Polynomial) else prod(others, start=first)


class Product(Polynomial):
    """A polynomial still to be multiplied by others: what nobody looks at is not worked out."""

    __slots__ = ("first", "others", "_terms")

    def __init__(self, first: Polynomial, others: Sequence[Weight]) -> None:
        self.symbols = first.symbols
        self.first = first
        self.others = others
        self._terms: Mapping[int, int] | None = None

    @property
    def terms(self) -> Mapping[int, int]:  # type: ignore[override]
        """The terms of the product."""
        if self._terms is None:
            self._terms = prod(self.others, start=self.first).terms
        return self._terms

    def __bool__(self) -> bool:
        return bool(self.first)
