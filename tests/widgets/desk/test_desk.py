"""The designer's desk: two rule texts side by side, any place changed, everything kept."""

from __future__ import annotations

import csv
import io
import re
from base64 import b64decode
from fractions import Fraction
from html import unescape
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from pz8edu import BadInput, ask, read_variant, system
from pz8edu.asking.ask import exact_answer
from pz8widgets import Desk

WW2 = system("pz8-ww2")
SHOT = {"attack": 5, "defence": 4, "over_half_range": True}


@pytest.fixture
def bolder() -> Desk:
    return Desk("pz8-ww2", "direct-fire", second="hit_on=3, R1=b", **SHOT)


def text_of(html: str) -> str:
    shown = re.sub(r'<span class="pz8-fraction" aria-hidden="true">.*?</span></span>', " ", html)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", shown)).split())


# --- one situation
def test_the_odds_under_both_rules_stand_side_by_side(bolder: Desk) -> None:
    first = ask("pz8-ww2", "direct-fire", SHOT).fractions()
    second = ask("pz8-ww2", "direct-fire", SHOT, rules=WW2.rules.variant(hit_on=3, R1="b")).fractions()
    rows = re.findall(r"<tr.*?</tr>", bolder.odds.value)
    found = {
        text_of(re.findall(r"<th.*?</th>", row)[0]): re.findall(r'class="pz8-unseen">([^<]*)<', row)
        for row in rows
    }
    assert found == {word: [str(first[word]), str(second[word])] for word in first}
    moved = first["ok"] - second["ok"]
    assert f"{moved} of all games (9.72 %) end differently." in text_of(bolder.odds.value)
    gain = second["destroyed"] - first["destroyed"]
    sentence = f"Destroyed rises from {first['destroyed']} to {second['destroyed']}, by {gain};"
    assert sentence in text_of(bolder.odds.value)
    for tree, odds in zip(bolder.trees, (first, second), strict=True):
        drawing = ElementTree.fromstring(re.findall(r"<svg.*</svg>", tree.value)[0])
        described = drawing.findtext("{http://www.w3.org/2000/svg}desc") or ""
        assert f"destroyed, {odds['destroyed']}" in described


def test_only_the_branches_that_differ_are_lit(bolder: Desk) -> None:
    for tree in bolder.trees:
        (listed,) = re.findall(r'<ul class="pz8-outline">.*', tree.value)
        lit = re.findall(r'<li class="pz8-lit"><span>([^<]*)', listed)
        assert len(lit) == 2, "a hit and a miss have other chances; the damage after a hit has not"
    bolder.second = WW2.rules
    assert all("pz8-lit" not in tree.value for tree in bolder.trees)


def test_what_differs_is_named_with_its_section(bolder: Desk) -> None:
    assert text_of(bolder.differ.value) == (
        "Score that hits with direct fire (§5) hit_on 4 → 3 "
        "Can modifiers make a hit certain or impossible? (§5) R1 a → b"
    )
    bolder.second = WW2.rules.variant({"attack/hmg/soft": 5})
    assert bolder.texts["second"].value == "attack/hmg/soft=5"
    assert "Attack Factors (§8)" in text_of(bolder.differ.value)
    bolder.back.click()
    assert text_of(bolder.differ.value) == "The two are the same."
    assert "Nothing changes." in text_of(bolder.odds.value)


def test_rules_can_be_written_in_the_fields(bolder: Desk) -> None:
    bolder.texts["first"].value = "hit_on=5"
    assert bolder.first == WW2.rules.variant(hit_on=5)
    bolder.texts["first"].value = "hit_onn=5"
    assert "unknown number, reading or table of pz8-ww2 'hit_onn'" in text_of(bolder.problem.value)
    assert bolder.first == WW2.rules.variant(hit_on=5)
    bolder.texts["first"].value = ""
    assert bolder.first == WW2.rules
    assert bolder.problem.value == ""


def test_a_chain_shows_both_results() -> None:
    desk = Desk("pz8-ww2", "shots-to-destroy", second="hit_on=3", attack=5, defence=4)
    told = text_of(desk.odds.value)
    assert "Expected shots falls from 1536/245 to 1152/245, by 384/245" in told
    assert desk.both.layout.display == "none", "there is no tree of all turns"


