"""The same kind of question across systems: every mapping is whole, and says what the systems say."""

from __future__ import annotations

from fractions import Fraction

import pytest

from pz8edu import BadInput, across, ask, chain_of, system
from pz8edu.cli import main
from pz8edu.core.chains.race import race
from pz8edu.desk.balance.alike import kind, kinds


@pytest.mark.parametrize("name", kinds())
def test_every_common_value_can_be_asked_of_every_system(name: str) -> None:
    inputs = {each: about["values"] for each, about in kind(name)["inputs"].items() if "enemy" not in each}
    for each, value in [(each, value) for each, values in inputs.items() for value in values]:
        found = across(name, **{each: value})
        assert len(found) == len(kind(name)["systems"])
        for told in found:
            assert sum(told.odds.values()) == 1
            assert set(told.odds) <= set(kind(name)["outcomes"])


def test_the_same_tank_duel_in_three_systems() -> None:
    found = across("tank-duel", "pz8-ww2", "pz8-1975", "asp-ww2")
    shot = ask("pz8-ww2", "direct-fire", attack=4, defence=4, armoured=True)
    assert found["pz8-ww2"].odds["destroyed"] == shot.fraction("destroyed") == Fraction(1, 12)
    other = ask("asp-ww2", "shot", shooter="Med Guns", target="MA", grade="C")
    assert found["asp-ww2"].odds["destroyed"] == other.fraction("D")
    turns = ask("asp-ww2", "fire-until-destroyed", need=3, grade="C")["expected shots"]
    assert found["asp-ww2"].figures["expected shots"] == Fraction(str(turns))
    for each in found:  # equal tanks: what one wins by firing first the other wins so too
        assert each.figures["wins, firing first"] + each.figures["wins, firing second"] == 1
        assert "=" in each.asked
        assert each.note
    assert "pz8-1975 direct-fire attack=4 defence=4 armoured=true" in repr(found)


def test_a_variant_counts() -> None:
    rules = system("pz8-ww2").rules.variant({"attack/early-75mm/armour": 6})
    found = across("tank-duel", "pz8-ww2", rules={"pz8-ww2": rules})
    shot = ask("pz8-ww2", "direct-fire", attack=6, defence=4, armoured=True)
    assert found["pz8-ww2"].odds["destroyed"] == shot.fraction("destroyed")


def test_a_race_against_the_sum_over_all_turns() -> None:
    mine = chain_of("pz8-ww2", "shots-to-destroy", attack=6, defence=2)
    theirs = chain_of("pz8-ww2", "shots-to-destroy", attack=5, defence=3)
    ends = race(mine, theirs).ends().fractions()
    won = sum(p for (state, _), p in ends.items() if mine.over(state))

    def alive(chain: object, turns: int) -> Fraction:
        return 1 - Fraction(chain.after(turns).fraction("destroyed"))  # type: ignore[attr-defined]

    first = sum((alive(mine, n) - alive(mine, n + 1)) * alive(theirs, n) for n in range(80))
    assert 0 <= won - first < Fraction(1, 10**4)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["tank-dual"], "unknown kind of question 'tank-dual'; did you mean 'tank-duel'"),
        (["tank-duel", "pz8-space"], "unknown system that asks tank-duel 'pz8-space'"),
        (["tank-duel", "gun=huge"], "gun must be one of light, medium, heavy; got 'huge'"),
        (["tank-duel", "guns=light"], "did you mean 'gun'"),
        (["tank-duel", "gun=light", "gun=heavy"], "given twice"),
    ],
)
def test_what_is_not_known_is_told(words: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["across", *words]) == 2
    assert said in capsys.readouterr().err


def test_kinds_and_mappings_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["across"]) == 0
    assert "tank-duel: A tank duel" in capsys.readouterr().out
    assert main(["across", "rally", "--mapping"]) == 0
    assert "[systems.asp-ww2]" in capsys.readouterr().out
    with pytest.raises(BadInput, match="unknown system of this table"):
        across("rally", "pz8-ww2")["asp-ww2"]
