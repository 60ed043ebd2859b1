from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from pz8edu import BadInput
from pz8edu.algebra.closed_form import (
    expression,
    expression_of,
    in_p,
    in_ring,
    lowest_terms,
    quotient,
    without_complements,
)
from pz8edu.algebra.elimination import Amounts, Equations
from pz8edu.algebra.polynomial import NOT, Polynomial
from pz8edu.asking.formulas import weight_at
from pz8edu.core import Umpire
from pz8edu.core.chains.chain import Chain
from pz8edu.core.chains.model import NEVER
from pz8edu.core.chains.unknowns import mapped, solve
from pz8edu.core.chance.distribution import D6, Distribution
from pz8edu.core.chance.exact import from_chances
from pz8edu.core.chance.loaded import Unknowns, loaded_die, unknown_chance
from pz8edu.core.chance.pool import Pool
from pz8edu.core.rolls.roll import Roll, together
from tests.core.chance.twins import doubled

FACES = [f"p{face}" for face in range(1, 7)]


def with_chances(law: Distribution[int], values: dict[str, Fraction]) -> dict[int, Fraction]:
    below = weight_at(law.total, values)
    found = {outcome: weight_at(weight, values) / below for outcome, weight in law.items()}
    return {outcome: chance for outcome, chance in found.items() if chance}


@st.composite
def loads(draw: st.DrawFn) -> dict[str, Fraction]:
    weights = draw(st.lists(st.integers(0, 5), min_size=6, max_size=6).filter(any))
    return {name: Fraction(weight, sum(weights)) for name, weight in zip(FACES, weights, strict=True)}


def die_of(values: dict[str, Fraction]) -> Distribution[int]:
    return from_chances({face: values[f"p{face}"] for face in range(1, 7)})


# --- loaded dice
@given(st.integers(0, 5), loads())
def test_loaded_dice_are_uneven_dice(count: int, values: dict[str, Fraction]) -> None:
    loaded, die = loaded_die(), die_of(values)
    assert with_chances(count @ loaded, values) == (count @ die).fractions()
    keep = min(count, 2)
    assert (
        with_chances(Pool(count, loaded).highest(keep), values) == Pool(count, die).highest(keep).fractions()
    )
    tally = Pool(count, loaded).tally({5, 6}, {1})
    assert with_chances(tally, values) == Pool(count, die).tally({5, 6}, {1}).fractions()


@pytest.mark.parametrize("count", range(6))
def test_sums_written_out_are_those_of_doubling(count: int) -> None:
    die = loaded_die()
    assert (count @ die).weights == doubled(count, die.weights)


def test_sums_of_terms_with_numbers_are_those_of_doubling() -> None:
    p, q = Unknowns(dice={"p": (1, 2)}).dice["p"].weights.values()
    die = Distribution({0: 2 * p, 1: q, 5: 3 * p * q}, 1)
    assert (3 @ die).weights == doubled(3, die.weights)
    mixed = Distribution({0: p + q, 1: q}, 1)  # no single terms: by doubling
    assert (3 @ mixed).weights == doubled(3, mixed.weights)


def test_the_law_of_two_loaded_dice_as_people_write_it() -> None:
    p1, p2, p3 = sympy.symbols("p1 p2 p3")
    law = 2 @ loaded_die()
    assert law[2] == p1**2
    assert law[4] == 2 * p1 * p3 + p2**2


# --- one unknown chance
@given(st.integers(0, 6), st.integers(0, 12))
def test_an_unknown_chance_is_any_chance(count: int, twelfths: int) -> None:
    p = Fraction(twelfths, 12)
    hit = from_chances({1: p, 0: 1 - p})
    assert with_chances(count @ unknown_chance(), {"p": p}) == (count @ hit).fractions()


def test_unknown_chances_that_meet_come_from_one_unknowns() -> None:
    with pytest.raises(BadInput, match="one Unknowns"):
        unknown_chance("p") + unknown_chance("hit")
    both = Unknowns(chances=["p", "hit"]).chances
    p, hit = sympy.symbols("p hit")
    assert sympy.expand((both["p"] + both["hit"])[1] - (p * (1 - hit) + hit * (1 - p))) == 0
    for names in ((), ("p", "p")):
        with pytest.raises(BadInput, match="names"):
            Unknowns(chances=names)


coefficients = st.lists(st.integers(-9, 9), max_size=6)


def times(first: list[int], second: list[int]) -> list[int]:
    product = [0] * max(len(first) + len(second) - 1, 0)
    for i, a in enumerate(first):
        for j, b in enumerate(second):
            product[i + j] += a * b
    return trimmed(product)