# --- any place
def test_what_the_question_looks_at_comes_first_and_a_search_finds_the_rest() -> None:
    desk = Desk("pz8-ww2", "rally", condition="disorganized")
    assert "rally_on" in desk.changes.first[:4]
    desk.changes.search.value = "hmg soft §8"
    (row,) = desk.changes.rows.children
    field, note = row.children
    assert field.value == "3"
    assert text_of(note.value) == "printed 3 · a whole number from 0 to 6"
    field.value = "4"
    assert desk.second == WW2.rules.variant({"attack/hmg/soft": 4})
    assert "changed , printed 3" in text_of(note.value)
    desk.changes.search.value = "no such thing"
    assert "Nothing in this book is called" in text_of(desk.changes.count.value)


def test_a_reading_is_chosen_and_what_cannot_be_is_said_beside_its_field() -> None:
    desk = Desk("pz8-ww2", "direct-fire", **SHOT)
    desk.changes.search.value = "R1"
    desk.changes.fields["R1"].children[0].value = "b"
    assert desk.second == WW2.rules.variant(R1="b")
    desk.changes.search.value = "hit_on"
    field, note = desk.changes.fields["hit_on"].children
    field.value = "99"
    assert text_of(note.value).startswith("hit_on must be a whole number from")
    assert 'role="alert"' in note.value
    assert desk.second == WW2.rules.variant(R1="b"), "nothing is lost"


def test_beyond_the_book_only_when_it_is_asked_for() -> None:
    desk = Desk("pz8-ww2", "direct-fire", **SHOT)
    desk.changes.search.value = "hit_on"
    field, note = desk.changes.fields["hit_on"].children
    field.value = "25"
    assert "hit_on must be" in text_of(note.value)
    desk.beyond.value = True
    field.value = "24"
    assert desk.second.departures() == {"hit_on": 24}
    assert "changed beyond the book" in text_of(note.value)
    desk.show("Keep it")
    assert "--beyond-the-book" in desk.panels["Keep it"].lines.value
    desk.texts["second"].value = "hit_on=23"
    assert desk.second.departures() == {"hit_on": 23}


# --- backwards
def test_which_value_which_number_and_which_reading() -> None:
    desk = Desk("pz8-ww2", "direct-fire", attack=3, defence=3, armoured=True, cover="bunker")
    desk.show("Ask backwards")
    panel = desk.panels["Ask backwards"]
    assert panel.figure.value == "destroyed"
    panel.target.value, panel.change.value = "7/72", "attack"
    panel.buttons["Which value reaches it"].click()
    shown = ask("pz8-ww2", "direct-fire", attack=6, defence=3, armoured=True, cover="bunker")
    assert str(shown["destroyed"]) in text_of(panel.found.value)
    panel.buttons["Which number counts most"].click()
    assert "hit_on" in text_of(panel.found.value)
    panel.buttons["Which reading matters most"].click()
    assert "R5" in text_of(panel.found.value)
    panel.target.value = "often"
    panel.buttons["Which value reaches it"].click()
    assert 'role="alert"' in panel.said.value
    assert panel.found.value == ""
    chain = Desk("pz8-ww2", "duel", A={"attack": 5, "defence": 4}, B={"attack": 5, "defence": 4})
    chain.show("Ask backwards")
    assert "Which reading matters most" not in chain.panels["Ask backwards"].buttons
    chain.panels["Ask backwards"].buttons["Which number counts most"].click()
    assert "hit_on" in text_of(chain.panels["Ask backwards"].found.value)


def test_the_fewest_steps_that_reach_two_targets() -> None:
    desk = Desk("pz8-ww2", "direct-fire", attack=5, defence=4)
    desk.show("Ask backwards")
    panel = desk.panels["Ask backwards"]
    panel.target.value = "1/6"
    panel.buttons["Fewest steps that reach it"].click()
    assert "One way of 1 step reaches the target" in text_of(panel.found.value)
    panel.also.value = "rally condition=suppressed: suppressed <= 1/2"
    panel.buttons["Fewest steps that reach it"].click()
    told = text_of(panel.found.value)
    assert told.startswith("One way of 2 steps reaches all 2 targets")
    assert "pz8-ww2(hit_on=3, rally_on=4) 5/27 (18.52 %) 1/2 (50.00 %)" in told
    panel.also.value = "rally: ok"
    panel.buttons["Fewest steps that reach it"].click()
    assert "a goal is written" in text_of(panel.said.value)
    panel.also.value, panel.target.value = "", "1/100"
    panel.buttons["Fewest steps that reach it"].click()
    assert "destroyed at most 1/100" in text_of(panel.found.value)


