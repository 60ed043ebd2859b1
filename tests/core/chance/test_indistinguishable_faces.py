"""Faces that a rule does not tell apart share one symbol; the formulas stay those of six symbols."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

import pz8edu
from pz8edu.asking.formulas import weight_at
from pz8edu.asking.what_if import what_if
from pz8edu.core import Enumerating, Umpire
from pz8edu.core.chains.chain import Chain
from pz8edu.core.chance.distribution import Distribution
from pz8edu.core.chance.indistinguishable_faces import grouped_die, indistinguishable_faces
from pz8edu.core.chance.loaded import loaded_die
from pz8edu.core.rolls.roll import Roll

FACES = range(1, 7)
LOADS = [(1, 1, 1, 1, 1, 1), (0, 0, 0, 0, 0, 1), (3, 1, 4, 1, 5, 9), (0, 2, 0, 3, 0, 1)]


def groups_of(rule: Callable[[Umpire], Any], die: str = "d6") -> list[tuple[int, ...]]:
    def law_with(loaded: Distribution[int]) -> Distribution[Any]:
        return Enumerating(loaded={die: loaded}, draw=False).tree(rule).distribution

    return indistinguishable_faces(law_with, FACES)


@pytest.mark.parametrize(
    ("rule", "groups"),
    [
        (lambda umpire: umpire.d6("hit") >= 4, [(1, 2, 3), (4, 5, 6)]),
        (lambda umpire: umpire.d6("hit") >= 4 and umpire.d6("save") < 6, [(1, 2, 3), (4, 5), (6,)]),
        (lambda umpire: umpire.d6("hit").is_in({2, 5}), [(1, 3, 4, 6), (2, 5)]),
        (lambda umpire: umpire.d3("how many"), [(1, 2), (3, 4), (5, 6)]),
        (lambda umpire: umpire.pool("volley", 4, on=5), [(1, 2, 3, 4), (5, 6)]),
        (lambda umpire: umpire.d6("a") + umpire.d6("b") >= 9, [(1,), (2,), (3,), (4,), (5,), (6,)]),
        (lambda umpire: umpire.lowest("keep", 1, 2) >= 4, [(1,), (2,), (3,), (4,), (5,), (6,)]),
        (lambda umpire: umpire.chance("luck", Fraction(1, 3)), [(1, 2, 3, 4, 5, 6)]),
    ],
)
def test_the_faces_that_a_rule_tells_apart(
    rule: Callable[[Umpire], Any], groups: list[tuple[int, ...]]
) -> None:
    assert groups_of(rule) == groups


def shot(umpire: Umpire, needs: tuple[int, ...], dice: int, on: int, summed: bool) -> Any:
    """A made-up rule of questions, of a pool, and of a sum that is looked at or handed out."""
    hits = sum(int(umpire.d6(f"shot {place}") >= need) for place, need in enumerate(needs))
    fallen = umpire.pool("pool", dice, on=on)
    if summed and umpire.d6("sum") + hits > fallen:
        return "over"
    return fallen.read("losses", lambda number: number + hits)


@settings(deadline=None, max_examples=2 * settings.default.max_examples // 5)
@given(
    st.lists(st.integers(2, 6), max_size=3).map(tuple),
    st.integers(0, 4),
    st.integers(1, 6),
    st.booleans(),
    st.sampled_from(LOADS),
)
def test_the_formulas_are_those_of_six_symbols(
    needs: tuple[int, ...], dice: int, on: int, summed: bool, load: tuple[int, ...]
) -> None:
    chances = {f"p{face}": Fraction(weight, sum(load)) for face, weight in zip(FACES, load, strict=True)}
    formulas = what_if(shot, needs, dice, on, summed, loaded="d6").formula()
    six = (
        Enumerating(loaded={"d6": loaded_die()}, draw=False).tree(shot, needs, dice, on, summed).distribution
    )
    values = {outcome: weight_at(weight, chances) for outcome, weight in six.items()}
    by_face = {int(name[1:]): chance for name, chance in chances.items()}
    assert formulas.at(by_face).fractions() == {o: value for o, value in values.items() if value}
    for outcome in formulas:
        whole = sympy.Poly(formulas[outcome] - six[outcome], *sympy.symbols("p1:7"))
        assert whole.is_zero or _holds_where_they_add_up_to_1(whole)


def _holds_where_they_add_up_to_1(difference: sympy.Poly) -> bool:
    """A throw that decides nothing may be left out: its chances add up to 1."""
    *first, last = sympy.symbols("p1:7")
    return bool(sympy.expand(difference.as_expr().subs(last, 1 - sum(first))) == 0)


def two_hits(umpire: Umpire) -> bool:
    return umpire.d6("hit") >= 5 and umpire.d6("again") >= 5


def test_the_formula_of_one_die_says_its_faces() -> None:
    hit = what_if(two_hits, loaded="hit").formula()
    p5, p6 = sympy.symbols("p5 p6")
    assert sympy.expand(hit[True] - (p5 + p6) / 3) == 0
    both = what_if(two_hits, loaded="d6").formula()
    assert both[True] == (p5 + p6) ** 2
    assert sympy.diff(both[True], p5) == 2 * p5 + 2 * p6


def test_the_faces_of_a_chain_inside_a_rule() -> None:
    def turn(umpire: Umpire, wounds: int) -> int:
        return wounds + int(umpire.d6("wound") >= 5)

    def game(umpire: Umpire) -> Roll[int]:
        chain = Chain(turn, start=0, over=lambda wounds: wounds == 2, loaded=umpire.loaded)
        return umpire.roll("end", chain.ends())

    assert groups_of(game) == [(1, 2, 3, 4), (5, 6)]
    assert what_if(game, loaded="d6").formula().at(
        {1: "1/2", 2: 0, 3: 0, 4: 0, 5: 0, 6: "1/2"}
    ).fractions() == {2: 1}


def test_a_die_of_one_group_is_certain_to_show_something() -> None:
    assert grouped_die([(1, 2, 3)]).fractions() == {1: 1}


def test_a_long_bombardment_has_short_formulas() -> None:
    """With six symbols its formulas would have 388,262 terms."""
    odds = pz8edu.ask("pz8-divisional", "bombardment", rally_quality="average", shots=3, target_fort=True)
    formulas = odds.what_if(loaded="d6").formula()
    assert sum(len(weight.terms) for _, weight in formulas.law.items()) < 3_000
    assert formulas.at(dict.fromkeys(FACES, Fraction(1, 6))).fractions() == odds.fractions()
