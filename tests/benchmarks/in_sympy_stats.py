"""The problems as a sympy.stats user writes them, where there is a way short of writing out every throw."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb
from typing import Any

import sympy
from sympy.stats import Die, DiscreteMarkovChain, FiniteRV, Multinomial, density

from tests.benchmarks.situations import MODIFIERS


def sum_of_d6(count: int) -> Any:
    return density(sum(Die(f"d{place}", 6) for place in range(count)))


def lowest_two_and_half(count: int) -> Any:
    dice = [Die(f"d{place}", 6) for place in range(count)]
    second = sympy.Max(*(sympy.Min(*(die for die in dice if die is not out)) for out in dice))
    return density(sympy.Min(*dice) + second + sympy.ceiling(Die("half", 6) / 2))


def margins(count: int) -> Any:
    modifiers, first, second = MODIFIERS[:count], Die("first", 6), Die("second", 6)
    return {(a, b): density((first + a) - (second + b)) for a in modifiers for b in modifiers}


def hits_and_jams(count: int) -> Any:
    third, sixth = sympy.Rational(1, 3), sympy.Rational(1, 6)
    chance = density(Multinomial("kinds", count, third, sixth, third + sixth))
    found: dict[Any, Any] = {}
    for hits in range(count + 1):
        for ones in range(count + 1 - hits):
            key = (hits, ones >= 2)
            found[key] = found.get(key, 0) + chance(hits, ones, count - hits - ones)
    return found


def duel(count: int) -> Any:
    return _duel(count, sympy.Rational(1, 3))


def duel_with_unknown_chance(count: int) -> Any:
    return _duel(count, sympy.Symbol("p"))["A"]


def _duel(count: int, p: Any) -> Any:
    """The chain as a matrix: fights that go on first, then the three ways to end."""
    states = [(a, b) for a in range(count, 0, -1) for b in range(count, 0, -1)]
    place = {state: number for number, state in enumerate(states)}
    size = len(states)
    ends = ("A", "B", "nobody")
    moves = sympy.zeros(size + 3, size + 3)
    for end in range(3):
        moves[size + end, size + end] = 1

    def hits(dice: int) -> list[Any]:
        return [comb(dice, n) * p**n * (1 - p) ** (dice - n) for n in range(dice + 1)]

    for (a, b), row in place.items():
        for by_b, chance_b in enumerate(hits(b)):
            for by_a, chance_a in enumerate(hits(a)):
                left = (max(a - by_b, 0), max(b - by_a, 0))
                end = 0 if left[0] else 1 if left[1] else 2
                column = place.get(left, size + end)
                moves[row, column] += chance_b * chance_a
    chain = DiscreteMarkovChain("duel", list(range(size + 3)), moves)
    order, ended, _, _ = chain.decompose()
    passing = [int(state) for state in order[ended.rows :]]
    visits = chain.fundamental_matrix()[passing.index(0), :]
    into_ends = sympy.Matrix([list(moves[state, size:]) for state in passing])
    wins = visits.to_DM() * into_ends.to_DM(visits.to_DM().domain)
    return dict(zip(ends, wins.to_Matrix(), strict=True))


def loaded(count: int) -> Any:
    chances = {face: sympy.Symbol(f"p{face}") for face in range(1, 7)}
    dice = [FiniteRV(f"d{place}", chances) for place in range(count)]
    return density(sum(dice))


def plain(answer: Any) -> Any:
    if isinstance(answer, sympy.Expr):
        return answer
    if isinstance(next(iter(answer)), tuple) and isinstance(next(iter(answer.values())), dict):
        return {key: law(found) for key, found in answer.items()}
    return law(answer)


def law(found: Any) -> Any:
    if any(getattr(chance, "free_symbols", None) for chance in found.values()):
        return {int(value): chance for value, chance in found.items()}
    return {
        (value if isinstance(value, (tuple, str)) else int(value)): fraction(chance)
        for value, chance in found.items()
    }


def fraction(number: Any) -> Fraction:
    return Fraction(int(number.p), int(number.q))


ENTRIES: dict[str, dict[str, Callable[[int], Any]]] = {
    "sum-100": {"": sum_of_d6},
    "lowest-two": {"": lowest_two_and_half},
    "margins": {"": margins},
    "hits-and-jams": {"": hits_and_jams},
    "duel-12": {"": duel},
    "loaded-4": {"": loaded},
    "duel-3-symbolic": {"": duel_with_unknown_chance},
    "duel-6-symbolic": {"": duel_with_unknown_chance},
}