# --- everywhere
def test_all_values_of_some_inputs(bolder: Desk) -> None:
    bolder.show("Where it matters")
    panel = bolder.panels["Where it matters"]
    panel.over.value = ()
    panel.look.click()
    assert text_of(panel.said.value) == "Choose at least one input."
    panel.over.value = ("cover", "quality")
    panel.look.click()
    assert text_of(panel.said.value).startswith("9 of 9 situations change. Everywhere alike: 9.72 %")
    packed, report = re.findall(r"base64,([^']+)'", panel.table.value)
    assert b"<!doctype html>" in b64decode(report).lower()
    text = b64decode(packed).decode()
    assert "−" not in text, "spreadsheets read a hyphen"
    lines = list(csv.DictReader(io.StringIO(text)))
    assert len(lines) == 9
    odd = next(line for line in lines if (line["cover"], line["quality"]) == ("bunker", "green"))
    wanted = SHOT | {"cover": "bunker", "quality": "green"}
    for when, rules in (("before", WW2.rules), ("after", WW2.rules.variant(hit_on=3, R1="b"))):
        law = ask("pz8-ww2", "direct-fire", wanted, rules=rules)
        assert Fraction(odd[f"destroyed {when}"]) == law.fraction("destroyed")
    panel.figure.value = "destroyed"
    cells = re.findall(r'<td style="[^"]*linear-gradient[^"]*" title="([^"]+)">([^<]+)', panel.table.value)
    assert len(cells) == 9
    for exact, told in cells:
        assert Fraction(exact) > 0
        assert told.startswith("+")
    assert "repeating" not in panel.table.value, "only losses are striped"
    bolder.fill(attack=0)
    assert panel.said.value == panel.table.value == "", "another situation: what was found is gone"


def test_a_duel_everywhere_has_a_map_and_a_report_of_its_results() -> None:
    desk = Desk("pz8-ww2", "duel", second="hit_on=3", A=flank(5), B=flank(4))
    desk.show("Where it matters")
    panel = desk.panels["Where it matters"]
    panel.over.value = ("A.quality", "mode")
    panel.look.click()
    assert text_of(panel.said.value).startswith("3 of 6 situations change.")
    panel.figure.value = "expected_turns"
    assert "pz8-heat" in panel.table.value
    assert "pz8-spread" in panel.table.value
    page = b64decode(re.findall(r"base64,([^']+)'", panel.table.value)[-1]).decode()
    assert "expected turns" in page
    assert "--over 'A.quality,mode'" in page or "--over A.quality,mode" in page


def flank(attack: int) -> dict[str, int]:
    return {"attack": attack, "defence": 3}


def test_a_whole_domain_is_compared(bolder: Desk) -> None:
    everywhere = bolder.look_everywhere(list(bolder.form.fields))
    assert everywhere.asked == 217_728
    assert f"{len(everywhere):,} of 217,728 situations change." in everywhere.summary("destroyed")


def test_what_cannot_be_compared_is_refused(bolder: Desk) -> None:
    with pytest.raises(BadInput, match="unknown input"):
        bolder.look_everywhere(["colour"])
    with pytest.raises(BadInput, match="hit_on must be a whole number"):
        Desk("pz8-ww2", "direct-fire", second="hit_on=99")
    with pytest.raises(BadInput, match="measured on a board"):
        Desk("pz8-ww2", "within")


def test_a_duel_is_compared_over_what_stands_in_its_records() -> None:
    desk = Desk(
        "pz8-ww2", "duel", second="hit_on=3", A={"attack": 5, "defence": 4}, B={"attack": 5, "defence": 4}
    )
    found = desk.look_everywhere(["A.attack", "B.quality"])
    assert found.asked == 21
    one = {"A": {"attack": 2, "defence": 4}, "B": {"attack": 5, "defence": 4, "quality": "green"}}
    case = next(each for each in found.cases if dict(each.inputs) == {"A.attack": 2, "B.quality": "green"})
    assert case.after == exact_answer(desk.question, one, WW2.rules.variant(hit_on=3))
    grid = found.grid("A.attack", "B.quality", "expected_turns")
    assert grid[2, "green"] == case.after["expected_turns"] - case.before["expected_turns"] < 0


