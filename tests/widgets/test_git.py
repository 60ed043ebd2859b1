"""Notebooks and variant files in a real git repository."""

from __future__ import annotations

import json
import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest

from pz8edu import BadInput
from pz8edu.desk.variants.variant import read_variant
from pz8widgets.git import main, turn_off, turn_on


class Repository:
    """A repository of its own, which knows no settings but its own."""

    def __init__(self, folder: Path, home: Path) -> None:
        self.folder = folder
        folder.mkdir()
        project = Path(__file__).parents[2]
        path = os.pathsep.join([str(project), str(project / "widgets")])
        self.environment = os.environ | {
            "HOME": str(home),
            "GIT_CONFIG_GLOBAL": str(home / "gitconfig"),
            "GIT_CONFIG_NOSYSTEM": "1",
            "PYTHONPATH": path,
        }
        self.git("init", "-q", "-b", "main")
        self.git("config", "user.name", "A Designer")
        self.git("config", "user.email", "designer@example.org")

    def git(self, *words: str, check: bool = True) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            ["git", *words],
            cwd=self.folder,
            env=self.environment,
            check=check,
            text=True,
            encoding="utf-8",
            capture_output=True,
        )

    def commit(self, name: str, text: str) -> None:
        (self.folder / name).write_text(text, encoding="utf-8")
        self.git("add", name)
        self.git("commit", "-qm", name)


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path / "desk", tmp_path)


def variant(*changes: str) -> str:
    return "\n".join(['base = "pz8-ww2"', 'title = "Ours"', 'why = ""', "[changes]", *changes]) + "\n"


def notebook(*sources: str) -> str:
    cells = [
        {
            "cell_type": "code",
            "id": f"c{place}",
            "metadata": {},
            "execution_count": None,
            "outputs": [],
            "source": each,
        }
        for place, each in enumerate(sources)
    ]
    whole = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(whole, indent=1)


def test_one_command_turns_it_on_and_off_for_one_repository(repository: Repository, tmp_path: Path) -> None:
    attributes = repository.folder / ".git/info/attributes"
    before = (repository.folder / ".git/config").read_text()
    attributes.parent.mkdir(exist_ok=True)
    attributes.write_text("*.png binary\n")
    turn_on(repository.folder)
    turn_on(repository.folder)
    assert repository.git("check-attr", "diff", "a.ipynb").stdout.endswith("diff: pz8edu\n")
    assert attributes.read_text().count("*.ipynb") == 1, "twice on is on"
    assert repository.git("status", "--short").stdout == "", "nothing is committed"
    turn_off(repository.folder)
    assert attributes.read_text() == "*.png binary\n"
    assert (repository.folder / ".git/config").read_text() == before
    assert not (tmp_path / "gitconfig").exists(), "nothing global is written"


def test_git_diff_tells_what_changed_and_what_it_did(repository: Repository) -> None:
    asked = 'Calculator("pz8-ww2", "rally", condition="disorganized", rules="rally_on={}")'
    repository.commit("rally.ipynb", notebook(asked.format(5)))
    repository.commit("other.toml", "[tool]\nname = 1\n")
    turn_on(repository.folder)
    (repository.folder / "rally.ipynb").write_text(notebook(asked.format(4)))
    (repository.folder / "other.toml").write_text("[tool]\nname = 2\n")
    told = repository.git("diff").stdout
    assert "rally_on  5        5       4" in told
    assert "ok rises from 1/3 to 1/2, by 1/6." in told
    assert "-name = 1\n+name = 2\n" in told, "a file that is no variant is shown as ever"


def test_variants_of_two_designers_are_merged(repository: Repository) -> None:
    repository.commit("house.toml", variant("rally_on = 4"))
    repository.git("checkout", "-qb", "theirs")
    repository.commit("house.toml", "# theirs\n" + variant("rally_on = 4", "hit_on = 3"))
    repository.git("checkout", "-q", "main")
    repository.commit("house.toml", "# mine\n" + variant("rally_on = 4", 'R1 = "b"'))
    turn_on(repository.folder)
    repository.git("merge", "-q", "theirs")
    found = read_variant(repository.folder / "house.toml").rules
    assert found.departures() == {"hit_on": 3, "rally_on": 4, "R1": "b"}
    assert (repository.folder / "house.toml").read_text().startswith("# mine\n# theirs\n")


