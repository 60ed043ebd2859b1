"""Two rulesets held against each other, and tables of odds."""

from __future__ import annotations

import csv
import io
from fractions import Fraction
from itertools import product

import pytest

from pz8edu import BadInput, ask, compare, sweep, system
from pz8edu.printing.html_table import chance_html


def test_a_reading_changes_only_the_shots_that_could_not_hit() -> None:
    found = compare(
        "pz8-ww2", "to-hit", second="R1=b", over=["over_half_range", "cover", "quality", "disorganized"]
    )
    assert found.asked == 2 * 3 * 3 * 2
    for change in found:
        assert change.before.fraction("hit") == 0
        assert change.by_outcome == {"hit": Fraction(1, 6), "miss": Fraction(-1, 6)}
    assert "13 of 36 situations change" in found.summary


def test_what_one_outcome_gains_another_loses() -> None:
    for change in compare(
        "pz8-ww2", "direct-fire", attack=5, defence=4, second="hit_on=3", over={"hq": [False, True]}
    ):
        assert sum(change.by_outcome.values()) == 0
        assert change.size == sum(abs(gain) for gain in change.by_outcome.values()) / 2


def test_the_largest_change_comes_first() -> None:
    sizes = [
        each.size
        for each in compare("pz8-ww2", "damage", defence=3, second="destroyed_by=4", over=["attack"])
    ]
    assert sizes == sorted(sizes, reverse=True)
    assert len(sizes) == 6, "attack 0 cannot win by three"


def test_the_same_rules_change_nothing() -> None:
    found = compare(
        "pz8-ww2", "rally", condition="suppressed", second=system("pz8-ww2").rules, over=["quality"]
    )
    assert len(found) == 0
    assert found.summary.startswith("None of 3")
    assert "None of 3" in found._repr_html_()


def test_a_comparison_as_csv_has_every_change_exactly() -> None:
    found = compare("pz8-ww2", "to-hit", second="pz8-ww2(hit_on=3)", over=["quality"])
    lines = list(csv.reader(io.StringIO(found.to_csv())))
    told = [f"{word} {what}" for word in ("hit", "miss") for what in ("before", "after", "change")]
    assert lines[0] == ["quality", "moved", *told]
    assert lines[1] == ["elite", "1/6", "2/3", "5/6", "+1/6", "1/3", "1/6", "-1/6"]
    assert {line[1] for line in lines[1:]} == {"1/6"}


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ({"second": "R1=z"}, "must be one of"),
        ({"second": "R99=a"}, "R99"),
        ({"second": "R1=b", "over": ["colour"]}, "colour"),
        ({"second": "R1=b", "over": ["aa_guns"]}, "cannot be listed"),
        ({"second": "pz8-naval(R1=b)"}, "pz8-naval"),
        ({"second": "R1=b", "over": {"aa_guns": [0] * 20_000, "quality": ["green"] * 20_000}}, "too many"),
    ],
)
def test_what_cannot_be_compared_gets_one_sentence(settings: dict[str, object], says: str) -> None:
    with pytest.raises(BadInput, match=says):
        compare("pz8-ww2", "air-to-hit", **settings)  # type: ignore[arg-type]


def test_a_table_of_odds_asks_the_same_question_again_and_again() -> None:
    table = sweep("pz8-ww2", "damage", over={"attack": range(7), "defence": range(3)})
    assert len(table) == 21
    assert table[5, 2] == ask("pz8-ww2", "damage", attack=5, defence=2)
    assert table.outcomes == ("none", "disorganized", "suppressed", "destroyed")
    assert table.to_csv().splitlines()[0] == "attack,defence,none,disorganized,suppressed,destroyed"
    assert "<table" in table._repr_html_()
    with pytest.raises(BadInput, match="no row"):
        table[9, 9]
    with pytest.raises(BadInput, match="400000000 situations are too many"):
        sweep("pz8-ww2", "damage", over={"attack": range(20_000), "defence": range(20_000)})


def test_a_sweep_may_take_all_values_of_an_input() -> None:
    named = sweep("pz8-ww2", "damage", over=["attack"], defence=3)
    assert [*named] == [(attack,) for attack in range(7)]
    assert named.rows == sweep("pz8-ww2", "damage", over={"attack": range(7)}, defence=3).rows
    with pytest.raises(BadInput, match="unknown input of damage 'atack'"):
        sweep("pz8-ww2", "damage", over=["atack"], defence=3)


def test_a_sweep_shows_its_rows_as_headings() -> None:
    page = sweep("pz8-ww2", "rally", over=["condition"])._repr_html_()
    assert "<tr><th>suppressed</th><td>" in page
    assert "<br><small>33.33 %</small>" in page


def test_a_grid_of_a_count_tells_the_mean() -> None:
    fire = {"weapon": "european rifle", "quality": "average"}
    page = sweep("pz8-colonial", "volley", fire, over={"figures": [2, 3], "distance": [6, 20]})._repr_html_()
    assert "The mean; the strips have every outcome." in page
    for figures, needed in product((2, 3), (5, 6)):
        mean = Fraction(figures * (7 - needed), 6)
        assert f"<b>{chance_html(mean)}</b>" in page
    shot = sweep("pz8-ww2", "rally", over=["condition", "quality"])._repr_html_()
    assert "The chance of <b>suppressed</b>; the strips have every outcome." in shot


def test_a_question_that_the_other_book_calls_otherwise_is_compared() -> None:
    """1935 asks for `fire`; 1965, its child, has missiles too and calls it `cannon-fire`."""
    shot = {"distance": 2, "att": 4, "def": 1, "skill": "veteran"}
    there = compare("pz8-aerial-1935", "fire", shot, second="pz8-aerial-1965")
    back = compare("pz8-aerial-1965", "cannon-fire", shot, second="pz8-aerial-1935(veteran=2)")
    assert there.after.question.id == back.question.id == "cannon-fire"
    assert len(there) == 0
    assert back[0].before == ask("pz8-aerial-1965", "cannon-fire", shot)
    assert back[0].after == ask(
        "pz8-aerial-1935", "fire", shot, rules=system("pz8-aerial-1935").rules.variant(veteran=2)
    )
    with pytest.raises(BadInput, match="unknown calculator of pz8-aerial-1935 'rh-missile'"):
        compare("pz8-aerial-1965", "rh-missile", second="pz8-aerial-1935")
