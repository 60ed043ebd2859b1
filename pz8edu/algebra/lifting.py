"""Many states that lead to each other, solved exactly without fractions (J. Dixon, 1982).

The equations are solved once modulo a prime P. The same elimination then finds digit after digit of every
amount to the base P: what a digit leaves over is divided by P and solved for again. As soon as the digits
suffice to read all amounts as fractions over one denominator, these are put into the equations, and taken
only if every equation holds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import mul
from typing import NamedTuple, TypeAlias

from pz8edu.algebra.leaving_out import left_out_in_turn

P = 2**128 - 159
"""A prime, none of those one below a power of 2: these are determinants of walks."""

SLOT = 36
"""Bytes for a number of a row that is written as one whole number: a sum of many products modulo P."""

SPARE = 64
"""A fraction is believed when its digits are shorter by so many bits than what it was read from."""

Row: TypeAlias = dict[int, int]


class LeftOutState(NamedTuple):
    """A state that was left out: one over its divisor, what leads to it, what it leads to; all modulo P."""

    state: int
    inverse: int
    comes: Row
    shares: Row


class Group(NamedTuple):
    """States that lead to each other: where each leads to within the group, with weights, and its divisor."""

    leads: Mapping[int, Sequence[tuple[int, int]]]
    divisors: Mapping[int, int]

    def left_over(self, entering: Row, amounts: Row) -> Row:
        """What enters, less what these amounts account for."""
        over = {i: entering[i] - self.divisors[i] * amount for i, amount in amounts.items()}
        for i, row in self.leads.items():
            amount = amounts[i]
            for j, weight in row:
                over[j] += amount * weight
        return over


def solved_by_lifting(group: Group, entering: Row) -> tuple[Row, int] | None:
    """The amounts over one denominator; None in the rare case that the prime divides what it must not."""
    try:
        steps = modulo(group)
    except ValueError:  # no inverse
        return None
    amounts, left, modulus = dict.fromkeys(group.leads, 0), entering, 1
    due = 2
    for digits in range(1, most_digits(group, entering) + 1):
        digit = digit_of(steps, left)
        amounts = {i: amount + digit[i] * modulus for i, amount in amounts.items()}
        left = {i: over // P for i, over in group.left_over(left, digit).items()}
        modulus *= P
        if digits >= due:
            due = digits + digits // 8 + 1
            found = over_one_denominator(amounts, modulus)
            if found is not None and solves(group, entering, *found):
                return found
    return None


def most_digits(group: Group, entering: Row) -> int:
    """So many digits always suffice: the product of the divisors bounds the denominator (Hadamard)."""
    bits = sum(divisor.bit_length() for divisor in group.divisors.values()) + len(group.divisors)
    bits += max(amount.bit_length() for amount in entering.values())
    return (2 * bits + 4 * SPARE) // (P.bit_length() - 1) + 2


def solves(group: Group, entering: Row, amounts: Row, denominator: int) -> bool:
    """Do these amounts solve the equations?"""
    scaled = {i: enters * denominator for i, enters in entering.items()}
    return not any(group.left_over(scaled, amounts).values())


def modulo(group: Group) -> list[LeftOutState]:
    """The states left out one after the other, those with few neighbours first, modulo P."""
    leads = {i: dict(row) for i, row in group.leads.items()}
    divisors = dict(group.divisors)
    steps: list[LeftOutState] = []
    for out, row, into in left_out_in_turn(leads):
        if 4 * len(row) * len(into) > len(leads) ** 2:
            leads[out] = row
            for i, weight in into.items():
                leads[i][out] = weight
            return [*steps, *in_rows(leads, divisors)]
        inverse = pow(divisors[out], -1, P)
        shares = {j: weight * inverse % P for j, weight in row.items()}
        steps.append(LeftOutState(out, inverse, into, shares))
        for i, weight in into.items():
            onward = leads[i]
            for j, share in shares.items():
                if j == i:
                    divisors[i] = (divisors[i] - weight * share) % P
                else:
                    onward[j] = (onward.get(j, 0) + weight * share) % P
    return steps


def in_rows(leads: Mapping[int, Row], divisors: Row) -> Iterator[LeftOutState]:
    """The same of the last states, most of which lead to each other: whole rows are added at once."""
    states = [*leads]
    rows = [packed_row(-divisors[i] % P if i == j else leads[i].get(j, 0) for j in states) for i in states]
    while states:
        out, row, end = states.pop(), rows.pop(), SLOT * len(states)
        slots = row.to_bytes(end + SLOT, "little")
        *weights, own = (int.from_bytes(slots[at : at + SLOT], "little") for at in range(0, len(slots), SLOT))
        inverse = pow(-own, -1, P)
        shares = [weight * inverse % P for weight in weights]
        whole, last, comes = packed_row(shares), 8 * end, {}
        for place, state in enumerate(states):
            weight = comes[state] = (rows[place] >> last) % P
            rows[place] = (rows[place] & (1 << last) - 1) + weight * whole
        yield LeftOutState(out, inverse, comes, dict(zip(states, shares, strict=True)))


def packed_row(numbers: Iterable[int]) -> int:
    """A row of numbers as one whole number."""
    return int.from_bytes(b"".join(number.to_bytes(SLOT, "little") for number in numbers), "little")


def digit_of(steps: list[LeftOutState], entering: Row) -> Row:
    """The amounts modulo P for whatever enters."""
    carried = dict(entering)
    for state, _, _, shares in steps:
        amount = carried[state] = carried[state] % P
        for j, share in shares.items():
            carried[j] += amount * share
    amounts: Row = {}
    for state, inverse, comes, _ in reversed(steps):
        amount = sum(map(mul, map(amounts.__getitem__, comes), comes.values()), carried[state])
        amounts[state] = amount % P * inverse % P
    return amounts


def over_one_denominator(amounts: Row, modulus: int) -> tuple[Row, int] | None:
    """Amounts that are known by a modulus as whole numbers over one denominator; None with too few digits."""
    denominator = 1
    most = modulus.bit_length() - SPARE
    found: Row = {}
    for i, amount in amounts.items():
        above = symmetric(denominator * amount, modulus)
        if above.bit_length() + denominator.bit_length() > most:
            ratio = rational(above % modulus, modulus)
            if ratio is None:
                return None
            above, more = ratio
            found = {j: each * more for j, each in found.items()}
            denominator *= more
        found[i] = above
    return found, denominator


def symmetric(number: int, modulus: int) -> int:
    """The number nearest to 0 that is the same by the modulus."""
    rest = number % modulus
    return rest if 2 * rest < modulus else rest - modulus


def rational(number: int, modulus: int) -> tuple[int, int] | None:
    """The fraction with a short numerator and denominator that is this number by the modulus (Wang, 1981)."""
    above, rest, below, last = modulus, number, 0, 1
    most = modulus.bit_length() // 2
    while rest.bit_length() > most:
        quotient = above // rest
        above, rest = rest, above - quotient * rest
        below, last = last, below - quotient * last
    if rest.bit_length() + last.bit_length() > modulus.bit_length() - SPARE:
        return None
    return (rest, last) if last > 0 else (-rest, -last)
