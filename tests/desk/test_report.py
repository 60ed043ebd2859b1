"""A report says what changed, what it did and how to repeat it; its numbers are those of `compare`."""

from __future__ import annotations

import csv
import re
import shlex
from fractions import Fraction
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

from pz8edu import BadInput, compare, report, sweep, system
from pz8edu.cli import main
from pz8edu.desk.compare import report as reports
from pz8edu.desk.compare.report import free_inputs
from pz8edu.desk.variants.variant import Variant

RULES = system("pz8-ww2").rules
SHOT = {"attack": 5, "defence": 4}
VOID = ("meta", "br", "path", "rect", "line", "circle", "use", "img")


class Balanced(HTMLParser):
    """Fails where elements are not closed in their order; gathers the text."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        assert not any(
            name in ("src", "href") and not value.startswith(("#", "data:")) for name, value in attrs
        )
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def page_of(text: str) -> str:
    page = Balanced()
    page.feed(text)
    assert page.open == []
    return " ".join(page.text)


def test_a_page_stands_by_itself_and_says_all() -> None:
    variant = Variant("Easier <hits>", "because & why", RULES.variant(hit_on=3))
    page = report("pz8-ww2", "direct-fire", SHOT, second=variant, over=["cover", "over_half_range"])
    text = page_of(page.to_html())
    for words in ("Easier <hits>", "because & why", "hit_on", "score that hits", "6 of 6 situations change"):
        assert words in text
    assert page.command in text
    assert "<script" not in page.to_html()
    assert [title for title, _, _ in page.where()] == ["By cover", "By over half range"]


def test_the_numbers_are_those_of_the_comparison() -> None:
    page = report("pz8-ww2", "to-hit", second="R5=b", over=["cover", "quality"])
    found = compare("pz8-ww2", "to-hit", second="R5=b", over=["cover", "quality"])
    assert sum(count for _, count in page.sizes) == found.asked == 9
    lines = list(csv.reader(page.to_csv().splitlines()))
    assert len(lines) == 1 + len(found)
    (by_cover, _) = page.where()
    means = {row[0]: Fraction(row[3]) for row in by_cover[2]}
    for cover, mean in means.items():
        assert mean == sum((each.size for each in found if each.inputs["cover"] == cover), Fraction(0)) / 3


def test_one_situation_with_both_trees() -> None:
    page = report("pz8-ww2", "direct-fire", SHOT, second="hit_on=3")
    text = page_of(page.to_html())
    assert page.to_html().count("<svg") == 2
    assert "Destroyed rises from 5/36 to 5/27, by 5/108" in text
    assert "| destroyed | 5/36 | 5/27 | +5/108 |" in page.to_markdown()
    same = report("pz8-ww2", "rally", {"condition": "ok"}, second="hit_on=3")
    assert "None of 1 situations changes" in page_of(same.to_html())


@pytest.mark.parametrize(
    "more",
    [
        ["--set", "hit_on=3", "--over", "cover"],
        [
            "--reading",
            "R5=b",
            "--set",
            "attack/rockets/soft=4",
            "--first",
            "hit_on=5",
            "--over",
            "cover,quality",
        ],
        ["--second", "pz8-1950"],
        ["--set", "hit_on=3", "--over", "cover=open|rough", "--over", "facing"],
        ["--set", "hit_on=3", "facing=side", "--over", "armoured,target_condition", "--beyond-the-book"],
    ],
)
def test_the_command_repeats_it(more: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["report", "pz8-ww2", "direct-fire", "attack=5", "defence=4", *more]) == 0
    text = capsys.readouterr().out
    (command,) = re.findall(r"^python -m pz8edu (.*)$", text, re.MULTILINE)
    assert main(shlex.split(command)) == 0
    assert capsys.readouterr().out == text


def test_a_rule_of_ones_own_is_told() -> None:
    def sure(umpire: Any, situation: Any, rules: Any) -> str:
        """Everything hits."""
        return "hit"

    page = report("pz8-ww2", "to-hit", second=RULES.with_rule(to_hit=sure))
    assert page.command == ""
    assert "Everything hits." in page.to_markdown()


def test_it_is_saved_in_the_form_of_its_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shot = [
        "report",
        "pz8-ww2",
        "direct-fire",
        "attack=5",
        "defence=4",
        "--set",
        "hit_on=3",
        "--over",
        "cover",
    ]
    for name, begins in (("a.html", "<!doctype html>"), ("a.md", "# Direct fire"), ("a.csv", "cover,moved,")):
        assert main([*shot, "--out", str(tmp_path / name)]) == 0
        assert (tmp_path / name).read_text(encoding="utf-8").startswith(begins)
    for words, said in (
        ([*shot, "--out", "a.pdf"], "ends in .html, .md or .csv; got 'a.pdf'"),
        (shot[:5], "name what is changed"),
        ([*shot[:-1], "cower"], "unknown input 'cower'; did you mean 'cover'"),
        ([*shot, "--second", "pz8-1950"], "say the second rules in one way"),
        (["report", "pz8-ww2", "duel", "--set", "hit_on=3"], "A, B must be given, or vary"),
        (["report", "pz8-ww2", "range", "--set", "hit_on=3"], "range is a board check"),
    ):
        capsys.readouterr()
        assert main(words) == 2
        assert said in capsys.readouterr().err
    with pytest.raises(BadInput, match="cannot be written"):
        report("pz8-ww2", "to-hit", second="hit_on=3").save(tmp_path / "no" / "a.html")


def test_all_that_can_be_listed_varies() -> None:
    question = system("pz8-ww2").calculators["to-hit"]
    assert free_inputs(question, {"cover": "open"}) == ("over_half_range", "quality", "disorganized")


def test_beyond_the_book(capsys: pytest.CaptureFixture[str]) -> None:
    shot = {"defence": 6, "armoured": True}
    found = compare("pz8-ww2", "direct-fire", shot, second="hit_on=3", over=["attack"], beyond_the_book=True)
    assert found.asked == 23
    best = next(each for each in found if each.inputs["attack"] == 14)
    assert (best.before.fraction("destroyed"), best.after.fraction("destroyed")) == (
        Fraction(1, 2),
        Fraction(2, 3),
    )
    assert best.before.beyond_the_book == ("attack=14",)
    table = sweep("pz8-ww2", "direct-fire", shot, over={"attack": [6, 14]}, beyond_the_book=True)
    assert table[14].fraction("destroyed") == Fraction(1, 2)
    assert "beyond the book" not in repr(table[6])
    with pytest.raises(BadInput, match="from 0 to 6; got 14"):
        compare("pz8-ww2", "direct-fire", shot, second="hit_on=3", over={"attack": [14]})
    line = ["compare", "pz8-ww2", "direct-fire", "attack=14", "defence=6", "--set", "hit_on=3"]
    assert main(line) == 2
    assert main([*line, "--beyond-the-book"]) == 0
    assert "Destroyed rises from 1/2 to 2/3" in capsys.readouterr().out


def test_the_results_of_a_chain_and_inputs_inside_records_are_told_figure_by_figure(tmp_path: Path) -> None:
    units = {"A": SHOT, "B": SHOT}
    page = report("pz8-ww2", "duel", units, second="hit_on=3", over=["A.quality", "mode"])
    text = page_of(page.to_html())
    for words in ("3 of 6 situations change", "expected turns", "p A destroyed", "A.quality ↓ mode →"):
        assert words in text
    assert "--over A.quality,mode --set hit_on=3" in page.command
    assert "| A.quality ↓ mode → |" in page.to_markdown()
    lines = list(csv.DictReader(page.to_csv().splitlines()))
    assert len(lines) == 3
    assert {line["mode"] for line in lines} == {"fire"}
    phase = {"shots": [{"attack": 5}], "target": {"defence": 4}}
    inside = report("pz8-ww2", "fire-phase", phase, second="hit_on=3", over=["target.cover"])
    assert "3 of 3 situations change" in page_of(inside.to_html())
    one = report("pz8-ww2", "duel", units, second="hit_on=3")
    assert "expected turns falls" in page_of(one.to_html()).lower()
    assert one.save(tmp_path / "duel.html").exists()


def test_the_map_of_a_report_is_the_mean_of_what_moves() -> None:
    over = ["cover", "quality", "disorganized"]
    page = report("pz8-ww2", "to-hit", second="R5=b", over=over)
    found = compare("pz8-ww2", "to-hit", second="R5=b", over=over)
    for (cover, quality), mean in page.moved_by("cover", "quality").items():
        sizes = [
            each.size for each in found if (each.inputs["cover"], each.inputs["quality"]) == (cover, quality)
        ]
        assert mean == sum(sizes, Fraction(0)) / 2
    assert "The share of the chance that moves, on average" in page_of(page.to_html())


def test_inputs_are_free_up_to_the_most_that_are_listed(monkeypatch: pytest.MonkeyPatch) -> None:
    question = system("pz8-ww2").calculators["to-hit"]
    for most, names in (
        (12, ("over_half_range", "quality", "disorganized")),
        (11, ("over_half_range", "quality")),
    ):
        monkeypatch.setattr(reports, "MOST_LISTED", most)
        assert free_inputs(question, {"cover": "open"}) == names


def test_the_results_of_one_situation_stand_in_its_page_and_not_in_that_of_many() -> None:
    asked = {"condition": "suppressed"}
    one = report("pz8-ww2", "rally-chain", asked, second="rally_on=4")
    tables = {title: rows for title, _, rows in one.tables()}
    assert ["expected rally phases", "6", "4"] in tables["The results"]
    many = report("pz8-ww2", "rally-chain", second="rally_on=4", over=["condition"])
    assert "The results" not in {title for title, _, _ in many.tables()}
