"""The equations of chains with unknown chances: solved in polynomials, by the way that costs least."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from typing import Any, cast

from pz8edu.algebra.closed_form import in_p, in_ring, ring_of
from pz8edu.algebra.elimination import Amounts, Equations, single_states
from pz8edu.algebra.kronecker import Substituted, Values, room_for, terms_of
from pz8edu.algebra.polynomial import NOT, POWER, Polynomial, TooManyTerms
from pz8edu.algebra.weight import CommonTotal, Weight, total_of, whole
from pz8edu.core.chance.indistinguishable_faces import FaceSums
from pz8edu.core.chance.loaded import unknown_chance
from pz8edu.errors import BadInput
from pz8edu.limits import MOST_CIRCLING, MOST_CIRCLING_WITH_MORE

MOST_TERMS_CIRCLING = 10_000
"""Formulas of states that lead to each other are divided by each other: they must stay shorter (a second)."""


def solve(equations: Equations, entering: Mapping[int, Weight]) -> Amounts:
    """The amounts of equations in numbers or polynomials; raises BadInput for formulas that grow too long."""
    symbols = symbols_of(equations.divisors)
    if symbols is None:
        return equations.solve(entering)
    check_circling(equations, symbols)
    if any(isinstance(weight, FaceSums) for weight in equations.divisors):
        return all_sums(equations)
    if plain(equations, entering) and only_unknown(symbols):
        return by_kronecker(equations, {i: whole(amount) for i, amount in entering.items()}, symbols)
    return in_a_ring(equations, entering, symbols)


def symbols_of(weights: Iterable[Weight]) -> tuple[str, ...] | None:
    """The unknown chances that some weights are made of; None for plain numbers."""
    return next((weight.symbols for weight in weights if isinstance(weight, Polynomial)), None)


def only_unknown(symbols: tuple[str, ...]) -> str | None:
    """The name p where there is no other unknown chance."""
    return Polynomial(symbols, {}).only_unknown


def plain(equations: Equations, entering: Mapping[int, Weight]) -> bool:
    """Do no states lead to each other, and only numbers enter?"""
    alone = all(len(group) == 1 for group in equations.groups)
    return alone and all(type(amount) is int for amount in entering.values())


def check_circling(equations: Equations, symbols: tuple[str, ...]) -> None:
    """Raise BadInput where formulas would be too long to be worked out in minutes."""
    names = [name for name in symbols if not name.startswith(NOT)]
    most = MOST_CIRCLING if len(names) == 1 else MOST_CIRCLING_WITH_MORE
    circling = max(map(len, equations.groups), default=0)
    if circling > most:
        raise BadInput(
            f"{circling:,} states of this chain lead to each other: for formulas in {', '.join(names)} "
            f"they may be at most {most}; give numbers, or leave one chance unknown"
        )
    if len(names) == 1:
        return
    for group in equations.groups:
        degree = sum(degree_of(equations.edges[state]) for state in group if len(group) > 1)
        terms = math.comb(degree + len(symbols), degree)
        if terms > MOST_TERMS_CIRCLING:
            raise TooManyTerms(
                f"states of this chain lead to each other, and their formulas in {', '.join(names)} would "
                f"have up to {terms:,} terms (at most {MOST_TERMS_CIRCLING:,} are worked out): give numbers, "
                "or leave one chance unknown"
            )


def degree_of(row: Sequence[tuple[int, Weight]]) -> int:
    """The highest degree among the weights of some edges."""
    return max((weight.degree for _, weight in row if isinstance(weight, Polynomial)), default=0)


def of_one_degree(equations: Equations, entering: Mapping[int, Weight]) -> Equations:
    """The same equations, their divisors in one unknown chance all written with the same degree.

    A transposed edge meets the divisor of another state: their degrees must not differ.
    """
    symbols = symbols_of(equations.divisors)
    only = symbols and only_unknown(symbols)
    if not only or not plain(equations, entering):
        return equations
    one = total_of(unknown_chance(only).weights.values())  # p + "not p"
    degrees = [each.degree if isinstance(each, Polynomial) else 0 for each in equations.divisors]
    divisors = [
        one ** (max(degrees) - degree) * each
        for each, degree in zip(equations.divisors, degrees, strict=True)
    ]
    return equations._replace(divisors=divisors)


def all_sums(equations: Equations) -> Amounts:
    """Whatever is solved is made of all sums of chances in the equations."""
    weights = [*equations.divisors, *(weight for row in equations.edges for _, weight in row)]
    noted = total_of(weight for weight in weights if isinstance(weight, FaceSums)) * 2
    return Amounts([noted] * len(equations.edges), noted)


def in_a_ring(equations: Equations, entering: Mapping[int, Weight], symbols: tuple[str, ...]) -> Amounts:
    """The amounts as elements of a ring of polynomials, which can be divided by each other.

    Of python-flint where it is installed, else of SymPy; always of SymPy where states lead to each other.
    """
    if all(len(group) == 1 for group in equations.groups):
        with suppress(ImportError):
            return by_flint(equations, entering, symbols)
    ring = sympy_ring(symbols)
    return mapped(equations, ring).solve({i: ring(each) for i, each in entering.items()})


def mapped(equations: Equations, ring: Callable[[Weight], Any]) -> Equations:
    """The same equations in another ring."""
    edges = [[(j, ring(weight)) for j, weight in row] for row in equations.edges]
    return Equations(edges, [ring(divisor) for divisor in equations.divisors], equations.groups)


def sympy_ring(symbols: tuple[str, ...]) -> Callable[[Weight], Any]:
    """Makes elements of a SymPy ring; "not p" is written as 1 - p where there is no other unknown chance."""
    only = only_unknown(symbols)
    if only is None:
        return lambda weight: in_ring(weight, symbols)

    def ring(weight: Weight) -> Any:
        element = ring_of((only,)).zero
        for power, number in enumerate(in_p(weight)):
            if number:
                element[(power,)] = element.ring.domain(number)
        return element

    return ring


def by_flint(equations: Equations, entering: Mapping[int, Weight], symbols: tuple[str, ...]) -> Amounts:
    """The amounts of states that do not come back, in polynomials of python-flint."""
    from flint import fmpz_mpoly_ctx

    context = fmpz_mpoly_ctx.get(tuple(f"x{place}" for place in range(len(symbols))))

    def ring(weight: Weight) -> Any:
        if isinstance(weight, Polynomial):
            return context.from_dict(dict(weight.by_powers()))
        return context.constant(whole(weight))

    def ours(amount: Any) -> Weight:
        terms = {} if type(amount) is int else amount.to_dict()
        return Polynomial.of(symbols, {tuple(map(int, powers)): int(n) for powers, n in terms.items()})

    above, below = mapped(equations, ring).solve(
        {i: ring(each) for i, each in entering.items()},
        lambda states: ring(CommonTotal([equations.divisors[state] for state in states]).value),
    )
    return Amounts([ours(amount) for amount in above], ours(below))


def by_kronecker(equations: Equations, entering: Mapping[int, int], symbols: tuple[str, ...]) -> Amounts:
    """The amounts as polynomials in p and "not p", found in whole numbers (Kronecker substitution).

    The equations are solved once at p/q = 1, to see how large the coefficients become, and once at
    p/q = 2**bits, where all of them can be read.
    """
    edges, divisors, groups = equations
    degrees = [
        max(term % POWER for weight in (by, *(weight for _, weight in row)) for term in terms_of(weight))
        for row, by in zip(edges, divisors, strict=True)
    ]
    layers = {
        tuple(states): {(divisors[state], degrees[state]): state for state in states}.values()
        for states in single_states(groups, equations.layers)
    }
    """For the states of each layer one state for every divisor that they have."""

    def at(bits: int) -> Amounts:
        values = Values(bits)
        by = [values.of(divisor, degree) for divisor, degree in zip(divisors, degrees, strict=True)]
        rows = [
            [(j, cast(Weight, values.factor(weight, degree))) for j, weight in row]
            for row, degree in zip(edges, degrees, strict=True)
        ]
        return Equations(rows, by, groups).solve(
            entering, lambda states: math.prod(by[state] for state in layers[tuple(states)])
        )

    different = [state for states in layers.values() for state in states]
    degree = sum(degrees[state] for state in different)
    if list(entering.values()) == [1]:  # every state is entered at most once: no amount exceeds the whole
        largest = math.prod(Values(0).of(divisors[state], degrees[state]) for state in different)
    else:
        solved = at(0)
        largest = max(map(whole, (solved.below, *solved.above)))
    bits = room_for(largest)
    above, below = at(bits)
    packed = zip(above, degrees, strict=True)
    return Amounts(
        [Substituted(symbols, whole(amount), bits, degree - own) for amount, own in packed],
        Substituted(symbols, whole(below), bits, degree),
    )
