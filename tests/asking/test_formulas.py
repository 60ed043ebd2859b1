from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
import sympy

import pz8edu
from pz8edu import BadInput
from pz8edu.asking.what_if import what_if
from pz8edu.core import Enumerating, Umpire
from pz8edu.core.chains.chain import Chain
from pz8edu.core.chance.distribution import Distribution
from pz8edu.core.chance.loaded import unknown_chance
from pz8edu.core.rolls.roll import Roll, together
from pz8edu.systems.pz8_ww2.fire import direct_fire, fire_phase
from pz8edu.systems.pz8_ww2.situations import FirePhase, Shot
from pz8edu.systems.pz8_ww2.words import Condition
from tests.benchmarks.situations import RULES, shots

SHOT = Shot(attack=5, defence=4, hq=True)
LOADS = [(1, 1, 1, 1, 1, 1), (0, 0, 0, 0, 0, 1), (3, 1, 4, 1, 5, 9), (0, 2, 0, 3, 0, 1)]


def shares(weights: tuple[int, ...]) -> dict[int, Fraction]:
    return {face: Fraction(weight, sum(weights)) for face, weight in enumerate(weights, 1)}


@pytest.mark.parametrize("die", ["to hit", "attack", "defence", "HQ save", "d6"])
@pytest.mark.parametrize("weights", LOADS)
def test_formulas_are_the_odds_of_every_load(die: str, weights: tuple[int, ...]) -> None:
    for shot in [SHOT, *shots(6)]:
        if die != "d6" and die not in labels_of(shot):
            continue
        formulas = what_if(direct_fire, shot, RULES, loaded=die).formula()
        loaded = Distribution(dict(enumerate(weights, 1)))
        odds = Enumerating(loaded={die: loaded}).tree(direct_fire, shot, RULES).distribution
        assert formulas.at(shares(weights)).fractions() == odds.fractions()


def labels_of(shot: Shot) -> set[str]:
    tree = Enumerating().tree(direct_fire, shot, RULES)
    return {die.label for node in tree.nodes() for die in node.roll.dice()}


def test_the_chance_to_hit_as_a_symbol() -> None:
    p = sympy.Symbol("p")
    formulas = what_if(direct_fire, SHOT, RULES, chance="to hit").formula()
    assert formulas["destroyed"] == sympy.Rational(5, 18) * p
    assert sympy.expand(sum(formulas.values())) == 1
    assert formulas.symbols == (p,)
    usual = Enumerating().tree(direct_fire, SHOT, RULES).distribution
    what = what_if(direct_fire, SHOT, RULES, chance="to hit")
    assert formulas.at(what.usual).fractions() == usual.fractions()
    assert formulas.derivative("destroyed", "p") == sympy.Rational(5, 18)
    assert what.sensitivity("destroyed") == {True: Fraction(5, 18)}
    sure, never = formulas.at(1), formulas.at(0)
    assert sure == Enumerating(given={"to hit": 6}).tree(direct_fire, SHOT, RULES).distribution
    assert never == Enumerating(given={"to hit": 1}).tree(direct_fire, SHOT, RULES).distribution


def test_a_curve_runs_from_never_to_always() -> None:
    save = what_if(direct_fire, SHOT, RULES, chance="HQ save")
    curve = save.curve(steps=4)
    assert [point for point, _ in curve] == [Fraction(step, 4) for step in range(5)]
    assert curve[2][1] == save.at("1/2") == Enumerating().tree(direct_fire, SHOT, RULES).distribution
    leaning = what_if(direct_fire, SHOT, RULES, leaning="to hit", face=6)
    loaded = what_if(direct_fire, SHOT, RULES, loaded="to hit")
    assert leaning.curve(steps=1)[1][1] == formulas_at_six(loaded.formula()) == formulas_at_six(loaded)
    with pytest.raises(BadInput, match="one unknown chance"):
        loaded.curve()


