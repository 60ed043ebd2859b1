"""`decide` in a terminal: the decisions of the books, what each option costs, where advice flips."""

from __future__ import annotations

import json
from fractions import Fraction

import pytest

from pz8edu.cli import main
from pz8edu.decisions.books import problem, problems
from pz8edu.errors import BadInput
from pz8edu.systems import system

Captured = pytest.CaptureFixture[str]


def test_all_are_listed_with_their_inputs(capsys: Captured) -> None:
    assert main(["decide"]) == 0
    told = capsys.readouterr().out
    assert all(each.id in told and each.asks in told for each in problems().values())
    assert "attack=5, defence=4, seen=2, gun=3" in told


def test_a_decision_for_people_and_for_programs(capsys: Captured) -> None:
    assert main(["decide", "only-missile", "seen=3"]) == 0
    told = capsys.readouterr().out
    best = problem("only-missile").best(seen=3)
    assert f"worth {best.worth}" in told
    assert "keep it" in told
    assert main(["decide", "only-missile", "seen=3", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (Fraction(found["worth"]), found["kind"]) == (best.worth, "exact")
    for point in found["points"]:
        worths = [Fraction(each["worth"]) for each in point["choices"]]
        lost = [Fraction(each["loses"]) for each in point["choices"]]
        assert [max(worths) - each for each in worths] == lost


def test_where_advice_flips(capsys: Captured) -> None:
    """A team that is surely seen by a strong gun fires its missile where a hidden one keeps it."""
    found = problem("only-missile").flips("defence", range(8), attack=6, gun=6, seen=6)
    for value, best in found:
        assert best.worth == problem("only-missile").best(defence=value, attack=6, gun=6, seen=6).worth
    first = [best.points[0].best for _, best in found]
    assert found.at == tuple(at for at in range(1, 8) if first[at] != first[at - 1])
    words = ["decide", "only-missile", "attack=6", "gun=6", "seen=6", "--flips", "defence=0..7"]
    assert main(words) == 0
    assert capsys.readouterr().out.strip() == repr(found)
    assert main([*words, "--json"]) == 0
    assert [Fraction(each["worth"]) for each in json.loads(capsys.readouterr().out)["values"]] == [
        best.worth for _, best in found
    ]


def test_a_number_of_the_rules_varies_too() -> None:
    rules = system("pz8-1950").rules
    for value, best in problem("only-missile").flips("hit_on", (3, 4)):
        assert best.worth == problem("only-missile").best(rules.variant(hit_on=value)).worth
    with pytest.raises(BadInput, match="hit_onn"):
        problem("only-missile").flips("hit_onn", (3,))
    with pytest.raises(BadInput, match="no value"):
        problem("only-missile").flips("attack", ())


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["only-misile"], "did you mean 'only-missile'"),
        (["only-missile", "atack=1"], "did you mean 'attack'"),
        (["only-missile", "attack=9"], "from 0 to 6"),
        (["only-missile", "--flips", "attack=9"], "from 0 to 6"),
        (["only-missile", "--flips", "hit_on"], "no value of hit_on"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(capsys: Captured, words: list[str], said: str) -> None:
    assert main(["decide", *words]) == 2
    told = capsys.readouterr()
    assert (told.out, told.err.count("\n")) == ("", 1)
    assert said in told.err
