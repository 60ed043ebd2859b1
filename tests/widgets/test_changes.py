"""What a learner changed in a lesson, and what a designer changed in a variant."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from pz8edu import BadInput
from pz8widgets.changes import what_did_i_change


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
    told = what_did_i_change(second, first)
    assert "attack = 5" in told.text
    assert "attack = 6" in told.text
    assert "outputs" not in told.text
    assert told.versions is None, "there is no rule in them"


def test_other_outputs_are_no_change(tmp_path: Path) -> None:
    first = lesson(tmp_path / "a.ipynb", "attack = 5", "5")
    second = lesson(tmp_path / "b.ipynb", "attack = 5", "five")
    found = what_did_i_change(second, first)
    assert found.text == ""
    assert "Nothing has been changed" in found.children[-1].children[-1].value


def test_changed_rules_stand_beside_changed_odds(tmp_path: Path) -> None:
    ask = 'Calculator("pz8-ww2", "rally", condition="disorganized", rules="rally_on={}")'
    first = lesson(tmp_path / "a.ipynb", ask.format(5), "")
    second = lesson(tmp_path / "b.ipynb", ask.format(4), "")
    found = what_did_i_change(second, first)
    assert found.versions is not None
    still = found._repr_mimebundle_()
    assert "ok rises from 1/3 to 1/2, by 1/6." in still["text/plain"]
    assert "ok rises from 1/3 to 1/2, by 1/6." in still["text/html"]


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
    first.write_text('base = "pz8-ww2"\n[changes]\nrally_on = 4\nR1 = "b"\n')
    second.write_text('base = "pz8-ww2"\n[changes]\nrally_on = 3\nR1 = "b"\n')
    found = what_did_i_change(second, first)
    assert found.text.splitlines()[2:4] == ["- rally_on = 4", "+ rally_on = 3"]
    assert found.versions is not None
    (changed,) = found.versions.parameters
    assert (changed.name, changed.printed, changed.before, changed.after) == ("rally_on", "5", "4", "3")


@pytest.mark.parametrize("text", ["", "{", '{"cells": 3}', "\x00"])
def test_what_is_no_notebook_gets_one_sentence(tmp_path: Path, text: str) -> None:
    path = tmp_path / "a.ipynb"
    path.write_text(text)
    with pytest.raises(BadInput, match=r"a\.ipynb"):
        what_did_i_change(path, path)
    with pytest.raises(BadInput, match="cannot be read"):
        what_did_i_change(tmp_path / "missing.ipynb", path)