def formulas_at_six(formulas: Any) -> Any:
    return formulas.at({**dict.fromkeys(range(1, 6), 0), 6: 1})


def test_the_face_that_matters_most() -> None:
    pulls = what_if(direct_fire, SHOT, RULES, loaded="attack").sensitivity("destroyed")
    assert sum(pulls.values()) == 0
    assert next(iter(pulls)) == 6
    assert sorted(pulls, key=lambda face: pulls[face]) == [1, 2, 3, 4, 5, 6]
    # an attack die that shows one face only, against a fair one
    for face, pull in pulls.items():
        only = (
            Enumerating(loaded={"attack": Distribution({face: 1})})
            .tree(direct_fire, SHOT, RULES)
            .distribution
        )
        fair = Enumerating().tree(direct_fire, SHOT, RULES).distribution
        assert pull == only.chance(lambda o: o == "destroyed") - fair.chance(lambda o: o == "destroyed")


def test_a_freed_question_may_be_asked_twice() -> None:
    """The dice behind an answer keep their odds: what is asked later of the same die is conditioned."""

    def rule(umpire: Umpire) -> str:
        die = umpire.d6("die")
        if die >= 5:
            return "six" if die == 6 else "five"
        return "low" if die <= 2 else "middle"

    formulas = what_if(first_question_of(rule), chance="die").formula()
    p = sympy.Symbol("p")
    assert formulas["six"] == formulas["five"] == p / 2
    assert sympy.expand(formulas["low"] - (1 - p) / 2) == 0


def first_question_of(rule: Any) -> Any:
    """The same rule whose later questions have labels of their own."""

    def named(umpire: Umpire) -> str:
        die = umpire.d6("die")
        if die >= 5:
            return "six" if umpire.look_up("which", die, six) else "five"
        return "low" if umpire.look_up("where", die, low) else "middle"

    return named


def six(face: int) -> bool:
    return face == 6


def low(face: int) -> bool:
    return face <= 2


def test_a_freed_sum_and_what_hides_behind_it() -> None:
    def rule(umpire: Umpire) -> Roll[tuple[bool, int]]:
        first, second = umpire.d6("first"), umpire.d6("second")
        high = umpire.look_up("high?", first + second, high_total)
        return together(lambda face: (high, face), first)

    half = Distribution({1: 1, 0: 1})
    override = Enumerating(override={"high?": half}).tree(rule).distribution
    usual = Enumerating().tree(rule).distribution
    for high in (True, False):
        assert override.chance(lambda end, high=high: end[0] is high) == sympy.Rational(1, 2)
        assert override.given(lambda end, high=high: end[0] is high) == usual.given(
            lambda end, high=high: end[0] is high
        )


def high_total(total: int) -> bool:
    return total >= 9


def test_the_answers_of_a_table_can_be_freed() -> None:
    from pz8edu.systems.pz8_ww2.words import Damage

    odds = Distribution({Damage.NONE: 1, Damage.DESTROYED: 3})
    shot = Shot(attack=5, defence=4)
    tree = Enumerating(override={"damage": odds}).tree(direct_fire, shot, RULES)
    assert tree.distribution.fractions() == {"ok": Fraction(5, 8), "destroyed": Fraction(3, 8)}
    with pytest.raises(BadInput, match="cannot be answered"):
        Enumerating(override={"damage": Distribution({"lost": 1})}).tree(direct_fire, shot, RULES)


def test_sub_rules_are_freed_too() -> None:
    phase = FirePhase.read({"shots": [{"attack": 5}] * 2, "target": {"defence": 4}})
    formulas = what_if(fire_phase, phase, RULES, chance="to hit").formula()
    usual = Enumerating().tree(fire_phase, phase, RULES).distribution
    assert formulas.at("1/2").fractions() == usual.fractions()
    assert formulas.at(0).fractions() == {"ok": Fraction(1)}


