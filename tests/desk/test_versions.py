"""Two versions of a designer's work: read without running, compared, merged."""

from __future__ import annotations

import csv
import io
import json
import re
from pathlib import Path

import pytest

from pz8edu import (
    BadInput,
    compare_notebooks,
    compare_variants,
    ids,
    merge_variants,
    odds,
    system,
)
from pz8edu.desk.compare.change_in_words import change_in_words
from pz8edu.desk.variants.notebook import read_notebook
from pz8edu.desk.variants.variant import Variant, change_line, read_variant, variant_head, variant_in
from pz8edu.pages.places import places_of

WW2 = system("pz8-ww2").rules


def notebook(*sources: str) -> str:
    return json.dumps({"cells": [{"cell_type": "code", "source": source} for source in sources]})


@pytest.fixture
def written(tmp_path: Path) -> tuple[Path, Path]:
    return tmp_path / "first.ipynb", tmp_path / "second.ipynb"


# --- variant files
@pytest.mark.whole_domain(4)
@pytest.mark.parametrize("system_id", ids())
def test_every_number_cell_and_reading_is_written_so_that_it_is_read_back(system_id: str) -> None:
    rules = system(system_id).rules
    changes = (change_line(rules, place.name, rules.value(place.name)) for place in places_of(rules))
    lines = [*variant_head(rules, "All of it", ""), *changes]
    assert variant_in("\n".join(lines), "all.toml").rules == rules


def test_a_variant_is_saved_and_nothing_is_overwritten_unasked(tmp_path: Path) -> None:
    ours = Variant('The "bold" one', "Because\nit is fast", WW2.variant({"hit_on": 3, "attack/hmg/soft": 5}))
    file = ours.save(tmp_path / "bold.toml")
    assert read_variant(file) == ours
    with pytest.raises(BadInput, match=r"'bold\.toml' exists already"):
        ours.save(file)
    ours.save(file, replace=True)
    assert [path.name for path in tmp_path.iterdir()] == ["bold.toml"], "no temporary file is left"
    with pytest.raises(BadInput, match="cannot be written"):
        ours.save(tmp_path / "nowhere" / "bold.toml")


# --- notebooks
def test_questions_and_variants_are_read_and_nothing_is_run(tmp_path: Path) -> None:
    trap = tmp_path / "trap"
    found = read_notebook(
        notebook(
            f"open({str(trap)!r}, 'w'); __import__('os').remove('x')",
            "%matplotlib inline\nww2 = system('pz8-ww2')\nbold = ww2.rules.variant({'hit_on': 3}, R1='b')",
            "attack = 6\nask(ww2, 'direct-fire', attack=attack, defence=len('four'), rules=bold)",
            "Compare('pz8-ww2', 'to-hit', first='hit_on=5', second='hit_on=2', cover='rough')",
            "this is no Python",
            "ask('pz8-ww2', 'rally', {'condition': 'ok'}, reading='R9=q')",
        ),
        "a.ipynb",
        tmp_path,
    )
    assert not trap.exists()
    bold = WW2.variant(hit_on=3, R1="b")
    assert found.variants == {"bold": bold}
    assert [(each.question.id, dict(each.inputs), each.rules) for each in found.asked] == [
        ("direct-fire", {"attack": 6}, bold),
        ("to-hit", {"cover": "rough"}, WW2.variant(hit_on=2)),
    ]
    assert found.faults == ("cell 6: reading R9 must be one of a, b; got 'q'",)


def test_what_the_other_designer_changed_and_what_it_did(written: tuple[Path, Path]) -> None:
    ask = "Calculator('pz8-ww2', 'rally', condition='disorganized', rules='rally_on={}')"
    wait = "results('pz8-ww2', 'shots-to-destroy', attack={}, defence=4)"
    written[0].write_text(notebook(ask.format(5), wait.format(5)))
    written[1].write_text(
        notebook(ask.format(4), wait.format(6), "ask('pz8-ww2', 'damage', attack=3, defence=3)")
    )
    found = compare_notebooks(*written)
    assert [(each.name, each.printed, each.before, each.after) for each in found.parameters] == [
        ("rally_on", "5", "5", "4"),
        ("shots-to-destroy attack", "", "5", "6"),
    ]
    rally, shots = (said for _, said in found.answers)
    assert rally == "Disorganized falls from 2/3 to 1/2, by 1/6; ok rises from 1/3 to 1/2, by 1/6."
    assert shots.startswith("Expected shots falls from 1536/245 to ")
    assert found.notes == ("only the second asks damage (attack=3, defence=3)",)
    assert next(csv.reader(io.StringIO(found.to_csv()))) == [
        "changed",
        "printed",
        "before",
        "after",
        "meaning",
    ]
    assert "rally_on" in repr(found)
    assert "rally_on" in found._repr_html_()


def test_a_variant_file_beside_the_notebook_is_read(written: tuple[Path, Path]) -> None:
    (written[0].parent / "files").mkdir()
    for name, score in (("one", 4), ("two", 3)):
        Variant(name, "", WW2.variant(rally_on=score)).save(written[0].parent / "files" / f"{name}.toml")
    ask = "mine = read_variant('files/{}.toml')\nask('pz8-ww2', 'rally', condition='suppressed', rules={})"
    written[0].write_text(
        notebook(ask.format("one", "mine"), "Desk('pz8-ww2', 'rally', second='files/one.toml')")
    )
    written[1].write_text(
        notebook(ask.format("two", "mine.rules"), "Desk('pz8-ww2', 'rally', second='files/two.toml')")
    )
    found = compare_notebooks(*written)
    assert [(each.name, each.before, each.after) for each in found.parameters] == [("rally_on", "4", "3")]
    assert found.answers[0][1].startswith("Suppressed falls from 1/2 to 1/3, by 1/6")
    assert len(found.answers) == 2
    assert found.notes == ()


