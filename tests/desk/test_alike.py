"""The same kind of question across systems: every mapping is whole, and says what the systems say."""

from __future__ import annotations

import shlex
from fractions import Fraction
from itertools import product

import pytest
from markupsafe import escape

from pz8edu import BadInput, across, ask, balance, system
from pz8edu.cli import main
from pz8edu.desk.balance.alike import kind, question_kinds
from pz8edu.desk.balance.duels import definition
from pz8edu.desk.balance.profiles import profiles_in
from pz8edu.printing.exact import in_full


@pytest.mark.parametrize("name", question_kinds())
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
    assert "wins, firing first" not in found["asp-ww2"].figures  # the kit knows no duel of its stands
    for each in found:  # equal tanks: what one wins by firing first the other wins so too
        wins = [share for name, share in each.figures.items() if name.startswith("wins") and share]
        assert sum(wins) == (1 if wins else 0)
        assert "=" in each.asked
        assert each.note
    assert "pz8-1975 direct-fire attack=4 defence=4 armoured=true" in repr(found)


def test_a_variant_counts() -> None:
    rules = system("pz8-ww2").rules.variant({"attack/early-75mm/armour": 6})
    found = across("tank-duel", "pz8-ww2", rules={"pz8-ww2": rules})
    shot = ask("pz8-ww2", "direct-fire", attack=6, defence=4, armoured=True)
    assert found["pz8-ww2"].odds["destroyed"] == shot.fraction("destroyed")


OK, DISORGANIZED, SUPPRESSED, DESTROYED = range(4)


def shot_by_faces(shooter: int, target: int, attack: int = 4, defence: int = 4) -> dict[int, Fraction]:
    """What a shot makes of a tank, counted over all faces of three dice (pz8-ww2, sections 5 and 6)."""
    found: dict[int, Fraction] = {}
    for aimed, ours, theirs in product(range(1, 7), repeat=3):
        after, margin = target, ours + attack - theirs - defence
        if shooter != SUPPRESSED and aimed - (shooter == DISORGANIZED) >= 4 and margin > 0:
            harm = min(margin, DESTROYED)
            both = {(DISORGANIZED, DISORGANIZED): SUPPRESSED, (SUPPRESSED, SUPPRESSED): DESTROYED}
            after = both.get((target, harm), max(target, harm))
        found[after] = found.get(after, Fraction(0)) + Fraction(1, 216)
    return found


def first_wins(first: int = OK, second: int = OK) -> Fraction:
    """The chance that the tank that fires first destroys the other, who recovers nothing."""
    if DESTROYED in (first, second):
        return Fraction(second == DESTROYED)
    stays, won = Fraction(0), Fraction(0)
    for hit, chance in shot_by_faces(first, second).items():
        answers = {first: Fraction(1)} if hit == DESTROYED else shot_by_faces(hit, first)
        for back, other in answers.items():
            if (back, hit) == (first, second):
                stays += chance * other
            else:
                won += chance * other * first_wins(back, hit)
    return won / (1 - stays)


def test_a_duel_is_counted_over_the_faces() -> None:
    assert first_wins() == Fraction(1568, 2881)
    assert across("tank-duel", "pz8-ww2")["pz8-ww2"].figures["wins, firing first"] == first_wins()


def test_balance_and_across_mean_the_same_duel() -> None:
    fields = {"gun": "heavy", "armour": "light", "enemy_gun": "light", "enemy_armour": "medium"}
    home = system("pz8-ww2")
    cells = ("attack/88-122mm/armour", "defence/light-tank/defence", "attack/37-47mm/armour")
    gun, armour, enemy = (home.rules.value(cell) for cell in cells)
    lines = ["name,soft,armour,defence,armoured", f"Mine,4,{gun},{armour},yes", f"Theirs,4,{enemy},4,yes"]
    table = balance(home, profiles_in(lines, home, home.rules, "list"))
    figures = across("tank-duel", "pz8-ww2", rally="yes", **fields)["pz8-ww2"].figures
    both = [figures["wins, firing first"], figures["wins, firing second"]]
    assert None not in both
    assert table["Mine", "Theirs"].wins == sum(each for each in both if each is not None) / 2
    assert "nobody rallies" in repr(across("tank-duel", "pz8-ww2"))
    assert definition(rally=True) in repr(across("tank-duel", "pz8-ww2", rally="yes"))
    assert definition() in repr(table)
    assert escape(definition()) in table._repr_html_()
    assert table["Mine", "Theirs"].wins != Fraction(1, 2)


def test_what_is_asked_can_be_asked_again(capsys: pytest.CaptureFixture[str]) -> None:
    found = across("tank-duel", "pz8-scifi", gun="heavy")["pz8-scifi"]
    assert main(["ask", "pz8-scifi", *shlex.split(found.asked.partition("; ")[2])]) == 0
    assert in_full(found.figures["wins, firing first"] or Fraction(0)) in capsys.readouterr().out


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
