"""`variant` on the command line, what is in force, and what lies beyond the book."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pz8edu.cli import main
from pz8edu.desk.variants.variant import read_variant
from pz8edu.systems import system

SHOT = ("ask", "pz8-ww2", "direct-fire", "attack=5", "defence=4", "--json")


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Any:
    def command(*words: str) -> tuple[int, str, str]:
        code = main(words)
        out, err = capsys.readouterr()
        return code, out, err

    return command


def test_a_file_is_written_checked_shown_and_asked_under(run: Any, tmp_path: Path) -> None:
    file = str(tmp_path / "easier.toml")
    code, out, err = run("variant", "new", "pz8-ww2", file, "--set", "hit_on=3", "--reading", "R5=b")
    assert (code, err) == (0, "")
    assert "pz8-ww2(hit_on=3, R5=b)" in out
    assert run("variant", "check", file) == (0, "easier.toml: good: pz8-ww2(hit_on=3, R5=b)\n", "")
    assert "hit_on: 4 → 3" in run("variant", "show", file)[1]
    assert run("variant", "text", file)[1] == "pz8-ww2(hit_on=3, R5=b)\n--reading R5=b --set hit_on=3\n"
    code, out, err = run(*SHOT, "--variant", file)
    assert err == "pz8edu: in force: pz8-ww2(hit_on=3, R5=b)\n"
    assert json.loads(out)["outcomes"]["destroyed"] == "5/27"
    assert run("variant", "new", "pz8-ww2", file)[0] == 2
    assert read_variant(file).rules == system("pz8-ww2").rules.variant(hit_on=3, R5="b")


def test_a_faulty_file_is_told_line_by_line(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_text('base = "pz8-ww2"\n[changes]\nhit_on = 99\nhit_of = 3\n', encoding="utf-8")
    code, out, err = run("variant", "check", str(file))
    assert (code, err) == (2, "")
    assert "bad.toml: 2 faults" in out
    assert "line 3: hit_on must be" in out
    assert "line 4: unknown number" in out
    assert run(*SHOT, "--variant", str(file))[0] == 2


def test_a_printed_value_is_told_and_contradictions_are_refused(run: Any) -> None:
    assert run(*SHOT, "--set", "save_on=4")[2] == "pz8edu: save_on=4 is as printed\n"
    assert "R3 is given twice: b and a" in run(*SHOT, "--reading", "R3=b", "--set", "R3=a")[2]
    assert "hit_on is given twice: 3 and 2" in run(*SHOT, "--set", "hit_on=3", "--set", "hit_on=2")[2]


def test_beyond_the_book_is_marked(run: Any) -> None:
    shot = ("ask", "pz8-ww2", "direct-fire", "attack=14", "defence=6")
    assert "from 0 to 6; got 14" in run(*shot)[2]
    code, out, err = run(*shot, "--beyond-the-book")
    assert code == 0
    assert out.endswith("beyond the book: attack=14\n")
    assert err == "pz8edu: beyond the book: attack=14 (the book has a whole number from 0 to 6)\n"
    duel = ("ask", "pz8-ww2", "duel", 'A={"attack":9,"defence":3}', 'B={"attack":3,"defence":3}')
    assert run(*duel, "--beyond-the-book")[2].startswith("pz8edu: beyond the book: A.attack=9")
    assert "attack must be a whole number from 0 to 6" in run(*duel)[2]
    assert run(*shot, "--beyond-the-book", "--set", "hit_on=300")[0] == 2


def test_the_list_names_what_can_be_changed(run: Any) -> None:
    out = run("list", "pz8-ww2")[1]
    lines = [line.split() for line in out.splitlines()]
    assert ["hit_on", "4", "section", "5", "score", "that", "hits", "with", "direct", "fire"] in lines
    assert ["attack", "section", "8", "Attack", "Factors"] in lines
    assert "--set attack/infantry/soft" in run("list", "pz8-ww2", "attack")[1].replace("'", "")
