"""Systems of one's own are found in the folders that `PZ8EDU_SYSTEMS` names."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

SMALL = '''
from pz8edu.core import BoardCheck, Help, Ruleset, Situation, System, number

class Rules(Ruleset):
    system = "one-page"
    steps: int = number(3, "1", "steps")

class Nothing(Situation):
    """Nothing to fill in."""

def steps(situation: Nothing, rules: Rules) -> int:
    return rules.steps

SYSTEM = System(title="One Page", era="any", scale="any", board="squares", rules=Rules(), calculators=(),
                boards=(BoardCheck("steps", "Steps", Nothing, steps, "a number", section="1"),))
'''


def asked(folders: str, *arguments: str) -> tuple[str, str]:
    ran = subprocess.run(
        [sys.executable, "-m", "pz8edu", *arguments],
        env=os.environ | {"PZ8EDU_SYSTEMS": folders},
        capture_output=True,
        encoding="utf-8",
        timeout=120,
    )
    assert "Traceback" not in ran.stderr
    return ran.stdout, ran.stderr


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    folder = tmp_path / "own" / "one_page"
    folder.mkdir(parents=True)
    (folder / "__init__.py").write_text(SMALL, encoding="utf-8")
    return folder.parent


def test_they_are_listed_and_asked_beside_the_sixteen(shelf: Path) -> None:
    listed, _ = asked(str(shelf), "list")
    assert "One Page (one-page)" in listed
    assert "(pz8-ww2)" in listed
    assert asked(str(shelf), "ask", "one-page", "steps") == ("3\n", "")


@pytest.mark.parametrize("folder", ["own", "/nowhere/at/all"])
def test_a_folder_that_is_not_there_or_depends_on_where_one_stands_is_refused(folder: str) -> None:
    told, complaint = asked(folder, "list")
    assert told == ""
    assert complaint.startswith(f"pz8edu: PZ8EDU_SYSTEMS names {folder!r}: it must be the whole path")


def test_a_book_of_the_kit_cannot_be_replaced_in_silence(shelf: Path) -> None:
    (shelf / "one_page").rename(shelf / "pz8_ww2")
    _, complaint = asked(str(shelf), "ask", "pz8-ww2", "rally")
    assert "its 'pz8-ww2' is already a rule system of the kit" in complaint


def test_a_folder_that_happens_to_be_current_is_not_looked_into(shelf: Path) -> None:
    ran = subprocess.run(
        [sys.executable, "-m", "pz8edu", "list"],
        cwd=shelf,
        env={name: value for name, value in os.environ.items() if name != "PZ8EDU_SYSTEMS"},
        capture_output=True,
        encoding="utf-8",
        timeout=120,
    )
    assert "one-page" not in ran.stdout
