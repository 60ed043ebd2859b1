"""Chains with one unknown chance p, solved in plain whole numbers.

Written in p and q = 1 - p without a minus sign, everything that flows through a chain is a polynomial with
whole coefficients that are not negative. Divided by a power of q it is a polynomial in p/q; its value at
p/q = 2**bits holds all coefficients side by side when each has room in so many bits. So the chain is solved
once for p/q = 1, to see how large they become, and once for p/q = 2**bits, to read them.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from pz8edu.chance.distribution import Weight, total_of
from pz8edu.chance.flow import Edges, Flow, flow_through, layers_of, single_states
from pz8edu.chance.unknown.closed_form import in_p, in_ring, ring_of
from pz8edu.chance.unknown.faces_alike import FaceSums
from pz8edu.chance.unknown.polynomial import NOT, POWER, ROOM, Polynomial, TooManyTerms
from pz8edu.chance.unknown.several_unknowns import flow_of_several_unknowns

MOST_TERMS_CIRCLING = 10_000
"""Formulas of states that lead to each other are divided by each other: they must stay shorter (a second)."""


def flow_of_unknowns(
    edges: Edges, divisors: Sequence[Weight], entering: Mapping[int, Weight], groups: list[list[int]]
) -> Flow:
    """As `flow_through`, for weights that are polynomials in unknown chances or whole numbers.

    States that lead to each other are solved by SymPy rings.
    """
    if any(isinstance(weight, FaceSums) for weight in divisors):
        return flow_of_face_sums(edges, divisors)
    symbols = next(weight.symbols for weight in divisors if isinstance(weight, Polynomial))
    only = Polynomial(symbols, {}).only_unknown
    if all(len(group) == 1 for group in groups):
        if only is None:
            return flow_of_several_unknowns(edges, divisors, entering, groups)
        if all(type(amount) is int for amount in entering.values()):
            return flow_of_one_unknown(edges, divisors, entering, groups, symbols)

    if only is None:
        for group in groups:
            check_circling(symbols, sum(degree_of(edges[state]) for state in group if len(group) > 1))

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


def check_circling(symbols: Sequence[str], degree: int) -> None:
    """Raise TooManyTerms where states that lead to each other have formulas of such a degree."""
    terms = math.comb(degree + len(symbols), degree)
    if terms > MOST_TERMS_CIRCLING:
        names = ", ".join(name for name in symbols if not name.startswith(NOT))
        raise TooManyTerms(
            f"states of this chain lead to each other, and their formulas in {names} would have up to "
            f"{terms:,} terms (at most {MOST_TERMS_CIRCLING:,} are worked out): give numbers, or leave one "
            "chance unknown"
        )


def degree_of(row: Sequence[tuple[int, Weight]]) -> int:
    """The highest degree among the weights of some edges."""
    return max((weight.degree for _, weight in row if isinstance(weight, Polynomial)), default=0)


def flow_of_face_sums(edges: Edges, divisors: Sequence[Weight]) -> Flow:
    """Whatever flows is made of all sums of chances in the graph."""
    weights = [*divisors, *(weight for row in edges for _, weight in row)]
    noted = total_of(weight for weight in weights if isinstance(weight, FaceSums)) * 2
    return Flow([noted] * len(edges), noted)


def flow_of_one_unknown(
    edges: Edges,
    divisors: Sequence[Weight],
    entering: Mapping[int, int],
    groups: list[list[int]],
    symbols: tuple[str, ...],
) -> Flow:
    """The flow through states that do not come back, with polynomials in p and "not p"."""
    degrees = [
        max([term % POWER for term in chain(terms_of(by), *[terms_of(weight) for _, weight in row])])
        for row, by in zip(edges, divisors, strict=True)
    ]
    layers = {
        tuple(states): {(divisors[state], degrees[state]): state for state in states}.values()
        for states in single_states(groups, layers_of(groups, edges))
    }
    """For the states of each layer one state for every divisor that they have."""

    def at(bits: int) -> Flow:
        values = Values(bits)
        by = [values.of(divisor, degree) for divisor, degree in zip(divisors, degrees, strict=True)]
        return flow_through(
            [
                [(j, values.factor(weight, degree)) for j, weight in row]
                for row, degree in zip(edges, degrees, strict=True)
            ],
            by,
            entering,
            groups,
            lambda states: math.prod(by[state] for state in layers[tuple(states)]),
        )

    different = [state for states in layers.values() for state in states]
    degree = sum(degrees[state] for state in different)
    if list(entering.values()) == [1]:  # every state is entered at most once: no amount exceeds the whole
        largest = math.prod(Values(0).of(divisors[state], degrees[state]) for state in different)
    else:
        largest = max(at(0).whole, *at(0).amounts)
    bits = room_for(largest)
    amounts, whole = at(bits)
    return Flow(
        [
            Packed(symbols, amount, bits, degree - below)
            for amount, below in zip(amounts, degrees, strict=True)
        ],
        Packed(symbols, whole, bits, degree),
    )


def terms_of(weight: Weight) -> Mapping[int, int]:
    """The terms of a weight, or of a plain number."""
    return weight.terms if isinstance(weight, Polynomial) else {0: weight}


class Values:
    """What polynomials in p and q come to at p = 2**bits, q = 1, made homogeneous by powers of p + q = 1."""

    def __init__(self, bits: int) -> None:
        self.bits = bits
        self.both = (1 << bits) + 1

    def of(self, weight: Weight, degree: int) -> int:
        """The value of a weight that is written with this degree."""
        value = 0
        for term, number in terms_of(weight).items():
            part = number << self.bits * (term & POWER)
            missing = degree - term % POWER
            value += part * self.both**missing if missing else part
        return value

    def factor(self, weight: Weight, degree: int) -> int | OneTerm:
        """The same as a factor; a single term is not multiplied out."""
        terms = terms_of(weight)
        if len(terms) == 1:
            ((term, number),) = terms.items()
            if term % POWER == degree:
                return OneTerm(number, self.bits * (term & POWER))
        return self.of(weight, degree)


class OneTerm:
    """A number times a power of two: a factor of large numbers that costs next to nothing."""

    __slots__ = ("number", "shift")

    def __init__(self, number: int, shift: int) -> None:
        self.number = number
        self.shift = shift

    def __rmul__(self, amount: int) -> int:
        return (amount * self.number) << self.shift


class Packed(Polynomial):
    """A polynomial in p and "not p", all of one degree, whose coefficients lie side by side in a number.

    They are read when they are looked at: of the states of a chain people ask about a few.
    """

    __slots__ = ("value", "bits", "power", "_terms")

    def __init__(self, symbols: tuple[str, ...], value: int, bits: int, degree: int) -> None:
        self.symbols = symbols
        self.value = value
        self.bits = bits
        self.power = degree
        self._terms: Mapping[int, int] | None = None

    @property
    def terms(self) -> Mapping[int, int]:  # type: ignore[override]
        """The coefficients by the powers of p and "not p"."""
        if self._terms is None:
            found = enumerate(read_side_by_side(self.value, self.bits, self.power + 1))
            self._terms = {power | self.power - power << ROOM: number for power, number in found if number}
        return self._terms

    def __bool__(self) -> bool:
        return bool(self.value)


def room_for(largest: int) -> int:
    """The bits that hold a number of this size and can be read quickly."""
    return max((largest.bit_length() + 7) // 8 * 8, 64)


def read_side_by_side(value: int, bits: int, count: int) -> Iterable[int]:
    """So many whole numbers that lie side by side in a large one, the first in its lowest bits."""
    width = bits // 8
    data = value.to_bytes(width * count, "little")
    if bits == 64:
        return struct.unpack(f"<{count}Q", data)
    return [int.from_bytes(data[start : start + width], "little") for start in range(0, len(data), width)]
