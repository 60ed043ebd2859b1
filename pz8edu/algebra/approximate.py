"""Decimals whose rounding error is bounded, kept apart from exact numbers.

Every operation on floats rounds by at most one part in 2**53. Where only positive numbers are added,
multiplied and divided, nothing cancels: a result of n roundings is off by at most n / (2**53 - n) of itself
(N. Higham, Accuracy and Stability of Numerical Algorithms, section 3.1).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from numbers import Rational, Real
from typing import Generic, NoReturn, TypeVar

from pz8edu.errors import BadInput, shown
from pz8edu.printing.comma_separated import csv_text
from pz8edu.printing.exact import plain_fraction
from pz8edu.printing.html_table import html_table
from pz8edu.printing.percent import percent
from pz8edu.printing.text import columns

T = TypeVar("T")
U = TypeVar("U")

SMALLEST = 2.0**-1074
"""The smallest float above 0: so much is lost at most where a result is too small for one."""

MOST_ROUNDINGS = 2**46
"""After so many roundings a number is still known to two figures."""

MOST_FIGURES = 15
"""So many figures of a decimal are printed at most."""


def bound_of(roundings: int) -> Fraction:
    """By which part of itself a number of positive terms is off, at most, after so many roundings."""
    if roundings > MOST_ROUNDINGS:
        raise BadInput(f"after {roundings:,} roundings a decimal tells nothing more: ask for exact numbers")
    return Fraction(roundings, 2**53 - roundings)


@dataclass(frozen=True, slots=True)
class Approximate:
    """A number in decimals that is off by at most `error`: it prints as "about 0.25 ± 3e-16".

    Such numbers are added, subtracted, multiplied and divided among themselves, and their error with them.
    Raises BadInput where something exact is asked of one, or where it meets an exact number.
    """

    value: float
    error: float

    @classmethod
    def near(cls, number: Fraction, error: Fraction) -> Approximate:
        """A number that is off by so much, written in decimals: what that rounds is added to the error."""
        value = float(number)
        exact = error + abs(number - Fraction(value))
        rounded = float(exact)
        return cls(value, rounded if Fraction(rounded) >= exact else math.nextafter(rounded, math.inf))

    @classmethod
    def of(cls, number: int | Fraction) -> Approximate:
        """An exact number in decimals."""
        return cls.near(Fraction(number), Fraction(0))

    def may_be(self, number: Rational | int) -> bool:
        """Does an exact number lie within the error?"""
        return abs(plain_fraction(number) - Fraction(self.value)) <= Fraction(self.error)

    # --- arithmetic
    def __add__(self, other: object) -> Approximate:
        (a, d), (b, e) = self._parts, _parts_of(self, other)
        return Approximate.near(a + b, d + e)

    def __sub__(self, other: object) -> Approximate:
        (a, d), (b, e) = self._parts, _parts_of(self, other)
        return Approximate.near(a - b, d + e)

    def __mul__(self, other: object) -> Approximate:
        (a, d), (b, e) = self._parts, _parts_of(self, other)
        return Approximate.near(a * b, abs(a) * e + abs(b) * d + d * e)

    def __truediv__(self, other: object) -> Approximate:
        (a, d), (b, e) = self._parts, _parts_of(self, other)
        if e >= abs(b):
            raise BadInput(f"nothing is divided by {other}: it may be 0")
        return Approximate.near(a / b, (d + abs(a / b) * e) / (abs(b) - e))

    __radd__ = __rsub__ = __rmul__ = __rtruediv__ = __add__  # of anything else: refused

    @property
    def _parts(self) -> tuple[Fraction, Fraction]:
        return Fraction(self.value), Fraction(self.error)

    # --- what is not exact
    def __float__(self) -> float:
        return self.value

    def fraction(self) -> NoReturn:
        """Refused: it is not exact."""
        raise BadInput(f"{self} is not exact: it has no fraction; float(...) gives its decimals")

    def as_integer_ratio(self) -> NoReturn:
        """Refused: it is not exact."""
        self.fraction()

    def __int__(self) -> NoReturn:
        self.fraction()

    def _sympy_(self) -> NoReturn:
        raise BadInput(
            f"{self} and a SymPy number are not mixed: Approximate.of(...) makes a number approximate"
        )

    # --- showing it
    def __repr__(self) -> str:
        if not self.error:
            return f"about {self.value:.{MOST_FIGURES}g}"
        known = math.floor(math.log10(abs(self.value) / self.error)) if self.value else 1
        text = f"{self.value:.{min(max(known + 1, 1), MOST_FIGURES)}g}"
        printed = Approximate.near(
            Fraction(text), Fraction(self.error) + abs(Fraction(text) - Fraction(self.value))
        )
        return f"about {text} ± {_rounded_up(printed.error)}"

    def _repr_latex_(self) -> str:
        text, error = str(self).removeprefix("about ").split(" ± ")
        return rf"$\approx {text} \pm {error}$"


def _parts_of(number: Approximate, other: object) -> tuple[Fraction, Fraction]:
    if not isinstance(other, Approximate):
        raise BadInput(
            f"{number} and {shown(other)} are not mixed: Approximate.of(...) makes a number approximate"
        )
    return Fraction(other.value), Fraction(other.error)


def _rounded_up(error: float) -> str:
    """An error in one figure, never less than it is.

    >>> _rounded_up(1.2e-9), _rounded_up(9.5e-9)
    ('2e-09', '1e-08')
    """
    text = f"{error:.0e}"
    if Fraction(text) < Fraction(error):
        figure, power = text.split("e")
        text = f"{int(figure) + 1}e{power}" if int(figure) < 9 else f"1e{int(power) + 1:+03d}"
    return text


class ApproximateDistribution(Generic[T]):
    """The chances of every outcome in decimals, each with the bound of its error: `law[outcome]`.

    Made of floats that were reached by so many `roundings` at most, from numbers above 0 only; `lost` is
    what may be missing of each besides, because it was too small for a float. Raises BadInput where something
    exact is asked of it, or where it meets an exact distribution.
    """

    def __init__(self, chances: Mapping[T, float], roundings: int, lost: float = 0.0) -> None:
        self.chances = dict(chances)
        self.roundings = roundings
        self.lost = lost

    # --- looking at it
    @property
    def support(self) -> tuple[T, ...]:
        """The outcomes that can happen, in the order they were found."""
        return tuple(self.chances)

    def items(self) -> Iterable[tuple[T, Approximate]]:
        """Outcomes with their chances."""
        return ((outcome, self[outcome]) for outcome in self.chances)

    def __len__(self) -> int:
        return len(self.chances)

    def __iter__(self) -> Iterator[T]:
        return iter(self.chances)

    def __contains__(self, outcome: object) -> bool:
        return outcome in self.chances

    def __getitem__(self, outcome: T) -> Approximate:
        """The chance of one outcome, with its error."""
        return self.weighed([(1, outcome)])

    def chance(self, event: Callable[[T], bool]) -> Approximate:
        """The chance of an event, given as a question about the outcome."""
        return self.weighed([(1, outcome) for outcome in self.chances if event(outcome)])

    def expectation(self, worth: Callable[[T], object] | None = None) -> Approximate:
        """The expected value of the outcome, or of what it is worth (an exact number)."""
        return self.weighed(
            [(outcome if worth is None else worth(outcome), outcome) for outcome in self.chances]
        )

    def weighed(self, worths: Iterable[tuple[object, T]]) -> Approximate:
        """The sum of the chances of some outcomes, each times an exact number."""
        total, error, relative = Fraction(0), Fraction(0), bound_of(self.roundings)
        for worth, outcome in worths:
            if not isinstance(worth, Rational):
                raise BadInput(f"what an outcome is worth must be an exact number; got {shown(worth)}")
            exact = plain_fraction(worth)
            chance = Fraction(self.chances.get(outcome, 0.0))
            total += exact * chance
            error += abs(exact) * (chance * relative + Fraction(self.lost))
        return Approximate.near(total, error)

    def map(self, read: Callable[[T], U]) -> ApproximateDistribution[U]:
        """The distribution of what the outcome is read as; equal readings meet."""
        together: dict[U, list[float]] = {}
        for outcome, chance in self.chances.items():
            together.setdefault(read(outcome), []).append(chance)
        most = max(map(len, together.values()), default=1)
        found = {value: math.fsum(parts) for value, parts in together.items()}  # rounds once
        return ApproximateDistribution(found, self.roundings + (most > 1), self.lost * most)

    # --- what is not exact
    def fractions(self) -> NoReturn:
        """Refused: its chances are not exact."""
        raise BadInput("chances in decimals have no fractions: ask the exact chain, fold or pool for them")

    def fraction(self, outcome: T) -> NoReturn:
        """Refused: its chances are not exact."""
        self.fractions()

    def _refuse(self, other: object) -> NoReturn:
        raise BadInput(
            f"a distribution in decimals and {shown(other)} are not put together: work with exact numbers "
            "up to the last step, or with floats from here on"
        )

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __matmul__ = __rmatmul__ = _refuse

    # --- showing it
    def _rows(self) -> list[tuple[str, str, str]]:
        numbers = all(isinstance(each, Real) for each in self.chances)
        outcomes = sorted(self.chances) if numbers else list(self.chances)  # type: ignore[type-var]
        return [(str(each), str(self[each]), percent(self.chances[each])) for each in outcomes]

    def __repr__(self) -> str:
        return columns(self._rows(), "<<>")

    def _repr_html_(self) -> str:
        rows = [(outcome, share, chance) for outcome, chance, share in self._rows()]
        return html_table(("outcome", "percent", "in decimals"), rows)

    def to_csv(self) -> str:
        """A table with one line an outcome: outcome, chance, error, percent."""
        lines = [
            (word, repr(float(chance)), _rounded_up(chance.error), percent(float(chance)))
            for word, chance in ((str(outcome), self[outcome]) for outcome in self.chances)
        ]
        return csv_text([("outcome", "chance", "error", "percent"), *lines])
