"""Odds with loaded dice in numbers: against every face by itself, and against the formulas."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pz8edu import BadInput, Chain, Growing, Umpire
from pz8edu.asking import rules_for
from pz8edu.chance.distribution import Distribution
from pz8edu.chance.unknown.dual import Dual
from pz8edu.chance.unknown.formulas import if_chance, if_loaded
from pz8edu.chance.unknown.loaded_odds import LoadedOdds, odds_if_chance, odds_if_loaded
from pz8edu.systems import system
from pz8edu.systems.pz8_ww2.fire import direct_fire
from pz8edu.systems.pz8_ww2.situations import Shot
from pz8edu.umpire.noticing import loadable
from tests.benchmarks.situations import RULES
from tests.core.test_asking import EXAMPLES

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
            ((outcome, _),) = Growing(given=dice).grow(direct_fire, SHOT, RULES).distribution.items()
            found[outcome] = found.get(outcome, Fraction(0)) + mass
    return found


@pytest.mark.parametrize("weights", LOADS)
@pytest.mark.parametrize("die", ["attack", "d6"])
def test_every_face_of_every_die(die: str, weights: tuple[int, ...]) -> None:
    load = shares(weights)
    chances = {each: load if die in ("d6", each) else FAIR for each in DICE}
    assert odds_if_loaded(die, load, direct_fire, SHOT, RULES).odds.fractions() == by_brute_force(chances)


@pytest.mark.parametrize("weights", LOADS)
@pytest.mark.parametrize("die", [*DICE, "d6"])
def test_the_pull_is_that_of_the_formulas(die: str, weights: tuple[int, ...]) -> None:
    load = shares(weights)
    found = odds_if_loaded(die, load, direct_fire, SHOT, RULES)
    formulas = if_loaded(die, direct_fire, SHOT, RULES)
    named = {f"p{face}": chance for face, chance in load.items()}
    for outcome in found.slopes:
        assert found.pull(outcome) == formulas.pull(outcome, named)
        assert sum(found.pull(outcome).values()) == 0


def test_turning_one_throw_in_a_thousand() -> None:
    """What a slope means: of a die that is thrown once, it is exact however many throws are turned."""
    found = odds_if_loaded("attack", FAIR, direct_fire, SHOT, RULES)
    turned = {face: chance * Fraction(999, 1000) for face, chance in FAIR.items()}
    turned[6] += Fraction(1, 1000)
    more = odds_if_loaded("attack", turned, direct_fire, SHOT, RULES)
    for outcome, slopes in found.slopes.items():
        gained = more.odds.fraction(outcome) - found.odds.fraction(outcome)
        assert gained == slopes[6] / 1000


@pytest.mark.parametrize("chance", ["0", "1/3", "0.5", "1"])
@pytest.mark.parametrize("question", ["to hit", "HQ save"])
def test_the_chance_of_a_question(question: str, chance: str) -> None:
    found = odds_if_chance(question, chance, direct_fire, SHOT, RULES)
    formulas = if_chance(question, direct_fire, SHOT, RULES)
    assert found.odds.fractions() == formulas.at(p=chance).fractions()
    for outcome in found.slopes:
        assert found.pull(outcome) == formulas.pull(outcome, {"p": Fraction(chance)})


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
            found = odds_if_loaded(die, load, question.rule, situation, rules)
            law = Growing(loaded={die: plain}, draw=False).grow(question.rule, situation, rules).distribution
            assert found.odds.fractions() == law.fractions()
            assert sum(found.odds.fractions().values()) == 1
            for slopes in found.slopes.values():
                assert sum(load[face] * slope for face, slope in slopes.items()) == 0
    assert seen


def test_readings_meet() -> None:
    found = odds_if_loaded("to hit", FAIR, direct_fire, SHOT, RULES)
    hurt: LoadedOdds[bool] = found.map(lambda outcome: outcome != "ok")
    assert hurt.odds.fraction(True) == 1 - found.odds.fraction(next(iter(found.odds)))
    assert hurt.pull(True) == {face: -pull for face, pull in hurt.pull(False).items()}


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
    for ask, said in (
        (lambda: odds_if_loaded("tohit", FAIR, direct_fire, SHOT, RULES), "did you mean 'to hit'"),
        (lambda: odds_if_loaded("to hit", {6: "1/2"}, direct_fire, SHOT, RULES), "add up to 1"),
        (lambda: odds_if_loaded("to hit", {7: 1}, direct_fire, SHOT, RULES), "add up to 1"),
        (lambda: odds_if_loaded("to hit", {6: "often"}, direct_fire, SHOT, RULES), "must be a number"),
        (lambda: odds_if_chance("damage", 1, direct_fire, SHOT, RULES), "Allowed: to hit, HQ save"),
        (lambda: odds_if_chance("to hit", 2, direct_fire, SHOT, RULES), "from 0 to 1"),
        (lambda: odds_if_chance("to hit", 1, direct_fire, SHOT, RULES).pull("lost"), "unknown outcome"),  # type: ignore[arg-type]
        (lambda: Dual(1, (0,)) ** -1, "powers from 0"),
    ):
        with pytest.raises(BadInput, match=said):
            ask()


def test_where_nothing_is_ever_decided() -> None:
    asked = system("pz8-aerial-1935")
    question: Any = asked.question("initiative")
    never = {**dict.fromkeys(range(1, 6), 0), 6: 1}
    with pytest.raises(BadInput, match="never decides"):
        odds_if_loaded("d6", never, question.rule, question.situation.read({}), asked.rules)


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
    found = odds_if_loaded("d6", load, duel, "ahead")
    p, named = 11 * Fraction(1, 21), {f"p{face}": chance for face, chance in load.items()}
    back = p * (1 - p)
    assert found.odds.fractions() == {"won": p / (1 - back), "lost": (1 - p) ** 2 / (1 - back)}
    assert found.pull("won") == if_loaded("d6", duel, "ahead").pull("won", named)