def test_another_book_of_the_family() -> None:
    desk = Desk("pz8-scifi", "to-hit")
    desk.show("Another book")
    panel = desk.panels["Another book"]
    panel.other.value = "pz8-ww2"
    assert "situations change" in text_of(panel.told.value)


def test_a_change_that_cannot_act_here_is_said() -> None:
    desk = Desk("pz8-ww2", "direct-fire", second="save_on=5", attack=5, defence=4)
    assert "save_on acts only where hq=true." in text_of(desk.odds.value)
    desk.fill(hq=True)
    assert "acts only where" not in text_of(desk.odds.value)


def test_how_far_a_rule_of_ones_own_reaches_is_said() -> None:
    def sure(umpire: Any, situation: Any, rules: Any) -> str:
        return "hit"

    mine = WW2.rules.with_rule(to_hit=sure)
    desk = Desk("pz8-ww2", "direct-fire", second=mine, attack=5, defence=4)
    assert "direct-fire rolls by aimed, not by to_hit: replace that too" in desk.odds.value
    assert "used by to-hit" in desk.differ.value
    chain = Desk("pz8-ww2", "shots-to-destroy", second=mine, attack=5, defence=4)
    assert "shots-to-destroy rolls by aimed, not by to_hit" in chain.odds.value


def test_what_another_books_new_inputs_are_worth_here() -> None:
    desk = Desk("pz8-1950", "direct-fire", attack=5, defence=4, armoured=True)
    desk.show("Another book")
    panel = desk.panels["Another book"]
    panel.other.value = "pz8-1975"
    assert "stabilised: destroyed 5/36 to 455/1728" in text_of(panel.told.value)
    assert "none of 200 situations drawn changes" in text_of(panel.told.value)
    desk.fill(defence=3)
    again = text_of(panel.told.value)
    assert "stabilised: destroyed 5/24 to " in again, "the situation of the page, not the one before"
    assert again.count("stabilised: ") == 1
    assert "none of 200 situations drawn changes" in again


def test_the_same_kind_of_question_in_other_systems() -> None:
    desk = Desk("pz8-ww2", "rally", second="rally_on=2", condition="disorganized")
    desk.show("Other systems")
    panel = desk.panels["Other systems"]
    panel.kind.value = "rally"
    panel.inputs["harm"].value = "light"
    told = text_of(panel.told.value)
    assert "pz8-ww2 5/6" in told, "under the second rules"
    assert "pz8-1950 1/3" in told, "as printed"
    assert "What was asked" in told


def test_who_is_underpriced() -> None:
    desk = Desk("pz8-scifi", "to-hit")
    desk.show("Value for points")
    panel = desk.panels["Value for points"]
    panel.list.value = (
        "name, soft, armour, defence, armoured, points\nA, 3, 5, 3, yes, 10\nB, 3, 5, 3, yes, 20"
    )
    panel.play.click()
    assert "A is the most underpriced" in text_of(panel.found.value)
    panel.list.value = "name\nA"
    panel.play.click()
    assert "the column soft is missing" in text_of(panel.said.value)
    assert panel.found.value == ""


