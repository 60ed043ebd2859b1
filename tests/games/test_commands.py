"""play, replay and choices in a terminal: games of machines and of a person, files, and what is refused."""

from __future__ import annotations

import io
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from pz8edu.cli import main

Run = Any


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    def command(*words: str, typed: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        code = main(words)
        out, err = capsys.readouterr()
        return code, out, err

    return command


@pytest.fixture
def saved(tmp_path: Path, run: Run) -> Path:
    """A game that was left after some choices."""
    file = tmp_path / "evening.pz8game"
    run("play", "pz8-ww2", "whole-turn", "--save", str(file), typed="1\nq\n")
    return file


def test_machines_play_a_game_to_its_end(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "a.pz8game"
    given = ("play", "pz8-ww2", "whole-turn", "--players", "own=random,enemy=greedy", "--seed", "4")
    code, out, err = run(*given, "--save", str(file), "--json")
    found = json.loads(out)
    assert (code, err) == (0, "")
    assert found["game"] == file.read_text(encoding="utf-8")
    assert found["result"].endswith("(house rule)")
    again = json.loads(run("replay", str(file), "--json")[1])
    assert again == {name: found[name] for name in ("result", "position", "lines")}
    assert json.loads(run(*given, "--json")[1])["game"] == found["game"], "the same seed plays the same game"


def test_a_person_plays_with_dice_of_their_own(run: Run) -> None:
    typed = "1\n99\n?\n1 to hit 9\n1 to hit 4; attack 4; defence 1\nu\nq\n"
    code, out, err = run(
        "play", "pz8-ww2", "first-shot", "--players", "own=person,enemy=greedy", "--seed", "7", typed=typed
    )
    assert code == 0
    assert "the game stands as it is" in err
    assert "a number from 1 to" in out
    assert "u takes back" in out


def test_a_saved_game_goes_on(run: Run, saved: Path) -> None:
    before = json.loads(run("replay", str(saved), "--json")[1])
    assert before["lines"] == 1
    run("play", "pz8-ww2", "whole-turn", "--save", str(saved), typed="1\ns\nq\n")
    assert json.loads(run("replay", str(saved), "--json")[1])["lines"] == 2
    code, _, err = run("play", "pz8-ww2", "first-shot", "--save", str(saved))
    assert code == 2
    assert "it is left as it is" in err


def test_a_choice_is_typed_as_it_is_written(run: Run) -> None:
    typed = 'Sherman: move @14.2,6\nSherman: move @14,6\n"A HQ": move @2,2\nfly!\nw\npass\nn\nq\n'
    _, out, _ = run("play", "pz8-ww2", "whole-turn", typed=typed)
    assert "1.1> Sherman: move @14.2,6^270" in out, "a place that no list offers; the facing stays"
    assert "has acted already" in out
    assert "its move is 2" in out
    assert "'fly!' is no choice; one is written:" in out
    assert "Sherman: medium-heavy armour, later-75mm, average, enemy, at (14.2, 6)" in out
    assert '"Pz III": fire 6-pdr: 9.2 inches of 8: out of range' in out


def test_a_corrupt_file_is_kept(run: Run, saved: Path) -> None:
    wrong = saved.read_text(encoding="utf-8").replace("move", "leap")
    saved.write_text(wrong, encoding="utf-8")
    code, _, err = run("play", "pz8-ww2", "whole-turn", "--save", str(saved), "--players", "random")
    assert code == 2
    assert "line 4" in err
    assert saved.read_text(encoding="utf-8") == wrong


def test_choices_have_exact_odds_and_sections(run: Run, saved: Path) -> None:
    found = json.loads(run("choices", str(saved), "--json")[1])
    assert {"choice", "odds", "section"} == set(found[0])
    assert found[-1]["choice"] == "pass"
    text = saved.read_text(encoding="utf-8").replace("result", "pass\nresult")
    saved.write_text(text, encoding="utf-8")
    shots = json.loads(run("choices", str(saved), "--json", "--unit", "Pz III")[1])
    assert shots
    for each in shots:
        assert each["choice"].startswith('"Pz III": fire ')
        assert sum(map(Fraction, each["odds"].values())) == 1
    assert "destroyed" in run("choices", str(saved))[1]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("play",), "name a system"),
        (("play", "pz8-ww3"), "pz8-ww3"),
        (("play", "pz8-ww2", "nowhere"), "nowhere"),
        (("play", "pz8-ww2", "shelling"), "nobody plays turns"),
        (("play", "panzer8-expansion"), "cannot be played"),
        (("play", "pz8-ww2", "--players", "chess"), "chess"),
        (("play", "pz8-ww2", "--players", "own=greedy"), "nobody plays enemy"),
        (("play", "pz8-ww2", "--players", "own=greedy,enemy"), "unknown player"),
        (("play", "pz8-ww2", "--players", "red=greedy,enemy=greedy"), "red"),
        (("play", "pz8-ww2", "--set", "hit_onn=3", "--players", "random"), "hit_onn"),
        (("replay", "nowhere.pz8game"), "cannot be read"),
        (("choices", "nowhere.pz8game"), "cannot be read"),
        (("replay", __file__), "is no event|in a tag"),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(run: Run, words: tuple[str, ...], sentence: str) -> None:
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert any(each in err for each in sentence.split("|"))


def test_a_unit_that_is_not_there(run: Run, saved: Path) -> None:
    code, _, err = run("choices", str(saved), "--unit", "Tiger")
    assert code == 2
    assert "unknown unit 'Tiger'" in err
    code, _, err = run("replay", str(saved), "--to", "0")
    assert "from 1" in err
