"""Chains in decimals hold the exact answers within their error; groups are solved alike in all ways."""

from __future__ import annotations

import random
import sys
from fractions import Fraction

import pytest

from pz8edu import D6, NEVER, Attrition, BadInput, Chain, Distribution, unknown_chance
from pz8edu.algebra import corrected, elimination, lifting
from pz8edu.algebra.approximate import Approximate
from pz8edu.core.chains.in_decimals import InDecimals


def random_play(seed: int, states: int, ways: int = 3, heaviest: int = 50) -> Chain[int]:
    """States that lead anywhere; every third may end play."""
    dice = random.Random(seed)
    laws = [
        Distribution(
            {dice.randrange(states): dice.randint(1, heaviest) for _ in range(ways)}
            | ({-1 - n % 2: 1} if n % 3 == 0 else {})
        )
        for n in range(states)
    ]
    return Chain(
        lambda umpire, state: umpire.roll("next", laws[state]), start=0, over=lambda state: state < 0
    )


def holds(found: Approximate | None, exact: Fraction | None) -> bool:
    return found is None if exact is None else found is not None and found.may_be(exact)


@pytest.mark.whole_domain(5)
@pytest.mark.parametrize("seed", range(60))
def test_every_answer_in_decimals_against_the_exact_one(seed: int) -> None:
    chain = random_play(seed, 2 + seed % 30, 1 + seed % 4, 10 ** (1 + seed % 9))
    found, exact = chain.in_decimals, chain.solver
    ends = exact.ends()
    assert set(found.ends()) == set(ends)
    assert all(found.ends()[end].may_be(ends.fraction(end)) for end in ends)
    assert holds(found.expected_turns(), exact.expected_turns())
    assert holds(found.variance_of_turns(), exact.variance_of_turns())
    assert holds(found.expected(lambda end: -end), exact.expected(lambda end: -end))
    assert holds(
        found.chance_of(lambda state: state == -2), Fraction(*_parts(chain.chance_of(lambda s: s == -2)))
    )
    after = chain.after(5)
    assert all(found.after(5)[state].may_be(after.fraction(state)) for state in after)
    assert all(chance.error < 1e-9 for _, chance in found.ends().items())


def _parts(number: object) -> tuple[int, int]:
    return int(number.p), int(number.q)  # type: ignore[attr-defined]


def test_play_that_never_ends_in_decimals() -> None:
    laws = {0: Distribution({1: 1, 2: 1, 3: 2}), 1: Distribution({1: 1}), 2: Distribution({2: 1, 4: 1})}
    laws |= {4: Distribution({2: 1})}
    chain = Chain(lambda umpire, s: umpire.roll("next", laws[s]), start=0, over=lambda s: s == 3)
    assert chain.in_decimals.ends()[NEVER].may_be(Fraction(1, 2))
    assert chain.in_decimals.expected_turns() is None
    assert chain.in_decimals.variance_of_turns() is None


def test_play_that_is_over_before_it_begins_in_decimals() -> None:
    chain = Chain(lambda umpire, s: umpire.roll("next", D6), start=3, over=lambda s: s == 3)
    found = chain.in_decimals
    assert {end: float(chance) for end, chance in found.ends().items()} == {3: 1.0}
    assert holds(found.expected_turns(), Fraction(0))
    assert holds(found.expected(lambda end: end), Fraction(3))


def test_what_is_not_for_decimals_is_refused() -> None:
    chain = Chain(lambda umpire, s: umpire.roll("next", unknown_chance("p")), start=0, over=bool)
    with pytest.raises(BadInput, match="formulas have no decimals"):
        chain.in_decimals.ends()
    there, back = Distribution({1: 10**25, 2: 1}), Distribution({0: 10**25, 3: 1})
    stiff = Chain(lambda umpire, s: umpire.roll("next", back if s else there), start=0, over=lambda s: s > 1)
    with pytest.raises(BadInput, match="too far apart for decimals: ask for exact numbers"):
        stiff.in_decimals.ends()
    with pytest.raises(BadInput, match="too far apart for decimals: ask for exact numbers"):
        stiff.in_decimals.expected_turns()


def test_small_chances_are_no_hindrance() -> None:
    rare = Distribution({1: 1, 0: 10**300})
    chain = Chain(lambda umpire, s: umpire.roll("next", rare), start=0, over=bool)
    assert chain.in_decimals.ends()[1].may_be(1)
    turns = chain.in_decimals.expected_turns()
    assert turns is not None
    assert turns.may_be(10**300 + 1)
    laws = [Distribution({n + 1: 1, -1: 10**30}) for n in range(9)]
    unlikely = Chain(lambda umpire, s: umpire.roll("next", laws[s]), start=0, over=lambda s: s in (-1, 9))
    assert unlikely.in_decimals.ends()[9].may_be(Fraction(1, (10**30 + 1) ** 9))


@pytest.mark.parametrize("seed", range(8))
def test_without_scipy_small_chains_are_solved_alike(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("scipy")
    chain = random_play(seed, 5 + 6 * seed)
    sparse = chain.in_decimals
    by_scipy = sparse.ends(), sparse.expected_turns(), sparse.variance_of_turns()
    monkeypatch.setitem(sys.modules, "scipy.sparse", None)
    dense: InDecimals[int] = InDecimals(chain.model)
    exact = chain.solver
    assert all(dense.ends()[end].may_be(exact.ends().fraction(end)) for end in by_scipy[0])
    assert holds(dense.expected_turns(), exact.expected_turns())
    assert holds(dense.variance_of_turns(), exact.variance_of_turns())
    assert [round(float(each or 0), 9) for each in by_scipy[1:]] == [
        round(float(each or 0), 9) for each in (dense.expected_turns(), dense.variance_of_turns())
    ]


def test_without_scipy_large_chains_say_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "scipy.sparse", None)
    monkeypatch.setattr(corrected, "MOST_STATES_DENSE", 3)
    with pytest.raises(BadInput, match=r"\d+ states .* where SciPy is installed \(at most 3 without\)"):
        random_play(3, 40, 4).in_decimals.ends()


