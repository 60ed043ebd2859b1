"""Polynomials in one unknown chance p, written in p and q = 1 - p without a minus sign."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from pz8edu.errors import BadInput


class Polynomial:
    """A sum of terms n * p**a * q**b with whole n: `terms` holds n by (a, b).

    As p + q = 1, one polynomial can be written with different degrees; those written alike are equal.
    """

    __slots__ = ("name", "terms")

    def __init__(self, name: str, terms: Mapping[tuple[int, int], int]) -> None:
        self.name = name
        self.terms = terms

    def __add__(self, other: Polynomial | int) -> Polynomial:
        if not other:
            return self
        terms = dict(self.terms)
        for powers, number in self._same(other).items():
            terms[powers] = terms.get(powers, 0) + number
        return Polynomial(self.name, terms)

    __radd__ = __add__

    def __mul__(self, other: Polynomial | int) -> Polynomial:
        if type(other) is int:
            return Polynomial(self.name, {powers: number * other for powers, number in self.terms.items()})
        terms: dict[tuple[int, int], int] = {}
        for (a, b), number in self._same(other).items():
            for (c, d), times in self.terms.items():
                powers = (a + c, b + d)
                terms[powers] = terms.get(powers, 0) + number * times
        return Polynomial(self.name, terms)

    __rmul__ = __mul__

    def __pow__(self, power: int) -> Polynomial:
        result = Polynomial(self.name, {(0, 0): 1})
        for _ in range(power):
            result = result * self
        return result

    def _same(self, other: Polynomial | int) -> Mapping[tuple[int, int], int]:
        if isinstance(other, Polynomial):
            if other.name != self.name:
                raise BadInput(
                    f"the unknown chances {self.name} and {other.name} meet: make both with one Unknowns"
                )
            return other.terms
        return {(0, 0): other}

    def __eq__(self, other: object) -> bool:
        if isinstance(other, int):
            return not self.terms if other == 0 else self.terms == {(0, 0): other}
        return isinstance(other, Polynomial) and self.name == other.name and self.terms == other.terms

    def __hash__(self) -> int:
        return hash(frozenset(self.terms.items()))

    def __bool__(self) -> bool:
        return any(self.terms.values())

    def __repr__(self) -> str:
        return str(self.as_expr())

    @property
    def degree(self) -> int:
        """The highest degree of a term in p and q together."""
        return max((a + b for a, b in self.terms), default=0)

    def in_p(self) -> list[int]:
        """The coefficients in p alone, from the constant on: by powers of q, from the highest down."""
        by_power: dict[int, list[tuple[int, int]]] = {}
        for (a, b), number in self.terms.items():
            by_power.setdefault(b, []).append((a, number))
        row: list[int] = []
        for power in range(max(by_power, default=0), -1, -1):
            row = [up - down for up, down in zip([*row, 0], [0, *row], strict=True)]  # times 1 - p
            for a, number in by_power.get(power, ()):
                row += [0] * (a + 1 - len(row))
                row[a] += number
        while row and not row[-1]:
            row.pop()
        return row

    def as_expr(self) -> Any:
        """The polynomial in p as a SymPy expression."""
        return expression_of(self.in_p(), self.name)


# --- fractions in p; a polynomial is the list of its coefficients, the constant first
def ratio(above: Polynomial | int, below: Polynomial | int, name: str) -> Any:
    """A fraction of two polynomials in lowest terms, as a SymPy expression in p."""
    top, bottom = lowest_terms(*(in_p(each) for each in (above, below)))
    if bottom == [1]:
        return expression_of(top, name)
    return expression_of(top, name) / expression_of(bottom, name)


def in_p(polynomial: Polynomial | int) -> list[int]:
    """The coefficients of a polynomial in p, or of a plain number."""
    if isinstance(polynomial, Polynomial):
        return polynomial.in_p()
    return [polynomial] if polynomial else []


def lowest_terms(above: list[int], below: list[int]) -> tuple[list[int], list[int]]:
    """Both polynomials without their common factors, the highest coefficient below the line above 0.

    The greatest common divisor is read off that of their values at a large power of two (the heuristic of
    Char, Geddes and Gonnet). It is proved by multiplying out; a larger power is taken where that fails.
    """
    if not above:
        return [], [1]
    bits = max(map(int.bit_length, (*above, *below))) + 8
    while True:
        values = value_at(above, bits), value_at(below, bits)
        divisor = coefficients_at(math.gcd(*values), bits)
        content = math.gcd(*divisor)
        divisor = [number // content for number in divisor]
        value = value_at(divisor, bits)
        quotients = [coefficients_at(each // value, bits) for each in values]
        if all(
            is_product(whole, part, divisor) for whole, part in zip((above, below), quotients, strict=True)
        ):
            break
        bits *= 2
    top, bottom = quotients
    content = math.gcd(*top, *bottom) * (1 if bottom[-1] > 0 else -1)
    return [number // content for number in top], [number // content for number in bottom]


def value_at(coefficients: list[int], bits: int) -> int:
    """The value of a polynomial at 2**bits."""
    return sum(number << (bits * power) for power, number in enumerate(coefficients))


def coefficients_at(value: int, bits: int) -> list[int]:
    """The polynomial with coefficients below 2**(bits - 1), of either sign, with this value at 2**bits."""
    found = []
    half = 1 << (bits - 1)
    while value:
        number = ((value + half) & ((1 << bits) - 1)) - half
        found.append(number)
        value = (value - number) >> bits
    return found


def is_product(whole: list[int], first: list[int], second: list[int]) -> bool:
    """Is a polynomial the product of two others?  Decided at a value that tells any two products apart."""
    largest = [max(map(abs, each), default=0) for each in (first, second)]
    bits = max(
        (math.prod(largest) * max(len(first), len(second), 1)).bit_length(), *map(int.bit_length, whole)
    )
    return value_at(first, bits + 2) * value_at(second, bits + 2) == value_at(whole, bits + 2)


def expression_of(coefficients: list[int], name: str) -> Any:
    """A polynomial as a SymPy expression, from its coefficients, the constant first.

    The terms are put together as SymPy orders them, without asking it to simplify each.
    """
    from sympy import Add, Integer, Mul, Pow, Symbol
    from sympy.core.add import _addsort

    p = Symbol(name)
    terms = []
    for power, number in enumerate(coefficients[1:], 1):
        if number:
            factor = p if power == 1 else Pow(p, Integer(power), evaluate=False)
            terms.append(factor if number == 1 else Mul._from_args((Integer(number), factor)))
    _addsort(terms)
    if coefficients and coefficients[0]:
        terms.insert(0, Integer(coefficients[0]))
    return Add._from_args(terms)
