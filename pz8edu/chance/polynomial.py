"""Weights with symbols: polynomials in unknown chances, with whole coefficients."""

from __future__ import annotations

import operator
from collections.abc import Iterable, Mapping
from typing import Any

from pz8edu.errors import BadInput

NOT = "not "
"""The symbol "not p" is 1 - p; while odds are worked out it is a symbol of its own, and no sign is lost."""

Powers = tuple[int, ...]


class Polynomial:
    """A sum of terms such as 3 * p1**2 * p6: `terms` holds the numbers by the powers of the `symbols`.

    Only what weights need: `+`, `*` and whole powers. Where symbols are known to add up to 1, such as p and
    "not p", one polynomial can be written with different degrees; those written alike are equal.
    """

    __slots__ = ("symbols", "terms")

    def __init__(self, symbols: tuple[str, ...], terms: Mapping[Powers, int]) -> None:
        self.symbols = symbols
        self.terms = terms

    def __add__(self, other: Polynomial | int) -> Polynomial:
        return self.plus((other,)) if other else self

    __radd__ = __add__

    def plus(self, others: Iterable[Polynomial | int]) -> Polynomial:
        """The sum with any number of others."""
        terms = dict(self.terms)
        for other in others:
            for powers, number in self._same(other).items():
                terms[powers] = terms.get(powers, 0) + number
        return Polynomial(self.symbols, terms)

    def __mul__(self, other: Polynomial | int) -> Polynomial:
        if type(other) is int:
            return Polynomial(self.symbols, {powers: number * other for powers, number in self.terms.items()})
        terms: dict[Powers, int] = {}
        if isinstance(other, Polynomial) and len(other.terms) == len(self.terms) == 1:
            ((first, number),), ((second, times),) = other.terms.items(), self.terms.items()
            self._same(other)
            return Polynomial(self.symbols, {tuple(map(operator.add, first, second)): number * times})
        for first, number in self._same(other).items():
            for second, times in self.terms.items():
                powers = tuple(map(operator.add, first, second))
                terms[powers] = terms.get(powers, 0) + number * times
        return Polynomial(self.symbols, terms)

    __rmul__ = __mul__

    def __pow__(self, power: int) -> Polynomial:
        result = Polynomial(self.symbols, {(0,) * len(self.symbols): 1})
        for _ in range(power):
            result = result * self
        return result

    def _same(self, other: Polynomial | int) -> Mapping[Powers, int]:
        if isinstance(other, Polynomial):
            if other.symbols != self.symbols:
                raise BadInput(
                    f"the unknown chances {', '.join(self.symbols)} and {', '.join(other.symbols)} meet: "
                    "make all of them with one Unknowns"
                )
            return other.terms
        return {(0,) * len(self.symbols): other}

    def __eq__(self, other: object) -> bool:
        if isinstance(other, int):
            return self.terms == self._same(other) if other else not self
        return isinstance(other, Polynomial) and self.symbols == other.symbols and self.terms == other.terms

    def __hash__(self) -> int:
        return hash(frozenset(self.terms.items()))

    def __bool__(self) -> bool:
        return any(self.terms.values())

    def __repr__(self) -> str:
        return str(self.as_expr())

    @property
    def only_unknown(self) -> str | None:
        """The name p of a polynomial in p and "not p" alone."""
        first, *rest = self.symbols
        return first if rest == [NOT + first] else None

    @property
    def degree(self) -> int:
        """The highest degree of a term in all symbols together."""
        return max(map(sum, self.terms), default=0)

    def in_p(self) -> list[int]:
        """The coefficients in p alone, the constant first, of a polynomial in p and "not p".

        By powers of "not p", from the highest down (Horner's rule).
        """
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
        """The polynomial as a SymPy expression, every "not p" written as 1 - p."""
        from pz8edu.chance.closed_form import expression

        return expression(self, 1)