# --- keeping
def test_a_variant_is_saved_and_read_back(
    bolder: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    bolder.show("Keep it")
    panel = bolder.panels["Keep it"]
    panel.name.value, panel.why.value = "Hard as nails!", "because"
    assert panel.file.value == "hard-as-nails.toml"
    panel.save.click()
    kept = read_variant(tmp_path / "hard-as-nails.toml")
    assert (kept.title, kept.why, kept.rules) == ("Hard as nails!", "because", bolder.second)
    panel.save.click()
    assert "exists already" in text_of(panel.said.value)
    panel.replace.value = True
    panel.save.click()
    assert "Saved as" in text_of(panel.said.value)
    panel.file.value = "../elsewhere.toml"
    panel.save.click()
    assert "needs a plain name" in text_of(panel.said.value)
    assert [path.name for path in tmp_path.iterdir()] == ["hard-as-nails.toml"]
    assert "--reading R1=b --set hit_on=3" in text_of(panel.lines.value)


def test_where_nothing_may_be_saved_there_is_no_button() -> None:
    desk = Desk("pz8-ww2", "rally", second="rally_on=4", may_save=False)
    desk.show("Keep it")
    panel = desk.panels["Keep it"]
    assert panel.save not in [each for box in panel.card.children for each in getattr(box, "children", ())]
    assert 'download="my-variant.toml"' in panel.lines.value, "but it can be taken along"


def test_a_page_without_a_kernel_reads_well(bolder: Desk) -> None:
    still = bolder._repr_mimebundle_()
    assert "hit_on: 4 → 3" in still["text/plain"]
    assert "destroyed" in still["text/plain"].lower()
    assert "<table" in still["text/html"]


@pytest.mark.whole_domain(4)
@pytest.mark.parametrize("name", WW2.calculators)
def test_every_calculator_has_a_desk(name: str) -> None:
    reading = next(iter(WW2.calculators[name].readings), "R1")
    desk = Desk("pz8-ww2", name, second=f"{reading}=b", kind="calculator")
    assert desk.answers is not None
    assert desk.odds.value
    desk.show("Where it matters")
    panel = desk.panels["Where it matters"]
    if panel.over.options:
        panel.over.value = (panel.over.options[0][1],)
        panel.look.click()
        assert "situation" in text_of(panel.said.value)


def test_a_calculator_whose_outcomes_are_not_told_has_a_desk_too() -> None:
    desk = Desk("pz8-ww1", "bombard-until", kind="calculator")
    assert "Nothing changes." in text_of(desk.odds.value)


# --- another designer
def test_what_another_designer_changed_and_what_it_did(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    desk = Desk("pz8-ww2", "rally", second="rally_on=4", condition="suppressed")
    desk.show("Another designer")
    panel = desk.panels["Another designer"]
    theirs = 'base = "pz8-ww2"\ntitle = "Steady"\n[changes]\nrally_on = 3\n'
    panel.text.value = theirs
    panel.look.click()
    told = text_of(panel.found.value)
    assert "From Steady to the second rules: 1 change" in told
    assert "rally_on 5 3 4 score that rallies (§10)" in told
    assert "rally 6 of all 18 situations change" in told
    (tmp_path / "steady.toml").write_text(theirs)
    panel.text.value = "steady.toml"
    panel.take.click()
    assert desk.first == WW2.rules.variant(rally_on=3)
    assert "3 → 4" in text_of(desk.differ.value)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "paste a variant file"),
        ("hit_onn=3", "did you mean 'hit_on'"),
        ('base = "pz8-ww2"\n[changes]\nhit_on = 99', "the variant file 'pasted': line 3: hit_on must be"),
        ('base = "pz8-naval"\n[changes]\nR1 = "b"', "pasted changes pz8-naval, and this is pz8-ww2"),
        ("gone.toml", "the variant file 'gone.toml' cannot be read: No such file"),
    ],
)
def test_what_is_no_variant_of_this_book_gets_one_sentence(text: str, says: str) -> None:
    desk = Desk("pz8-ww2", "rally", condition="suppressed")
    desk.show("Another designer")
    panel = desk.panels["Another designer"]
    panel.text.value = text
    for button in (panel.look, panel.take):
        button.click()
        assert says in text_of(panel.said.value)
    assert desk.first == WW2.rules


def test_a_visitor_reads_no_files_of_the_machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "secret.toml").write_text('password = "x"\n')
    with pytest.raises(BadInput, match="files of this machine are not read here"):
        Desk("pz8-ww2", "rally", condition="suppressed", first="secret.toml", may_save=False)
    desk = Desk("pz8-ww2", "rally", condition="suppressed", may_save=False)
    desk.texts["first"].value = "secret.toml"
    assert "are not read here" in text_of(desk.problem.value)
    desk.show("Another designer")
    desk.panels["Another designer"].text.value = str(tmp_path / "secret.toml")
    desk.panels["Another designer"].look.click()
    assert "are not read here" in text_of(desk.panels["Another designer"].said.value)
    assert "password" not in desk.problem.value + desk.panels["Another designer"].said.value