@pytest.mark.parametrize(
    ("cell", "says"),
    [
        ("mine = read_variant('gone.toml')", "the variant file 'gone.toml' cannot be read: No such file or"),
        ("mine = read_variant('../gone.toml')", "'../gone.toml' is not read: only variant files beside the"),
        ("mine = read_variant('/etc/gone.toml')", "'/etc/gone.toml' is not read: only variant files"),
        ("mine = read_variant('bad.toml')", "the variant file 'bad.toml': line 3: unknown number"),
        (
            "ask('pz8-ww2', 'rally', rules=made_somehow())",
            "the rules of a question (rules=…) are not known without running it",
        ),
    ],
)
def test_a_variant_file_that_cannot_be_read_is_told_with_its_cell(
    written: tuple[Path, Path], cell: str, says: str
) -> None:
    (written[0].parent / "bad.toml").write_text('base = "pz8-ww2"\n[changes]\nhit_onn = 3\n')
    written[0].write_text(notebook(cell, "ask('pz8-ww2', 'rally')"))
    written[1].write_text(notebook("ask('pz8-ww2', 'rally')"))
    (note,) = [each for each in compare_notebooks(*written).notes if each.startswith("first.ipynb, cell 1")]
    assert says in note
    assert str(written[0].parent) not in note


@pytest.mark.parametrize(
    ("first", "second", "says"),
    [
        ("x = 1", "x = 2", "first.ipynb has no variant and asks no question of a book"),
        ("ask('pz8-ww2', 'rally')", "x = 2", "second.ipynb has no variant and asks no question of a book"),
        ("ask('pz8-ww2', 'rally')", "ask('pz8-naval', 'salvo')", "have no variant and no question in common"),
    ],
)
def test_what_cannot_be_compared_gets_one_sentence(
    written: tuple[Path, Path], first: str, second: str, says: str
) -> None:
    written[0].write_text(notebook(first))
    written[1].write_text(notebook(second))
    with pytest.raises(BadInput, match=says):
        compare_notebooks(*written)


@pytest.mark.parametrize(
    "text", ["", "{", '{"cells": 3}', '{"cells": [3]}', '{"cells": [{}]}', "[" * 100_000]
)
def test_what_is_no_notebook_gets_one_sentence(text: str) -> None:
    with pytest.raises(BadInput, match=r"'a\.ipynb' is not a notebook"):
        read_notebook(text, "a.ipynb", Path())


def test_variants_of_two_books_are_not_compared_place_by_place() -> None:
    naval = Variant("Naval", "", system("pz8-naval").rules)
    with pytest.raises(BadInput, match="only variants of one book"):
        compare_variants(Variant("Tanks", "", WW2), naval)


def test_every_question_tells_its_largest_change() -> None:
    first, second = Variant("A", "", WW2), Variant("B", "", WW2.variant(rally_on=4))
    found = compare_variants(first, second)
    said = dict(found.answers)
    assert "disorganized" in said["rally"]
    assert "shots-to-destroy (chain)" not in said, "rally_on is nothing to a shot"
    assert (
        compare_variants(first, first).summary == "A before and A now have the same rules and ask the same."
    )


# --- in words
def test_the_gravest_outcome_is_told_first_and_exactly() -> None:
    question = system("pz8-ww2").calculators["direct-fire"]
    told = change_in_words(question, *(_law(each) for each in ({"facing": "front"}, {"facing": "side"})))
    assert told == (
        "Destroyed rises from 5/36 to 7/24, by 11/72; disorganized falls from 1/12 to 1/18, by 1/36; "
        "ok falls from 17/24 to 7/12, by 1/8."
    )


def _law(more: dict[str, str]) -> object:
    return odds("pz8-ww2", "direct-fire", attack=5, defence=4, armoured=True, **more)


# --- merging
def test_what_only_one_changed_is_taken_and_what_both_changed_is_named() -> None:
    original = Variant("Ours", "why", WW2.variant(hit_on=3))
    mine = Variant("Ours", "why", WW2.variant(hit_on=5, R1="b"))
    theirs = Variant("Theirs", "why", WW2.variant({"hit_on": 2, "rally_on": 4}))
    found = merge_variants(mine, theirs, original)
    assert found.variant == Variant("Theirs", "why", WW2.variant(hit_on=5, R1="b", rally_on=4))
    assert [str(each) for each in found.conflicts] == ["hit_on was 3: mine says 5, theirs says 2"]
    text = re.sub("  #.*", "", found.to_toml())
    assert "<<<<<<< mine\nhit_on = 5\n=======\nhit_on = 2\n>>>>>>> theirs\n" in text
    assert "conflict: hit_on" in repr(found)


def test_a_change_taken_back_by_one_is_taken_back() -> None:
    original = Variant("A", "", WW2.variant(hit_on=3, R1="b"))
    found = merge_variants(Variant("A", "", WW2.variant(R1="b")), original, original)
    assert (found.variant.rules, found.conflicts) == (WW2.variant(R1="b"), ())
    assert variant_in(found.to_toml(), "a.toml") == found.variant


def test_the_order_of_two_designers_matters_to_conflicts_only() -> None:
    one, other = Variant("A", "x", WW2.variant(hit_on=3)), Variant("B", "y", WW2.variant(rally_on=4))
    both = merge_variants(one, other).variant
    assert both.rules == merge_variants(other, one).variant.rules == WW2.variant(hit_on=3, rally_on=4)
    assert (both.title, both.why) == ("A + B", "x\ny")
    with pytest.raises(BadInput, match="cannot be merged with one of pz8-naval"):
        merge_variants(one, Variant("C", "", system("pz8-naval").rules))
