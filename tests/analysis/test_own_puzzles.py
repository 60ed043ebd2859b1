"""What a choice has lost becomes a puzzle of one's own: proved, written, read, and asked in a terminal."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import date
from fractions import Fraction
from pathlib import Path

import pytest

from pz8edu.analysis.luck import Analysis, analyse
from pz8edu.analysis.own_puzzles import LOST, OwnPuzzle, mistakes, own_puzzle, own_puzzles
from pz8edu.analysis.puzzles import explained, of_the_day, said_in, shelf, stands
from pz8edu.analysis.worth import exact
from pz8edu.cli import main
from pz8edu.errors import BadInput
from pz8edu.games.game import Game
from pz8edu.games.players import at_random, play_on
from pz8edu.games.record import replay
from pz8edu.systems import system

Captured = pytest.CaptureFixture[str]


def game_of(seed: int, **changes: int) -> Game:
    home = system("pz8-ww2")
    game = Game(home, "two-tanks", home.rules.variant(changes) if changes else None, seed=seed)
    play_on(game, {side: at_random(seed) for side in game.book.sides})
    return game


@pytest.fixture(scope="module")
def found() -> Analysis:
    return analyse(game_of(3))


@pytest.fixture
def file(found: Analysis, tmp_path: Path) -> Path:
    kept = tmp_path / ".pz8edu-progress.json"
    told = {each.id: each.as_json() for each in mistakes(found) if isinstance(each, OwnPuzzle)}
    kept.write_text(json.dumps({"answers": {}, "puzzles": told}), encoding="utf-8")
    return kept


def test_each_choice_that_lost_more_than_five_points_is_one(found: Analysis) -> None:
    lost = [line for line in found.lines if line.loses > LOST]
    stood = found.game.node
    ones = list(mistakes(found))
    assert found.game.node is stood, "looking for them moves nothing"
    assert len(ones) == len(lost) > 0
    for one, line in zip(ones, lost, strict=True):
        assert isinstance(one, OwnPuzzle)
        assert one.loses(one.played) == line.loses
        assert one.game.moment == line.moment
        again = exact(one.game)
        assert sorted(each.worth for each in again.choices) == sorted(one.choices.values())
        assert f"In your game you took {said_in(one.played, one.game)}." in list(explained(one, one.played))
        assert list(stands(one))
        assert own_puzzle(json.loads(json.dumps(one.as_json()))) == one
        assert one.still_holds
    assert {each.side for each in mistakes(found, {"own"}) if isinstance(each, OwnPuzzle)} <= {"own"}


def test_a_game_under_other_rules_keeps_them() -> None:
    found = analyse(game_of(3, hit_on=3))
    one = next(each for each in mistakes(found) if isinstance(each, OwnPuzzle))
    assert "hit_on=3" in one.begun
    assert one.game.rules.departures() == {"hit_on": 3}


def test_what_is_not_exact_is_none_and_says_so() -> None:
    game = game_of(3)
    found = analyse(game, most=5)
    bounded = [line for line in found.lines if line.loses > LOST and line.kind != "exact"]
    told = [each for each in mistakes(found) if isinstance(each, str)]
    assert bounded
    assert [each.split()[1] for each in told] == [str(line.number) for line in bounded]
    assert all("not known exactly" in each for each in told)


def test_what_the_rules_no_longer_allow_is_left_out(found: Analysis) -> None:
    one = next(each for each in mistakes(found) if isinstance(each, OwnPuzzle))
    changed = replace(one, rules="0" * 16)
    told = [one.as_json(), changed.as_json(), {"id": "1"}, {**one.as_json(), "choices": 3}]
    assert list(own_puzzles(told)) == [one.id]
    with pytest.raises(BadInput, match="no puzzle of one's own"):
        own_puzzle({"id": "1"})


def test_what_was_stopped_tells_the_lines_that_it_knows() -> None:
    game = replay(game_of(3).text())
    whole, calls = analyse(game, most=5), []

    def stops(found: int, opened: int) -> bool:
        calls.append(found)
        return len(calls) > 8

    part = analyse(game, most=5, told=stops)
    assert 0 < len(part.lines) < len(whole.lines)
    assert part.since == len(whole.lines) - len(part.lines)
    assert part.lines[0].number == part.since + 1
    assert part.start + part.skill + part.luck == part.result
    assert "stopped" in repr(part)
    assert "From" in part._repr_html_()
    with pytest.raises(BadInput, match=f"lines {part.since + 1} to {len(whole.lines)}"):
        part.try_other(part.since)
    part.try_other(part.since + 1, part.lines[0].best[0])


# --- in a terminal, and on paper
def test_those_of_a_file_are_listed_and_asked(
    file: Path, capsys: Captured, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert main(["puzzle", "--mine", str(file), "--list"]) == 0
    listed = capsys.readouterr().out.splitlines()
    ids = json.loads(file.read_text(encoding="utf-8"))["puzzles"]
    assert {line.split()[0] for line in listed} == set(ids)
    monkeypatch.setattr("sys.stdin.readline", lambda: "1\n")
    assert main(["puzzle", "--mine", str(file), "--id", listed[0].split()[0]]) == 0
    assert "In your game you took" in capsys.readouterr().out


def test_a_sheet_has_every_puzzle_and_its_answers_apart(tmp_path: Path, capsys: Captured) -> None:
    out = tmp_path / "sheet.html"
    assert main(["puzzle", "--paper", str(out), "--day", "2026-12-01", "--days", "3"]) == 0
    assert "3 puzzles" in capsys.readouterr().err
    asked, _, told = out.read_text(encoding="utf-8").partition('<div class="answers">')
    ones = [of_the_day(date(2026, 12, day)) for day in (1, 2, 3)]
    for one in ones:
        assert f"puzzle {one.id}" in asked
        assert "loses" not in asked
        assert "Proved" not in asked
    assert asked.count("<svg") == 3
    assert told.count(">best<") == 3
    assert "<script" not in asked + told
    ordered = sorted(ones, key=lambda each: (each.rating, each.id))
    places = [asked.index(each.id) for each in ordered]
    assert places == sorted(places), "the easiest first"


def test_own_ones_go_on_paper_too(file: Path, tmp_path: Path) -> None:
    out = tmp_path / "mine.html"
    assert main(["puzzle", "--mine", str(file), "--paper", str(out)]) == 0
    ids = json.loads(file.read_text(encoding="utf-8"))["puzzles"]
    assert all(f"puzzle {each}" in out.read_text(encoding="utf-8") for each in ids)


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--mine", "nowhere.json"), "nowhere.json holds no puzzle"),
        (("--paper", "x.html", "--days", "0"), "--days is 1 to"),
        (("--mine", "nowhere.json", "--prove"), "--mine goes with"),
    ],
)
def test_what_cannot_be_is_said(capsys: Captured, words: tuple[str, ...], sentence: str) -> None:
    assert main(["puzzle", *words]) == 2
    said = capsys.readouterr()
    assert (said.out, said.err.count("\n")) == ("", 1)
    assert sentence in said.err


def test_puzzles_of_the_shelf_have_no_game_of_one_s_own() -> None:
    one = next(iter(shelf().values()))
    assert one.taken == ""
    assert isinstance(one.choices[one.answer], Fraction)
