"""Chances with symbols as people see them: SymPy expressions in lowest terms."""

from __future__ import annotations

import math
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any, cast

from pz8edu.algebra.exact import Exact
from pz8edu.algebra.polynomial import MOST_PRODUCTS, NOT, OR, POWER, ROOM, Polynomial, Powers
from pz8edu.algebra.weight import Weight, whole

if TYPE_CHECKING:
    import sympy
    from sympy.polys.rings import PolyElement, PolyRing


def as_number(weight: Weight, total: Weight) -> Exact:
    """A chance as people see it: an exact number, or a SymPy expression where chances are unknown."""
    if isinstance(weight, int) and isinstance(total, int):
        return Exact(weight, total)
    return cast(Exact, expression(weight, total))


def expression(weight: Weight, total: Weight) -> sympy.Expr:
    """A chance as a SymPy expression in lowest terms, every "not p" written as 1 - p.

    Fractions of very long sums are left as they are.
    """
    import sympy

    symbols = next((each.symbols for each in (weight, total) if isinstance(each, Polynomial)), None)
    if symbols is not None:
        name = Polynomial(symbols, {}).only_unknown
        if name is not None:
            return in_lowest_terms(in_p(weight), in_p(total), name)
        if total == 1 and isinstance(weight, Polynomial) and not any(NOT in s or OR in s for s in symbols):
            return sum_of_terms(weight)
        weight, total = (in_ring(each, symbols) for each in (weight, total))
    ring = getattr(weight, "ring", None) or getattr(total, "ring", None)
    if ring is None or not all(type(each) is int or hasattr(each, "ring") for each in (weight, total)):
        return sympy.cancel(sympy.sympify(weight) / sympy.sympify(total))
    above, below = without_complements(ring(weight)), without_complements(ring(total))
    if below != 1 and len(above) * len(below) <= MOST_PRODUCTS:
        above, below = above.cancel(below)
    whole = above.as_expr() if below == 1 else above.as_expr() / below.as_expr()
    return whole.xreplace(sums_in(ring.symbols))


def sums_in(symbols: Iterable[object]) -> dict[object, sympy.Expr]:
    """What symbols such as "p4 + p5 + p6" stand for."""
    from sympy import Add, Symbol

    return {each: Add(*map(Symbol, str(each).split(OR))) for each in symbols if OR in str(each)}


# --- several unknowns: SymPy rings
@lru_cache(maxsize=64)
def ring_of(symbols: tuple[str, ...]) -> PolyRing:
    """The whole-number polynomials in these symbols."""
    from sympy import ZZ, Symbol
    from sympy.polys.rings import PolyRing

    return PolyRing([Symbol(name) for name in symbols], ZZ)


def in_ring(weight: Weight, symbols: tuple[str, ...]) -> PolyElement:
    """A weight as an element of the SymPy ring of polynomials in these symbols."""
    ring = ring_of(symbols)
    if not isinstance(weight, Polynomial):
        return ring(weight)
    element = ring.zero
    for powers, number in weight.by_powers():
        if number:
            element[powers] = ring.domain(number)
    return element


def without_complements(element: PolyElement) -> PolyElement:
    """The element of a ring with 1 - p for every "not p"."""
    ring = element.ring
    names = [str(symbol) for symbol in ring.symbols]
    for place, name in enumerate(names):
        if name.startswith(NOT):
            known = names.index(name.removeprefix(NOT))
            rows: dict[Powers, dict[Powers, int]] = {}  # by the powers of all others
            for powers, number in element.items():
                others = tuple(0 if at in (known, place) else power for at, power in enumerate(powers))
                rows.setdefault(others, {})[powers[known], powers[place]] = number
            element = ring.zero
            for others, terms in rows.items():
                for power, number in enumerate(in_p(Polynomial.of(("", NOT), terms))):
                    if number:
                        element[(*others[:known], power, *others[known + 1 :])] = number
    return element


def sum_of_terms(weight: Polynomial) -> sympy.Expr:
    """A polynomial as a SymPy expression, without asking SymPy to put it together.

    SymPy's order: a constant, single symbols by name, powers by name and exponent, then products, shorter
    ones first, compared factor by factor: -1, other numbers, symbols, powers.
    """
    from sympy import Add, Integer, Mul

    by_name = places_by_name(weight.symbols)
    constant: list[sympy.Expr] = []
    terms: list[tuple[object, sympy.Expr]] = []
    for term, number in weight.terms.items():
        single: list[sympy.Expr] = []
        raised: list[sympy.Expr] = []
        for shift, name in by_name:
            power = term >> shift & POWER
            if power:
                (single if power == 1 else raised).append(raised_symbol(name, power))
        listed = single + raised
        if not number:
            continue
        if not listed:
            constant.append(Integer(number))
        elif number == 1 and len(listed) == 1:
            terms.append(listed[0])
        else:
            if number != 1:
                listed.insert(0, ((MINUS_ONE if number == -1 else NUMBER, number), Integer(number)))
            keys, factors = zip(*listed, strict=True)
            terms.append(((PRODUCT, len(keys), keys), Mul._from_args(factors, True)))
    terms.sort(key=_key)
    return Add._from_args([*constant, *[term for _, term in terms]], True)