def test_a_remainder_that_does_not_shrink_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever floats say, an answer is given only where the equations hold in whole numbers."""
    equations = corrected.ScaledEquations([[(1, 1)], [(0, 1)]], [2, 3])
    monkeypatch.setattr(corrected.ScaledEquations, "_solve", lambda self, given, turned: given * 0)
    with pytest.raises(BadInput, match="too far apart"):
        equations.passed({0: 1 << equations.bits})


# --- large groups, exactly
@pytest.mark.parametrize("seed", range(25))
def test_groups_solved_by_lifting_against_fractions(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    chain = random_play(seed, 17 + seed, 2 + seed % 3, 10 ** (1 + seed % 6))
    equations = chain.solver.equations
    for each in (equations, equations.transposed()):
        entering = {place: 1 + place for place in range(0, len(equations.edges), 2)}
        monkeypatch.setattr(elimination, "FEW", 0)
        above, below = each.solve(entering)
        monkeypatch.setattr(elimination, "FEW", 10**6)
        above_too, below_too = each.solve(entering)
        assert [Fraction(a, below) for a in above] == [Fraction(a, below_too) for a in above_too]


def test_a_prime_that_divides_a_divisor_leaves_the_group_to_fractions(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    group = lifting.Group({0: [(1, 1)], 1: [(0, 1)]}, {0: 7, 1: 8})
    found = lifting.solved_by_lifting(group, {0: 1, 1: 0})
    assert found is not None
    assert [Fraction(above, found[1]) for above in found[0].values()] == [Fraction(8, 55), Fraction(1, 55)]
    monkeypatch.setattr(lifting, "P", 7)
    assert lifting.solved_by_lifting(group, {0: 1, 1: 0}) is None


def test_amounts_are_taken_only_when_the_equations_hold() -> None:
    group = lifting.Group({0: [(1, 1)], 1: [(0, 1)]}, {0: 7, 1: 8})
    assert lifting.solves(group, {0: 1, 1: 0}, {0: 8, 1: 1}, 55)
    assert not lifting.solves(group, {0: 1, 1: 0}, {0: 9, 1: 1}, 55)
    assert lifting.rational(3 * pow(7, -1, lifting.P) % lifting.P, lifting.P) == (3, 7)
    assert lifting.rational(random.Random(1).randrange(lifting.P), lifting.P) is None


# --- attrition
HIT = D6.map(lambda face: int(face >= 5))


@pytest.mark.parametrize("seed", range(12))
def test_attrition_against_its_chain(seed: int) -> None:
    dice = random.Random(seed)
    first, second = (
        Distribution({n: dice.randint(1, 9) for n in range(dice.randint(2, 4))}) for _ in range(2)
    )
    fight = Attrition((dice.randint(1, 7), dice.randint(1, 7)), lambda n: n @ first, lambda n: n @ second)
    chain = fight.chain()
    exact, found = chain.ends(), fight.in_decimals.ends()
    assert fight.ends() == exact
    assert fight.expected_turns() == chain.expected_turns()
    assert set(found) == set(exact)
    assert all(found[end].may_be(exact.fraction(end)) for end in exact)
    assert holds(fight.in_decimals.expected_turns(), chain.solver.expected_turns())
    assert holds(chain.in_decimals.expected_turns(), chain.solver.expected_turns())


def test_a_hundred_against_a_hundred() -> None:
    fight = Attrition((100, 100), lambda n: n @ HIT).in_decimals
    winner = fight.ends().map(lambda left: (left[0] > 0) - (left[1] > 0))
    assert abs(winner[1].value - winner[-1].value) <= 2 * winner[1].error
    assert (winner[1] + winner[-1] + winner[0]).may_be(1)
    assert winner[0].error < 1e-9
    assert str(fight.expected_turns()).startswith("about 6.309081")


def test_sides_that_cannot_hurt_each_other() -> None:
    harmless = Distribution.certain(0)
    fight = Attrition((3, 2), lambda n: n @ HIT if n > 2 else harmless, lambda n: n @ HIT)
    assert fight.ends() == fight.chain().ends()
    assert fight.in_decimals.ends()[0, 2].may_be(fight.ends().fraction((0, 2)))
    nobody = Attrition((1, 1), lambda n: harmless)
    assert nobody.ends().fraction(NEVER) == 1
    assert nobody.in_decimals.ends()[NEVER].may_be(1)
    assert nobody.expected_turns() is nobody.in_decimals.expected_turns() is None
    assert nobody.chain().ends().fraction(NEVER) == 1


def test_what_wears_nobody_down_is_refused() -> None:
    with pytest.raises(BadInput, match="a strength must be a whole number from 0 to 400; got 401"):
        Attrition((401, 1), lambda n: n @ HIT)
    with pytest.raises(BadInput, match="hits must be whole numbers from 0; got -1"):
        Attrition((2, 1), lambda n: HIT - 1)
    with pytest.raises(BadInput, match="law of hits must be"):
        Attrition((2, 1), lambda n: n)  # type: ignore[arg-type, return-value]
    with pytest.raises(BadInput, match="formulas go through a Chain"):
        Attrition((2, 1), lambda n: n @ unknown_chance("p"))