def test_conflicts_are_named(repository: Repository) -> None:
    repository.commit("house.toml", variant("rally_on = 4"))
    repository.git("checkout", "-qb", "theirs")
    repository.commit("house.toml", variant("rally_on = 3", "hit_on = 3"))
    repository.git("checkout", "-q", "main")
    repository.commit("house.toml", variant("rally_on = 6"))
    turn_on(repository.folder)
    merge = repository.git("merge", "theirs", check=False)
    assert merge.returncode == 1
    assert "house.toml: rally_on was 4: mine says 6, theirs says 3" in merge.stdout + merge.stderr
    text = re.sub("  #.*", "", (repository.folder / "house.toml").read_text())
    assert "<<<<<<< mine\nrally_on = 6\n=======\nrally_on = 3\n>>>>>>> theirs\n" in text
    assert "hit_on = 3" in text


def test_notebooks_of_two_designers_are_merged(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    files = [str(tmp_path / name) for name in ("original", "mine", "theirs")]
    for file, sources in zip(files, (("1", "1"), ("2", "1"), ("1", "2")), strict=True):
        Path(file).write_text(notebook(*(f"x = {each}" for each in sources)))
    assert main(["merge", *files, "--called", "a.ipynb"]) == 0
    cells = json.loads(Path(files[1]).read_text())["cells"]
    assert ["".join(cell["source"]) for cell in cells] == ["x = 2", "x = 2"]


def test_two_files_are_compared_without_git(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second = tmp_path / "a.toml", tmp_path / "b.toml"
    first.write_text(variant("rally_on = 4"))
    second.write_text(variant("rally_on = 3"))
    assert main(["diff", str(first), str(second)]) == 0
    assert "rally_on" in capsys.readouterr().out


@pytest.mark.parametrize("command", [["on"], ["off"]])
def test_outside_a_repository_one_sentence_says_so(
    command: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path.parent))
    monkeypatch.chdir(tmp_path)
    assert main(command) == 2
    assert capsys.readouterr().err.count("\n") == 1
    with pytest.raises(BadInput, match="not a git repository"):
        turn_on(tmp_path)


def test_python_files_of_a_repository_are_never_run(repository: Repository) -> None:
    """A clone may hold a json.py: git starts the kit in the worktree, where Python would look first."""
    turn_on(repository.folder)
    for name in ("json", "difflib", "tomllib", "argparse", "subprocess", "nbformat", "nbdime"):
        planted = "from pathlib import Path\nPath(__file__).with_suffix('.ran').touch()\n"
        repository.commit(f"{name}.py", planted)
    repository.commit("house.toml", variant("rally_on = 4"))
    repository.commit("page.ipynb", notebook("1", "2"))
    repository.git("checkout", "-qb", "theirs")
    repository.commit("house.toml", variant("rally_on = 4", "hit_on = 3"))
    repository.commit("page.ipynb", notebook("1", "3"))
    told = repository.git("diff", "main").stdout
    assert "hit_on" in told
    assert "page.ipynb" in told
    repository.git("checkout", "-q", "main")
    repository.commit("house.toml", variant("rally_on = 3"))
    repository.commit("page.ipynb", notebook("4", "2"))
    repository.git("merge", "-q", "theirs")
    assert "hit_on = 3" in (repository.folder / "house.toml").read_text()
    assert [path.name for path in repository.folder.glob("*.ran")] == []


def test_on_renews_the_line_of_an_older_version(repository: Repository) -> None:
    repository.commit("other.toml", "[tool]\nname = 1\n")
    turn_on(repository.folder)
    new = repository.git("config", "diff.pz8edu.command").stdout.strip()
    repository.git("config", "diff.pz8edu.command", new.replace(" -P ", " "))
    (repository.folder / "other.toml").write_text("[tool]\nname = 2\n")
    assert "pz8widgets.git on renews it" in repository.git("diff").stderr
    turn_on(repository.folder)
    assert repository.git("config", "--get-all", "diff.pz8edu.command").stdout.strip() == new
    assert repository.git("diff").stderr == ""
