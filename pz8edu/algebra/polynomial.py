"""Weights with symbols: polynomials in unknown chances, with whole coefficients."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import comb, prod
from typing import TypeVar

from pz8edu.errors import BadInput

T = TypeVar("T")
NOT = "not "
"""The symbol "not p" is 1 - p; while odds are worked out it is a symbol of its own, and no sign is lost."""

OR = " + "
"""The symbol "p4 + p5 + p6" is the chance of faces that a rule does not tell apart."""

MOST_TERMS = 32_000
"""A formula with more terms is refused, and so is a law whose formulas would have more in all."""

MOST_PRODUCTS = 2_000_000
"""Polynomials are not multiplied where that takes more products of two terms (half a second)."""

ROOM = 32
"""Bits for each power in the number that stands for all powers of a term."""

POWER = (1 << ROOM) - 1
"""The bits of one power."""

Powers = tuple[int, ...]


class TooManyTerms(BadInput):
    """Formulas that would be too long to be worked out or read: said before the work is done."""


class Polynomial:
    """A sum of terms such as 3 * p1**2 * p6: `terms` holds the numbers by the powers of the `symbols`.

    The powers of a term stand side by side in one whole number: to multiply terms is to add these. Only what
    weights need: `+`, `*` and whole powers. Where symbols are known to add up to 1, such as p and "not p",
    one polynomial can be written with different degrees; those written alike are equal.
    Raises TooManyTerms before a product, or after a sum, that is too long.
    """

    __slots__ = ("symbols", "terms")

    def __init__(self, symbols: tuple[str, ...], terms: Mapping[int, int]) -> None:
        self.symbols = symbols
        self.terms = terms

    @classmethod
    def of(cls, symbols: tuple[str, ...], numbers: Mapping[Powers, int]) -> Polynomial:
        """The polynomial whose terms have these numbers, by the powers of the symbols."""
        packed = (sum(power << ROOM * place for place, power in enumerate(powers)) for powers in numbers)
        return cls(symbols, dict(zip(packed, numbers.values(), strict=True)))

    def by_powers(self) -> Iterator[tuple[Powers, int]]:
        """The powers of the symbols in every term, with its number."""
        shifts = range(0, ROOM * len(self.symbols), ROOM)
        for term, number in self.terms.items():
            yield tuple([term >> shift & POWER for shift in shifts]), number

    def __add__(self, other: Polynomial | int) -> Polynomial:
        return self if type(other) is int and not other else self.plus((other,))

    __radd__ = __add__

    def plus(self, others: Iterable[Polynomial | int]) -> Polynomial:
        """The sum with any number of others."""
        terms = dict(self.terms)
        for other in others:
            for term, number in self._same(other).items():
                terms[term] = terms[term] + number if term in terms else number
        return self._checked(terms)

    def __mul__(self, other: Polynomial | int) -> Polynomial:
        if type(other) is int:
            terms = {term: number * other for term, number in self.terms.items()} if other else {}
            return Polynomial(self.symbols, terms)
        shorter, longer = self.terms, self._same(other)
        if len(shorter) == len(longer) == 1:
            ((first, number),), ((second, times),) = shorter.items(), longer.items()
            return Polynomial(self.symbols, {first + second: number * times})
        if len(shorter) > len(longer):
            shorter, longer = longer, shorter
        if len(shorter) == 1:
            ((first, number),) = shorter.items()
            return Polynomial(self.symbols, {first + term: number * times for term, times in longer.items()})
        if len(shorter) * len(longer) > MOST_PRODUCTS:
            raise too_many_terms(self.symbols)
        terms = {}
        known, factors = terms.get, list(longer.items())
        for first, number in shorter.items():
            for second, times in factors:
                both = first + second
                terms[both] = known(both, 0) + number * times
        return self._checked(terms)

    __rmul__ = __mul__

    def __pow__(self, power: int) -> Polynomial:
        if len(self.terms) == 1:
            ((term, number),) = self.terms.items()
            return Polynomial(self.symbols, {term * power: number**power})
        result = Polynomial(self.symbols, {0: 1})
        for _ in range(power):
            result = result * self
        return result

    def _same(self, other: Polynomial | int) -> Mapping[int, int]:
        if isinstance(other, Polynomial):
            if other.symbols is not self.symbols and other.symbols != self.symbols:
                raise BadInput(
                    f"the unknown chances {', '.join(self.symbols)} and {', '.join(other.symbols)} meet: "
                    "make all of them with one Unknowns"
                )
            return other.terms
        return {0: other}

    def _checked(self, terms: dict[int, int]) -> Polynomial:
        if len(terms) > MOST_TERMS:
            raise too_many_terms(self.symbols)
        return Polynomial(self.symbols, terms)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, int):
            return self.terms == self._same(other) if other else not self
        return isinstance(other, Polynomial) and self.symbols == other.symbols and self.terms == other.terms

    def __hash__(self) -> int:
        return hash(frozenset(self.terms.items()))

    def __reduce__(self) -> tuple[object, ...]:
        return Polynomial, (self.symbols, dict(self.terms))

    def __bool__(self) -> bool:
        return any(self.terms.values())

    def __repr__(self) -> str:
        terms = (
            "*".join(
                [str(number)]
                + [f"({name})**{power}" for name, power in zip(self.symbols, powers, strict=True) if power]
            )
            for powers, number in self.by_powers()
        )
        return " + ".join(terms) or "0"

    @property
    def only_unknown(self) -> str | None:
        """The name p of a polynomial in p and "not p" alone."""
        first, *rest = self.symbols
        return first if rest == [NOT + first] else None

    @property
    def degree(self) -> int:
        """The highest degree of a term in all symbols together."""
        return max([term % POWER for term in self.terms], default=0)  # the sum of the digits of base 2**ROOM

    def derivative(self, name: str) -> Polynomial:
        """How fast it grows with an unknown chance."""
        terms: dict[int, int] = {}
        for place, symbol in enumerate(self.symbols):
            sign = -1 if symbol == NOT + name else int(name in symbol.split(OR))
            for term, number in self.terms.items() if sign else ():
                power = term >> ROOM * place & POWER
                if power:
                    lower = term - (1 << ROOM * place)
                    terms[lower] = terms.get(lower, 0) + sign * power * number
        return Polynomial(self.symbols, terms)

    def at(self, values: Mapping[str, Fraction]) -> Fraction:
        """What it comes to when the unknown chances have these values.

        All terms are brought over one denominator: they are added up as whole numbers.
        """
        chances = [value_of_symbol(name, values) for name in self.symbols]
        rows = list(self.by_powers())
        highest = [max((powers[place] for powers, _ in rows), default=0) for place in range(len(chances))]
        shares = [
            [chance.numerator**power * chance.denominator ** (most - power) for power in range(most + 1)]
            for chance, most in zip(chances, highest, strict=True)
        ]
        above = sum(
            number * prod([share[power] for share, power in zip(shares, powers, strict=True)])
            for powers, number in rows
        )
        return Fraction(
            above, prod(chance.denominator**most for chance, most in zip(chances, highest, strict=True))
        )


def value_of_symbol(name: str, values: Mapping[str, Fraction]) -> Fraction:
    """The value of a symbol: of an unknown chance, of "not p" or of "p4 + p5 + p6"."""
    if name.startswith(NOT):
        return 1 - values[name.removeprefix(NOT)]
    return sum((values[each] for each in name.split(OR)), Fraction(0))


# --- formulas that would be too long
def too_many_terms(symbols: Sequence[str], terms: int = MOST_TERMS) -> TooManyTerms:
    """The error for formulas that would have at least so many terms, or more than the most allowed."""
    many = f"more than {terms:,}" if terms == MOST_TERMS else f"{terms:,}"
    names = ", ".join(name for name in symbols if not name.startswith(NOT))
    return TooManyTerms(
        f"as formulas in {names} these chances would have {many} terms (at most {MOST_TERMS:,} are worked "
        "out): use fewer dice, or fewer unknown chances"
    )


def check_dice(count: int, weights: Mapping[T, object]) -> None:
    """Raise TooManyTerms where the law of so many dice would have too many terms in all.

    Dice whose weights are different single terms such as p1 have one for every set of faces.
    """
    unknown = [weight for weight in weights.values() if isinstance(weight, Polynomial)]
    if unknown and all(len(weight.terms) == 1 for weight in unknown):
        different = {term for weight in unknown for term in weight.terms}
        sets = comb(count + len(different) - 1, count)
        if sets > MOST_TERMS:
            raise too_many_terms(unknown[0].symbols, sets)
