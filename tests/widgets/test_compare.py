"""Two rule texts side by side: exact differences, in one situation and in all of them."""

from __future__ import annotations

import csv
import io
import re
from base64 import b64decode
from fractions import Fraction
from html import unescape
from xml.etree import ElementTree

import pytest

from pz8edu import BadInput, ask, system
from pz8widgets.compare import Compare

WW2 = system("pz8-ww2")
SHOT = {"attack": 5, "defence": 4, "over_half_range": True}


@pytest.fixture
def bolder() -> Compare:
    return Compare("pz8-ww2", "direct-fire", second="hit_on=3, R1=b", **SHOT)


def text_of(html: str) -> str:
    shown = re.sub(r'<span class="pz8-fraction" aria-hidden="true">.*?</span></span>', " ", html)
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", shown)).split())


def test_the_odds_under_both_rules_stand_side_by_side(bolder: Compare) -> None:
    first = ask("pz8-ww2", "direct-fire", SHOT).fractions()
    second = ask("pz8-ww2", "direct-fire", SHOT, rules=WW2.rules.variant(hit_on=3, R1="b")).fractions()
    rows = re.findall(r"<tr.*?</tr>", bolder.odds.value)
    found = {
        text_of(re.findall(r"<th.*?</th>", row)[0]): re.findall(r'class="pz8-unseen">([^<]*)<', row)
        for row in rows
    }
    assert found == {word: [str(first[word]), str(second[word])] for word in first}
    moved = first["ok"] - second["ok"]
    assert f"{moved} of all games (9.72 %) end differently: ok − {moved}" in text_of(bolder.odds.value)
    for tree, odds in zip(bolder.trees, (first, second), strict=True):
        drawing = ElementTree.fromstring(re.findall(r"<svg.*</svg>", tree.value)[0])
        described = drawing.findtext("{http://www.w3.org/2000/svg}desc") or ""
        assert f"destroyed, {odds['destroyed']}" in described


def test_what_differs_is_named_with_its_section(bolder: Compare) -> None:
    assert text_of(bolder.differ.value) == (
        "hit_on 4 → 3 score that hits with direct fire (§5) "
        "R1 a → b Can modifiers make a hit certain or impossible? (§5)"
    )
    bolder.second = WW2.rules.variant({"attack/hmg/soft": 5})
    assert bolder.texts["second"].value == "attack/hmg/soft=5"
    assert "attack/hmg/soft" in text_of(bolder.differ.value)
    assert "Attack Factors (§8)" in text_of(bolder.differ.value)
    bolder.second = WW2.rules
    assert text_of(bolder.differ.value) == "The two are the same."
    assert "Nothing changes here." in text_of(bolder.odds.value)


def test_rules_can_be_written_in_the_fields(bolder: Compare) -> None:
    bolder.texts["first"].value = "hit_on=5"
    assert bolder.first == WW2.rules.variant(hit_on=5)
    bolder.texts["first"].value = "hit_onn=5"
    assert "unknown number, reading or table of pz8-ww2 'hit_onn'" in text_of(bolder.problem.value)
    assert bolder.first == WW2.rules.variant(hit_on=5)
    bolder.texts["first"].value = ""
    assert bolder.first == WW2.rules
    assert bolder.problem.value == ""


def test_all_values_of_some_inputs(bolder: Compare) -> None:
    bolder.look.click()
    assert text_of(bolder.found.value) == "Choose at least one input."
    bolder.over.value = ("cover", "quality")
    bolder.look.click()
    comparison = bolder.everywhere
    assert comparison is not None
    assert comparison.asked == 9
    assert text_of(bolder.found.value).startswith("9 of 9 situations change, most of all cover open, quality")
    (packed,) = re.findall(r"base64,([^']+)'", bolder.table.value)
    lines = list(csv.DictReader(io.StringIO(b64decode(packed).decode())))
    assert len(lines) == 9
    odd = next(line for line in lines if (line["cover"], line["quality"]) == ("bunker", "green"))
    wanted = SHOT | {"cover": "bunker", "quality": "green"}
    second = ask("pz8-ww2", "direct-fire", wanted, rules=WW2.rules.variant(hit_on=3, R1="b"))
    assert Fraction(odd["destroyed"].replace("−", "-")) == second.fraction("destroyed")
    bolder.fill(attack=0)
    assert bolder.found.value == bolder.table.value == "", "another situation: what was found is gone"


def test_what_cannot_be_compared_is_refused(bolder: Compare) -> None:
    with pytest.raises(BadInput, match="are too many to ask at once"):
        bolder.look_everywhere([name for name in bolder.form.fields if name != "nothing"])
    with pytest.raises(BadInput, match="unknown input"):
        bolder.look_everywhere(["colour"])
    with pytest.raises(BadInput, match="hit_on must be a whole number"):
        Compare("pz8-ww2", "direct-fire", second="hit_on=99")


def test_a_page_without_a_kernel_reads_well(bolder: Compare) -> None:
    still = bolder._repr_mimebundle_()
    assert "−7/72" in still["text/plain"]
    assert "<table" in still["text/html"]


@pytest.mark.parametrize("name", WW2.calculators)
def test_every_calculator_can_be_compared(name: str) -> None:
    reading = next(iter(WW2.calculators[name].readings), "R1")
    widget = Compare("pz8-ww2", name, second=f"{reading}=b")
    assert widget.plays is not None
    assert widget.odds.value
    if widget.over.options:
        widget.over.value = (widget.over.options[0][1],)
        widget.look.click()
        assert "situation" in text_of(widget.found.value)