@pytest.mark.parametrize("die", ["to hit", "attack", "d6"])
@pytest.mark.parametrize("chance", [Fraction(0), Fraction(1, 6), Fraction(2, 7), Fraction(1)])
def test_a_die_that_leans(die: str, chance: Fraction) -> None:
    formulas = what_if(direct_fire, SHOT, RULES, leaning=die, face=6).formula()
    others = (1 - chance) / 5
    load = {**dict.fromkeys(range(1, 6), others), 6: chance}
    assert formulas.at(chance) == what_if(direct_fire, SHOT, RULES, loaded=die).formula().at(load)
    assert formulas.symbols == (sympy.Symbol("p"),)


def test_what_cannot_be_freed_or_put_in_gets_one_sentence() -> None:
    formulas = what_if(direct_fire, SHOT, RULES, loaded="to hit").formula()
    for ask, said in (
        (lambda: what_if(direct_fire, SHOT, RULES, loaded="tohit").formula(), "did you mean 'to hit'"),
        (
            lambda: what_if(direct_fire, SHOT, RULES, leaning="to hit", face=7).formula(),
            "faces 1, 2, 3, 4, 5, 6; got 7",
        ),
        (lambda: what_if(direct_fire, SHOT, RULES, chance="damage").formula(), "Allowed: to hit, HQ save"),
        (lambda: formulas.at({1: "1/2"}), "add up to 1"),
        (lambda: formulas.at(shares((1, 1, 1, 1, 1, 1)) | {6: Fraction(1, 2)}), "add up to 1"),
        (lambda: formulas.at({7: 1}), "unknown face"),
        (lambda: formulas.at({1: 2}), "from 0 to 1"),
        (lambda: formulas.at({1: "often"}), "must be a number"),
        (lambda: formulas.derivative("ok", "p7"), "unknown chance"),
        (lambda: formulas["lost"], "unknown outcome"),
    ):
        with pytest.raises(BadInput, match=said):
            ask()


def test_formulas_show_themselves() -> None:
    formulas = what_if(direct_fire, Shot(attack=6, defence=0), RULES, loaded="to hit").formula()
    assert "p_{4}" in formulas._repr_latex_()
    assert "p_{1} + p_{2} + p_{3} + p_{4} + p_{5} + p_{6} &= 1" in formulas._repr_latex_()
    assert "ok" in repr(formulas)


def test_a_calculator_is_asked_by_name() -> None:
    odds = pz8edu.ask("pz8-ww2", "direct-fire", attack=5, defence=4, hq=True)
    assert odds.what_if(chance="to hit").formula().at("1/2").fractions() == odds.fractions()
    fair = dict.fromkeys(range(1, 7), Fraction(1, 6))
    assert odds.what_if(loaded="attack").formula().at(fair).fractions() == odds.fractions()
    assert odds.what_if(loaded="d6").formula().at(fair).fractions() == odds.fractions()
    assert odds.what_if(leaning="d6", face=6).formula().at("1/6").fractions() == odds.fractions()


def test_a_chain_in_the_chance_of_one_question() -> None:
    def turn(umpire: Umpire, condition: Condition) -> Condition | Roll[Condition]:
        return direct_fire(umpire, Shot(attack=5, defence=4, target_condition=condition), RULES)

    chain = Chain(
        turn,
        start=Condition.OK,
        over=lambda condition: condition is Condition.DESTROYED,
        override={"to hit": unknown_chance("p")},
    )
    usual = Chain(turn, start=Condition.OK, over=lambda condition: condition is Condition.DESTROYED)
    p = sympy.Symbol("p")
    turns = chain.expected_turns()
    assert sympy.simplify(turns * p).is_number
    assert turns.subs(p, sympy.Rational(1, 2)) == sympy.Rational(str(usual.expected_turns()))
    sure = chain.first_passage(lambda condition: condition is Condition.SUPPRESSED).solver
    assert sympy.expand(sum(sure.ends().chances().values())) == 1
