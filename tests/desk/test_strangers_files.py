"""Variant files and notebooks of strangers: whatever they hold is read, or refused in a sentence."""

from __future__ import annotations

import json
import os
import stat
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pz8edu import BadInput, compare_notebooks, read_variant, system
from pz8edu.desk.variants.notebook import read_notebook
from pz8edu.desk.variants.variant import MOST_CHANGES, check_variant, checked_text, variant_in
from pz8edu.pages.places import places_of
from pz8edu.printing.saving import save_text
from pz8edu.systems import ids

LONGEST = 2_500
"""No sentence about a stranger's file has more letters."""


def notebook(*cells: str) -> str:
    return json.dumps({"cells": [{"cell_type": "code", "source": cell} for cell in cells]})


ODD = [
    "x = {[]: 1}",
    "x = {{}: 2}",
    "x = " + "-" * 20_000 + "1",
    "x = " + "(" * 300 + "1" + ")" * 300,
    "v = read_variant('a\0.toml')",
    "v = read_variant('a\\0.toml')",
    "import pz8edu\npz8edu.ask('pz8-ww2', 'rally', condition='ok', rules='\\0x.toml')",
    "import pz8edu\nr = pz8edu.system('pz8-ww2').rules\nw = r.variant({1: 2})",
    "import pz8edu\nr = pz8edu.system('pz8-ww2').rules\nw = r.variant({(): []})",
    "import pz8edu\npz8edu.ask('pz8-ww2', [], {})",
    "import pz8edu\npz8edu.system([])",
]


@pytest.mark.parametrize("cell", ODD, ids=range(len(ODD)))
def test_an_odd_cell_does_not_stop_the_others(cell: str, tmp_path: Path) -> None:
    good = "import pz8edu\npz8edu.ask('pz8-ww2', 'rally', condition='suppressed')"
    found = read_notebook(notebook(cell, good), "odd.ipynb", tmp_path)
    assert [each.question.id for each in found.asked][-1] == "rally"
    assert all(each.startswith("cell 1: ") and len(each) < LONGEST for each in found.faults)
    for name, text in (("one", notebook(cell, good)), ("two", notebook(good))):
        (tmp_path / f"{name}.ipynb").write_text(text, encoding="utf-8")
    assert compare_notebooks(tmp_path / "one.ipynb", tmp_path / "two.ipynb").summary


def test_what_is_not_known_of_a_cell_is_said(tmp_path: Path) -> None:
    found = read_notebook(notebook(ODD[7], "x = " + "-" * 20_000 + "1"), "odd.ipynb", tmp_path)
    assert found.faults == (
        "cell 1: a change is named, such as hit_on=3; got 1",
        "cell 2: it is nested too deeply to be read",
    )


names = st.text(max_size=12) | st.sampled_from(["base", "changes", "hit_on", "R3", "attack", "a.b", "\0"])
values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(names, inner, max_size=3),
    max_leaves=8,
)
calls = st.sampled_from(
    [
        "rules.variant({})",
        "pz8edu.ask('pz8-ww2', {})",
        "ask('pz8-ww2', 'rally', {})",
        "read_variant({})",
        "compare('pz8-ww2', 'rally', second={})",
        "system({}).rules",
        "{}",
    ]
)


@settings(max_examples=3 * settings.default.max_examples // 2, deadline=None, derandomize=True)
@given(st.lists(st.tuples(calls, values) | st.text(max_size=40), max_size=4))
def test_any_notebook_is_read(tmp_path_factory: pytest.TempPathFactory, cells: list[object]) -> None:
    texts = ["from pz8edu import *\nrules = system('pz8-ww2').rules"]
    texts += [
        cell if isinstance(cell, str) else f"x = {cell[0].replace('{}', repr(cell[1]))}"  # type: ignore[index]
        for cell in cells
    ]
    found = read_notebook(notebook(*texts), "any.ipynb", tmp_path_factory.getbasetemp())
    assert all(len(each) < LONGEST for each in found.faults)


def as_toml(value: object) -> str:
    """A value as somebody might write it into TOML; not always good TOML."""
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(name)} = {as_toml(each)}" for name, each in value.items()) + "}"
    if isinstance(value, list):
        return "[" + ", ".join(map(as_toml, value)) + "]"
    return json.dumps(value)


