"""Odds with loaded dice in numbers: against every face by itself, and against the formulas."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction
from typing import Any

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from pz8edu import BadInput, Chain, Enumerating, Umpire, odds
from pz8edu.algebra.dual import Dual
from pz8edu.asking.ask import rules_for
from pz8edu.asking.formulas import Formulas
from pz8edu.asking.loadable import loadable
from pz8edu.asking.what_if import what_if
from pz8edu.core.chance.distribution import Distribution
from pz8edu.systems import system
from pz8edu.systems.pz8_ww2.fire import direct_fire
from pz8edu.systems.pz8_ww2.situations import Shot
from tests.asking.test_ask import EXAMPLES
from tests.benchmarks.situations import RULES

SHOT = Shot(attack=5, defence=4, hq=True)
DICE = ("to hit", "attack", "defence", "HQ save")
FAIR = dict.fromkeys(range(1, 7), Fraction(1, 6))
LOADS = [(1, 1, 1, 1, 1, 1), (0, 0, 0, 0, 0, 1), (3, 1, 4, 1, 5, 9), (0, 2, 0, 3, 0, 1)]


def shares(weights: tuple[int, ...]) -> dict[int, Fraction]:
    return {face: Fraction(weight, sum(weights)) for face, weight in enumerate(weights, 1)}


def by_brute_force(chances: dict[str, dict[int, Fraction]]) -> dict[Any, Fraction]:
    """All four dice of a shot, face by face."""
    found: dict[Any, Fraction] = {}
    for faces in itertools.product(range(1, 7), repeat=len(DICE)):
        dice = dict(zip(DICE, faces, strict=True))
        mass = math.prod(chances[die][face] for die, face in dice.items())
        if mass:
            ((outcome, _),) = Enumerating(given=dice).tree(direct_fire, SHOT, RULES).distribution.items()
            found[outcome] = found.get(outcome, Fraction(0)) + mass
    return found


@pytest.mark.whole_domain(3)
@pytest.mark.parametrize("weights", LOADS)
@pytest.mark.parametrize("die", ["attack", "d6"])
def test_every_face_of_every_die(die: str, weights: tuple[int, ...]) -> None:
    load = shares(weights)
    chances = {each: load if die in ("d6", each) else FAIR for each in DICE}
    assert what_if(direct_fire, SHOT, RULES, loaded=die).at(load).fractions() == by_brute_force(chances)


@pytest.mark.parametrize("weights", LOADS)
@pytest.mark.parametrize("die", [*DICE, "d6"])
def test_the_sensitivity_is_that_of_the_formulas(die: str, weights: tuple[int, ...]) -> None:
    load = shares(weights)
    found = what_if(direct_fire, SHOT, RULES, loaded=die)
    named = {f"p{face}": chance for face, chance in load.items()}
    for outcome in found.slopes(load):
        assert found.sensitivity(outcome, load) == by_derivatives(found.formula(), outcome, named)
        assert sum(found.sensitivity(outcome, load).values()) == 0


def by_derivatives(formulas: Formulas[Any], outcome: Any, values: dict[str, Fraction]) -> dict[Any, Any]:
    """The slopes of a formula there, above or below their mean."""
    at = {sympy.Symbol(name): sympy.Rational(v.numerator, v.denominator) for name, v in values.items()}
    names = formulas.unknown.names
    slopes = {
        face: sympy.sympify(formulas.derivative(outcome, name)).subs(at) for face, name in names.items()
    }
    level = sum(slopes.values()) / len(slopes) if len(slopes) > 1 else 0
    return {face: slope - level for face, slope in slopes.items()}


def test_turning_one_throw_in_a_thousand() -> None:
    """What a slope means: of a die that is thrown once, it is exact however many throws are turned."""
    found = what_if(direct_fire, SHOT, RULES, loaded="attack")
    turned = {face: chance * Fraction(999, 1000) for face, chance in FAIR.items()}
    turned[6] += Fraction(1, 1000)
    for outcome, slopes in found.slopes(FAIR).items():
        gained = found.at(turned).fraction(outcome) - found.at(FAIR).fraction(outcome)
        assert gained == slopes[6] / 1000


@pytest.mark.parametrize("chance", ["0", "1/3", "0.5", "1"])
@pytest.mark.parametrize("question", ["to hit", "HQ save"])
def test_the_chance_of_a_question(question: str, chance: str) -> None:
    found = what_if(direct_fire, SHOT, RULES, chance=question)
    assert found.at(chance).fractions() == found.formula().at(chance).fractions()
    for outcome in found.slopes(chance):
        slopes = by_derivatives(found.formula(), outcome, {"p": Fraction(chance)})
        assert found.sensitivity(outcome, chance) == slopes


@pytest.mark.whole_domain(8)
@pytest.mark.parametrize("folder", EXAMPLES)
def test_every_calculator_and_every_die_in_it(folder: str) -> None:
    """The same odds as with a die of plain whole weights; no face gains by its own share."""
    load = shares((1, 2, 3, 4, 5, 6))
    plain = Distribution(dict(enumerate((1, 2, 3, 4, 5, 6), 1)))
    seen = set()
    for asked in EXAMPLES[folder]:
        if "calculator" not in asked or asked["calculator"] in seen:
            continue
        of_system = system(asked["system"])
        question: Any = of_system.question(asked["calculator"], "calculator")
        try:
            situation = question.situation.read(asked.get("inputs") or {})
        except BadInput:
            continue
        seen.add(asked["calculator"])
        rules = rules_for(of_system, asked.get("reading"))
        for die in loadable(question.rule, situation, rules).dice:
            found = what_if(question.rule, situation, rules, loaded=die)
            law = (
                Enumerating(loaded={die: plain}, draw=False)
                .tree(question.rule, situation, rules)
                .distribution
            )
            assert found.at(load).fractions() == law.fractions()
            assert sum(found.at(load).fractions().values()) == 1
            for slopes in found.slopes(load).values():
                assert sum(load[face] * slope for face, slope in slopes.items()) == 0
    assert seen


def test_readings_meet() -> None:
    found = what_if(direct_fire, SHOT, RULES, loaded="to hit")
    hurt = found.map(lambda outcome: outcome != "ok")
    assert hurt.at(FAIR).fraction(True) == 1 - found.at(FAIR).fraction(next(iter(found.at(FAIR))))
    assert hurt.sensitivity(True) == {face: -gain for face, gain in hurt.sensitivity(False).items()}


whole = st.integers(-20, 20)
duals = st.builds(lambda value, *slopes: Dual(value, slopes), whole, whole, whole)


@given(duals, duals, st.integers(0, 4))
def test_dual_numbers_are_polynomials_cut_off_after_the_first_power(a: Dual, b: Dual, power: int) -> None:
    product = a * b
    assert product.value == a.value * b.value
    assert product.slopes == tuple(x * b.value + a.value * y for x, y in zip(a.slopes, b.slopes, strict=True))
    repeated: Any = 1
    for _ in range(power):
        repeated = repeated * a
    assert a**power == repeated
    assert a - b + b == a
    assert hash(a + 0) == hash(a)
    if b.value:
        quotient = a / b
        above, below = quotient.parts()
        assert quotient * b == a
        assert Dual(*(above.value, above.slopes)) == quotient * below


def test_what_cannot_be_loaded_gets_one_sentence() -> None:
    to_hit, chance = (what_if(direct_fire, SHOT, RULES, **{how: "to hit"}) for how in ("loaded", "chance"))
    for ask, said in (
        (
            lambda: what_if(direct_fire, SHOT, RULES, loaded="tohit"),
            "unknown die 'tohit'; did you mean 'to hit'",
        ),
        (lambda: what_if(direct_fire, SHOT, RULES, chance="damage"), "Allowed: to hit, HQ save"),
        (lambda: what_if(direct_fire, SHOT, RULES), "exactly one of chance=, loaded= and leaning=; got 0"),
        (lambda: what_if(direct_fire, SHOT, RULES, loaded="d6", chance="to hit"), "exactly one .* got 2"),
        (lambda: what_if(direct_fire, SHOT, RULES, leaning="d6", face=7), "faces 1, 2, 3, 4, 5, 6; got 7"),
        (lambda: to_hit.at({6: "1/2"}), "add up to 1"),
        (lambda: to_hit.at({7: 1}), "unknown face"),
        (lambda: to_hit.at("1/2"), "chances are given by face|given by face"),
        (lambda: to_hit.at({6: "often"}), "must be a number"),
        (lambda: chance.at(2), "from 0 to 1"),
        (lambda: chance.sensitivity("lost"), "unknown outcome"),
        (lambda: Dual(1, (0,)) ** -1, "powers from 0"),
    ):
        with pytest.raises(BadInput, match=said):
            ask()


def test_where_nothing_is_ever_decided() -> None:
    asked = system("pz8-aerial-1935")
    question: Any = asked.question("initiative")
    never = {**dict.fromkeys(range(1, 6), 0), 6: 1}
    with pytest.raises(BadInput, match="never decides"):
        what_if(question.rule, question.situation.read({}), asked.rules, loaded="d6").at(never)


def test_a_chain_of_states_that_lead_to_each_other() -> None:
    """A rule that rolls a whole chain: the slope of its end is that of the formula."""

    def turn(umpire: Umpire, state: str) -> str:
        if umpire.d6("luck") >= 5:
            return "won" if state == "ahead" else "ahead"
        return "lost" if state == "behind" else "behind"

    def duel(umpire: Umpire, start: str) -> Any:
        chain = Chain(turn, start=start, over=lambda state: state in ("won", "lost"), loaded=umpire.loaded)
        return umpire.roll("end", chain.ends())

    load = shares((1, 2, 3, 4, 5, 6))
    found = what_if(duel, "ahead", loaded="d6")
    p, named = 11 * Fraction(1, 21), {f"p{face}": chance for face, chance in load.items()}
    back = p * (1 - p)
    assert found.at(load).fractions() == {"won": p / (1 - back), "lost": (1 - p) ** 2 / (1 - back)}
    assert found.sensitivity("won", load) == by_derivatives(found.formula(), "won", named)


def test_one_question_with_a_loaded_die_does_not_disturb_the_next_with_other_unknowns() -> None:
    """A fair die remembers what was made of it; a loaded one of another question is none of its business."""
    shot = odds("pz8-ww2", "direct-fire", attack=5, defence=4)
    faces = shot.what_if(loaded="defence").sensitivity("destroyed")
    leaning = shot.what_if(leaning="defence", face=6)
    assert leaning.at("1/6")["destroyed"] == shot["destroyed"]
    assert len(faces) == 6
    assert leaning.at("1/3")["destroyed"] == shot["destroyed"] * 4 / 5
