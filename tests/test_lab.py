"""`pz8edu lab`: which notebooks it trusts, and where it looks for the lessons."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path

import pytest

from pz8edu import BadInput, lab

LESSON = {"cells": [], "metadata": {}, "nbformat": 4, "nbformat_minor": 5}


@pytest.fixture
def signed(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The notebooks that are signed, instead of signing them."""
    found: list[str] = []
    monkeypatch.setattr(subprocess, "call", lambda command, **how: found.extend(command[4:]))
    return found


def test_only_lessons_that_are_as_shipped_are_signed(
    tmp_path: Path, signed: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("mine.ipynb", "changed.ipynb", "shipped.ipynb", "broken.ipynb"):
        (tmp_path / name).write_text(json.dumps(LESSON), encoding="utf-8")
    digest = lab.digest_of(tmp_path / "shipped.ipynb")
    monkeypatch.setattr(
        lab,
        "shipped",
        lambda: dict.fromkeys(("shipped.ipynb", "changed.ipynb", "gone.ipynb", "broken.ipynb"), digest),
    )
    (tmp_path / "changed.ipynb").write_text(json.dumps(LESSON | {"cells": [{}]}), encoding="utf-8")
    (tmp_path / "broken.ipynb").write_text("{", encoding="utf-8")
    lab.trust(tmp_path)
    assert signed == [str(tmp_path / "shipped.ipynb")]


def test_a_stranger_s_folder_has_nothing_to_sign(tmp_path: Path, signed: list[str]) -> None:
    (tmp_path / "00-start-here.ipynb").write_text(json.dumps(LESSON), encoding="utf-8")
    lab.trust(tmp_path)
    assert signed == []


def test_the_digest_of_a_lesson_does_not_depend_on_the_ends_of_its_lines(tmp_path: Path) -> None:
    text = json.dumps(LESSON, indent=1)
    digests = set()
    for name, end in (("unix.ipynb", "\n"), ("windows.ipynb", "\r\n")):
        (tmp_path / name).write_bytes(text.replace("\n", end).encode())
        digests.add(lab.digest_of(tmp_path / name))
    assert len(digests) == 1


def test_jupyter_looks_first_where_the_kit_keeps_what_lessons_need(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JUPYTER_PATH", "mine")
    monkeypatch.delenv("JUPYTER_CONFIG_PATH", raising=False)
    kit = str(lab.SETTINGS)
    assert lab.jupyter_paths() == {"JUPYTER_CONFIG_PATH": kit, "JUPYTER_PATH": os.pathsep.join([kit, "mine"])}


def test_kernels_of_lessons_that_nobody_looks_at_end_by_themselves() -> None:
    kernels = json.loads((lab.SETTINGS / "jupyter_server_config.json").read_text())["MappingKernelManager"]
    assert kernels["cull_connected"], "a lesson in a hidden tab is connected"
    assert 600 <= kernels["cull_idle_timeout"] <= 3600
    assert 0 < kernels["cull_interval"] <= 60


def test_every_shipped_lesson_has_a_digest() -> None:
    assert "00-start-here.ipynb" in lab.shipped()
    assert all(len(digest) == 64 for digest in lab.shipped().values())


def test_without_lessons_it_says_where_to_start(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(lab, "__file__", str(tmp_path / "pz8edu" / "lab.py"))
    monkeypatch.setattr(lab, "shipped_lessons", lambda: None)
    with pytest.raises(BadInput, match=r"no folder 'lessons'.*start in the project's folder"):
        lab.own_lessons()
    with pytest.raises(BadInput, match="no folder 'lessons'"):
        lab.lessons_to_read()


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder, and the kit installed with lessons of its own, not in a checkout."""
    kit = tmp_path / "share" / "pz8edu" / "lessons"
    (kit / "chance").mkdir(parents=True)
    for name in ("00-map.ipynb", "course.toml", "chance/01.ipynb"):
        (kit / name).write_text(f"the kit's {name}", encoding="utf-8")
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.setattr(lab, "__file__", str(tmp_path / "pz8edu" / "lab.py"))
    monkeypatch.setattr(lab, "shipped_lessons", lambda: kit)
    return here


def test_in_an_empty_folder_the_lessons_of_the_kit_are_copied(
    installed: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert lab.own_lessons() == installed / "lessons"
    assert (installed / "lessons/chance/01.ipynb").read_text(encoding="utf-8") == "the kit's chance/01.ipynb"
    assert capsys.readouterr().out.startswith(f"The lessons were copied to {installed / 'lessons'} (3 files")
    assert lab.own_lessons() == installed / "lessons"
    assert capsys.readouterr().out == "", "once"


def test_to_be_read_only_they_are_where_the_kit_has_them(installed: Path) -> None:
    assert lab.lessons_to_read() == installed.parent / "share/pz8edu/lessons"
    assert list(installed.iterdir()) == []
    own = lab.own_lessons()
    assert lab.lessons_to_read() == own


def test_a_learner_s_files_are_never_overwritten(installed: Path) -> None:
    mine = installed / "lessons" / "chance" / "01.ipynb"
    mine.parent.mkdir(parents=True)
    mine.write_text("mine", encoding="utf-8")
    lab.own_lessons()
    assert mine.read_text(encoding="utf-8") == "mine"
    assert (installed / "lessons" / "00-map.ipynb").is_file()


def test_a_folder_that_takes_no_lessons_is_said_in_a_sentence(installed: Path) -> None:
    (installed / "lessons").write_text("a file", encoding="utf-8")
    with pytest.raises(BadInput, match="the lessons cannot be copied"):
        lab.own_lessons()


def test_the_advice_fits_the_place(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, project: Path) -> None:
    monkeypatch.chdir(project)
    assert lab.how_to_install() == 'python -m pip install -e ".[lab]"'
    monkeypatch.chdir(tmp_path)
    assert lab.how_to_install() == 'python -m pip install "pz8edu[lab]"'