@settings(max_examples=5 * settings.default.max_examples // 2, deadline=None, derandomize=True)
@given(
    st.dictionaries(names, values, max_size=4),
    st.dictionaries(names, values, max_size=4),
    st.text(max_size=30),
)
def test_any_variant_file_is_read_or_refused(
    head: dict[str, object], changes: dict[str, object], rest: str
) -> None:
    lines = [f"{json.dumps(name)} = {as_toml(value)}" for name, value in ({"base": "pz8-ww2"} | head).items()]
    lines += ["[changes]", *(f"{json.dumps(name)} = {as_toml(value)}" for name, value in changes.items())]
    for text in ("\n".join(lines), "\n".join([*lines, rest])):
        found = checked_text(text)
        assert (found.variant is None) == bool(found.faults)
        if found.variant is None:
            with pytest.raises(BadInput) as told:
                variant_in(text, "any.toml")
            assert len(str(told.value)) < LONGEST


def test_a_key_of_very_many_parts_is_refused() -> None:
    for key in (".".join("a" * 5_000), ".".join(['"a"'] * 5_000), "[" + ". ".join("a" * 5_000) + "]"):
        end = "" if key.startswith("[") else " = 1"
        (fault,) = checked_text(f'base = "pz8-ww2"\n[changes]\n{key}{end}').faults
        assert str(fault) == "this is not TOML: it is nested too deeply"
    prose = "And so on. " * 200 + "." * 300
    assert checked_text(f'base = "pz8-ww2"\nwhy = "{prose}"\n[changes]\nhit_on = 3').variant


def test_very_many_unknown_names_are_refused_shortly() -> None:
    head = 'base = "pz8-ww2"\n[changes]\n'
    with pytest.raises(BadInput, match="20,000 changes are too many: at most 5,000") as told:
        variant_in(head + "\n".join(f"a{number} = 1" for number in range(20_000)), "many.toml")
    assert len(str(told.value)) < 120
    found = checked_text(head + "\n".join(f"a{number} = 1" for number in range(1_000)))
    assert len(found.faults) == 101
    assert found.faults[0].text == "and 900 more changes that cannot be made"
    assert max(len(places_of(system(name).rules)) for name in ids()) < MOST_CHANGES


def test_a_path_with_a_nul_gets_a_sentence() -> None:
    for read in (read_variant, check_variant):
        with pytest.raises(BadInput, match="cannot be read: embedded null byte"):
            read("a\0.toml")
    with pytest.raises(BadInput, match="cannot be written"):
        save_text(Path("a\0.toml"), "x")


# --- saving
def test_a_file_keeps_its_mode_and_a_link_its_end(tmp_path: Path) -> None:
    file, link = tmp_path / "a.toml", tmp_path / "b.toml"
    file.write_text("old")
    file.chmod(0o600)
    link.symlink_to(file)
    save_text(link, "new")
    assert link.is_symlink()
    assert (file.read_text(), stat.S_IMODE(file.stat().st_mode)) == ("new", 0o600)
    dangling = tmp_path / "c.toml"
    dangling.symlink_to(tmp_path / "d.toml")
    save_text(dangling, "first")
    assert (tmp_path / "d.toml").read_text() == "first"
    assert dangling.is_symlink()


@pytest.mark.parametrize("mask", [0o022, 0o077, 0o002])
def test_a_new_file_obeys_the_umask(mask: int, tmp_path: Path) -> None:
    before = os.umask(mask)
    try:
        save_text(tmp_path / "new.toml", "x")
        (tmp_path / "like.toml").write_text("x")
    finally:
        os.umask(before)
    modes = {stat.S_IMODE((tmp_path / name).stat().st_mode) for name in ("new.toml", "like.toml")}
    assert modes == {0o666 & ~mask}
