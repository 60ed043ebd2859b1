"""Properties of both editions over their whole domains, and what is the same in both."""

import random
from fractions import Fraction
from typing import Any

import pytest

from pz8edu import BadInput, ask
from pz8edu.asking.json_lines import line_answer
from pz8edu.core import Sampling
from pz8edu.systems import ids, system

OLD, NEW = "pz8-divisional-2010", "pz8-divisional"
BOTH = [OLD, NEW]


def extremes(lines: dict[str, Any]) -> list[Any]:
    """The corners of one input's domain."""
    if "enum" in lines:
        return list(lines["enum"])
    kind = lines.get("type")
    if kind == "boolean":
        return [False, True]
    ends = [lines["minimum"], lines["maximum"]]
    return [None, *ends] if isinstance(kind, list) else ends


@pytest.mark.parametrize("name", BOTH)
def test_every_corner_of_every_calculator_answers_or_says_why_not(name: str) -> None:
    chance = random.Random(1)
    for question, book in system(name).interface()["calculators"].items():
        for _ in range(40):
            inputs = {
                each: chance.choice(extremes(lines)) for each, lines in book["inputs"]["properties"].items()
            }
            answer = line_answer({"system": name, "calculator": question, "inputs": inputs})
            if "error" in answer:
                assert " must be " in answer["error"] or " goes with " in answer["error"]
                continue
            chances = [Fraction(share) for share in answer["outcomes"].values()]
            assert sum(chances) == 1
            assert all(share > 0 for share in chances)


@pytest.mark.parametrize("name", BOTH)
def test_the_tree_and_the_sampler_agree_on_a_combat(name: str) -> None:
    book = system(name)
    question = book.calculators["combat"]
    situation = question.situation.read({"attacker_type": "medium-tank", "view": "result"})
    exact = ask(name, "combat", attacker_type="medium-tank", view="result")
    games = 4000
    seen = Sampling(seed=1941).frequencies(games, question.rule, situation, book.rules)
    counts = {str(outcome): count for outcome, count in seen.items()}
    for word in exact:
        share = exact.fraction(word)
        spread = float(share * (1 - share) * games) ** 0.5
        assert abs(counts.get(word, 0) - float(share * games)) < 5 * spread + 1


@pytest.mark.parametrize("name", BOTH)
def test_a_higher_factor_never_wins_less(name: str) -> None:
    def won(factor: int) -> Fraction:
        odds = ask(name, "combat", attacker_cf=factor, view="result")
        return odds.fraction("win") + odds.fraction("win-double")

    chances = [won(factor) for factor in range(1, 8)]
    assert chances == sorted(chances)


def test_the_dice_of_the_two_editions_are_the_same() -> None:
    """Between Average units the result, and who stands where, differ only where a unit is destroyed."""
    for attacker in ("infantry", "light-tank", "medium-tank", "heavy-tank"):
        for defender in ("infantry", "artillery", "medium-tank", "hq"):
            for fort in (False, True):
                fight = {"attacker_type": attacker, "defender_type": defender, "defender_fort": fort}
                old, new = (ask(name, "combat", fight, view="result") for name in BOTH)
                assert old.fractions() == new.fractions()


def test_the_rulesets_differ_only_where_the_editions_do() -> None:
    old, new = system(OLD).rules, system(NEW).rules
    assert old.movement == new.movement
    assert old.formations == new.formations
    assert {key: (old.units[key].factor) for key in old.units} == {
        key: new.units[key].factor for key in new.units
    }
    assert all(row.limit is None for row in old.units.values())
    assert old.results["win"] == new.results["win"]
    assert old.results["win-double"].destroyed
    assert not new.results["win-double"].destroyed
    shared = set(old.numbers()) & set(new.numbers())
    assert all(getattr(old, number) == getattr(new, number) for number in shared)
    assert set(old.readings()) - set(new.readings()) == {"R4", "R13"}


def test_the_family_is_no_system() -> None:
    assert set(BOTH) <= set(ids())
    assert not any("family" in name for name in ids())


@pytest.mark.parametrize(
    ("name", "question", "inputs", "said"),
    [
        (OLD, "combat", {"attacker_fp": 2}, "attacker_fp must be less than 2"),
        (OLD, "barrage", {"target_cf": 3, "target_fp": 3}, "target_fp must be less than 3"),
        (OLD, "combat", {"attacker_quality": "elite"}, "attacker_quality"),
        (NEW, "combat", {"attacker_type": "artillery"}, "attacker_type must be one of"),
        (NEW, "combat", {"defender_out_of_ammo": True}, "defender_type artillery only"),
        (NEW, "rally-supply", {"shots": 5}, "shots must be at most max_shots, 4"),
        (NEW, "battery-day", {"start_shots": 6}, "start_shots must be at most max_shots, 4"),
        (NEW, "duel", {"defender_type": "hq", "defender_fp": 2}, "defender_fp must be less than 2"),
        (NEW, "combat", {"attacker_cf": 8}, "attacker_cf must be a whole number from 1 to 7, or null"),
        (NEW, "combat", {"attacker_blocked_at": float("nan")}, "attacker_blocked_at must be a number"),
        (NEW, "division-strength", {"division": "German Pz Division"}, "German Pz Division 1941"),
        (NEW, "path", {"unit": "tank", "segments": [["swamp", 2]]}, "open, rough, road"),
        (OLD, "can-fire", {"range": 3, "shots_left": 1}, "unknown input"),
    ],
)
def test_bad_input_is_answered_in_one_sentence(
    name: str, question: str, inputs: dict[str, Any], said: str
) -> None:
    with pytest.raises(BadInput) as fault:
        ask(name, question, inputs)
    assert said in str(fault.value)
    assert "\n" not in str(fault.value)


def test_a_variant_without_fatigue_has_duels_that_never_end() -> None:
    tireless = {"fp_of_combat": 0, "results/win/fp": 0, "results/win-double/fp": 0}
    odds = ask(NEW, "duel", rules=system(NEW).rules.variant(tireless))
    assert odds.fractions() == {"never": 1}
    assert odds.results == {"expected": None}