MINUS_ONE, NUMBER, SYMBOL, RAISED, PRODUCT = range(5)
"""The kinds of factors and terms, in SymPy's order."""


def _key(pair: tuple[object, object]) -> Any:
    return pair[0]


@lru_cache(maxsize=64)
def places_by_name(symbols: tuple[str, ...]) -> list[tuple[int, str]]:
    """The symbols by name, each with the place of its power among the bits of a term."""
    return sorted(((ROOM * place, name) for place, name in enumerate(symbols)), key=lambda each: each[1])


@lru_cache(maxsize=1024)
def raised_symbol(name: str, power: int) -> tuple[tuple[int, str, int], sympy.Expr]:
    """A power of a symbol, with what it is ordered by."""
    from sympy import Integer, Pow, Symbol

    symbol = Symbol(name)
    if power == 1:
        return (SYMBOL, name, 1), symbol
    return (RAISED, name, power), Pow(symbol, Integer(power), evaluate=False)


# --- one unknown p: a polynomial is the list of its coefficients, the constant first
def in_p(weight: Weight) -> list[int]:
    """The coefficients in p alone of a weight in p and "not p", or of a plain number.

    Its value at p = 2**bits, by powers of "not p" from the highest down (Horner's rule), holds them all.
    """
    if not isinstance(weight, Polynomial):
        return [whole(weight)] if weight else []
    bits = sum([abs(number) << (term >> ROOM) for term, number in weight.terms.items()]).bit_length() + 1
    value = above = 0
    for term in sorted(weight.terms, reverse=True):
        below = term >> ROOM
        for _ in range(above - below):
            value -= value << bits
        value += weight.terms[term] << bits * (term & POWER)
        above = below
    for _ in range(above):
        value -= value << bits
    return coefficients_at(value, bits)


def in_lowest_terms(above: list[int], below: list[int], name: str) -> sympy.Expr:
    """A fraction of two polynomials in lowest terms, as a SymPy expression in p."""
    top, bottom = lowest_terms(above, below)
    if bottom == [1]:
        return expression_of(top, name)
    return quotient(expression_of(top, name), expression_of(bottom, name))


def quotient(above: sympy.Expr, below: sympy.Expr) -> sympy.Expr:
    """A fraction of two expressions; one of two sums is put together as SymPy does, without simplifying."""
    from sympy import Integer, Mul, Pow

    if not (above.is_Add and below.is_Add):
        return above / below
    return Mul._from_args([Pow(below, Integer(-1), evaluate=False), above], True)


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
        pairs = zip((above, below), quotients, strict=True)
        if all(is_product(whole, part, divisor) for whole, part in pairs):
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
    terms = max(len(first), len(second), 1)
    bits = max((math.prod(largest) * terms).bit_length(), *map(int.bit_length, whole)) + 2
    return value_at(first, bits) * value_at(second, bits) == value_at(whole, bits)


def expression_of(coefficients: list[int], name: str) -> sympy.Expr:
    """A polynomial as a SymPy expression, from its coefficients, the constant first.

    The terms are put together as SymPy orders them, without asking it to simplify each.
    """
    from sympy import Add, Integer, Mul, Pow, Symbol

    p = Symbol(name)
    terms: list[sympy.Expr] = [Integer(constant) for constant in coefficients[:1] if constant]
    listed = [(number, power) for power, number in enumerate(coefficients) if number and power]
    for number, power in sorted(listed, key=_place_among_terms):
        factor = p if power == 1 else Pow(p, Integer(power), evaluate=False)
        terms.append(factor if number == 1 else Mul._from_args((Integer(number), factor), True))
    return Add._from_args(terms, True)


def _place_among_terms(term: tuple[int, int]) -> tuple[int, int, int]:
    """Where SymPy puts a term (number, power): those without a number first, then -1, then by number."""
    number, power = term
    return (0 if number == 1 else 1 if number == -1 else 2, number, power)
