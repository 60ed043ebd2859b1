"""A question under two rulesets over all values of some inputs, against asking one by one."""

from __future__ import annotations

import csv
import io
from fractions import Fraction
from itertools import product

import pytest

from pz8edu import BadInput, odds, results, system
from pz8edu.desk.everywhere import MOVED, Everywhere, compare_everywhere, listable_inputs

WW2 = system("pz8-ww2")
EASIER = WW2.rules.variant(hit_on=3, R1="c")
COVERS, QUALITIES = ("open", "rough", "bunker"), ("elite", "average", "green")


@pytest.fixture(scope="module")
def found() -> Everywhere:
    question = WW2.calculators["direct-fire"]
    fixed = {"attack": 5, "defence": 4}
    return compare_everywhere(question, WW2.rules, EASIER, fixed, ["cover", "quality", "disorganized"])


def gain(outcome: str, **inputs: object) -> Fraction:
    laws = [
        odds("pz8-ww2", "direct-fire", attack=5, defence=4, rules=rules, **inputs)
        for rules in (WW2.rules, EASIER)
    ]
    return laws[1].fraction(outcome) - laws[0].fraction(outcome)


def test_the_map_is_the_mean_over_the_other_inputs(found: Everywhere) -> None:
    grid = found.grid("cover", "quality", "destroyed")
    assert list(grid) == list(product(COVERS, QUALITIES))
    for (cover, quality), mean in grid.items():
        each = [gain("destroyed", cover=cover, quality=quality, disorganized=flag) for flag in (False, True)]
        assert mean == sum(each) / 2
    with pytest.raises(BadInput, match="input that was varied 'attack'"):
        found.grid("attack", "cover", "destroyed")


def test_every_situation_is_counted_once_by_the_size_of_its_change(found: Everywhere) -> None:
    for figure in found.figures:
        assert sum(count for _, count in found.spread(figure)) == found.asked == 18
    assert found.figures == (MOVED, "destroyed", "suppressed", "disorganized", "ok")


def test_what_moves_is_what_the_gaining_outcomes_gain(found: Everywhere) -> None:
    for case in found.cases:
        gains = [gain(word, **case.inputs) for word in ("ok", "disorganized", "suppressed", "destroyed")]
        assert case.gain(MOVED) == sum(each for each in gains if each > 0)
        assert sum(gains) == 0
    sizes = [case.gain(MOVED) for case in found.largest(MOVED)]
    assert sizes == sorted(sizes, reverse=True)


def test_the_file_has_both_chances_exactly(found: Everywhere) -> None:
    lines = list(csv.DictReader(io.StringIO(found.to_csv())))
    assert len(lines) == len(found)
    for line in lines:
        inputs = {
            "cover": line["cover"],
            "quality": line["quality"],
            "disorganized": line["disorganized"] == "True",
        }
        before, after = (Fraction(line[f"ok {when}"]) for when in ("before", "after"))
        assert after - before == gain("ok", **inputs)


def test_chains_are_compared_by_their_results() -> None:
    question = WW2.chains["shots-to-destroy"]
    found = compare_everywhere(question, WW2.rules, EASIER, {"attack": 5, "defence": 4}, ["facing", "attack"])
    assert found.asked == 21
    assert "expected_shots" in found.figures
    assert MOVED not in found.figures
    for case in found.cases:
        after = results("pz8-ww2", "shots-to-destroy", {"defence": 4, **case.inputs}, rules=EASIER)
        assert after["expected_shots"] == case.after["expected_shots"]
    never = compare_everywhere(
        question, WW2.rules, WW2.rules.variant(destroyed_by=30), {"defence": 4}, ["attack"]
    )
    assert never.cases, "all shots are in vain now"
    assert all(
        case.gain("expected_shots") is None for case in never.cases if case.after["expected_shots"] == "never"
    )
    assert never.summary("expected_shots")


def test_nothing_changes_under_the_same_rules() -> None:
    same = compare_everywhere(WW2.calculators["to-hit"], WW2.rules, WW2.rules, {}, ["cover"])
    assert repr(same) == "None of 3 situations changes."
    assert same.spread(MOVED) == [("0", 3)]


def test_what_cannot_be_gone_through_gets_one_sentence() -> None:
    duel = WW2.chains["duel"]
    assert {"A.attack", "B.quality", "mode"} <= set(listable_inputs(duel))
    units = {"A": {"attack": 5, "defence": 4}, "B": {"attack": 5, "defence": 4}}
    with pytest.raises(BadInput, match="too many to play turn after turn"):
        compare_everywhere(duel, WW2.rules, EASIER, units, ["A.attack", "A.defence", "B.attack", "B.defence"])
    with pytest.raises(BadInput, match="unknown input of duel"):
        compare_everywhere(duel, WW2.rules, EASIER, units, ["A.colour"])
