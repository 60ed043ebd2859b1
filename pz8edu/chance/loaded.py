"""Loaded dice and unknown chances: odds as formulas in their symbols."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

from pz8edu.chance.distribution import Distribution, Weight
from pz8edu.chance.polynomial import Polynomial, ratio
from pz8edu.errors import BadInput

if TYPE_CHECKING:
    pass

T = TypeVar("T")

NOT = "not "
"""The symbol "not p" is 1 - p; while odds are worked out it is a symbol of its own."""


class Unknowns:
    """The symbols of one calculation: dice that may be loaded, and chances that are not known.

    `Unknowns(dice={"p": range(1, 7)}, chances=["hit"])` has a die `dice["p"]` that shows its faces with the
    chances p1 to p6, whose sum is known to be 1, and `chances["hit"]`, which is 1 with the chance hit and
    0 otherwise. Only what belongs to the same unknowns can meet in one rule.
    """

    def __init__(self, dice: Mapping[str, Iterable[Any]] | None = None, chances: Iterable[str] = ()) -> None:
        faces = {name: tuple(each) for name, each in (dice or {}).items()}
        named = tuple(chances)
        names = [f"{name}{face}" for name, each in faces.items() for face in each]
        for name in named:
            names += [name, NOT + name]
        if len(set(names)) < len(names) or not names:
            raise BadInput(f"unknowns need names, each of them once; got {', '.join(names) or 'none'}")
        symbols = iter(ring_of(tuple(names)).gens)
        self.dice: dict[str, Distribution[Any]] = {
            name: Distribution({face: next(symbols) for face in each}, 1) for name, each in faces.items()
        }
        self.chances: dict[str, Distribution[int]] = {
            name: Distribution({1: next(symbols), 0: next(symbols)}, 1) for name in named
        }


def loaded_die(name: str = "p", faces: Iterable[int] = range(1, 7)) -> Distribution[int]:
    """A die that shows face i with the unknown chance p_i; the sum of these chances is known to be 1."""
    return Unknowns(dice={name: faces}).dice[name]


def unknown_chance(name: str = "p") -> Distribution[int]:
    """Something that happens (1) with an unknown chance p, and otherwise does not (0)."""
    return Distribution({1: Polynomial(name, {(1, 0): 1}), 0: Polynomial(name, {(0, 1): 1})}, 1)


@lru_cache(maxsize=64)
def ring_of(names: tuple[str, ...]) -> Any:
    """The whole-number polynomials in these symbols."""
    from sympy import ZZ, Symbol
    from sympy.polys.rings import PolyRing

    return PolyRing([Symbol(name) for name in names], ZZ)


# --- what people see
def expression(weight: Weight, total: Weight) -> Any:
    """A chance as a SymPy expression in lowest terms, every "not p" written as 1 - p."""
    import sympy

    for each in (weight, total):
        if isinstance(each, Polynomial):
            return ratio(weight, total, each.name)
    ring = getattr(weight, "ring", None) or getattr(total, "ring", None)
    if ring is None or not all(type(each) is int or hasattr(each, "ring") for each in (weight, total)):
        return sympy.cancel(sympy.sympify(weight) / sympy.sympify(total))
    above, below = without_complements(ring(weight)), without_complements(ring(total))
    if below == 1:
        return above.as_expr()
    above, below = above.cancel(below)
    return above.as_expr() / below.as_expr()


def without_complements(polynomial: Any) -> Any:
    """The polynomial with 1 - p for every "not p"."""
    ring = polynomial.ring
    names = [str(symbol) for symbol in ring.symbols]
    for place, name in enumerate(names):
        if name.startswith(NOT):
            known = names.index(name.removeprefix(NOT))
            polynomial = _without(polynomial, known, place)
    return polynomial


def _without(polynomial: Any, known: int, complement: int) -> Any:
    """A polynomial with 1 - p for one "not p": by powers of it, from the highest down (Horner's rule)."""
    ring = polynomial.ring
    rows: dict[tuple[int, ...], dict[int, dict[int, Any]]] = {}  # by the other symbols: powers of both
    for monomial, coefficient in polynomial.items():
        p, q = monomial[known], monomial[complement]
        others = tuple(0 if place in (known, complement) else power for place, power in enumerate(monomial))
        rows.setdefault(others, {}).setdefault(q, {})[p] = coefficient
    result = ring.zero
    for others, powers in rows.items():
        row: list[Any] = []
        for q in range(max(powers), -1, -1):
            row = [up - down for up, down in zip([*row, 0], [0, *row], strict=True)]  # times 1 - p
            for p, coefficient in powers.get(q, {}).items():
                row += [0] * (p + 1 - len(row))
                row[p] += coefficient
        for p, coefficient in enumerate(row):
            if coefficient:
                result[(*others[:known], p, *others[known + 1 :])] = coefficient
    return result


# --- sums of many loaded dice
def monomial_sums(count: int, weights: Mapping[int, Weight]) -> dict[int, Weight] | None:
    """The sums of dice whose weights are single terms such as p1 or 2*p3, written out; None for others.

    Every set of faces is one term of a sum: its coefficient is the number of its orders.
    """
    if not all(hasattr(weight, "ring") and len(weight) == 1 for weight in weights.values()):
        return None
    ring = next(iter(weights.values())).ring
    whole = ring.domain
    terms = [(face, *next(iter(weight.terms()))) for face, weight in weights.items()]
    sums: dict[int, Any] = {}

    def add(place: int, left: int, total: int, monomial: tuple[int, ...], ways: Any) -> None:
        face, powers, coefficient = terms[place]
        if place == len(terms) - 1:
            total += left * face
            monomial = tuple([m + left * p for m, p in zip(monomial, powers, strict=True)])
            found = sums.get(total)
            if found is None:
                found = sums[total] = ring.zero
            found[monomial] = found.get(monomial, 0) + whole(ways * coefficient**left)
            return
        for shown in range(left + 1):
            here = (
                tuple([m + shown * p for m, p in zip(monomial, powers, strict=True)]) if shown else monomial
            )
            add(
                place + 1,
                left - shown,
                total + shown * face,
                here,
                ways * math.comb(left, shown) * coefficient**shown,
            )

    add(0, count, 0, (0,) * len(ring.symbols), 1)
    return dict(sorted(sums.items()))
