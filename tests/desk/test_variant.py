"""Variant files: all faults at once with their lines; what is written is read back."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pz8edu import BadInput, compare, system
from pz8edu.core.rulebook.ruleset import changes_in
from pz8edu.desk.variants.toml_places import lines_in_toml, read_lines
from pz8edu.desk.variants.variant import Variant, checked_text, options_of, read_variant, variant_toml

RULES = system("pz8-ww2").rules
FAULTY = '''base = "pz8-ww2"
titel = "x"
why = """
many
lines"""
[changes]
hit_on = 30
save_on = 4
nonsense = 2
"attack/hmg/soft" = 4
disorganized_by = 9
[changes.attack.hmg]
soft = 5
[changes.attack.rockets]
armour = "x"
'''


def test_every_fault_is_told_with_its_line() -> None:
    checked = checked_text(FAULTY)
    assert checked.variant is None
    assert [(fault.line, fault.text.split()[0]) for fault in checked.faults] == [
        (2, "unknown"),
        (6, "disorganized_by,"),
        (7, "hit_on"),
        (9, "unknown"),
        (13, "attack/hmg/soft"),
        (15, "attack/rockets/armour"),
    ]
    assert "4 in line 10 and 5" in str(checked)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('base = "pz8-ww2"\nversion = "99.0"\n', "line 2: it is written for version 99.0 of the kit"),
        ('base = "pz8-ww2"\nversion = "new"\n', "line 2: version must be that of the kit"),
        ('base = "pz8-ww2"\nbase = "pz8-1950"\n', "at line 2"),
        ('base = "pz8-ww2"\ntitle = 3\n', "line 2: title must be a text"),
        ('base = "pz8-ww2"\nbeyond_the_book = "yes"\n', "line 2: beyond_the_book must be true or false"),
        ('base = "pz8-ww2"\n[changes.attack]\nhmg = 3\n', "line 3: the rows of attack must be tables"),
        ("[changes]\nhit_on = 3\n", 'it needs a line such as base = "pz8-ww2"'),
        ("a = " + "[" * 5000, "this is not TOML"),
    ],
)
def test_what_cannot_be_is_told_in_a_sentence(text: str, words: str) -> None:
    assert words in str(checked_text(text))


def test_what_is_as_printed_is_told_and_not_dropped_in_silence() -> None:
    checked = checked_text('base = "pz8-ww2"\n[changes]\nsave_on = 4\nhit_on = 3\n')
    assert checked.variant is not None
    assert checked.variant.rules == RULES.variant(hit_on=3)
    assert checked.variant.as_printed == ("save_on",)
    assert [(note.line, note.text) for note in checked.notes] == [
        (3, "save_on is as printed: it changes nothing")
    ]


def test_beyond_the_book_only_on_request() -> None:
    text = 'base = "pz8-ww2"\n[changes]\nhit_on = 25\n'
    assert "from -9 to 19; got 25" in str(checked_text(text))
    found = checked_text("beyond_the_book = true\n" + text).variant
    assert found is not None
    assert list(found.rules.beyond_the_book()) == ["hit_on=25"]
    assert "beyond_the_book = true" in found.to_toml()
    assert found.options.endswith("--beyond-the-book")


changed = st.fixed_dictionaries(
    {},
    optional={
        "hit_on": st.integers(-9, 19),
        "rough_cost": st.fractions(0, 9, max_denominator=8),
        "R3": st.sampled_from("ab"),
        "attack/hmg/soft": st.integers(0, 6),
        "ranges/mortar/minimum": st.none() | st.integers(0, 9),
    },
)


@settings(max_examples=40, deadline=None)
@given(changed, st.text(max_size=20), st.text(max_size=20))
def test_what_is_written_is_read_back(changes: dict[str, object], title: str, why: str) -> None:
    rules = RULES.variant(changes)
    text = variant_toml(rules, title, why)
    found = checked_text(text).variant
    assert found is not None, text
    assert (found.rules, found.why) == (rules, why)
    assert found.title == (title or "variant")
    options = [word for word in options_of(rules).split() if "=" in word]
    assert RULES.variant({k: v for word in options for k, v in changes_in(word.strip("'")).items()}) == rules


def test_a_file_is_saved_whole_or_not_at_all(tmp_path: Path) -> None:
    variant = Variant("Easier", "more hits", RULES.variant(hit_on=3))
    file = variant.save(tmp_path / "easier.toml")
    assert read_variant(file) == variant
    assert [each.name for each in tmp_path.iterdir()] == ["easier.toml"]
    with pytest.raises(BadInput, match="cannot be written"):
        variant.save(tmp_path / "nowhere" / "easier.toml")


def test_lines_of_keys() -> None:
    text = 'a.b = 1\nc = """\n[no]\n"""\n\n# note\n[d."e f"]\ng = {h = 2, i = [\n 3]}\n[[j]]\nk = 4\n'
    places = lines_in_toml(text)
    assert read_lines(text)["c"] == "[no]\n"
    wanted = {
        ("a", "b"): 1,
        ("c",): 2,
        ("d", "e f"): 7,
        ("d", "e f", "g", "i"): 8,
        ("j",): 10,
        ("j", "k"): 11,
    }
    assert {path: places.get(path) for path in wanted} == wanted


def test_a_variant_can_be_compared_and_a_file_that_is_not_there_is_named() -> None:
    variant = Variant("Easier", "", RULES.variant(hit_on=3))
    found = compare("pz8-ww2", "direct-fire", attack=5, defence=4, second=variant)
    assert found[0].in_words == (
        "Destroyed rises from 5/36 to 5/27, by 5/108; suppressed rises from 5/72 to 5/54, by 5/216; "
        "disorganized rises from 1/12 to 1/9, by 1/36; ok falls from 17/24 to 11/18, by 7/72."
    )
    assert found[0].by_outcome["destroyed"] == Fraction(5, 108)
    with pytest.raises(BadInput, match=r"the variant file 'easier.toml' cannot be read"):
        compare("pz8-ww2", "rally", condition="suppressed", second="easier.toml")
