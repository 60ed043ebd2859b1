"""A change that cannot act where it is asked says so, and where it does."""

from __future__ import annotations

import pytest

from pz8edu import compare, everywhere, system
from pz8edu.cli import main
from pz8edu.desk.compare import idle
from pz8edu.desk.compare.idle import MOST, Reach, idle_changes
from pz8edu.desk.compare.matters import free_values
from tests.share import Share

WW2 = system("pz8-ww2")
SHOT = {"attack": 5, "defence": 4}


@pytest.fixture(autouse=True)
def no_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a slow machine the search ends early and says less: here it takes the time that it needs."""
    monkeypatch.setattr(idle, "SECONDS", 300.0)


def test_a_change_says_where_it_acts() -> None:
    found = compare("pz8-ww2", "direct-fire", SHOT, second="save_on=5")
    assert idle_changes(found) == ["save_on acts only where hq=true."]
    both = compare("pz8-ww2", "direct-fire", SHOT, second="save_on=5, hit_on=3, rally_on=4, R1=b")
    first, second, third = idle_changes(both)
    assert first == "save_on acts only where hq=true."
    assert second == "rally_on moves nothing in direct-fire, whatever is asked."
    assert third.startswith("R1 ")
    assert idle_changes(compare("pz8-ww2", "direct-fire", SHOT, hq=True, second="save_on=5")) == []
    cell = compare("pz8-ww2", "direct-fire", SHOT, second="attack/hmg/soft=4")
    assert idle_changes(cell) == ["attack/hmg/soft moves nothing in direct-fire, whatever is asked."]


def test_inputs_that_vary_may_meet_a_change() -> None:
    over = compare("pz8-ww2", "direct-fire", SHOT, second="save_on=5", over=["hq"])
    assert idle_changes(over) == []
    none = compare("pz8-ww2", "direct-fire", SHOT, second="save_on=5", over=["cover"])
    assert idle_changes(none) == ["save_on acts only where hq=true."]


def test_where_a_change_acts_is_where_all_that_change_lie(share: Share) -> None:
    question = WW2.calculators["direct-fire"]
    values = free_values(question, {}, MOST)
    assert values is not None
    for name, value in share((("save_on", 5), ("in_rough", -2), ("green_shooter", -2), ("R3", "b")), 3):
        second = WW2.rules.variant({name: value})
        whole = compare(question, None, {}, first=WW2.rules, second=second, over=values)
        met = {each: {change.inputs[each] for change in whole[::97]} for each in values}
        where = Reach(question)._where(WW2.rules, second)
        assert where is not None
        assert all(met[each] <= set(where[each]) for each in values)
        some = {each: {whole[0].inputs[each], whole[-1].inputs[each]} for each in values}
        assert all(some[each] <= set(where[each]) for each in values)


def test_a_question_whose_situations_cannot_be_listed_says_what_it_knows() -> None:
    shots = {"shots": [{"attack": 5}], "target": {"defence": 4}}
    found = compare("pz8-ww2", "fire-phase", shots, second="save_on=5")
    assert idle_changes(found) == ["save_on moves nothing here; it acts, for example, with target.hq=true."]
    assert idle_changes(compare("pz8-ww2", "fire-phase", shots, second="rally_on=4")) == [
        "rally_on moves nothing here."
    ]


def test_a_chain_says_where_a_change_would_act() -> None:
    def told(name: str, given: dict[str, object], second: str, *over: str) -> list[str]:
        return idle_changes(everywhere("pz8-ww2", name, given, second=second, over=over), given)

    assert told("shots-to-destroy", SHOT, "in_rough=3") == [
        "in_rough moves nothing here; it acts, for example, with cover=rough."
    ]
    assert told("shots-to-destroy", SHOT, "in_rough=3", "facing") == told(
        "shots-to-destroy", SHOT, "in_rough=3"
    )
    assert told("shots-to-destroy", SHOT, "in_rough=3", "cover") == []
    assert told("shots-to-destroy", SHOT, "hit_on=3") == []
    duel = {"A": SHOT, "B": SHOT}
    assert told("duel", duel, "in_rough=3, hit_on=3") == [
        "in_rough moves nothing here; it acts, for example, with A.cover=rough."
    ]
    assert told("duel", duel, "save_on=5") == ["save_on moves nothing here."]


@pytest.mark.parametrize("words", [["--set", "save_on=5"], ["--set", "save_on=5", "--set", "hit_on=3"]])
def test_the_terminal_says_it(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", "pz8-ww2", "direct-fire", "attack=5", "defence=4", *words]) == 0
    assert "save_on acts only where hq=true." in capsys.readouterr().err


def test_a_cell_beyond_the_book_is_refused_and_marked(capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["ask", "pz8-ww2", "direct-fire", "attack=5", "defence=4", "--set"]
    assert main([*asked, "attack/hmg/soft=99"]) == 2
    assert "attack/hmg/soft must be a whole number from 0 to 6; got 99" in capsys.readouterr().err
    assert main([*asked, "attack/hmg/soft=20", "--beyond-the-book"]) == 0
    told = "beyond the book: attack/hmg/soft=20 (the book has a whole number from 0 to 6)"
    assert told in capsys.readouterr().err
