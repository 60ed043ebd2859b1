"""The front door: typed questions, answers that travel, and a calculator of one's own."""

from __future__ import annotations

import copy
import json
import pickle
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
import sympy

from pz8edu import BadInput, Umpire, ask, check, compare, odds, results
from pz8edu.algebra.exact import Exact
from pz8edu.asking.odds import Odds
from pz8edu.asking.results import Results
from pz8edu.core import Calculator, Ruleset, Situation, number
from pz8edu.core import System as RuleSystem
from pz8edu.systems.pz8_ww2.situations import Rallying


class House(Ruleset):
    """A rule of the house."""

    system = "house"

    lucky: int = number(5, "1", "a die that is lucky", minimum=2, maximum=6)


class Throw(Situation):
    """How often the die is thrown."""

    dice: int = 1


def is_lucky(umpire: Umpire, throw: Throw, rules: House) -> bool:
    """Is any die lucky?  Section 1."""
    return any(umpire.d6(f"die {each}") >= rules.lucky for each in range(throw.dice))


LUCK = Calculator(
    "luck", "Luck", "1", Throw, is_lucky, ("no", "yes"), word=lambda lucky: "yes" if lucky else "no"
)
HOUSE = RuleSystem(title="House", era="any", scale="none", board="none", rules=House(), calculators=(LUCK,))


def test_each_kind_of_question_has_a_typed_door() -> None:
    inputs: dict[str, Any] = {"attack": 5, "defence": 4}
    assert odds("pz8-ww2", "direct-fire", inputs) == ask("pz8-ww2", "direct-fire", inputs)
    assert isinstance(odds("pz8-ww2", "direct-fire", **inputs), Odds)
    told = results("pz8-ww2", "rally-chain", condition="suppressed")
    assert isinstance(told, Results)
    assert told == ask("pz8-ww2", "rally-chain", condition="suppressed")
    assert check("pz8-ww2", "within", centre=[0, 0], unit=[3, 4], limit=5) is True
    for door, name in ((odds, "rally-chain"), (results, "rally"), (check, "rally")):
        with pytest.raises(BadInput, match=r"unknown (calculator|chain|board) of pz8-ww2"):
            door("pz8-ww2", name)


def test_a_situation_may_stand_for_its_inputs() -> None:
    """It is checked as named inputs are: what the record trusts its caller with is not trusted here."""
    suppressed = Rallying.read({"condition": "suppressed"})
    assert odds("pz8-ww2", "rally", suppressed) == odds("pz8-ww2", "rally", condition="suppressed")
    with pytest.raises(BadInput, match="dice must be a whole number"):
        odds(HOUSE, "luck", Throw(dice="two"))  # type: ignore[arg-type]


def test_ones_own_system_and_question_are_asked_like_any_other() -> None:
    assert odds(HOUSE, "luck", dice=2)["yes"] == sympy.Rational(5, 9)
    assert odds(LUCK, rules=House(lucky=6))["yes"] == sympy.Rational(1, 6)
    assert ask(LUCK, None, {"dice": 3}, rules=House()).fraction("no") == Fraction(8, 27)
    with pytest.raises(BadInput, match="the question luck alone needs its rules"):
        odds(LUCK)
    with pytest.raises(BadInput, match="a calculator of house is asked by its name: luck"):
        odds(HOUSE)


EXAMPLES = [
    (asked["system"], next(asked[kind] for kind in ("calculator", "chain", "board") if kind in asked), asked)
    for file in sorted(Path(__file__).parent.parent.glob("systems/*/examples.jsonl"))
    for asked in [json.loads(line)["ask"] for line in file.read_text(encoding="utf-8").splitlines()][::20]
]


@pytest.mark.parametrize(("name", "question", "asked"), EXAMPLES)
def test_numbers_at_the_edge_go_with_sympy_s_however_deep_they_stand(
    name: str, question: str, asked: dict[str, Any]
) -> None:
    kind = next(kind for kind in ("calculator", "chain", "board") if kind in asked)
    found = ask(name, question, asked.get("inputs"), reading=asked.get("reading"), question_kind=kind)
    if isinstance(found, Odds):
        assert all(isinstance(found[word], Exact) for word in found)
        assert all(isinstance(share, Fraction) for share in found.fractions().values())
        found = found.results
    assert not [value for value in leaves(found) if type(value) is Fraction]


def leaves(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [leaf for each in value.values() for leaf in leaves(each)]
    if isinstance(value, (list, tuple)):
        return [leaf for each in value for leaf in leaves(each)]
    return [value]


def test_odds_and_results_travel_and_compare_equal() -> None:
    """After everything that leaves something in a cache, too."""
    shot = odds("pz8-ww2", "direct-fire", attack=5, defence=4, reading="R1=b")
    assert shot.tree.paths()
    chain = results("pz8-ww2", "rally-chain", condition="suppressed")
    for copied in (lambda it: pickle.loads(pickle.dumps(it)), copy.copy, copy.deepcopy):
        other = copied(shot)
        assert type(other) is Odds
        assert other == shot
        assert other.question is shot.question
        assert (other.rules, other.situation) == (shot.rules, shot.situation)
        assert other.tree.distribution == shot.tree.distribution
        assert copied(chain) == chain
        assert repr(copied(chain)) == repr(chain)


def test_a_long_result_prints_in_full() -> None:
    assert repr(Results({"short": Fraction(1, 2), "long": Fraction(1, 10**5000)})).endswith("0" * 5000)


def test_compare_is_the_function() -> None:
    assert len(compare("pz8-ww2", "rally", second="R1=b", over=["condition"])) == 0
