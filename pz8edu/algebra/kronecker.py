"""Kronecker substitution: polynomials in one unknown chance p, each held in one whole number.

Written in p and q = 1 - p without a minus sign, polynomials have coefficients that are not negative. Divided
by a power of q, one of them is a polynomial in p/q; its value at p/q = 2**bits holds all coefficients side by
side when each has room in so many bits. So weights are added and multiplied as plain whole numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from struct import unpack

from pz8edu.algebra.polynomial import POWER, ROOM, Polynomial
from pz8edu.algebra.weight import Weight, whole

UNPACKED = {1: "B", 2: "H", 4: "I", 8: "Q"}
"""How whole numbers of so many bytes are read all at once."""


def terms_of(weight: Weight) -> Mapping[int, int]:
    """The terms of a weight, or of a plain number."""
    return weight.terms if isinstance(weight, Polynomial) else {0: whole(weight)}


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


@dataclass(slots=True, eq=False)
class OneTerm:
    """A number times a power of two: a factor of large numbers that costs next to nothing."""

    number: int
    shift: int

    def __rmul__(self, amount: int) -> int:
        return (amount * self.number) << self.shift


class Substituted(Polynomial):
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
            found = enumerate(side_by_side(self.value, self.bits, self.power + 1))
            self._terms = {power | self.power - power << ROOM: number for power, number in found if number}
        return self._terms

    def __bool__(self) -> bool:
        return bool(self.value)


def room_for(largest: int) -> int:
    """The bits that hold a number of this size and can be read quickly."""
    width = (largest.bit_length() + 7) // 8 or 1
    return 8 * (width if width > 8 else 1 << (width - 1).bit_length())


def in_one_number(numbers: Sequence[int], bits: int) -> int:
    """Numbers side by side in one whole number, the first in its lowest bits: `side_by_side` reads them."""
    return int.from_bytes(b"".join([number.to_bytes(bits // 8, "little") for number in numbers]), "little")


def side_by_side(value: int, bits: int, count: int) -> list[int]:
    """So many whole numbers that lie side by side in a large one, the first in its lowest bits."""
    width = bits // 8
    data = value.to_bytes(width * count, "little")
    if width in UNPACKED:
        return [*unpack(f"<{count}{UNPACKED[width]}", data)]
    return [int.from_bytes(data[start : start + width], "little") for start in range(0, len(data), width)]


def substitution(
    weights: Collection[Weight], count: int
) -> tuple[list[int], Callable[[int], Substituted]] | None:
    """Weights that are numbers times p or "not p" as whole numbers, and how products of so many are read.

    None for other weights.
    """
    linear = [
        each for each in weights if isinstance(each, Polynomial) and each.degree == 1 and 0 not in each.terms
    ]
    if len(linear) < len(weights) or linear[0].only_unknown is None:
        return None
    symbols = linear[0].symbols
    bits = room_for(sum(Values(0).of(each, 1) for each in linear) ** count)
    values = Values(bits)
    return [values.of(each, 1) for each in linear], lambda value: Substituted(symbols, value, bits, count)