def trimmed(row: list[int]) -> list[int]:
    while row and not row[-1]:
        row = row[:-1]
    return row


@given(coefficients, coefficients, coefficients)
def test_lowest_terms_are_those_of_sympy(first: list[int], second: list[int], both: list[int]) -> None:
    above, below = times(first, both), times(second, both)
    if not below:
        return
    top, bottom = lowest_terms(above, below)
    p = sympy.Symbol("p")
    whole = sympy.cancel(sympy.Poly(above[::-1] or [0], p).as_expr() / sympy.Poly(below[::-1], p).as_expr())
    assert sympy.cancel(expression_of(top, "p") / expression_of(bottom, "p")) == whole
    degrees = [sympy.Poly(each, p).degree() for each in sympy.fraction(whole)]
    assert [max(len(row) - 1, 0) for row in (top, bottom)] == [max(degree, 0) for degree in degrees]


@given(coefficients, coefficients)
def test_quotients_are_put_together_as_sympy_does(first: list[int], second: list[int]) -> None:
    if any(second):
        above, below = (expression_of(each, "p") for each in lowest_terms(trimmed(first), trimmed(second)))
        assert quotient(above, below) == above / below


@given(coefficients)
def test_expressions_are_put_together_as_sympy_does(row: list[int]) -> None:
    assert expression_of(row, "p") == sympy.Poly(row[::-1] or [0], sympy.Symbol("p")).as_expr()


terms = st.dictionaries(st.tuples(st.integers(0, 3), st.integers(0, 3)), st.integers(1, 5), max_size=4)


@given(terms, terms, st.integers(0, 10))
def test_polynomials_add_and_multiply(
    first: dict[tuple[int, int], int], second: dict[tuple[int, int], int], tenths: int
) -> None:
    a, b = Polynomial.of(("p", NOT + "p"), first), Polynomial.of(("p", NOT + "p"), second)
    at = {"p": Fraction(tenths, 10)}
    assert weight_at(a + b, at) == weight_at(a, at) + weight_at(b, at)
    assert weight_at(a * b, at) == weight_at(a, at) * weight_at(b, at)
    assert weight_at(3 * a + 1, at) == 3 * weight_at(a, at) + 1
    assert weight_at(a**2, at) == weight_at(a, at) ** 2
    assert sum(c * at["p"] ** k for k, c in enumerate(in_p(a * b))) == weight_at(a * b, at)
    p = sympy.Symbol("p")
    assert sympy.expand(expression((a * b).derivative("p"), 1) - sympy.diff(expression(a * b, 1), p)) == 0


triples = st.dictionaries(st.tuples(*[st.integers(0, 4)] * 3), st.integers(-5, 5), max_size=6)


@given(triples, triples)
def test_polynomials_in_several_unknowns_are_those_of_sympy(
    first: dict[tuple[int, int, int], int], second: dict[tuple[int, int, int], int]
) -> None:
    symbols = sympy.symbols("x y z")
    names = tuple(map(str, symbols))
    a, b = Polynomial.of(names, first), Polynomial.of(names, second)
    plain_a, plain_b = (sympy.Poly(each or {(0, 0, 0): 0}, *symbols) for each in (first, second))
    for ours, plain in ((a + b, plain_a + plain_b), (a * b, plain_a * plain_b), (a**2, plain_a**2)):
        assert {powers: number for powers, number in ours.by_powers() if number} == {
            powers: int(number) for powers, number in plain.terms() if number
        }
    assert a.degree == max(map(sum, first), default=0)


# --- chains as functions of p
def duel(a_count: int, b_count: int, hit: Distribution[int]) -> Chain[tuple[int, int]]:
    def turn(umpire: Umpire, fight: tuple[int, int]) -> Roll[tuple[int, int]]:
        a, b = fight
        by_a, by_b = umpire.sum_of("A", a, die=hit), umpire.sum_of("B", b, die=hit)
        return together(lambda x, y: (max(a - y, 0), max(b - x, 0)), by_a, by_b)

    return Chain(turn, start=(a_count, b_count), over=lambda fight: 0 in fight)


