"""A table of one's own is played: from its file, in a terminal, and from the record that carries it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import pz8edu
from pz8edu.cli import main
from pz8edu.core.rulebook.shelf import toml_of
from pz8edu.errors import BadInput
from pz8edu.games.links import packed
from pz8edu.games.players import at_random, play_on
from pz8edu.games.record import replay
from pz8edu.systems import system


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """The opening table with the Pz IV elsewhere."""
    text = toml_of(system("pz8-ww2").tabletop("first-shot").set_up)
    file = tmp_path / "mine.toml"
    file.write_text(text.replace("x = 2.3", "x = 3.3").replace("On the table", "Mine"), encoding="utf-8")
    return file


def test_a_file_is_played_and_its_record_needs_the_file_no_more(mine: Path) -> None:
    game = pz8edu.play("pz8-ww2", str(mine), seed=1)
    assert game.table == "Mine"
    assert game.moment.places["Pz IV"].x == 3.3
    play_on(game, {side: at_random(2) for side in game.book.sides})
    mine.unlink()
    again = replay(game.text())
    assert (again.moment, again.text()) == (game.moment, game.text())


def test_a_record_whose_table_was_changed_is_refused_where_it_no_longer_holds(mine: Path) -> None:
    game = pz8edu.play("pz8-ww2", str(mine), seed=1)
    play_on(game, {side: at_random(2) for side in game.book.sides})
    assert game.own is not None
    letters = packed(toml_of(game.own))
    shorter = packed(toml_of(game.own).replace("x = 9.6", "x = 8"))
    with pytest.raises(BadInput, match=r"line \d+: these dice"):
        replay(game.text().replace(letters, shorter))
    with pytest.raises(BadInput, match="SetUp holds no table of pz8-ww2"):
        replay(game.text().replace(letters, letters[:50]))


def test_a_saved_game_goes_on_only_on_its_own_table(mine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saved = mine.with_suffix(".pz8game")
    at_random = ("--players", "random", "--seed", "1")
    play = ["play", "pz8-ww2", str(mine), *at_random, "--save", str(saved), "--json"]
    assert main(play) == 0
    assert json.loads(capsys.readouterr().out)["result"]
    assert main(["replay", str(saved), "--json"]) == 0
    capsys.readouterr()
    assert main(play) == 0
    before = saved.read_text(encoding="utf-8")
    mine.write_text(mine.read_text(encoding="utf-8").replace("x = 3.3", "x = 3.4"), encoding="utf-8")
    assert main(play) == 2
    assert "as it was set up then: it is left as it is" in capsys.readouterr().err
    assert saved.read_text(encoding="utf-8") == before


def test_a_table_is_printed_as_its_file_says_it(mine: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["table", "pz8-ww2"]) == 0
    assert "whole-turn" in capsys.readouterr().out.splitlines()
    assert main(["table", "pz8-ww2", str(mine)]) == 0
    assert capsys.readouterr().out == mine.read_text(encoding="utf-8")
    for file, says in (("nowhere", "unknown table"), ("none.toml", "cannot be read")):
        assert main(["table", "pz8-ww2", file]) == 2
        assert says in capsys.readouterr().err
    mine.write_text("title = ", encoding="utf-8")
    assert main(["table", "pz8-ww2", str(mine)]) == 2
    assert "mine.toml is not TOML" in capsys.readouterr().err
    mine.write_text('title = "T"\nunits = []\nwidth = 4\nheight = 0\n', encoding="utf-8")
    assert main(["table", "pz8-ww2", str(mine)]) == 2
    assert "height must be a number above 0; got 0" in capsys.readouterr().err


def test_a_bare_table_comes_to_its_end() -> None:
    bare = 'title = "T"\nwidth = 4\nheight = 4\nunits = []\nend = { turns = 2 }\n'
    table = pz8edu.board.setting_up.read_table(system("pz8-ww2"), bare)
    game = pz8edu.games.game.Game(system("pz8-ww2"), table)
    assert game.result is None or "house rule" in game.result
