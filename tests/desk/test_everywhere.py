"""A question under two rulesets over all values of some inputs, against asking one by one."""

from __future__ import annotations

import csv
import io
import json
from fractions import Fraction
from itertools import product

import pytest

from pz8edu import BadInput, everywhere, matters, odds, results, system
from pz8edu.cli import main
from pz8edu.desk.compare.change_in_words import change_in_words, change_of, changes_in_order
from pz8edu.desk.compare.everywhere import Everywhere, compare_everywhere, listable_inputs
from pz8edu.desk.compare.everywhere_shown import MOVED, map_lines

WW2 = system("pz8-ww2")
FASTER = WW2.rules.variant(hit_on=3)
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
    sizes = [case.gain(MOVED) for case in found.cases]
    assert sizes == sorted(filter(None, sizes), reverse=True)


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
    assert repr(same) == "From pz8-ww2() to pz8-ww2(): None of 3 situations changes."
    assert same.spread(MOVED) == [("0", 3)]


def test_what_cannot_be_gone_through_gets_one_sentence() -> None:
    duel = WW2.chains["duel"]
    assert {"A.attack", "B.quality", "mode"} <= set(listable_inputs(duel))
    units = {"A": {"attack": 5, "defence": 4}, "B": {"attack": 5, "defence": 4}}
    with pytest.raises(BadInput, match="too many to play turn after turn"):
        compare_everywhere(duel, WW2.rules, EASIER, units, ["A.attack", "A.defence", "B.attack", "B.defence"])
    with pytest.raises(BadInput, match="unknown input of duel"):
        compare_everywhere(duel, WW2.rules, EASIER, units, ["A.colour"])


def test_a_whole_duel_is_shown_by_every_result(capsys: pytest.CaptureFixture[str]) -> None:
    """Who wins and how long it takes, in a terminal, in a notebook, and as numbers."""
    units = {"A": {"attack": 5, "defence": 4}, "B": {"attack": 5, "defence": 4}}
    over = {"A.attack": (3, 6), "mode": ("fire", "contact")}
    heard: list[tuple[int, int]] = []
    found = everywhere(
        "pz8-ww2", "duel", units, second="hit_on=3", over=over, told=lambda *now: heard.append(now)
    )
    assert heard == [(1, 4), (2, 4), (3, 4), (4, 4)]
    assert found.figures == ("p_A_destroyed", "p_B_destroyed", "expected_turns")
    (where, case), *_ = found.together("expected_turns", 9)
    assert dict(where) == {"A.attack": (3,), "mode": ("fire",)}
    slow = {"A": {**units["A"], "attack": 3}, "B": units["B"]}
    turns = [results("pz8-ww2", "duel", slow, rules=rules)["expected_turns"] for rules in (WW2.rules, FASTER)]
    assert case.gain("expected_turns") == turns[1] - turns[0]
    assert found.grid("A.attack", "mode", "expected_turns")[3, "contact"] == 0
    for text in (repr(found), found._repr_html_()):
        for words in ("2 of 4 situations change", "expected turns", "p A destroyed", "A.attack"):
            assert words in text
    written = [f"{name}={json.dumps(unit)}" for name, unit in units.items()]
    line = ["compare", "pz8-ww2", "duel", *written, "--over", "A.attack=3|6,mode", "--set", "hit_on=3"]
    assert main(line) == 0
    assert capsys.readouterr().out == f"{found!r}\n"


def test_the_map_in_a_terminal_is_exact_or_in_per_cent(found: Everywhere) -> None:
    head, *rows = map_lines(found.grid("cover", "quality", "destroyed"), "cover", "quality")
    assert head == ["cover ↓ quality →", *QUALITIES]
    exact = found.grid("cover", "quality", "destroyed")
    assert [[Fraction(cell) for cell in row[1:]] for row in rows] == [
        [exact[cover, quality] for quality in QUALITIES] for cover in COVERS
    ]
    third = {("open", "elite"): Fraction(1, 3), ("open", "green"): Fraction(-12345, 67891)}
    assert map_lines(third, "cover", "quality")[1] == ["open", "+33.3 %", "−18.2 %"]
    assert map_lines(third, "cover", "quality", chance=False)[1] == ["open", "≈ +0.3333", "≈ −0.1818"]


def test_one_situation_is_told_in_a_sentence() -> None:
    found = everywhere("pz8-ww2", "rally-chain", condition="suppressed", second="rally_on=4")
    assert repr(found) == (
        "From pz8-ww2() to pz8-ww2(rally_on=4): Chance of ok within rises from 7/27 to 1/2, by 13/54; "
        "expected rally phases falls from 6 to 4, by 2."
    )


def test_what_every_situation_refuses_is_said() -> None:
    with pytest.raises(BadInput, match="attack is required"):
        everywhere("pz8-ww2", "shots-to-destroy", second="hit_on=3", over=["cover"], defence=4)
    with pytest.raises(BadInput, match="is a board check"):
        everywhere("pz8-ww2", "range", second="hit_on=3")


def test_what_cannot_happen_is_0_in_the_file() -> None:
    found = everywhere("pz8-ww2", "to-hit", second="hit_on=7", over=["quality"], cover="bunker")
    rows = list(csv.DictReader(found.to_csv().splitlines()))
    green = next(row for row in rows if row["quality"] == "elite")
    case = next(each for each in found.cases if each.inputs["quality"] == "elite")
    assert "hit" not in case.after
    assert (green["hit after"], green["miss after"]) == ("0", "1")


def test_what_hardly_changes_is_told_last() -> None:
    tiny = Fraction(1, 10**51)
    question = system("pz8-ww2").chains["duel"]
    old = {"p_A_destroyed": Fraction(1, 2), "expected_turns": Fraction(5, 2), "p_B_destroyed": Fraction(1, 3)}
    new = {
        "p_A_destroyed": Fraction(1, 2) + tiny,
        "expected_turns": Fraction(3, 2),
        "p_B_destroyed": Fraction(1, 3) + Fraction(1, 100),
    }
    assert changes_in_order(question, old, new) == ["expected_turns", "p_B_destroyed", "p_A_destroyed"]
    told = change_in_words(question, old, new)
    assert told.startswith("Expected turns falls from 5/2 to 3/2, by 1; chance of B destroyed rises")
    long = Fraction(10**70 + 1, 2 * 10**70)
    words = change_of("p_A_destroyed", long, long + tiny)
    assert words == "chance of A destroyed stays at about 0.5: it gains about 1e-51"


def test_readings_that_change_nothing_are_said_plainly() -> None:
    assert matters("pz8-ww2", "side-roll").summary == (
        "The odds of pz8-ww2 asked here stay the same under every answer to R25."
    )
    assert matters("pz8-ww2", "damage").summary == "No doubtful reading touches these odds of pz8-ww2."