@settings(deadline=None)
@given(st.integers(1, 3), st.integers(1, 3), st.integers(1, 11))
def test_a_closed_form_holds_for_every_chance(a: int, b: int, twelfths: int) -> None:
    chance = Fraction(twelfths, 12)
    numbers = duel(a, b, from_chances({1: chance, 0: 1 - chance}))
    formulas = duel(a, b, unknown_chance())
    values = {sympy.Symbol("p"): sympy.Rational(twelfths, 12)}
    ends = formulas.ends()
    for end, share in numbers.ends().fractions().items():
        assert ends[end].subs(values) == sympy.Rational(share.numerator, share.denominator)
    for formula, number in (
        (formulas.expected_turns(), numbers.expected_turns()),
        (formulas.variance_of_turns(), numbers.variance_of_turns()),
    ):
        assert sympy.sympify(formula).subs(values) == sympy.Rational(number.numerator, number.denominator)


def test_two_unknowns_give_the_same_closed_form() -> None:
    """A second unknown that does not come up takes the chain through polynomials in several unknowns."""
    one = Unknowns(chances=["p", "other"]).chances["p"]
    by_several, by_numbers = duel(2, 2, one).ends(), duel(2, 2, unknown_chance()).ends()
    for end in by_several:
        assert by_several[end] == by_numbers[end]


def in_rings(equations: Equations, entering: dict[int, Any]) -> Amounts:
    """The slow twin of all ways: SymPy's rings, divided state by state."""
    symbols = next(each.symbols for each in equations.divisors if isinstance(each, Polynomial))

    def ring(weight: Any) -> Any:
        return in_ring(weight, symbols)

    return mapped(equations, ring).solve({i: ring(amount) for i, amount in entering.items()})


def dice_duel(die: Distribution[int]) -> Chain[tuple[int, int]]:
    """Both sides lose what the other's die is higher by, up to 2; a 1 of the first changes nothing."""

    def turn(umpire: Umpire, fight: tuple[int, int]) -> tuple[int, int]:
        a, b = fight
        margin = umpire.settle("", umpire.roll("A", die) - umpire.roll("B", die))
        return max(a - max(-margin, 0), 0), max(b - max(margin, 0), 0)

    return Chain(turn, start=(2, 3), over=lambda fight: 0 in fight)


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize(
    "chain",
    [
        duel(2, 2, unknown_chance()),
        duel(2, 1, Unknowns(chances=["p", "other"]).chances["other"]),
        dice_duel(loaded_die("p", range(1, 4))),
    ],
)
def test_amounts_are_those_of_plain_rings(chain: Chain[Any], turned: bool) -> None:
    equations = chain.solver.equations
    entering: dict[int, Any] = {0: 1}
    if turned:
        equations = equations.transposed()
        entering = {i: moves[0] for i, moves in enumerate(chain.model.moves) if moves is not None}
    amounts, whole = solve(equations, entering)
    twin = in_rings(equations, entering)
    symbols = next(each.symbols for each in equations.divisors if isinstance(each, Polynomial))
    known = without_complements(in_ring(whole, symbols))
    slow = without_complements(twin.below)
    for amount, by_ring in zip(amounts, twin.above, strict=True):
        above = by_ring if hasattr(by_ring, "ring") else slow.ring(by_ring)
        assert without_complements(in_ring(amount, symbols)) * slow == without_complements(above) * known


def test_a_walk_with_an_unknown_chance() -> None:
    """States that lead to each other: the ruin of a gambler who wins each time with the chance p."""
    win = unknown_chance()

    def step(umpire: Umpire, place: int) -> Roll[int]:
        return umpire.roll("win", win) * 2 + (place - 1)

    chain = Chain(step, start=1, over=lambda place: place in (0, 3))
    p = sympy.Symbol("p")
    q = 1 - p
    assert sympy.simplify(chain.ends()[3] - p**2 / (1 - p * q)) == 0
    assert sympy.simplify(chain.expected_turns() - (1 + p) / (1 - p * q)) == 0
    assert NEVER not in chain.ends()


def test_turns_until_the_first_success() -> None:
    success = unknown_chance()

    def attempt(umpire: Umpire, done: bool) -> Roll[bool]:
        return umpire.roll("attempt", success).read("done", bool)

    chain = Chain(attempt, start=False, over=bool)
    p = sympy.Symbol("p")
    assert chain.expected_turns() == 1 / p
    assert sympy.simplify(chain.variance_of_turns() - (1 - p) / p**2) == 0
    law = chain.duration(2)
    assert [sympy.expand(law[turn] - p * (1 - p) ** (turn - 1)) for turn in (1, 2)] == [0, 0]


def test_a_fair_loaded_die_is_a_fair_die() -> None:
    fair = dict.fromkeys(FACES, Fraction(1, 6))
    assert with_chances(3 @ loaded_die(), fair) == (3 @ D6).fractions()
