"""Asked backwards: each answer against a plain loop over what `ask` says."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from pz8edu import BadInput, ask, cheapest_change, goal, matters, sensitivity, system, value_for
from pz8edu.cli import main
from pz8edu.desk.backwards.figure import figure_text, short_figure
from pz8edu.desk.compare.matters import free_values, some_drawn

WW2 = system("pz8-ww2")
SHOT = {"defence": 6, "armoured": True}
FIND = "find pz8-ww2 direct-fire defence=6 --outcome destroyed --target 50% --vary attack --beyond-the-book"
EVEN = {"A": {"attack": 4, "defence": 3}, "B": {"attack": 4, "defence": 4}}


def destroyed(rules: Any = None, **inputs: Any) -> Fraction:
    return Fraction(
        ask("pz8-ww2", "direct-fire", inputs, rules=rules, beyond_the_book=True).fraction("destroyed")
    )


def test_which_attack_gives_fifty_per_cent_against_defence_6() -> None:
    within = value_for(WW2, "direct-fire", SHOT, outcome="destroyed", target="50%", change="attack")
    assert dict(within.rows) == {attack: destroyed(attack=attack, **SHOT) for attack in range(7)}
    assert (within.nearest, within.exact) == ((6,), False)
    assert within.summary == (
        "No attack from 0 to 6 brings destroyed to 1/2 (50.00 %); the nearest is attack=6 with 1/12 (8.33 %)."
    )
    beyond = value_for(
        WW2, "direct-fire", SHOT, outcome="destroyed", target=0.5, change="attack", beyond_the_book=True
    )
    assert beyond.exact
    assert beyond.nearest[0] == 14
    assert all(destroyed(attack=attack, **SHOT) < Fraction(1, 2) for attack in range(14))
    assert "14  1/2 (50.00 %)    ← nearest, beyond the book" in repr(beyond)


def test_which_attack_balances_a_duel() -> None:
    found = value_for(
        WW2, "duel", EVEN, outcome="p_A_destroyed", minus="p_B_destroyed", target=0, change="A.attack"
    )
    gaps = {}
    for attack in range(7):
        duel = ask(WW2, "duel", EVEN | {"A": {"attack": attack, "defence": 3}})
        gaps[attack] = abs(Fraction(str(duel["p_A_destroyed"])) - Fraction(str(duel["p_B_destroyed"])))
    assert found.nearest == (min(gaps, key=lambda attack: gaps[attack]),)


def test_a_printed_number_a_cell_and_a_reading_vary_too() -> None:
    shot = {"attack": 4, "defence": 3}
    by_number = value_for(WW2, "direct-fire", shot, outcome="destroyed", target="1/4", change="hit_on")
    assert by_number[2] == destroyed(WW2.rules.variant(hit_on=2), **shot)
    bunker = shot | {"cover": "bunker"}
    by_reading = value_for(WW2, "direct-fire", bunker, outcome="destroyed", target=0, change="R5")
    assert (by_reading.nearest, by_reading.exact) == (("b",), True)
    cost = {"name": "GEV"}
    with pytest.raises(BadInput, match="board check"):
        value_for("pz8-scifi", "sample-unit", cost, outcome="points", target=9, change="hover_points")


@pytest.mark.parametrize(
    ("more", "words"),
    [
        (
            {"change": "atack"},
            "unknown input, number or reading of direct-fire 'atack'; did you mean 'attack'",
        ),
        ({"outcome": "destoyed"}, "did you mean 'destroyed'"),
        ({"target": "half"}, "a target is a number such as 1/2 or 50%; got 'half'"),
        ({"defence": 99}, "defence must be a whole number from 0 to 7; got 99"),
    ],
)
def test_what_cannot_be_found_is_told(more: dict[str, Any], words: str) -> None:
    asked = {"outcome": "destroyed", "target": "1/2", "change": "attack", "defence": 4} | more
    with pytest.raises(BadInput, match=words):
        value_for(WW2, "direct-fire", **asked)


def test_sensitivity_is_what_one_step_does() -> None:
    shot = {"attack": 4, "defence": 3, "cover": "bunker"}
    found = sensitivity(WW2, "direct-fire", shot, outcome="destroyed")
    usual = destroyed(**shot)
    assert found.usual == usual
    for effect in found:
        for value, gain in effect.gains:
            assert gain == destroyed(WW2.rules.variant({effect.name: value}), **shot) - usual
    sizes = [effect.size for effect in found]
    assert sizes == sorted(sizes, reverse=True)
    names = {effect.name for effect in found}
    for name in WW2.rules.numbers().keys() - names:  # what is not looked at changes nothing
        for value in (WW2.rules.value(name) - 1, WW2.rules.value(name) + 1):
            try:
                assert destroyed(WW2.rules.variant({name: value}), **shot) == usual
            except BadInput:
                continue


def test_matters_counts_what_a_loop_counts() -> None:
    found = {(each.reading, each.answer): each for each in matters(WW2, "to-hit")}
    assert set(found) == {("R1", "b"), ("R1", "c"), ("R5", "b")}
    values = free_values(WW2.calculators["to-hit"], {})
    assert values is not None
    situations = [dict(zip(values, each, strict=True)) for each in product(*values.values())]
    assert len(situations) == 36
    for (reading, answer), told in found.items():
        gains = []
        for each in situations:
            before, after = (
                ask(WW2, "to-hit", each, reading=text).fraction("hit")
                for text in (None, f"{reading}={answer}")
            )
            gains.append(abs(Fraction(after) - Fraction(before)))
        assert told.changed == sum(gain > 0 for gain in gains)
        assert told.mean == sum(gains) / 36
        assert told.largest == max(gains)
        assert told.situation in situations
    assert "touches these odds" in matters(WW2, "rally").summary
    ranked = matters(WW2, reading="R23").by_reading()[1:]
    assert [row[:3] for row in ranked] == [["R23=b", "1 of 1", "smoke"]]
    assert ranked[0][-1] == WW2.rules.readings()["R23"].question
    with pytest.raises(BadInput, match="unknown reading of pz8-ww2 'R99'"):
        matters(WW2, reading="R99")
    sample = matters(WW2, "to-hit", most=10)
    asked = some_drawn(WW2.calculators["to-hit"], {})
    assert not sample[0].whole
    for told in sample:
        gains = [
            abs(
                ask(WW2, "to-hit", each).fraction("hit")
                - ask(WW2, "to-hit", each, reading=f"{told.reading}={told.answer}").fraction("hit")
            )
            for each in asked
        ]
        assert (told.asked, told.changed) == (len(asked), sum(gain > 0 for gain in gains))
        assert told.moved == sum(gains)


def test_the_cheapest_change_is_what_a_search_of_all_finds() -> None:
    shot, unit = {"attack": 5, "defence": 4}, {"condition": "suppressed"}
    goals = (
        goal(WW2, "direct-fire", shot, outcome="destroyed", target="1/5"),
        goal(WW2, "rally", unit, outcome="suppressed", target="1/2", comparison="<="),
    )
    found = cheapest_change(*goals, names=["hit_on", "rally_on", "R3"])
    reached = {}
    for hit_on, rally_on, letter in product(range(1, 8), range(2, 9), "ab"):
        steps = abs(hit_on - 4) + abs(rally_on - 5) + (letter == "b")
        rules = WW2.rules.variant(hit_on=hit_on, rally_on=rally_on, R3=letter)
        stays = ask(WW2, "rally", unit, rules=rules).fraction("suppressed")
        if destroyed(rules, **shot) >= Fraction(1, 5) and stays <= Fraction(1, 2):
            reached.setdefault(steps, set()).add(rules)
    assert {each.rules for each in found} == reached[min(reached)]
    assert found[0].steps == min(reached)
    none = cheapest_change(
        goal(WW2, "direct-fire", attack=0, defence=7, outcome="destroyed", target=1), most_steps=1
    )
    assert len(none) == 0
    assert none.summary.startswith("No change of up to 1 step reaches the target")
    with pytest.raises(BadInput, match="of one system"):
        cheapest_change(goals[0], goal("pz8-1950", "rally", unit, outcome="ok", target=1))


def test_a_reading_that_opens_a_number_is_followed() -> None:
    rolled = WW2.rules.variant(R9="b", obstacle_hit_on=5)  # the number is looked at under R9=b only
    ok = ask(WW2, "wire", rules=rolled).fraction("ok")
    wire = goal(WW2, "wire", outcome="ok", target=ok, comparison="=")
    found = cheapest_change(wire, names=["R9", "obstacle_hit_on"])
    assert (found[0].rules, found[0].steps) == (rolled, 2)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            FIND,
            "attack=14 to 22 brings destroyed to exactly 1/2 (50.00 %).",
        ),
        ("matters pz8-ww2 to-hit --reading R5", "R5=b matters: in to-hit 4 of 36 situations change"),
        ("sensitivity pz8-ww2 to-hit --outcome hit", "it depends most on hit_on"),
    ],
)
def test_each_is_a_line_in_a_terminal(words: str, said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words.split()) == 0
    assert said in capsys.readouterr().out


def test_records_are_asked_and_told_as_they_are_written(capsys: pytest.CaptureFixture[str]) -> None:
    shot = ["fire-phase", 'shots=[{"attack": 5}]', 'target={"defence": 4}']
    vary = ["--outcome", "destroyed", "--target", "5/24", "--vary", "shots.0.attack"]
    assert main(["find", "pz8-ww2", *shot, *vary]) == 0
    assert "shots.0.attack" in capsys.readouterr().out
    assert main(["find", "pz8-ww2", *shot, *vary[:-1], "shots.3.attack"]) == 2
    assert "there is no entry '3': the list has 1" in capsys.readouterr().err
    assert main(["report", "pz8-ww2", *shot, "--set", "hit_on=3"]) == 0
    told = capsys.readouterr().out
    assert """'shots=[{"attack": 5}]' 'target={"defence": 4}' --set hit_on=3""" in told
    assert (
        main(["find", "pz8-ww2", *shot, "--outcome", "destroyed", "--target", "1", "--vary", "target.hq"])
        == 0
    )
    told = capsys.readouterr()
    assert "No value of target.hq brings destroyed to 1" in told.out
    assert told.err == ""
    duel = """duel 'A={"attack":4,"defence":3}' 'B={"attack":4,"defence":4}': p_A_destroyed <= 1/2"""
    assert main(["reach", "pz8-ww2", duel, "--steps", "0"]) == 0
    assert "reaches the target (1 tried)" in capsys.readouterr().out


def test_goals_are_read_from_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("rally condition=suppressed: ok >= 1/3", "rally condition=disorganized: ok <= 1/2")
    assert main(["reach", "pz8-ww2", *words, "--steps", "1"]) in (0, 2)
    assert main(["reach", "pz8-ww2", "rally condition=suppressed ok"]) == 2
    assert "a goal is written" in capsys.readouterr().err


def test_a_sample_is_drawn_where_all_would_take_too_long() -> None:
    whole = matters(WW2, "smoke", seconds=1_000)
    assert all(each.whole for each in whole)
    some = matters(WW2, "indirect-fire", seconds=0)
    assert some[0].asked <= 500
    assert not some[0].whole
    assert "situations drawn change" in some.summary


def test_chances_below_0_are_told_as_those_above() -> None:
    long = Fraction(10**9 + 7, 10**10 + 19)
    assert figure_text(long).startswith("about 10.00 %")
    assert figure_text(-long) == figure_text(long).replace("about ", "about −")
    assert figure_text(Fraction(-23, 216)) == "−23/216 (−10.65 %)"
    assert short_figure(Fraction(-(10**9) - 7, 3)) == "about −3.333e+08"
