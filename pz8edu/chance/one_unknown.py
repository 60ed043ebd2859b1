"""Chains with one unknown chance p, solved in plain whole numbers.

Written in p and q = 1 - p without a minus sign, everything that flows through a chain is a polynomial with
whole coefficients that are not negative. Divided by a power of q it is a polynomial in p/q; its value at
p/q = 2**bits holds all coefficients side by side when each has room in so many bits. So the chain is solved
once for p/q = 1, to see how large they become, and once for p/q = 2**bits, to read them.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from pz8edu.chance.closed_form import in_p, in_ring, ring_of
from pz8edu.chance.distribution import Weight
from pz8edu.chance.flow import Edges, Flow, flow_through, layers_of, single_states
from pz8edu.chance.polynomial import Polynomial, Powers


def flow_of_unknowns(
    edges: Edges, divisors: Sequence[Weight], entering: Mapping[int, Weight], groups: list[list[int]]
) -> Flow:
    """As `flow_through`, for weights that are polynomials in unknown chances or whole numbers.

    With several unknowns, or states that lead to each other, by SymPy rings; else in whole numbers.
    """
    symbols = next(weight.symbols for weight in divisors if isinstance(weight, Polynomial))
    whole_numbers = all(type(amount) is int for amount in entering.values())
    only = Polynomial(symbols, {}).only_unknown
    if only is not None and whole_numbers and all(len(group) == 1 for group in groups):
        return flow_of_one_unknown(edges, divisors, entering, groups, symbols)

    def ring(weight: Weight) -> Any:
        if only is None:
            return in_ring(weight, symbols)
        element = ring_of((only,)).zero
        for power, number in enumerate(in_p(weight)):
            if number:
                element[(power,)] = element.ring.domain(number)
        return element

    return flow_through(
        [[(j, ring(w)) for j, w in row] for row in edges],
        [ring(divisor) for divisor in divisors],
        {i: ring(amount) for i, amount in entering.items()},
        groups,
    )


def flow_of_one_unknown(
    edges: Edges,
    divisors: Sequence[Weight],
    entering: Mapping[int, int],
    groups: list[list[int]],
    symbols: tuple[str, ...],
) -> Flow:
    """The flow through states that do not come back, with polynomials in p and "not p"."""
    degrees = [
        degree_of([*(weight for _, weight in row), by]) for row, by in zip(edges, divisors, strict=True)
    ]

    def different(states: list[int]) -> Collection[int]:
        """One state for each divisor that the states have."""
        return {divisors[state]: state for state in states}.values()

    def at(bits: int) -> Flow:
        values = Values(bits)
        divided = [values.of(divisor, degree) for divisor, degree in zip(divisors, degrees, strict=True)]
        return flow_through(
            [
                [(j, values.factor(w, degree)) for j, w in row]
                for row, degree in zip(edges, degrees, strict=True)
            ],
            divided,
            entering,
            groups,
            lambda states: math.prod(divided[state] for state in different(states)),
        )

    divided = [i for states in single_states(groups, layers_of(groups, edges)) for i in different(states)]
    degree = sum(degrees[i] for i in divided)
    if list(entering.values()) == [1]:  # every state is entered at most once: no amount exceeds the whole
        largest = math.prod(Values(0).of(divisors[i], degrees[i]) for i in divided)
    else:
        largest = max(at(0).whole, *at(0).amounts)
    bits = (largest.bit_length() + 7) // 8 * 8
    amounts, whole = at(bits)
    return Flow(
        [
            unpacked(amount, bits, degree - below, symbols)
            for amount, below in zip(amounts, degrees, strict=True)
        ],
        unpacked(whole, bits, degree, symbols),
    )


def degree_of(weights: Iterable[Weight]) -> int:
    """The highest degree among some weights."""
    return max((weight.degree for weight in weights if isinstance(weight, Polynomial)), default=0)


class Values:
    """What polynomials in p and q come to at p = 2**bits, q = 1, made homogeneous by powers of p + q = 1."""

    def __init__(self, bits: int) -> None:
        self.bits = bits
        self.both = (1 << bits) + 1

    def of(self, weight: Weight, degree: int) -> int:
        """The value of a weight that is written with this degree."""
        terms = weight.terms if isinstance(weight, Polynomial) else {(0, 0): weight}
        value = 0
        for (p, q), number in terms.items():
            missing = degree - p - q
            value += (number << (self.bits * p)) * (self.both**missing if missing else 1)
        return value

    def factor(self, weight: Weight, degree: int) -> int | OneTerm:
        """The same as a factor; a single term is not multiplied out."""
        if isinstance(weight, Polynomial) and len(weight.terms) == 1:
            (((p, q), number),) = weight.terms.items()
            if p + q == degree:
                return OneTerm(number, self.bits * p)
        return self.of(weight, degree)


class OneTerm:
    """A number times a power of two: a factor of large numbers that costs next to nothing."""

    __slots__ = ("number", "shift")

    def __init__(self, number: int, shift: int) -> None:
        self.number = number
        self.shift = shift

    def __rmul__(self, amount: int) -> int:
        return (amount * self.number) << self.shift


def unpacked(value: int, bits: int, degree: int, symbols: tuple[str, ...]) -> Polynomial:
    """The polynomial of this degree whose coefficients lie side by side in a number."""
    terms: dict[Powers, int] = {}
    size = degree * bits // 8 + bits
    data = value.to_bytes(size, "little")
    width = bits // 8
    for power in range(degree + 1):
        if number := int.from_bytes(data[power * width : (power + 1) * width], "little"):
            terms[power, degree - power] = number
    return Polynomial(symbols, terms)
