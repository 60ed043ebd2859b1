"""Balance: duels as `ask` has them, standings that add up, mixtures that nobody can better."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pz8edu import BadInput, ask, balance, system
from pz8edu.cli import main
from pz8edu.desk.balance.matrix_game import solution_of
from pz8edu.desk.balance.profiles import profiles_in

SCIFI = system("pz8-scifi")
LIST = """name,soft,armour,defence,armoured,count,points
Tank,4,5,4,yes,2,10
Gun,2,4,1,no,1,4
Infantry,3,1,0,no,3,2
"""


@settings(max_examples=25, deadline=None)
@given(
    st.integers(1, 5).flatmap(
        lambda wide: st.lists(
            st.lists(st.fractions(-5, 5, max_denominator=6), min_size=wide, max_size=wide),
            min_size=1,
            max_size=5,
        )
    )
)
def test_nobody_can_better_a_solution(payoffs: list[list[Fraction]]) -> None:
    found = solution_of(payoffs)
    assert sum(found.rows) == sum(found.columns) == 1
    assert min(found.rows) >= 0 <= min(found.columns)
    for column in zip(*payoffs, strict=True):
        assert sum(p * share for p, share in zip(column, found.rows, strict=True)) >= found.value
    for row in payoffs:
        assert sum(p * share for p, share in zip(row, found.columns, strict=True)) <= found.value


def test_known_games() -> None:
    assert solution_of([[0, -1, 1], [1, 0, -1], [-1, 1, 0]]).value == 0
    two = solution_of([[3, -1], [-2, 1]])
    assert (two.value, two.rows, two.columns) == (
        Fraction(1, 7),
        (Fraction(3, 7), Fraction(4, 7)),
        (Fraction(2, 7), Fraction(5, 7)),
    )
    with pytest.raises(BadInput, match="rows of equal length"):
        solution_of([[1, 2], [3]])


def test_who_is_underpriced_in_scifi() -> None:
    found = balance("pz8-scifi")
    first, last = found.standings[0], found.standings[-1]
    assert (first.unit.name, first.verdict, last.unit.name, last.verdict) == (
        "Infantry",
        "underpriced",
        "MRL",
        "overpriced",
    )
    for each in found.standings:
        assert each.unit.points == Fraction(
            str(ask("pz8-scifi", "sample-unit", name=each.unit.name)["points"])
        )
    assert sum(each.fair for each in found.standings) == sum(each.unit.points for each in found.standings)
    assert {text.partition(" (")[0] for text in found.left_out} == {"GEV", "4x4 transport", "APC"}
    assert sum(found.mixture.values()) == 1
    assert found.summary.startswith("Infantry is the most underpriced: 7/2 points for duels worth")


def test_a_duel_is_fought_both_ways(tmp_path: Path) -> None:
    file = tmp_path / "army.csv"
    file.write_text(LIST, encoding="utf-8")
    found = balance("pz8-ww2", str(file))
    tank = {"defence": 4, "armoured": True}
    gun = {"defence": 1, "armoured": False}
    second = ask("pz8-ww2", "duel", A={"attack": 4, **tank}, B={"attack": 4, **gun})
    first = ask("pz8-ww2", "duel", A={"attack": 4, **gun}, B={"attack": 4, **tank})
    duel = found["Tank", "Gun"]
    assert duel.wins == Fraction(str((second["p_B_destroyed"] + first["p_A_destroyed"]) / 2))
    assert duel.turns == Fraction(str((second["expected_turns"] + first["expected_turns"]) / 2))
    for a in found.units:
        assert found[a, a].score == Fraction(1, 2)
        for b in found.units:
            assert found[a, b].score + found[b, a].score == 1
            assert found[a, b].wins == found[b, a].loses
    tank_score = (
        found["Tank", "Tank"].score + found["Tank", "Gun"].score + 3 * found["Tank", "Infantry"].score
    ) / 5
    (told,) = (each for each in found.standings if each.unit.name == "Tank")
    assert told.score == tank_score
    assert found.best_against("Gun")[0][0] == max(found.units, key=lambda name: found[name, "Gun"].score)
    with pytest.raises(BadInput, match="unknown unit 'Tanc'; did you mean 'Tank'"):
        found["Tanc", "Gun"]


def test_the_formula_prices_a_list() -> None:
    lines = ["name,soft,armour,defence,armoured,move,range", "Own,4,5,3,yes,4,16"]
    (unit,) = profiles_in(lines, SCIFI, SCIFI.rules, "own.csv")
    cost = ask("pz8-scifi", "point-cost", soft=4, armour=5, defence=3, move=4, range=16)
    assert unit.points == Fraction(str(cost))


def test_all_faults_of_a_list_are_told_with_their_lines() -> None:
    with pytest.raises(
        BadInput, match=r"unknown column 'defense'; did you mean 'defence'.*column armour is missing"
    ):
        profiles_in(["name,soft,defense", "A,1,2"], SCIFI, SCIFI.rules, "x.csv")
    lines = ["name,soft,armour,defence", "A,9,1,1", "B,1,1,x", ",1,1,1", "C,1,1,1", "C,1,1,1", "D,1,1,1,1"]
    with pytest.raises(BadInput) as fault:
        profiles_in(lines, SCIFI, SCIFI.rules, "x.csv")
    for line in (
        "line 2: soft must be",
        "line 3: defence must be",
        "line 4: a unit needs",
        "line 6: the name 'C'",
    ):
        assert line in str(fault.value)
    assert "line 7: there are more cells" in str(fault.value)
    with pytest.raises(BadInput, match="no unit in it"):
        profiles_in(["name,soft,armour,defence"], SCIFI, SCIFI.rules, "x.csv")
    with pytest.raises(BadInput, match="no duel"):
        balance("pz8-space")
    with pytest.raises(BadInput, match="give a list of your own"):
        balance("pz8-ww2")
    with pytest.raises(BadInput, match="cannot be read"):
        balance("pz8-ww2", "nowhere.csv")


def test_in_a_terminal(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "army.csv"
    file.write_text(LIST, encoding="utf-8")
    for more, said in (
        ((), "is the most underpriced"),
        (("--against", "Tank"), "wins"),
        (("--matrix",), "Infantry"),
        (("--csv",), "worth_per_point"),
    ):
        assert main(["balance", "pz8-ww2", "--list", str(file), *more]) == 0
        assert said in capsys.readouterr().out


def test_an_unknown_unit_is_refused() -> None:
    table = balance("pz8-scifi")
    with pytest.raises(BadInput, match="unknown unit 'Infantri'; did you mean 'Infantry'"):
        table.best_against("Infantri")
    assert dict(table.best_against("Infantry"))
