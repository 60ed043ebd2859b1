"""What a learner changed in a lesson, and what two variants change in the rules."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from pz8edu import BadInput
from pz8widgets.changes import compare_variants, what_did_i_change


def lesson(path: Path, source: str, output: str) -> Path:
    cell = {
        "cell_type": "code",
        "id": "cell-01",
        "metadata": {},
        "execution_count": 1,
        "source": source,
        "outputs": [{"output_type": "stream", "name": "stdout", "text": output}],
    }
    path.write_text(json.dumps({"cells": [cell], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}))
    return path


def test_only_the_sources_count(tmp_path: Path) -> None:
    first = lesson(tmp_path / "a.ipynb", "attack = 5", "5")
    second = lesson(tmp_path / "b.ipynb", "attack = 6", "6")
    told = what_did_i_change(second, first).text
    assert "attack = 5" in told
    assert "attack = 6" in told
    assert "outputs" not in told


def test_other_outputs_are_no_change(tmp_path: Path) -> None:
    first = lesson(tmp_path / "a.ipynb", "attack = 5", "5")
    second = lesson(tmp_path / "b.ipynb", "attack = 5", "five")
    found = what_did_i_change(second, first)
    assert found.text == ""
    assert "Nothing has been changed" in found.children[-1].children[-1].value


def test_a_lesson_against_the_last_commit(tmp_path: Path) -> None:
    path = lesson(tmp_path / "a.ipynb", "attack = 5", "")
    for command in (
        ["init", "-q"],
        ["add", "."],
        ["-c", "user.name=a", "-c", "user.email=a@b", "commit", "-qm", "x"],
    ):
        subprocess.run(["git", *command], cwd=tmp_path, check=True)
    lesson(path, "attack = 6", "")
    assert "attack = 6" in what_did_i_change(path).text


def test_two_variants(tmp_path: Path) -> None:
    first, second = tmp_path / "a.toml", tmp_path / "b.toml"
    first.write_text('base = "pz8-ww2"\n[changes]\nhit_on = 3\nR1 = "b"\n')
    second.write_text('base = "pz8-ww2"\n[changes]\nhit_on = 5\nR1 = "b"\n')
    assert compare_variants(first, second).text.splitlines() == [
        "  base = pz8-ww2",
        "- hit_on = 3",
        "+ hit_on = 5",
        "  R1 = b",
    ]


@pytest.mark.parametrize("text", ["", "{", '{"cells": 3}', "\x00"])
def test_what_is_no_notebook_gets_one_sentence(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.ipynb"
    path.write_text(text)
    with pytest.raises(BadInput, match=r"a\.ipynb"):
        what_did_i_change(path, path)
    with pytest.raises(BadInput, match="cannot be read"):
        what_did_i_change(tmp_path / "missing.ipynb", path)
